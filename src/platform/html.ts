const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** @returns the text as HTML shows it, in an element or between quotes */
export const escaped = (text: string): string =>
  // Most texts have nothing to escape.
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '') : text;
