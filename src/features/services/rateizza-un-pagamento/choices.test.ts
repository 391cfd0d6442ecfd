import { expect, test } from 'vitest';
import { listChoices, typicalNumbers } from './choices.ts';
import type { RateLimits } from './rules.ts';

test.each([
  [2, 4, [2, 3, 4]],
  [5, 12, [5, 6, 8, 10, 12]],
  [13, 24, [13, 15, 18, 21, 24]],
  [25, 36, [25, 27, 30, 33, 36]],
  [37, 72, [37, 48, 60, 72]],
  [2, 120, [2, 120]],
])('from %i to %i instalments the cards show the fewest, the most and round numbers between', (min, max, cards) => {
  expect(typicalNumbers({ min, max })).toEqual(cards);
});

const LIMITS: RateLimits = {
  documenti: [{ tipo: 'TARI', importo_cent: 461_01, scadenza: null }],
  rate: { min: 2, max: 4 },
  tasso_centesimi: 0,
  decorrenza_interessi: 'scadenza_o_richiesta',
  from: '2026-12-30',
  to: '2027-02-18',
  today: '2026-11-20',
  answerBy: '2026-12-20',
};

test('a choice says how much a month, until when and what it costs', () => {
  expect(listChoices({ ...LIMITS, tasso_centesimi: 250 }, '2026-12-31').cards.at(-1)).toEqual({
    n: 4,
    title: '4 rate da circa 116\u00a0€',
    details: ['Fino al 31/03/2027', 'interessi 2,70\u00a0€'],
  });
  expect(listChoices(LIMITS, '2026-12-31').cards[2]?.details).toEqual(['Fino al 31/03/2027']);
});

test('a choice promises no last day while the first is wrong', () => {
  expect(listChoices(LIMITS, '2026-12-29').cards[0]).toEqual({
    n: 2,
    title: '2 rate da circa 231\u00a0€',
    details: [],
  });
});

test('every allowed number can be chosen, once', () => {
  const { cards, others } = listChoices({ ...LIMITS, rate: { min: 37, max: 72 } }, '2026-12-31');
  const numbers = [...cards, ...others].map(({ n }) => n).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 36 }, (_, i) => 37 + i));
  expect(listChoices({ ...LIMITS, rate: null }, '2026-12-31')).toEqual({ cards: [], others: [] });
});
