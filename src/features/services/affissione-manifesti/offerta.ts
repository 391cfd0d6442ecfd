/** What a body charges for posters on its boards, and how long it needs. */
import * as z from 'zod/mini';
import { isData } from '../../../platform/atoms/date.ts';
import { atom } from '../../../platform/atoms/localised.ts';
import { campi, detto } from '../../../platform/campi.ts';
import { cent, elenco, interoFra, unaDi } from '../../cases/offerta/voci.ts';
import { CATEGORIE_MANIFESTO, FORMATI } from './valori.ts';

const prezzo = campi({
  formato: detto(unaDi(FORMATI), 'Size, width × height in cm.'),
  categoria: detto(unaDi(CATEGORIE_MANIFESTO), 'What the poster is for.'),
  al_giorno_cent: detto(cent(), 'Price of one poster for one day, in euro cents; 0: free.'),
});

/** `06-24`; 29 February is a day, too. */
const giornoDellAnno = () =>
  atom(
    { valid: (s) => isData(`2024-${s}`), json: { pattern: '^\\d\\d-\\d\\d$' } },
    { missing: 'Scrivi il giorno.', wrong: 'Il giorno si scrive mese-giorno: il 24 giugno è 06-24.' },
  );

export const schemaOffertaManifesti = campi({
  prezzi: elenco(prezzo, (p) => [p.formato, p.categoria].join()),
  urgenza_percento: detto(
    z._default(interoFra(0, 200), 0),
    'What is added when it is urgent, in per cent of the price.',
  ),
  urgenza_minimo_cent: detto(z._default(cent(), 0), 'The least that is added when it is urgent, in euro cents.'),
  giorni_lavorativi: detto(
    z._default(interoFra(0, 30), 2),
    'Working days before the first day of posting; 2 unless told.',
  ),
  patrono: z.optional(
    detto(giornoDellAnno(), 'Day of the town’s patron saint, `MM-DD`: no working day; without it there is none.'),
  ),
});

export type OffertaManifesti = z.output<typeof schemaOffertaManifesti>;
