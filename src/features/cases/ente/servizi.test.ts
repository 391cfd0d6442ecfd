import { expect, test } from 'vitest';
import { SCREENS, screens } from '../../../routes.ts';
import { SERVICES } from '../../../services.ts';
import { actionsOn } from '../posizione/azioni.ts';
import { serviceAt } from './servizi.ts';

const href: string[] = SERVICES.map(({ path }) => path);

test('every service begins on the front door', () => {
  const bare = SCREENS.map((s) => s.path).filter((path) => /^\/servizio\/[^/]+$/.test(path));
  expect(bare.filter((path) => !serviceAt(SERVICES, path))).toEqual([]);
});

test('every card leads to a screen, and no two to the same', () => {
  expect(href.filter((path) => !screens.match(path))).toEqual([]);
  expect(new Set(href).size).toBe(href.length);
});

test('what can be asked for about a document leads to a screen, and no two codes are the same', () => {
  const document = { numero: 'A.1-2_3', sistema: 'Rifiuti TARI' };
  const links = actionsOn(SERVICES).map(({ link }) => link(document).split('?')[0] ?? '');
  expect(links.filter((path) => !screens.match(path))).toEqual([]);
  const codes = SERVICES.flatMap(({ codes }) => Object.keys(codes));
  expect(new Set(codes).size).toBe(codes.length);
});
