import { expect, test } from 'vitest';
import { bareToken } from './token.ts';

test.each<[what: string, sent: string | null, inCookie: string | undefined, expected: ReturnType<typeof bareToken>]>([
  ['no header', null, 'abc', undefined],
  ['an empty header', '', 'abc', undefined],
  ['the token of the cookie', 'abc', 'abc', { bare: 'abc', mark: undefined }],
  ['the token with the mark of a person', 'abc.Ab3_-xY9', 'abc', { bare: 'abc', mark: 'Ab3_-xY9' }],
  ['an older token with a mark', 'old.Ab3_-xY9', 'new', { bare: 'old', mark: 'Ab3_-xY9' }],
  ['a token without a mark and another cookie', 'old', 'new', { bare: 'old', mark: undefined }],
  // A token of another system may look as if it had a mark.
  ['a token that has a dot itself', 'abc.12345678', 'abc.12345678', { bare: 'abc.12345678', mark: undefined }],
  ['a token that has dots, with a mark', 'a.b.12345678', 'a.b', { bare: 'a.b', mark: '12345678' }],
  ['a dot without a mark', 'abc.', undefined, { bare: 'abc.', mark: undefined }],
  ['a mark of another length', 'abc.123456789', undefined, { bare: 'abc.123456789', mark: undefined }],
])('of %s the back end gets its own part', (_what, sent, inCookie, expected) => {
  expect(bareToken(sent, inCookie)).toEqual(expected);
});
