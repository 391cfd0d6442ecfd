import { escaped } from '../platform/html.ts';

/**
 * V8 keeps a text with one letter beyond Latin-1 (a euro sign, a curly apostrophe) in two bytes a letter, and with it every text it
 * becomes a part of: the whole page. In HTML such a letter can be written by its number. What is cut from a text of two bytes stays
 * one, whatever letters it has: only a copy is a text of one byte (measured: a page becomes bytes in a third of the time).
 * @param html without scripts and styles, where numbers are no letters
 */
export function inLatin1(html: string): string {
  const beyond = /[^\0-\xff]/g;
  let narrow = '';
  let from = 0;
  for (let found = beyond.exec(html); found; found = beyond.exec(html)) {
    const letter = html.codePointAt(found.index) ?? 0;
    narrow += `${html.slice(from, found.index)}&#${letter};`;
    from = found.index + String.fromCodePoint(letter).length;
    beyond.lastIndex = from;
  }
  return from === 0 ? html : Buffer.from(narrow + html.slice(from), 'latin1').toString('latin1');
}

/** A text that every page or the most visited shows, for `set:html`. */
export const textInLatin1 = (text: string): string => inLatin1(escaped(text));
