import { expect, test } from 'vitest';
import { contentTag, hasState } from './etag.server.ts';

test.each<[string | null | undefined, string, boolean]>([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"other", W/"a"', 'W/"a"', true],
  ['*', '"a"', true],
  ['"b"', '"a"', false],
  ['a', '"a"', false],
  ['', '"a"', false],
  [null, '"a"', false],
  [undefined, '"a"', false],
])('who says If-None-Match: %s has an answer %s: %s', (given, etag, expected) => {
  expect(hasState(given, etag)).toBe(expected);
});

test('a tag names its content and no other', () => {
  expect(contentTag('a')).toBe(contentTag(Buffer.from('a')));
  expect(contentTag('a')).not.toBe(contentTag('b'));
});
