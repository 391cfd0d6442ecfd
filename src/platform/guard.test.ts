import { describe, expect, test } from 'vitest';
import { SCREEN_ROWS } from '../routes.ts';
import { guardScreen, ownPath } from './guard.ts';

describe.each(SCREEN_ROWS.map((screen) => [screen.path, screen] as const))('%s', (_path, screen) => {
  const verdict = (ruolo: Parameters<typeof guardScreen>[1]) => {
    const found = guardScreen(screen, ruolo);
    return found.pass ? 'pass' : found.because;
  };

  test('the screen lets in the people it is meant for', () => {
    const { login } = screen;
    const open = login === 'no' || login === 'optional';
    expect(verdict(null)).toBe(open ? 'pass' : 'anonymous');
    expect(verdict('operatore')).toBe(open || login === 'operator' ? 'pass' : 'role');
    const better = screen.loggedIn ? 'better' : 'pass';
    expect(verdict('cittadino')).toBe(login === 'operator' ? 'role' : better);
  });
});

test('only a logged-in citizen is redirected where there is a better place', () => {
  const screen = { ...SCREEN_ROWS[0], login: 'optional', loggedIn: '/area-riservata' } as never;
  expect(guardScreen(screen, 'cittadino')).toEqual({ pass: false, because: 'better', href: '/area-riservata' });
  expect(guardScreen(screen, 'operatore')).toEqual({ pass: true });
  expect(guardScreen(screen, null)).toEqual({ pass: true });
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
