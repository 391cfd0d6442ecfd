import { expect, test } from 'vitest';
import { rataCausale } from './causale.ts';

const FIRST = { n: 1, rate: 4 };

test.each([
  [['TARI 2026, saldo'], 'TARI 2026, saldo'],
  [['TARI 2026, acconto', 'TARI 2026, saldo'], 'TARI 2026'],
  [['TARI 2026, acconto', 'TARI 2026, saldo', 'TARI 2025, saldo'], 'TARI 2025–2026'],
  [['TARI 2026, saldo', 'TARI 2023, saldo'], 'TARI 2023 e 2026'],
  [['TARI 2026, saldo', 'TARI 2024, saldo', 'TARI 2022'], 'TARI 2022, 2024 e 2026'],
  [['TARI 2026', 'Canone per la pubblicità 2025'], 'TARI 2026 e Canone per la pubblicità 2025'],
  [['Multa, sollecito', 'Mensa scolastica', 'Multa, sollecito'], 'Multa, sollecito e Mensa scolastica'],
  [['2026'], '2026'],
])('an instalment of %j is called after %s', (tipi, subject) => {
  expect(rataCausale(FIRST, tipi)).toBe(`Rata 1 di 4 · ${subject}`);
});

test('what is too long for pagoPA is counted, or cut where there is only one document', () => {
  const tipi = Array.from({ length: 12 }, (_, i) => `Occupazione di suolo numero ${'abcdefghijkl'[i]}`);
  expect(rataCausale({ n: 12, rate: 72 }, tipi)).toBe('Rata 12 di 72 · 12 documenti');
  const cut = rataCausale(FIRST, ['x'.repeat(300)]);
  expect(cut).toMatch(/^Rata 1 di 4 · x+…$/);
  expect(cut).toHaveLength(140);
});
