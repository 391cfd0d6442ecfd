import postcss from 'postcss';
import { expect, test } from 'vitest';
import { enteColour } from './postcss.ts';

const css = async (rule: string) => (await postcss([enteColour()]).process(`a{${rule}}`, { from: undefined })).css;

test.each([
  ['background: #0066cc', 'background: var(--colore)'],
  ['background: #06c', 'background: var(--colore)'],
  ['color: rgb(0, 102, 204)', 'color: var(--colore-testo)'],
  ['fill: hsl(210, 100%, 40%)', 'fill: var(--colore)'],
  ['border: 1px solid #004d99', 'border: 1px solid var(--colore-scuro)'],
  ['background: #003366', 'background: var(--colore-notte)'],
  ['background: hsl(210, 62%, 97%)', 'background: var(--colore-tenue)'],
])('%s is replaced by the colour of the ente', async (literal, variable) => {
  expect(await css(literal)).toBe(`a{${variable}}`);
});

test.each([
  'color: #17324d',
  'color: #5d7083',
  'color: #cc334d',
  'background: #fff',
  'background: #000',
  '--colore: #0066cc',
])('%s stays, because it is not a primary blue', async (literal) => {
  expect(await css(literal)).toBe(`a{${literal}}`);
});
