/** Limits and words that every delegation has, whoever gave it. Pure. */
import type { DelegaPowers } from './link.ts';

/** The longest that a delegation may hold, in days (decisions 73 and 78). */
export const MAX_DAYS = 730;

/**
 * "vedere, pagare e inviare richieste", "vedere e inviare solo: Affissione di manifesti"
 * @param nameOf the name of a service by its code, for one that may name services
 */
export function powersInWords(
  { paga, presenta, servizi }: DelegaPowers,
  nameOf: (codice: string) => string = String,
): string {
  const sending = servizi ? `inviare solo: ${servizi.map(nameOf).join('; ')}` : 'inviare richieste';
  const powers = ['vedere', ...(paga ? ['pagare'] : []), ...(presenta ? [sending] : [])];
  const last = powers.pop() ?? '';
  return powers.length > 0 ? `${powers.join(', ')} e ${last}` : last;
}
