/** What a body charges a year for advertising devices. Told under SF100, it holds for variations too. */
import * as z from 'zod/mini';
import { campi, detto } from '../../../platform/campi.ts';
import { elenco, interoFra, unaDi } from '../../cases/offerta/voci.ts';
import { TIPI, VEICOLI } from './mezzo.ts';
import { ARROTONDAMENTI, type TariffaMezzi } from './stima.ts';

/** Bounds that keep every sum exact: 1,000 euro a year for a m², ten times the price. */
const importo = () => interoFra(0, 100_000);
const percento = () => interoFra(0, 1000);

const tipo = campi({
  tipo: detto(unaDi(TIPI), 'Type of device.'),
  percento: detto(percento(), 'What it costs, in per cent of the price; types that are not told: 100.'),
});
const fascia = campi({
  da_cm2: detto(interoFra(1, 25_000_000), 'Charged surface of one face from which it holds, in cm²: 5.5 m² is 55000.'),
  percento: detto(percento(), 'What the whole surface costs, in per cent of the price.'),
});
const veicolo = campi({
  categoria: detto(unaDi(VEICOLI), 'Category of vehicle.'),
  annuo_cent: detto(importo(), 'Euro cents a year for one, whatever its surface.'),
});

export const schemaOffertaMezzi: z.ZodMiniType<TariffaMezzi> = campi({
  al_mq_cent: detto(importo(), 'Yearly price of one m² of one face, in euro cents.'),
  arrotondamento: detto(
    z._default(unaDi(ARROTONDAMENTI), 'mezzo'),
    'How the surface is rounded up: below 1 m² to 1 and then by half m² (`mezzo`, unless told), by m² (`metro`), not at all (`nessuno`).',
  ),
  bifacciale_percento: detto(z._default(percento(), 200), 'What two faces cost, in per cent of one; 200 unless told.'),
  polifacciale_percento: detto(
    z._default(percento(), 300),
    'What more than two faces cost, in per cent of one; 300 unless told.',
  ),
  luminoso_percento: detto(
    z._default(interoFra(0, 500), 0),
    'What is added when it shines or is lit, in per cent of the price; 0 unless told.',
  ),
  tipi: z.optional(elenco(tipo, (t) => t.tipo)),
  fasce: z.optional(elenco(fascia, (f) => String(f.da_cm2))),
  veicoli: z.optional(elenco(veicolo, (v) => v.categoria)),
});
