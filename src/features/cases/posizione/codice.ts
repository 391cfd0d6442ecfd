/** Normalizes user codes and control codes as people type them, and encodes the user code for an address. Server and browser. */
import { withoutMarks } from '../../../platform/atoms/characters.ts';

/** Citizens copy codes from a letter with blanks and small letters; the store holds user codes in this form. */
export function normalizeCodice(typed: string): string {
  return withoutMarks(typed).replace(/\s+/g, '').toUpperCase();
}

/** @returns the code as base64url without padding, for a path */
export function encodeCodice(codice: string): string {
  const bytes = new TextEncoder().encode(codice);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** Longest text that is decoded. */
const MAX_BASE64 = 240;

/**
 * @param text base64 of either alphabet, with or without padding
 * @returns the normalized code, or '' for a text that is none (no code is empty)
 */
export function decodeCodice(text: string): string {
  if (text.length > MAX_BASE64 || !/^[\w+/-]+={0,2}$/.test(text)) return '';
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
    const code = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0)));
    return /\p{Cc}/u.test(code) ? '' : normalizeCodice(code);
  } catch {
    // The length is impossible for base64, or the bytes are not UTF-8.
    return '';
  }
}
