import { expect, test } from 'vitest';
import type { MailContent } from './layout.ts';
import { oneLine, renderMail, withoutLinks } from './layout.ts';

const ENTE = {
  nome: 'Comune di Borgosereno',
  colore: '#8a1538',
  indirizzo: 'Piazza Grande 1, Borgosereno',
  email: 'urp@borgosereno.example',
};
const CONTENT: MailContent = {
  ente: ENTE,
  title: 'Abbiamo ricevuto la tua segnalazione',
  paragraphs: ['Prima frase.', 'Seconda frase: perché è così.'],
  facts: [
    ['Numero', '2026/000123'],
    ['Oggetto', 'Lampione spento'],
  ],
  action: {
    label: 'Segui la segnalazione',
    url: 'https://portale.example/segnalazione/chat/a%40b.example/xyz?a=1&b=2',
  },
  link: { label: 'Scarica la ricevuta (PDF)', url: 'https://portale.example/ricevuta/1' },
  footer: 'Questa e-mail è automatica.',
};
const EVIL = `"><img src=x onerror=alert(1)><a href='https://evil.example'>clic</a>{{x}}</title>&amp;`;

test('the HTML is Italian, has the name and colour of the ente, and the link also in clear', () => {
  const { html } = renderMail(CONTENT);

  expect(html).toContain('<html lang="it">');
  expect(html).toContain('Comune di Borgosereno');
  expect(html).toContain('background:#8a1538');
  const address = 'https://portale.example/segnalazione/chat/a%40b.example/xyz?a=1&amp;b=2';
  expect(html.split(`href="${address}"`)).toHaveLength(3);
  expect(html).toContain(`>${address}</a>`);
});

test('the text says the same in the same order, with links in clear', () => {
  const { text } = renderMail({ ...CONTENT, code: '012345' });

  expect(text).toBe(`Abbiamo ricevuto la tua segnalazione

012345

Prima frase.

Seconda frase: perché è così.

Numero: 2026/000123
Oggetto: Lampione spento

Segui la segnalazione:
https://portale.example/segnalazione/chat/a%40b.example/xyz?a=1&b=2

Scarica la ricevuta (PDF):
https://portale.example/ricevuta/1

--
Comune di Borgosereno
Piazza Grande 1, Borgosereno
urp@borgosereno.example
Questa e-mail è automatica.
`);
});

test('a code comes right after the title', () => {
  const { html } = renderMail({ ...CONTENT, code: '012345' });

  const places = ['<h1', '012345', 'Prima frase.'].map((words) => html.indexOf(words));

  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('opening a mail fetches nothing: it has no image, script, style sheet, form or frame', () => {
  const { html } = renderMail({ ...CONTENT, code: '012345' });

  expect(html).not.toMatch(/<(img|script|link|iframe|form|object|video|style|svg)\b|url\(|\ssrc=|background=/i);
});

const places: [string, Partial<MailContent>][] = [
  ['the title', { title: EVIL }],
  ['a paragraph', { paragraphs: [EVIL] }],
  ['a label', { facts: [[EVIL, 'x']] }],
  ['a value', { facts: [['x', EVIL]] }],
  ['the code', { code: EVIL }],
  ['the words of the button', { action: { label: EVIL, url: 'https://portale.example/' } }],
  ['the words of the link', { link: { label: EVIL, url: 'https://portale.example/' } }],
  [
    'the address of the button',
    { action: { label: 'Apri', url: `https://portale.example/${EVIL.replaceAll(' ', '+')}` } },
  ],
  ['the footer', { footer: EVIL }],
  ['the body’s name', { ente: { ...ENTE, nome: EVIL } }],
  ['the body’s address', { ente: { ...ENTE, indirizzo: EVIL } }],
  ['the body’s mailbox', { ente: { ...ENTE, email: EVIL } }],
  ['the body’s colour', { ente: { ...ENTE, colore: `red;background:url(https://evil.example)${EVIL}` } }],
];
test.each(places)('HTML in %s is shown as text and never interpreted', (_, part) => {
  const tags = (html: string) => [...html.matchAll(/<\/?[a-z0-9!]+/gi)].map(([tag]) => tag);
  const harmless = JSON.parse(JSON.stringify(part).replaceAll(JSON.stringify(EVIL).slice(1, -1), 'innocuo'));

  const { html } = renderMail({ ...CONTENT, ...part });

  expect(tags(html)).toEqual(tags(renderMail({ ...CONTENT, ...harmless }).html));
  expect(html).not.toMatch(/href=["']https:\/\/evil/);
  expect(html).not.toContain('url(');
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  'https://portale.example/\nhttps://evil.example',
  '',
])('a link to "%s" is refused', (url) => {
  expect(() => renderMail({ ...CONTENT, action: { label: 'Apri', url } })).toThrow(/http/);
  expect(() => renderMail({ ...CONTENT, link: { label: 'Apri', url } })).toThrow(/http/);
});

test('a value cannot add lines to the plain text', () => {
  const { text } = renderMail({
    ...CONTENT,
    facts: [['Oggetto', 'Lampione\r\nNumero: 2026/999999\u2028\n--\nAltro ente']],
  });

  expect(text).toContain('Oggetto: Lampione Numero: 2026/999999 -- Altro ente\n');
});

test('an invalid colour is replaced by the default', () => {
  expect(renderMail({ ...CONTENT, ente: { ...ENTE, colore: 'rosso' } }).html).toContain('background:#0066cc');
});

test.each([
  ['due\tparole  \r\n qui\0', 'due parole qui'],
  ['fattura\u202efdp.exe', 'fattura fdp.exe'],
  ['  città è già là  ', 'città è già là'],
])('%j becomes the line %j', (typed, line) => {
  expect(oneLine(typed)).toBe(line);
});

test.each([
  'https://evil.example/x',
  'vai su evil.example subito',
  'www.evil.example',
  'scrivi a ladro@evil.example',
  'mailto:ladro@evil.example',
  'HTTP://EVIL.EXAMPLE',
  'èvil.example',
])('mail programs find no link in "%s"', (typed) => {
  const shown = withoutLinks(typed);

  expect(shown).not.toMatch(/[.@:](?=[\p{L}/])/u);
  expect(shown.replaceAll('\u200b', '')).toBe(typed);
});

test('plain words and numbers stay as typed', () => {
  const typed = 'Via Roma 12 o S.P. 3, ore 8:30. Buca di 1.5 m, c’è acqua: pericolo!';

  expect(withoutLinks(typed)).toBe(typed);
});

test('very long input is handled quickly', () => {
  const long = `${'a.'.repeat(100_000)}${' '.repeat(100_000)}<`;

  expect(withoutLinks(long).length).toBeGreaterThan(200_000);
});
