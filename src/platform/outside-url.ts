/** The address of another system, as somebody writes it into the portal. */
import * as z from 'zod/mini';

/** An address of the web that may be called, without name and password; whether it may be reached is seen when it is called. */
export const outsideUrlSchema = (words: { missing: string; wrong: string }) =>
  z.string({ error: words.missing }).check(
    z.trim(),
    z.minLength(1, words.missing),
    z.maxLength(500, words.wrong),
    z.refine((text) => text === '' || isOutsideUrl(text), words.wrong),
  );

export function isOutsideUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}
