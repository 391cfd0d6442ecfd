/**
 * V8 keeps a text with one letter beyond Latin-1 (a euro sign, a curly apostrophe) in two bytes a letter, and with it every text it
 * becomes a part of: the whole page (measured: a fifteenth of its time). In HTML such a letter can be written by its number.
 * @param html without scripts and styles, where numbers are no letters
 */
export const inLatin1 = (html: string): string =>
  /[^\0-\xff]/.test(html) ? html.replace(/[^\0-\xff]/gu, (letter) => `&#${letter.codePointAt(0)};`) : html;
