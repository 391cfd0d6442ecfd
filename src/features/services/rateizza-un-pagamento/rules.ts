/** What may be chosen for a plan, given the total and the rules of the ente. Pure; server and browser. */
import { addDays, dateInWords, isDate, withArticle } from '../../../platform/atoms/date.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { totalCents } from '../../cases/richiesta/documenti.ts';
import type { RateOfferta } from './offerta.ts';
import { allowedRate, computePiano, type PianoDocumento, type PianoInput, type Rata } from './piano.ts';

/** @property rate null: the total has to be paid at once @property from, @property to first and last day of the first instalment */
export type RateLimits = Pick<PianoInput, 'tasso_centesimi' | 'decorrenza_interessi' | 'today'> & {
  documenti: readonly PianoDocumento[];
  rate: { min: number; max: number } | null;
  from: string;
  to: string;
  /** Day by which the ente answers, when the first instalment has to come after it */
  answerBy?: string;
};

/** Nothing else of a document is for the browser. */
export const asPianoDocumento = ({ tipo, importo_cent, scadenza }: PianoDocumento): PianoDocumento => ({
  tipo,
  importo_cent,
  scadenza,
});

/** @param days.today of the request @param days.answerBy when the ente answers it at the latest */
export function computeLimits(
  documenti: readonly (PianoDocumento & { sistema: string })[],
  offerta: RateOfferta,
  { today, answerBy }: { today: string; answerBy: string },
): RateLimits {
  const { soglie: thresholds, decorrenza_interessi, prima_scadenza: firstDays } = offerta;
  const afterAnswer = firstDays.conta_da === 'risposta';
  const start = afterAnswer ? answerBy : today;
  // On the very day of the answer nobody could pay in time.
  const from = addDays(start, afterAnswer ? Math.max(1, firstDays.min_giorni) : firstDays.min_giorni);
  const to = addDays(start, firstDays.max_giorni);
  return {
    documenti: documenti.map(asPianoDocumento),
    // Documents of one plan are of one system.
    tasso_centesimi: interestOf(offerta, documenti[0]?.sistema ?? ''),
    decorrenza_interessi,
    today,
    rate: allowedRate(totalCents(documenti), thresholds),
    from,
    to,
    ...(afterAnswer && { answerBy }),
  };
}

/** @returns the yearly interest on documents of a system */
const interestOf = ({ tasso_centesimi, sistemi_con_interessi }: RateOfferta, sistema: string): number =>
  sistemi_con_interessi?.includes(sistema) === false ? 0 : tasso_centesimi;

const TOTAL_TOO_LOW =
  'Il totale di questi documenti è troppo basso per pagarlo a rate: puoi pagarlo in una volta, o scegliere più documenti insieme.';

/** @returns why there is nothing to choose, in words */
export const reasonAgainst = ({ rate }: RateLimits): string | null => (rate ? null : TOTAL_TOO_LOW);

/** @param rate, @param firstDay as chosen; the schema reports what is missing */
export function checkPiano(limits: RateLimits, rate: number, firstDay: string): FieldErrors {
  const { rate: allowed, from, to } = limits;
  const errors: FieldErrors = {};
  if (!allowed) errors.rate = [TOTAL_TOO_LOW];
  else if (Number.isInteger(rate) && (rate < allowed.min || rate > allowed.max))
    errors.rate = [`Per questo totale le rate vanno da ${allowed.min} a ${allowed.max}.`];
  if (firstDay && (firstDay < from || firstDay > to))
    errors.prima_scadenza = [
      `La prima rata può scadere ${withArticle('dal', dateInWords(from))} ${withArticle('al', dateInWords(to))}${afterAnswerText(limits)}.`,
    ];
  return errors;
}

/** Why it cannot be earlier: ", dopo la risposta dell’ente (entro il 20 dicembre 2026)". */
export const afterAnswerText = ({ answerBy }: Pick<RateLimits, 'answerBy'>): string =>
  answerBy ? `, dopo la risposta dell’ente (entro ${withArticle('il', dateInWords(answerBy))})` : '';

/** @returns the plan, or null while the choices do not make one */
export function makePiano(
  limits: RateLimits,
  choices: { rate: string | undefined; prima_scadenza: string | undefined },
): Rata[] | null {
  const rate = Number(choices.rate);
  const firstDay = choices.prima_scadenza ?? '';
  if (!/^\d{1,3}$/.test(choices.rate ?? '') || !isDate(firstDay)) return null;
  if (Object.keys(checkPiano(limits, rate, firstDay)).length > 0) return null;
  return computePiano({ ...limits, rate, prima_scadenza: firstDay });
}
