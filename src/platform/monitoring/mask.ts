/**
 * Removes personal data from free text before it leaves the portal in an error report or a log line (product rule: no log, error
 * report or metric holds a path, query, referrer, address or code). It masks too much rather than too little: a programmer who
 * reads a message has the stack. Names of people cannot be told from other words, so never put one in an error.
 */
const MAX_LENGTH = 2000; // characters examined; the rest is dropped

const MASK_RULES: [pattern: RegExp, replacement: string | ((found: string) => string)][] = [
  // V8 quotes the text it could not parse, which may be a citizen's form; PostgreSQL quotes the value it could not read.
  [/".*"(?=.* JSON\b)|(?<=: )".*"/gs, '"…"'],
  [/\b[a-z]+:\/\/[^\s"'<>`]+/gi, routeOf],
  [/(?<![\w.])\/[^\s/"'<>`,;()]+(?:\/[^\s/"'<>`,;()]*)*/g, routeOf],
  [/(?<=\w)\?[\w.[\]-]+=[^\s"'<>`]*/g, ''],
  [/[^\s"'<>(){}[\]:;,/=&?]{1,64}(?:@|%40)[^\s"'<>(){}[\]:;,/=&?]+/gi, '[email]'],
  [/\b[a-z]{6}[\dlmnp-v]{2}[abcdehlmprst][\dlmnp-v]{2}[a-z][\dlmnp-v]{3}[a-z]\b/gi, '[codice fiscale]'],
  [/\b[a-z]{2}\d{2}(?:[a-z\d]{11,30}|(?: [a-z\d]{4}){3,7}(?: [a-z\d]{1,3})?)\b/gi, '[iban]'],
  [/\b[a-z]{2}[ -]?\d{3}[ -]?[a-z]{2}\b/gi, '[targa]'],
  // Tokens, keys, ids: long and with a digit, or with capitals where no word has them.
  [/(?<![\w/-])(?=[\w+/-]*\d)[\w-][\w+/-]{15,}={0,2}/g, '[token]'],
  [/(?<![\w/-])(?=(?:[a-z_+/-]*[A-Z]){5})[\w-][\w+/-]{19,}={0,2}/g, '[token]'],
  [/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g, '[ip]'],
  [/(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{1,4}(?![\w:])/gi, '[ip]'],
  // One-time codes, phone numbers, notices, VAT numbers, dates of birth.
  [/(?:\+|\b)\d(?:[ ./-]?\d){5,}/g, '[numero]'],
];

/** @returns the text without e-mail addresses, tax codes, IBANs, plates, tokens, addresses, numbers of six digits or more */
export function maskText(text: string): string {
  const start = text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH).replace(/\S*$/, '…') : text;
  return MASK_RULES.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement as string), start);
}

const ROUTE_WORD = /^(?:[a-z]{1,24}(?:[-_][a-z]{1,24}){0,5}|v\d|\{.*\}|\[.*\])?$/;

/**
 * @param address a URL or path, as `https://…/segnalazione/chat/anna@x.it/7Yw?da=x`
 * @returns its path with only the words of our routes left: `/segnalazione/chat/{…}/{…}`. Built files keep their name
 */
export function routeOf(address: string): string {
  const path = address.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  if (/^\/_astro\/[\w.@-]+$/.test(path)) return path;
  const words = path.split('/').map((segment) => (ROUTE_WORD.test(segment) ? segment : '{…}'));
  return words.join('/') || '/';
}
