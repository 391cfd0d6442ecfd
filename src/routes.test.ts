import { describe, expect, test } from 'vitest';
import { portalScreens, SCREEN_ROWS } from './routes.ts';

const found = (path: string) => portalScreens.match(path)?.screen.path;

describe('the screen of a path', () => {
  test.each([
    ['/', '/'],
    ['/segnalazione', '/segnalazione'],
    ['/segnalazione/chat/anna%40esempio.it/abc', '/segnalazione/chat/{email}/{id}'],
    ['/segnalazione/chat/operatore/anna%40esempio.it/abc', '/segnalazione/chat/operatore/{email}/{id}'],
    ['/richiesta/chat/a/b', '/richiesta/chat/{email}/{id}'],
    ['/segnalazione/chat/operatore/abc', '/segnalazione/chat/{email}/{id}'],
  ])('%s is %s', (path, screen) => {
    expect(found(path)).toBe(screen);
  });

  test.each([
    '/Segnalazione',
    '//segnalazione',
    '/segnalazione/',
    '/segnalazione/.',
    '/segnalazion%65',
    '/segnalazione;x',
    '/segnalazione/chat/a',
    '/segnalazione/chat//b',
    '/segnalazione/chat/a/b/c/d',
    '/constructor',
  ])('%s is not a screen', (path) => {
    expect(portalScreens.match(path)).toBeNull();
  });

  test('an encoded slash stays inside its segment', () => {
    expect(portalScreens.match('/segnalazione/chat/a%2Fb/c')?.params).toEqual({ email: 'a%2Fb', id: 'c' });
  });
});

describe('the table of screens', () => {
  test('each path occurs once, with a title', () => {
    expect(new Set(SCREEN_ROWS.map((s) => s.path)).size).toBe(SCREEN_ROWS.length);
    for (const { title } of SCREEN_ROWS) expect(title).toMatch(/^[A-ZÀ-Ù]/);
  });

  test('every screen with a personal address in its path is not cached, not indexed and not logged', () => {
    for (const { path, personal } of SCREEN_ROWS)
      expect([path, personal]).toEqual([path, path.includes('{email}') || personal]);
  });

  test('the report and the four chats load the bot check, and take a form without JavaScript', () => {
    expect(portalScreens.botPaths).toEqual(
      expect.arrayContaining([
        '/segnalazione',
        '/segnalazione/chat/{email}/{id}',
        '/segnalazione/chat/operatore/{email}/{id}',
        '/richiesta/chat/{email}/{id}',
        '/richiesta/chat/operatore/{email}/{id}',
      ]),
    );
    for (const { path, botCheck, form } of SCREEN_ROWS)
      if (botCheck) expect([path, form]).not.toEqual([path, undefined]);
  });

  test('paths under /sandbox/, and no others, exist in sandbox only', () => {
    for (const { path, sandbox } of SCREEN_ROWS)
      expect([path, sandbox ?? false]).toEqual([path, path.startsWith('/sandbox')]);
  });
});
