import { expect, test } from 'vitest';
import { checkScadenza, computeLimits, reasonAgainst } from './rules.ts';

const today = '2026-11-20';

test.each([
  ['a due date to come counts from itself', ['2026-12-01'], { from: '2026-12-02', to: '2027-01-30' }],
  ['one that has gone by counts from today', ['2026-10-01'], { from: '2026-11-21', to: '2027-01-19' }],
  ['no due date counts from today', [null], { from: '2026-11-21', to: '2027-01-19' }],
  ['of several what holds for all', ['2026-12-01', '2026-12-20'], { from: '2026-12-21', to: '2027-01-30' }],
])('%s', (_, scadenze, limits) => {
  expect(
    computeLimits(
      scadenze.map((scadenza) => ({ scadenza })),
      60,
      today,
    ),
  ).toEqual(limits);
});

test('a day outside the limits is refused with the limits, and documents too far apart with the reason', () => {
  const limits = computeLimits([{ scadenza: '2026-12-01' }], 60, today);
  expect(checkScadenza(limits, '2026-12-02')).toEqual({});
  expect(checkScadenza(limits, '2027-01-30')).toEqual({});
  for (const giorno of ['2026-12-01', '2027-01-31'])
    expect(checkScadenza(limits, giorno)).toEqual({
      nuova_scadenza: ['Puoi chiedere una scadenza dal 02/12/2026 al 30/01/2027.'],
    });
  const farApart = computeLimits([{ scadenza: '2026-12-01' }, { scadenza: '2027-06-01' }], 60, today);
  expect(reasonAgainst(limits)).toBeNull();
  expect(reasonAgainst(farApart)).toMatch(/una richiesta per ciascuno/);
  expect(checkScadenza(farApart, '2027-01-01')).toEqual({ nuova_scadenza: [reasonAgainst(farApart)] });
});
