import { describe, expect, test } from 'vitest';
import { SCREEN_ROWS } from '../routes.ts';
import { guardScreen, ownPath } from './guard.ts';

const CITIZEN = { ruolo: 'cittadino', amministra: [] as string[], codice_fiscale: 'RSSMRA80A01H501U' } as const;
const OPERATOR = { ruolo: 'operatore', amministra: [] as string[], codice_fiscale: '' } as const;
const ADMINISTRATOR = { ...OPERATOR, amministra: ['borgo'] };

describe.each(SCREEN_ROWS.map((screen) => [screen.path, screen] as const))('%s', (_path, screen) => {
  const verdict = (user: Parameters<typeof guardScreen>[1]) => {
    const found = guardScreen(screen, user);
    return found.pass ? 'pass' : found.because;
  };

  test('the screen lets in the people it is meant for', () => {
    const { login } = screen;
    const open = login === 'no' || login === 'optional';
    expect(verdict(null)).toBe(open ? 'pass' : 'anonymous');
    expect(verdict(OPERATOR)).toBe(open || login === 'operator' ? 'pass' : 'role');
    expect(verdict(ADMINISTRATOR)).toBe(login === 'required' ? 'role' : 'pass');
    const better = screen.loggedIn ? 'better' : 'pass';
    expect(verdict(CITIZEN)).toBe(login === 'operator' || login === 'administrator' ? 'role' : better);
  });
});

test('only a logged-in citizen is redirected where there is a better place', () => {
  const screen = { ...SCREEN_ROWS[0], login: 'optional', loggedIn: '/area-riservata' } as never;
  expect(guardScreen(screen, CITIZEN)).toEqual({ pass: false, because: 'better', href: '/area-riservata' });
  expect(guardScreen(screen, OPERATOR)).toEqual({ pass: true });
  expect(guardScreen(screen, null)).toEqual({ pass: true });
});

test('a citizen without a tax code has no positions, and asks with the codes of the letter as a guest does', () => {
  const screen = { login: 'optional', loggedIn: '/area-riservata?servizio=riesame' } as const;
  expect(guardScreen(screen, { ...CITIZEN, codice_fiscale: '' })).toEqual({ pass: true });
  expect(guardScreen(screen, CITIZEN)).toMatchObject({ because: 'better' });
});

test('a screen of the administrators lets in no other operator and no citizen', () => {
  const screen = { login: 'administrator' } as const;
  expect(guardScreen(screen, ADMINISTRATOR)).toEqual({ pass: true });
  for (const other of [OPERATOR, CITIZEN, { ...CITIZEN, amministra: ['borgo'] }])
    expect(guardScreen(screen, other)).toEqual({ pass: false, because: 'role' });
  expect(guardScreen(screen, null)).toEqual({ pass: false, because: 'anonymous' });
});

test.each([
  '/segnalazione',
  '/area-riservata?servizio=riesame&x=1',
  '/servizio/riesame/ICP/10,11',
  '/area-riservata/documenti/a1/Comune%20di%20Borgo',
  '/segnalazione?da=//evil.test',
])('after the login the citizen may come back to %s', (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  '',
  'segnalazione',
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/ /evil.test',
  '/.//evil.test',
  '/..//evil.test',
  '/x/..//evil.test',
  '/%2e//evil.test',
  'https://evil.test',
  'https:evil.test',
  'javascript:alert(1)',
  'data:text/html,x',
  '@evil.test',
  '.evil.test',
  '/è',
  `/${'x'.repeat(500)}`,
  // These would end the login, begin another one, or show a page that is not meant to be opened.
  '/logout',
  '/logout?da=/x',
  '/login',
  '/x/../logout',
  '/accesso/ritorno?code=x',
  '/api/v1/user',
  '/sandbox/idp/auth',
  '/%6c%6f%67out',
  '/%6cogin?da=/x',
  '/%6Cogout',
  '/%256cogout',
  '/x/../%6cogout',
  '/%73andbox/idp/auth',
  '/%61pi/v1/user',
])('no login leads to %j', (path) => {
  expect(ownPath(path)).toBeNull();
});
