import { expect, test } from 'vitest';
import { createSigner } from './signer.server.ts';
import {
  csrfToken,
  csrfTokenIsGood,
  newVisitor,
  personMark,
  readVisitor,
  tokenFault,
  visitorCookie,
  visitorCookieName,
} from './visitor.server.ts';

const sign = createSigner(['segreto-di-prova-lungo-almeno-32-caratteri']);
const other = createSigner(['un-altro-segreto-lungo-almeno-32-caratteri']);

test('a visitor is recognised by the cookie', () => {
  const visitor = newVisitor();
  expect(readVisitor(sign, visitorCookie(sign, visitor))).toEqual(visitor);
});

test.each([
  ['chosen by the caller', () => `${newVisitor().id}.firma`],
  ['without signature', () => newVisitor().id],
  ['signed by somebody else', () => visitorCookie(other, newVisitor())],
  ['with another id before the signature', () => `x${visitorCookie(sign, newVisitor())}`],
  ['with something behind', () => `${visitorCookie(sign, newVisitor())}.x`],
  ['that is empty', () => ''],
  ['that is missing', () => undefined],
])('a cookie %s identifies no visitor', (_, cookie) => {
  expect(readVisitor(sign, cookie())).toBeNull();
});

test('the store keeps a hash of the visitor, from which the cookie cannot be computed', () => {
  const { id, hash } = newVisitor();
  expect(hash).not.toContain(id);
});

test('the cookie has the host prefix where there is https', () => {
  expect(visitorCookieName({ publicUrl: 'https://portale.example' })).toBe('__Host-visitatore');
  expect(visitorCookieName({ publicUrl: 'http://127.0.0.1:4321' })).toBe('visitatore');
});

test('an anti-forgery token is valid for its own visitor only', () => {
  const [anna, bruno] = [newVisitor(), newVisitor()];
  const token = csrfToken(sign, anna);
  expect(csrfTokenIsGood(sign, anna, token)).toBe(true);
  expect(csrfTokenIsGood(sign, bruno, token)).toBe(false);
  expect(csrfTokenIsGood(sign, null, token)).toBe(false);
});

test('the token looks different each time, so that compression reveals nothing of it', () => {
  const anna = newVisitor();
  expect(csrfToken(sign, anna)).not.toBe(csrfToken(sign, anna));
});

test.each([
  ['empty', ''],
  ['cut short', 'AAAA'],
  ['all zeros', Buffer.alloc(64).toString('base64url')],
  ['endless', 'A'.repeat(100_000)],
  ['no text', 42],
  ['a list', ['x']],
  ['missing', undefined],
])('a token that is %s is refused', (_, token) => {
  expect(csrfTokenIsGood(sign, newVisitor(), token)).toBe(false);
});

test('a token names the user of its page, and is refused once this user is not logged in any more', () => {
  const visitor = newVisitor();
  const anna = { id: 'anna' };
  const mark = personMark(sign, anna);
  const ofAnna = `${csrfToken(sign, visitor)}.${mark}`;

  expect(tokenFault(sign, { visitor, user: anna }, ofAnna)).toBeNull();
  expect(tokenFault(sign, { visitor, user: { id: 'mario' } }, ofAnna)).toEqual({ kind: 'other', mark });
  expect(tokenFault(sign, { visitor, user: null }, ofAnna)).toEqual({ kind: 'ended', mark });
  // A guest's form goes on after a login: the guest's drafts move to the account, too.
  expect(tokenFault(sign, { visitor, user: anna }, csrfToken(sign, visitor))).toBeNull();
  expect(tokenFault(sign, { visitor: newVisitor(), user: anna }, ofAnna)).toEqual({ kind: 'dead' });
  for (const bad of [null, undefined, '', '.', `.${personMark(sign, anna)}`, 7])
    expect(tokenFault(sign, { visitor, user: anna }, bad)).toEqual({ kind: 'dead' });
});
