/** Gives the name and tax code of the login in place of typed ones: a citizen cannot send in another's name. Pure. */
import type { LoggedInUser } from '../../../context.ts';

/**
 * Once only (product rule): name and tax code of a citizen who is logged in are those of the identity, whatever was typed or sent.
 * @returns nothing for anybody else
 */
export function identita(
  user: LoggedInUser | null,
): { nome: string; cognome: string; codice_fiscale: string } | Record<string, never> {
  if (user?.ruolo !== 'cittadino') return {};
  const { nome, cognome, codice_fiscale } = user;
  return { nome, cognome, codice_fiscale };
}
