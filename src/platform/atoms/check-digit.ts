/** The check digit that a partita IVA, a company’s tax code and a person’s provisional one have in common. */

/**
 * Eleven digits whose last is the check digit (Luhn as in D.M. 23-12-1976). It is used by a partita IVA, by the codice fiscale of
 * an organisation or company and by a person's provisional one. Eleven zeros pass the sum and are refused.
 * @param s without blanks and prefix
 */
export function isPartitaIva(s: string): boolean {
  if (!/^\d{11}$/.test(s) || !+s) return false;
  let sum = 0;
  for (let i = 0; i < 11; i++) {
    const digit = +s.charAt(i);
    sum += i % 2 ? digit * 2 - (digit > 4 ? 9 : 0) : digit;
  }
  return sum % 10 === 0;
}
