import { expect, test } from 'vitest';
import { erroriScadenza, limitiDi, percheNo } from './regole.ts';

const oggi = '2026-11-20';

test.each([
  ['a due date to come counts from itself', ['2026-12-01'], { da: '2026-12-02', a: '2027-01-30' }],
  ['one that has gone by counts from today', ['2026-10-01'], { da: '2026-11-21', a: '2027-01-19' }],
  ['no due date counts from today', [null], { da: '2026-11-21', a: '2027-01-19' }],
  ['of several what holds for all', ['2026-12-01', '2026-12-20'], { da: '2026-12-21', a: '2027-01-30' }],
])('%s', (_, scadenze, limiti) => {
  expect(
    limitiDi(
      scadenze.map((scadenza) => ({ scadenza })),
      60,
      oggi,
    ),
  ).toEqual(limiti);
});

test('a day outside is told which are inside; documents too far apart are told so', () => {
  const limiti = limitiDi([{ scadenza: '2026-12-01' }], 60, oggi);
  expect(erroriScadenza(limiti, '2026-12-02')).toEqual({});
  expect(erroriScadenza(limiti, '2027-01-30')).toEqual({});
  for (const giorno of ['2026-12-01', '2027-01-31'])
    expect(erroriScadenza(limiti, giorno)).toEqual({
      nuova_scadenza: ['Puoi chiedere una scadenza dal 02/12/2026 al 30/01/2027.'],
    });
  const lontani = limitiDi([{ scadenza: '2026-12-01' }, { scadenza: '2027-06-01' }], 60, oggi);
  expect(percheNo(limiti)).toBeNull();
  expect(percheNo(lontani)).toMatch(/una richiesta per ciascuno/);
  expect(erroriScadenza(lontani, '2027-01-01')).toEqual({ nuova_scadenza: [percheNo(lontani)] });
});
