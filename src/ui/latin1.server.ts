/**
 * V8 keeps a text with one letter beyond Latin-1 (a euro sign, a curly apostrophe) in two bytes a letter, and with it every text it
 * becomes a part of: the whole page. Such a letter can be written by its number. What is cut from a text of two bytes stays one,
 * whatever letters it has: only a copy is a text of one byte (measured: a sixth of a form page's time).
 */
import { escaped } from '../platform/html.ts';
import type { Packed } from './island.ts';

/** @param written a letter beyond Latin-1 (two units, when it takes two) by its number */
function narrowed(text: string, written: (letter: string) => string): string {
  const beyond = /[\ud800-\udbff][\udc00-\udfff]|[^\0-\xff]/g;
  let narrow = '';
  let from = 0;
  for (let found = beyond.exec(text); found; found = beyond.exec(text)) {
    narrow += text.slice(from, found.index) + written(found[0]);
    from = beyond.lastIndex;
  }
  return from === 0 ? text : Buffer.from(narrow + text.slice(from), 'latin1').toString('latin1');
}

/** @param html without scripts and styles, where numbers are no letters */
export const inLatin1 = (html: string): string => narrowed(html, (letter) => `&#${letter.codePointAt(0)};`);

/** A text that every page or the most visited shows, for `set:html`. */
export const textInLatin1 = (text: string): string => inLatin1(escaped(text));

/** Props of an island as one text. @param props what JSON can carry */
export const packed = <P extends object>(props: P): Packed<P> => narrowed(JSON.stringify(props), byUnits);

const byUnits = (letter: string): string =>
  Array.from({ length: letter.length }, (_, n) => `\\u${letter.charCodeAt(n).toString(16).padStart(4, '0')}`).join('');
