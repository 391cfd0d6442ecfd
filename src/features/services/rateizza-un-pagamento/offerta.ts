/** The rules of an ente for instalments: thresholds, interest and first due date. Data of the ente, under code SF200. */
import * as z from 'zod/mini';
import { describeField, LIST_WANTED, strictFields } from '../../../platform/data-file-fields.ts';
import { isSistemaCode } from '../../cases/ente/sistemi.ts';
import { integerBetween, wholeCents } from '../../cases/offerta/offerta.values.ts';
import { DECORRENZE, LEGAL_THRESHOLDS } from './piano.ts';

const thresholdSchema = strictFields({
  fino_cent: describeField(
    z.nullable(wholeCents()),
    'Highest total it holds for, in euro cents; `null`: any above the row before.',
  ),
  min: describeField(integerBetween(0, 120), 'Fewest instalments.'),
  max: describeField(integerBetween(0, 120), 'Most instalments; 0: the total is paid at once.'),
}).check(z.refine((s) => s.min <= s.max, { path: ['max'], error: 'Il massimo è più piccolo del minimo.' }));

const areRising = (thresholds: readonly { fino_cent: number | null }[]) =>
  thresholds.every((s, i) => {
    const previous = thresholds[i - 1];
    return !previous || (previous.fino_cent !== null && (s.fino_cent === null || s.fino_cent > previous.fino_cent));
  });

const DEFAULT_FIRST_DAYS = { min_giorni: 10, max_giorni: 60, conta_da: 'risposta' as const };

const NO_SISTEMA = 'Scrivi il codice di un sistema, come nei file del gestionale.';

/**
 * @property soglie by rising total @property tasso_centesimi yearly interest in hundredths of a per cent
 * @property prima_scadenza days to the first due date, at least and at most, from the day by which the ente answers
 */
export const rateOffertaSchema = strictFields({
  soglie: z._default(
    z
      .array(thresholdSchema, LIST_WANTED)
      .check(
        z.minLength(1, 'Serve almeno una soglia.'),
        z.maxLength(20, 'Le soglie sono troppe.'),
        z.refine(areRising, 'Le soglie vanno dalla più bassa alla più alta; solo l’ultima può essere null.'),
      ),
    () => LEGAL_THRESHOLDS.map((s) => ({ ...s })),
  ),
  tasso_centesimi: describeField(
    z._default(integerBetween(0, 2000), 0),
    'Yearly interest in hundredths of a per cent: 250 is 2.5 %; none by default.',
  ),
  decorrenza_interessi: describeField(
    z._default(z.enum(DECORRENZE, `Scrivi uno di questi: ${DECORRENZE.join(', ')}.`), DECORRENZE[0]),
    'Day from which a document bears interest: `scadenza_o_richiesta`, its due date, or the day of the request when that is later (the default); `scadenza`, its due date, even when it has passed; `richiesta`, the day of the request, even when nothing is due yet; `prima_rata`, the first instalment, or the due date when that is later.',
  ),
  sistemi_con_interessi: describeField(
    z.optional(z.array(z.string().check(z.refine(isSistemaCode, NO_SISTEMA)), LIST_WANTED)),
    'Systems whose documents bear interest; all of them by default.',
  ),
  prima_scadenza: z._default(
    strictFields({
      min_giorni: describeField(
        integerBetween(0, 365),
        'Earliest first due date, in days from that day; 10 by default.',
      ),
      max_giorni: describeField(integerBetween(1, 365), 'Latest first due date, in days from that day; 60 by default.'),
      conta_da: describeField(
        z._default(z.enum(['risposta', 'richiesta'], 'Scrivi risposta o richiesta.'), 'risposta'),
        'Day the two are counted from: `risposta`, the day by which the ente answers (`giorni`), or `richiesta`, the day of the request, so that a first instalment may fall due before the answer.',
      ),
    }).check(
      z.refine((p) => p.min_giorni <= p.max_giorni, {
        path: ['max_giorni'],
        error: 'L’ultimo giorno per la prima rata viene prima del primo.',
      }),
    ),
    () => ({ ...DEFAULT_FIRST_DAYS }),
  ),
});
export type RateOfferta = z.infer<typeof rateOffertaSchema>;

/** The rules of the law, for an ente that sets none. */
export const DEFAULT_OFFERTA: RateOfferta = {
  soglie: LEGAL_THRESHOLDS.map((s) => ({ ...s })),
  tasso_centesimi: 0,
  decorrenza_interessi: DECORRENZE[0],
  prima_scadenza: { ...DEFAULT_FIRST_DAYS },
};
