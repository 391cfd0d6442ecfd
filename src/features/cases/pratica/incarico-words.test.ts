import { expect, test } from 'vitest';
import { attoInWords } from './incarico-words.ts';

test('an entry of the trail names the operator and what they did', () => {
  expect(attoInWords({ azione: 'nota', nome: 'Olga Neri' })).toEqual({ title: 'Olga Neri ha scritto una nota' });
  expect(attoInWords({ azione: 'altro', nome: 'Olga Neri' }).title).toBe('Olga Neri ha modificato la pratica');
});
