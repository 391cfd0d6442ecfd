import { serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { inLatin1, packed } from './latin1.server.ts';

test.each([
  ['<p>perché è così</p>', '<p>perché è così</p>'],
  ['<p>93,20\u00a0€ dell’ente…</p>', '<p>93,20\u00a0&#8364; dell&#8217;ente&#8230;</p>'],
  ['<b title="😀">日</b>', '<b title="&#128512;">&#26085;</b>'],
])('%s reads the same in letters of one byte', (html, out) => {
  expect(inLatin1(html)).toBe(out);
});

test('what was in two bytes a letter is in one', () => {
  const inTwo = '<p>la scelta dell’ente</p>';
  const tag = (text: string) => String.fromCharCode(serialize(text)[2] ?? 0);
  // V8's own marks of the two kinds.
  expect([tag(inTwo), tag(inLatin1(inTwo))]).toEqual(['c', '"']);
});

test('props of an island say the same when they are read', () => {
  const props = { testo: '“93 €” — così è', viso: '😀', a: [1, null] };
  expect(packed(props)).toMatch(/^[\0-\xff]*$/);
  expect(JSON.parse(packed(props))).toEqual(props);
});
