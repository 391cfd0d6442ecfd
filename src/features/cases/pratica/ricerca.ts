/** The words that a case is found by, the same on every engine: neither accents nor capitals count. Pure. */
import type { Pratica } from '../../../store/tables.ts';

/** The words of one case: an index carries them, so there is an end to them. */
const MAX = 300;
/** More words than that narrow nothing down. */
const PAROLE = 6;

const piane = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim();

/** @param protocollo number of the case, `2026/000123` */
export function paroleDi(
  protocollo: string,
  { nome, cognome, oggetto }: Pick<Pratica, 'nome' | 'cognome' | 'oggetto'>,
): string {
  return piane(`${protocollo} ${nome} ${cognome} ${oggetto}`).slice(0, MAX);
}

/**
 * What somebody looks for, word by word: a case is found when all of them are in it.
 * A number without its zeros (`2026/123`) is the number that people read (`2026/000123`).
 */
export function paroleCercate(q: string): string[] {
  return piane(q)
    .split(' ')
    .filter(Boolean)
    .slice(0, PAROLE)
    .map((parola) => parola.replace(/^(\d{4})\/([1-9]\d{0,5})$/, (_, anno, n) => `${anno}/${n.padStart(6, '0')}`));
}
