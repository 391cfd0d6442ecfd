import { expect, test } from 'vitest';
import { daLeggere, pratiche, urgenza } from './parole.ts';

const OGGI = '2026-11-20';

test.each([
  ['2026-11-10', 'In ritardo di 10 giorni'],
  ['2026-11-19', 'In ritardo di un giorno'],
  ['2026-11-20', 'Scade oggi'],
  ['2026-11-21', 'Scade domani'],
  ['2026-11-23', 'Scade tra 3 giorni'],
  ['2026-11-24', null],
])('a case due on %s, today being the 20th: %s', (termine_il, words) => {
  expect(urgenza({ stato: 'in_elaborazione', termine_il }, OGGI)).toBe(words);
});

test('nothing hurries while the citizen is awaited, nor once it is closed', () => {
  for (const stato of ['da_integrare', 'conclusa', 'accettata', 'rifiutata', 'ritirata'] as const)
    expect(urgenza({ stato, termine_il: '2026-01-01' }, OGGI)).toBeNull();
});

test('one and many have their own words', () => {
  expect([daLeggere(0), daLeggere(1), daLeggere(2)]).toEqual([null, '1 novità da leggere', '2 novità da leggere']);
  expect([pratiche(0), pratiche(1), pratiche(1204)]).toEqual(['0 pratiche', '1 pratica', '1.204 pratiche']);
});
