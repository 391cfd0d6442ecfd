/** The code of a thing that nobody has given one: made from its name, and kept when the name changes. */
import { withoutAccents } from '../platform/atoms/plain-text.ts';

/** `Carta d’identità` → `carta-d-identita` */
export function codeFor(nome: string): string {
  const words = withoutAccents(nome).match(/[a-z0-9]+/g) ?? [];
  const code = words.join('-').slice(0, 30).replace(/-$/, '');
  return code.length > 1 ? code : ['servizio', ...words].join('-');
}

/** @returns the code for a name; with a number after it where the code is taken */
export function freeCode(nome: string, taken: ReadonlySet<string>): string {
  const base = codeFor(nome);
  const codes = [base, ...Array.from({ length: taken.size + 1 }, (_, n) => `${base}-${n + 2}`)];
  return codes.find((code) => !taken.has(code)) ?? base;
}
