import { expect, test } from 'vitest';
import { matchScreen, SCREENS } from '../../routes.ts';
import { SERVIZI, servizioA } from './servizi.ts';

const href = SERVIZI.flatMap(({ servizi }) => servizi.map((s) => s.href));

test('every service begins on the front door', () => {
  const bare = SCREENS.map((s) => s.path).filter((path) => /^\/servizio\/[^/]+$/.test(path));
  expect(bare.filter((path) => !href.includes(servizioA(path)?.href ?? ''))).toEqual([]);
});

test('every card leads to a screen, and no two to the same', () => {
  expect(href.filter((path) => !matchScreen(path))).toEqual([]);
  expect(new Set(href).size).toBe(href.length);
});
