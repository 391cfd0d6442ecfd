/** What of a request for lamps depends on the day. Pure; server and browser. */
import { isData } from '../../../platform/atoms/date.ts';
import type { FieldErrors } from '../../../platform/errors.ts';

/** @param oggi the day it is in Rome @returns errors by the names of the wire; a day that is none is the schema's matter */
export function erroriGiorni(
  { data_decesso = '', decorrenza = '' }: { data_decesso?: string | undefined; decorrenza?: string | undefined },
  oggi: string,
): FieldErrors {
  return {
    ...(isData(data_decesso) &&
      data_decesso > oggi && { 'defunto.data_decesso': ['Controlla la data di decesso: è nel futuro.'] }),
    ...(isData(decorrenza) && decorrenza < oggi && { decorrenza: ['Scegli una decorrenza da oggi in poi.'] }),
  };
}
