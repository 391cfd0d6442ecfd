/** Checks of a request for lamps that depend on today's date. Pure; server and browser. */
import { isDate } from '../../../platform/atoms/date.ts';
import { isKnownDate, knownDate } from '../../../platform/atoms/date-schema.ts';
import type { FieldErrors } from '../../../platform/errors.ts';

/** @param today date in Rome @returns errors by the names of the wire; the schema reports a day that is no date */
export function findDayErrors(
  { data_decesso = '', decorrenza = '' }: { data_decesso?: string | undefined; decorrenza?: string | undefined },
  today: string,
): FieldErrors {
  const death = knownDate(data_decesso);
  return {
    ...(isKnownDate(death) &&
      death > today && { 'defunto.data_decesso': ['Controlla la data di decesso: è nel futuro.'] }),
    ...(isDate(decorrenza) && decorrenza < today && { decorrenza: ['Scegli una decorrenza da oggi in poi.'] }),
  };
}
