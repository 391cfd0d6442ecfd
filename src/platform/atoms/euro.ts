/**
 * Money as people read it. Written by hand because browsers disagree on the dot in amounts of four figures, and the page and its
 * script must show the same text.
 * @param cent whole euro cents @returns "1.234,56 €", with a no-break space
 */
export const formatEuro = (cent: number): string => `${formatAmount(cent)}\u00a0€`;

/** The same without the sign, for a column that is headed by it. */
export function formatAmount(cent: number): string {
  const figures = String(Math.abs(Math.trunc(cent))).padStart(3, '0');
  const whole = figures.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${cent < 0 ? '-' : ''}${whole},${figures.slice(-2)}`;
}
