/** The yearly tariff of an ente for advertising devices. It is kept under SF100 and holds for variations too. */
import * as z from 'zod/mini';
import { describeField, strictFields } from '../../../platform/data-file-fields.ts';
import { integerBetween, oneOf, uniqueList } from '../../cases/offerta/offerta.values.ts';
import { TIPI, VEICOLI } from './mezzo.ts';
import { ROUNDING_TEXTS, type TariffaMezzi } from './stima.ts';

/** Bounds that keep every sum exact: 1,000 euro a year for a m², ten times the price. */
const importoField = () => integerBetween(0, 100_000);
const percentField = () => integerBetween(0, 1000);

const tipoFields = strictFields({
  tipo: describeField(oneOf(TIPI), 'Type of device.'),
  percento: describeField(
    percentField(),
    'Its price, in per cent of the base price; 100 for types that are not listed.',
  ),
});
const bandFields = strictFields({
  da_cm2: describeField(
    integerBetween(1, 25_000_000),
    'Charged surface of one face from which it holds, in cm²: 5.5 m² is 55000.',
  ),
  percento: describeField(percentField(), 'What the whole surface costs, in per cent of the price.'),
});
const veicoloFields = strictFields({
  categoria: describeField(oneOf(VEICOLI), 'Category of vehicle.'),
  annuo_cent: describeField(importoField(), 'Euro cents a year for one, whatever its surface.'),
});

export const offertaMezziSchema: z.ZodMiniType<TariffaMezzi> = strictFields({
  al_mq_cent: describeField(importoField(), 'Yearly price of one m² of one face, in euro cents.'),
  arrotondamento: describeField(
    z._default(oneOf(ROUNDING_TEXTS), 'mezzo'),
    'How the surface is rounded up: below 1 m² to 1 and then by half m² (`mezzo`, the default), by m² (`metro`), not at all (`nessuno`).',
  ),
  bifacciale_percento: describeField(
    z._default(percentField(), 200),
    'Price of two faces, in per cent of one; 200 by default.',
  ),
  polifacciale_percento: describeField(
    z._default(percentField(), 300),
    'Price of more than two faces, in per cent of one; 300 by default.',
  ),
  luminoso_percento: describeField(
    z._default(integerBetween(0, 500), 0),
    'Surcharge when it shines or is lit, in per cent of the price; 0 by default.',
  ),
  tipi: z.optional(uniqueList(tipoFields, (t) => t.tipo)),
  fasce: z.optional(uniqueList(bandFields, (f) => String(f.da_cm2))),
  veicoli: z.optional(uniqueList(veicoloFields, (v) => v.categoria)),
});
