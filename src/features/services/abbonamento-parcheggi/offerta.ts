/** What a body says of its parking subscriptions: zones, prices, how many plates one may name. */
import * as z from 'zod/mini';
import { campi, detto } from '../../../platform/campi.ts';
import { cent, codiceVoce, elenco, interoFra, unaDi, voci } from '../../cases/offerta/voci.ts';
import { DURATE, MAX_TARGHE, TIPI } from './valori.ts';

const prezzo = campi({
  zona: z.optional(detto(codiceVoce(), 'Zone it holds for; without it every zone that has no price of its own.')),
  tipo: detto(unaDi(TIPI), 'Who may have it.'),
  durata: detto(unaDi(DURATE), 'How long it lasts.'),
  importo_cent: detto(cent(), 'Price in euro cents; 0: free.'),
});

export const schemaOffertaParcheggi = campi({
  zone: voci('a zone'),
  prezzi: elenco(prezzo, (p) => [p.zona ?? '', p.tipo, p.durata].join()),
  max_targhe: detto(z._default(interoFra(1, MAX_TARGHE), 1), 'Plates that one subscription may name; 1 unless told.'),
}).check(
  z.refine((o) => o.prezzi.every(({ zona }) => !zona || o.zone.some(({ codice }) => codice === zona)), {
    path: ['prezzi'],
    error: 'Un prezzo nomina una zona che non è tra le zone.',
  }),
);

export type OffertaParcheggi = z.output<typeof schemaOffertaParcheggi>;
