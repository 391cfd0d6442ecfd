/** What a person without a login can ask for is measured: a new call or page has a row in the bench (tests/load/strangers.ts). */
import { expect, test } from 'vitest';
import { operationRows } from '../src/handlers.ts';
import { createRouter } from '../src/platform/router.server.ts';
import { screensOf } from '../src/platform/screens.ts';
import { SCREEN_ROWS } from '../src/routes.ts';
import { STRANGERS_CALLS, STRANGERS_PAGES, STRANGERS_WRITES } from './load/strangers.ts';

const made = {
  pair: 'email=a%40b.it&id=x',
  point: 'lat=1&lon=2',
  documenti: 'x',
  email: 'a@b.it',
  pratica: 'x',
  dichiarazione: 'x',
  allegato: 'x',
  report: 'x',
};
const pathOf = (address: (typeof STRANGERS_CALLS)[string] | undefined): string =>
  (typeof address === 'function' ? address(made) : (address ?? '')).split('?')[0] ?? '';

test('every call that anybody may repeat has its row, which asks for that call', () => {
  const reads = operationRows.filter(({ operation }) => operation.access === 'anyone' && operation.method === 'GET');
  expect(Object.keys(STRANGERS_CALLS).toSorted()).toEqual(reads.map(({ name }) => name).toSorted());
  const match = createRouter(operationRows);
  for (const [name, address] of Object.entries(STRANGERS_CALLS))
    expect(match('GET', pathOf(address))).toMatchObject({ named: { name } });
});

test('the writes that have a form of their own are writes that anybody may ask for', () => {
  const writes = operationRows.filter(({ operation }) => operation.access === 'anyone' && operation.method !== 'GET');
  const names = new Set(writes.map(({ name }) => name));
  expect(Object.keys(STRANGERS_WRITES).filter((name) => !names.has(name))).toEqual([]);
});

test('every page without a login has its row, which asks for that page', () => {
  const open = SCREEN_ROWS.filter(({ login, sandbox }) => (login === 'no' || login === 'optional') && !sandbox);
  expect(Object.keys(STRANGERS_PAGES).toSorted()).toEqual(open.map(({ path }) => path).toSorted());
  const screens = screensOf(SCREEN_ROWS);
  for (const [path, address] of Object.entries(STRANGERS_PAGES))
    expect(screens.match(pathOf(address))?.screen.path).toBe(path);
});
