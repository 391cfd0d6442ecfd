/** Escapes text for HTML that is put together by hand, as in mails and in the pages of the sandbox. */

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** @returns the text as HTML shows it, in an element or between quotes */
export const escapeHtml = (text: string): string =>
  // Most texts have nothing to escape.
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (letter) => HTML_ENTITIES[letter] ?? '') : text;
