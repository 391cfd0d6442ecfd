import { expect, test } from 'vitest';
import { praticheInWords, unreadInWords, urgencyInWords } from './pratica-words.ts';

const TODAY = '2026-11-20';

test.each([
  ['2026-11-10', 'In ritardo di 10 giorni'],
  ['2026-11-19', 'In ritardo di un giorno'],
  ['2026-11-20', 'Scade oggi'],
  ['2026-11-21', 'Scade domani'],
  ['2026-11-23', 'Scade tra 3 giorni'],
  ['2026-11-24', null],
])('on the 20th, a case due on %s reads: %s', (termine_il, words) => {
  expect(urgencyInWords({ stato: 'in_elaborazione', termine_il }, TODAY)).toBe(words);
});

test('a case that waits for the citizen or is closed has no urgency', () => {
  for (const stato of ['da_integrare', 'conclusa', 'accettata', 'rifiutata', 'ritirata'] as const)
    expect(urgencyInWords({ stato, termine_il: '2026-01-01' }, TODAY)).toBeNull();
});

test('singular and plural have their own words', () => {
  expect([unreadInWords(0), unreadInWords(1), unreadInWords(2)]).toEqual([
    null,
    '1 novità da leggere',
    '2 novità da leggere',
  ]);
  expect([0, 1, 204, 1000, 1001].map(praticheInWords)).toEqual([
    '0 pratiche',
    '1 pratica',
    '204 pratiche',
    '1.000 pratiche',
    'oltre 1.000 pratiche',
  ]);
});
