/** What an ente offers for parking: zones, prices, and how many plates one subscription may have. */
import * as z from 'zod/mini';
import { describeField, strictFields } from '../../../platform/data-file-fields.ts';
import { bolloOfferta } from '../../cases/bollo/bollo-offerta.ts';
import {
  codedItems,
  integerBetween,
  itemCodice,
  oneOf,
  uniqueList,
  wholeCents,
} from '../../cases/offerta/offerta.values.ts';
import { DURATION_LABELS, MAX_TARGHE, TIPI } from './options.ts';

const priceSchema = strictFields({
  zona: z.optional(
    describeField(itemCodice(), 'Zone it holds for; without it every zone that has no price of its own.'),
  ),
  tipo: describeField(oneOf(TIPI), 'The group of people it is for.'),
  durata: describeField(oneOf(DURATION_LABELS), 'How long it lasts.'),
  importo_cent: describeField(wholeCents(), 'Price in euro cents; 0: free.'),
});

export const offertaParcheggiSchema = strictFields({
  zone: codedItems('a zone'),
  prezzi: uniqueList(priceSchema, (p) => [p.zona ?? '', p.tipo, p.durata].join()),
  max_targhe: describeField(
    z._default(integerBetween(1, MAX_TARGHE), 1),
    'Plates that one subscription may name; 1 by default.',
  ),
  ...bolloOfferta,
}).check(
  z.refine((o) => o.prezzi.every(({ zona }) => !zona || o.zone.some(({ codice }) => codice === zona)), {
    path: ['prezzi'],
    error: 'Un prezzo nomina una zona che non è tra le zone.',
  }),
);

export type OffertaParcheggi = z.output<typeof offertaParcheggiSchema>;
