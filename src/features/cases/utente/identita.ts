/** Gives the name and tax code of the login, so that a citizen cannot send in the name of another person. Pure. */
import type { LoggedInUser } from '../../../context.ts';

/**
 * A logged-in citizen's name and tax code come from their identity, whatever was typed or sent (once-only, a product rule).
 * @returns an empty object for a guest or an operator
 */
export function identita(
  user: LoggedInUser | null,
): { nome: string; cognome: string; codice_fiscale: string } | Record<string, never> {
  if (user?.ruolo !== 'cittadino') return {};
  const { nome, cognome, codice_fiscale } = user;
  return { nome, cognome, codice_fiscale };
}
