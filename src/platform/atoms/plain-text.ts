/** Text as a search compares it. Pure. */

/** Without accents and capitals: "Città" is "citta". */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
