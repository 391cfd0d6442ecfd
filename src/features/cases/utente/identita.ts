/** Gives the name and tax code of the login, so that a citizen cannot send in the name of another person. Pure. */
import type { LoggedInUser } from '../../../context.ts';

/**
 * A logged-in citizen's name and tax code come from their identity, whatever was typed or sent (once-only, a product rule).
 * @returns an empty object for a guest or an operator; without a tax code that the login did not tell
 */
export function identita(user: LoggedInUser | null): { nome?: string; cognome?: string; codice_fiscale?: string } {
  if (user?.ruolo !== 'cittadino') return {};
  const { nome, cognome, codice_fiscale } = user;
  return { nome, cognome, ...(codice_fiscale && { codice_fiscale }) };
}

export const lacksTaxCode = (user: LoggedInUser | null): boolean => user?.ruolo === 'cittadino' && !user.codice_fiscale;

/**
 * What a form has to know of the login of a citizen, whose name and tax code are read-only.
 * @property noTaxCode the login told none, as with eIDAS: they may have one, and type it
 */
export type FormLogin = { noTaxCode: boolean };

export const IDENTITA_HINT = 'Nome e codice fiscale vengono dalla tua identità digitale: qui non si cambiano.';

/** @returns undefined for a guest or an operator */
export const formLoginOf = (user: LoggedInUser | null): FormLogin | undefined =>
  user?.ruolo === 'cittadino' ? { noTaxCode: lacksTaxCode(user) } : undefined;

/** An applicant as sent, with name and tax code of the login. The tax code is there, empty or not, unless the login told none. */
export function withLogin(sent: Record<string, unknown>, user: LoggedInUser | null): Record<string, unknown> {
  const { codice_fiscale, ...applicant } = { ...sent, ...identita(user) };
  return lacksTaxCode(user) && !codice_fiscale ? applicant : { ...applicant, codice_fiscale: codice_fiscale ?? '' };
}
