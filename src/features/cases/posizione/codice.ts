/** User code and control code, as they are typed, and as the user code travels in an address. Server and browser. */

/** Codes as people copy them from a letter: no blanks, capital letters. The store holds user codes in this form. */
export function normalizeCodice(typed: string): string {
  return typed.replace(/\s+/g, '').toUpperCase();
}

/** @returns the code for a path: base64url without padding */
export function encodeCodice(codice: string): string {
  const bytes = new TextEncoder().encode(codice);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** Longest text taken for the base64 of a code. */
const MAX_BASE64 = 240;

/**
 * @param text base64 of either alphabet, with or without padding
 * @returns the code, normal; '' for what is none (no code is empty)
 */
export function decodeCodice(text: string): string {
  if (text.length > MAX_BASE64 || !/^[\w+/-]+={0,2}$/.test(text)) return '';
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
    const code = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0)));
    return /\p{Cc}/u.test(code) ? '' : normalizeCodice(code);
  } catch {
    // Of no possible length, or no UTF-8.
    return '';
  }
}
