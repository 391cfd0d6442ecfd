import postcss from 'postcss';
import { expect, test } from 'vitest';
import { enteColour } from './postcss.ts';

const css = async (rule: string) => (await postcss([enteColour()]).process(`a{${rule}}`, { from: undefined })).css;

test.each([
  ['background: #0066cc', 'background: var(--colore)'],
  ['background: #06c', 'background: var(--colore)'],
  ['color: rgb(0, 102, 204)', 'color: var(--colore-testo)'],
  ['fill: hsl(210, 100%, 40%)', 'fill: var(--colore-testo)'],
  ['border: 1px solid #004d99', 'border: 1px solid var(--colore-forte)'],
  ['background: #004d99', 'background: var(--colore-scuro)'],
  ['--bs-btn-hover-bg: #003366', '--bs-btn-hover-bg: var(--colore-notte)'],
  ['--bs-btn-hover-color: #003366', '--bs-btn-hover-color: var(--colore-forte)'],
  ['background: #003366', 'background: var(--colore-notte)'],
  ['background: hsl(210, 62%, 97%)', 'background: var(--colore-tenue)'],
])('%s is replaced by the colour of the ente', async (literal, variable) => {
  expect(await css(literal)).toBe(`a{${variable}}`);
});

test.each([
  ['color: hsl(210, 17%, 44%)', 'color: var(--bordo)'],
  ['border-color: hsl(350, 60%, 50%)', 'border-color: var(--rosso)'],
  ['--bs-body-bg: hsl(0, 0%, 100%)', '--bs-body-bg: var(--carta)'],
])('%s is replaced by the colour for what it is', async (literal, variable) => {
  expect(await css(literal)).toBe(`a{${variable}}`);
});

test.each(['color: #17324d', 'background: #fff', 'background: #000', '--colore: #0066cc'])(
  '%s stays, because it is no colour of Bootstrap Italia’s',
  async (literal) => {
    expect(await css(literal)).toBe(`a{${literal}}`);
  },
);
