/** The IBAN of an account: blanks and small letters make no difference, its check digits must be right. */
import * as z from 'zod/mini';
import { atomSchema } from './localised.ts';

export const normaliseIban = (typed: string): string => typed.replace(/\s/g, '').toUpperCase();

/** Checks form and check digits modulo 97 (ISO 13616); Italian IBANs have 27 characters. @param s without blanks, in capitals */
export function isIban(s: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(s) || (s.startsWith('IT') && s.length !== 27)) return false;
  let rest = 0;
  for (const c of s.slice(4) + s.slice(0, 4)) {
    const value = Number.parseInt(c, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Of an account in Italy, as the treasury of a municipality has. */
export const italianIbanSchema = () =>
  atomSchema(
    { clean: normaliseIban, valid: isIban, json: { minLength: 27, maxLength: 27 } },
    {
      missing: 'Scrivi l’IBAN.',
      wrong: 'Controlla l’IBAN: non ha la lunghezza giusta, o una cifra o una lettera non torna.',
    },
  ).check(
    z.refine((iban) => !isIban(iban) || iban.startsWith('IT'), 'Serve l’IBAN di un conto in Italia: comincia con IT.'),
  );
