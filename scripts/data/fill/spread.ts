/** Chooses among values by a number, the same ones in each run, so that a store that was filled can be filled again. */

/** A whole number from 0 to 2^32 - 1. @param salt another one for each thing that is chosen */
export function mixedNumber(n: number, salt: number): number {
  let x = Math.imul(n + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return (x ^ (x >>> 15)) >>> 0;
}

export const pickValue = <T>(list: readonly T[], n: number, salt: number): T =>
  list[mixedNumber(n, salt) % list.length] as T;

/** The first of the list are the most frequent. */
const pickUneven = <T>(list: readonly T[], n: number, salt: number): T =>
  list[Math.floor((mixedNumber(n, salt) / 2 ** 32) ** 2 * list.length)] as T;

const letters = (n: number): string => Array.from(String(n), (digit) => 'abcdefghil'[Number(digit)]).join('');

/** Some names are many people's. */
const NOMI = ['Anna', ...Array.from({ length: 199 }, (_, n) => `Nome${letters(n)}`)];
const COGNOMI = ['Bianchi', 'D’Amico', ...Array.from({ length: 998 }, (_, n) => `Cognome${letters(n)}`)];

export const nomeOf = (n: number, salt: number): string => pickUneven(NOMI, n, salt);
export const cognomeOf = (n: number, salt: number): string => pickUneven(COGNOMI, n, salt);
