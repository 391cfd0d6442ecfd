import { expect, test } from 'vitest';
import { portalScreens, SCREEN_ROWS } from '../../../routes.ts';
import { SERVICE_ROWS } from '../../../services.ts';
import { actionsOn } from '../posizione/azioni.ts';
import { serviceAt } from './servizi.ts';

const href: string[] = SERVICE_ROWS.map(({ path }) => path);

test('every service begins on the home page', () => {
  const bare = SCREEN_ROWS.map((s) => s.path).filter((path) => /^\/servizio\/[^/]+$/.test(path));
  expect(bare.filter((path) => !serviceAt(SERVICE_ROWS, path))).toEqual([]);
});

test('every card leads to a screen, and no two cards to the same one', () => {
  expect(href.filter((path) => !portalScreens.match(path))).toEqual([]);
  expect(new Set(href).size).toBe(href.length);
});

test('everything that can be asked for about a document leads to a screen, and no two codes are the same', () => {
  const document = { numero: 'A.1-2_3', sistema: 'Rifiuti TARI' };
  const links = actionsOn(SERVICE_ROWS).map(({ link }) => link(document).split('?')[0] ?? '');
  expect(links.filter((path) => !portalScreens.match(path))).toEqual([]);
  const codes = SERVICE_ROWS.flatMap(({ codes }) => Object.keys(codes));
  expect(new Set(codes).size).toBe(codes.length);
});
