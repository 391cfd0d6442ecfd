/** Checks of the request that page, browser and call share. Pure. */
import { addDays, dateInWords, withArticle } from '../../../platform/atoms/date.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { MAX_DAYS } from '../../cases/posizione/deleghe-words.ts';

/** @param asked.persona tax code of the person for whom one would act @param asked.own that of the one who asks @param today date in Rome */
export function findPersonErrors(
  asked: { persona: string | undefined; own: string | undefined; fino_a: string | undefined },
  today: string,
): FieldErrors {
  const persona = asked.persona?.toUpperCase().replaceAll(' ', '') ?? '';
  const errors: FieldErrors = {};
  if (persona && persona === asked.own?.toUpperCase())
    errors['persona.codice_fiscale'] = ['È il tuo codice fiscale: scrivi quello della persona per cui vuoi agire.'];
  const reason = asked.fino_a ? findDayError(asked.fino_a, today) : undefined;
  return reason ? { ...errors, fino_a: [reason] } : errors;
}

/** @returns what is wrong with the last day of a delegation that an office grants */
export function findDayError(fino_a: string, today: string): string | undefined {
  if (fino_a < today) return 'Questo giorno è passato: scegline uno da oggi in poi.';
  const last = addDays(today, MAX_DAYS);
  return fino_a <= last
    ? undefined
    : `Una delega vale al massimo due anni: fino ${withArticle('al', dateInWords(last))}.`;
}
