import * as z from 'zod/mini';

/**
 * Money as people read it. Written by hand: browsers disagree on the dot in four figures, and page and script must say the same.
 * @param cent whole euro cents @returns "1.234,56 €", with a blank that does not break
 */
export function euro(cent: number): string {
  const figures = String(Math.abs(Math.trunc(cent))).padStart(3, '0');
  const whole = figures.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${cent < 0 ? '-' : ''}${whole},${figures.slice(-2)}\u00a0€`;
}

/**
 * An amount as people write it (`1.234,56`, `25,5`, `12`), or whole cents as a program does, becomes whole cents.
 * @param error said of everything else, of nothing and of less than a cent
 */
export const centesimi = (error: string) =>
  z
    .pipe(
      z.transform((v: unknown) => (typeof v === 'string' ? daScritto(v) : v)),
      z.number(error).check(z.refine((n) => Number.isSafeInteger(n) && n > 0 && n < 100_000_000, error)),
    )
    .register(z.globalRegistry, { type: 'integer', minimum: 1 });

/** @returns whole cents, or NaN */
export function daScritto(scritto: string): number {
  const [, intero = '', decimali = ''] =
    /^(\d{1,3}(?:\.\d{3})+|\d{1,9})(?:,(\d{1,2}))?$/.exec(scritto.replace(/[\s€]/g, '')) ?? [];
  return intero === '' ? Number.NaN : Number(intero.replaceAll('.', '') + decimali.padEnd(2, '0'));
}
