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

/** Whether the login of a citizen told no tax code, as with eIDAS: they may have one, and type it where it is asked for. */
export const lacksTaxCode = (user: LoggedInUser | null): boolean => user?.ruolo === 'cittadino' && !user.codice_fiscale;
