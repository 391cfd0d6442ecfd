import { expect, test } from 'vitest';
import { matchScreen, SCREENS } from '../../routes.ts';
import { SERVIZI } from './servizi.ts';

const href = SERVIZI.flatMap(({ servizi }) => servizi.map((s) => s.href));

/** Addresses that lead into the form of another card. */
const ALTRI_INGRESSI = ['/servizio/variazione-cessazione-mezzo-pubblicitario'];

test('every service begins on the front door', () => {
  const bare = SCREENS.map((s) => s.path).filter((path) => /^\/servizio\/[^/]+$/.test(path));
  expect(bare.filter((path) => ![...href, ...ALTRI_INGRESSI].includes(path))).toEqual([]);
});

test('every card leads to a screen, and no two to the same', () => {
  expect(href.filter((path) => !matchScreen(path))).toEqual([]);
  expect(new Set(href).size).toBe(href.length);
});
