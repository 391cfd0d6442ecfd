/** What a body lays down for instalments. Data of the body, under code SF200. */
import * as z from 'zod/mini';
import { campi, detto, ELENCO } from '../../../platform/campi.ts';
import { cent, interoFra } from '../../cases/offerta/voci.ts';
import { SOGLIE } from './piano.ts';

const soglia = campi({
  fino_cent: detto(z.nullable(cent()), 'Highest total it holds for, in euro cents; `null`: any above the row before.'),
  min: detto(interoFra(0, 120), 'Fewest instalments.'),
  max: detto(interoFra(0, 120), 'Most instalments; 0: the total is paid at once.'),
}).check(z.refine((s) => s.min <= s.max, { path: ['max'], error: 'Il massimo è più piccolo del minimo.' }));

const crescono = (soglie: readonly { fino_cent: number | null }[]) =>
  soglie.every((s, i) => {
    const prima = soglie[i - 1];
    return !prima || (prima.fino_cent !== null && (s.fino_cent === null || s.fino_cent > prima.fino_cent));
  });

/**
 * @property soglie by rising total @property tasso_centesimi yearly interest in hundredths of a per cent
 * @property prima_scadenza days from the request to the first due date, at least and at most
 */
export const schemaOffertaRate = campi({
  soglie: z._default(
    z
      .array(soglia, ELENCO)
      .check(
        z.minLength(1, 'Serve almeno una soglia.'),
        z.maxLength(20, 'Le soglie sono troppe.'),
        z.refine(crescono, 'Le soglie vanno dalla più bassa alla più alta; solo l’ultima può essere null.'),
      ),
    () => SOGLIE.map((s) => ({ ...s })),
  ),
  tasso_centesimi: detto(
    z._default(interoFra(0, 2000), 0),
    'Yearly interest in hundredths of a per cent: 250 is 2.5 %; none unless told.',
  ),
  prima_scadenza: z._default(
    campi({
      min_giorni: detto(interoFra(0, 365), 'Earliest first due date, in days from the request; 10 unless told.'),
      max_giorni: detto(interoFra(1, 365), 'Latest first due date, in days from the request; 60 unless told.'),
    }).check(
      z.refine((p) => p.min_giorni <= p.max_giorni, {
        path: ['max_giorni'],
        error: 'L’ultimo giorno per la prima rata viene prima del primo.',
      }),
    ),
    {
      min_giorni: 10,
      max_giorni: 60,
    },
  ),
});
export type OffertaRate = z.infer<typeof schemaOffertaRate>;

/** The law's own, for a body that lays down nothing. */
export const RATE_DI_LEGGE: OffertaRate = {
  soglie: SOGLIE.map((s) => ({ ...s })),
  tasso_centesimi: 0,
  prima_scadenza: { min_giorni: 10, max_giorni: 60 },
};
