/** What of a request for lamps depends on the day. Pure; server and browser. */
import { isDate } from '../../../platform/atoms/date.ts';
import type { FieldErrors } from '../../../platform/errors.ts';

/** @param today the day it is in Rome @returns errors by the names of the wire; a day that is none is the schema's matter */
export function findDayErrors(
  { data_decesso = '', decorrenza = '' }: { data_decesso?: string | undefined; decorrenza?: string | undefined },
  today: string,
): FieldErrors {
  return {
    ...(isDate(data_decesso) &&
      data_decesso > today && { 'defunto.data_decesso': ['Controlla la data di decesso: è nel futuro.'] }),
    ...(isDate(decorrenza) && decorrenza < today && { decorrenza: ['Scegli una decorrenza da oggi in poi.'] }),
  };
}
