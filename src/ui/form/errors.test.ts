import { expect, test } from 'vitest';
import { firstErrorOf, firstErrors } from './errors.ts';

test('a field shows its first error only', () => {
  expect(firstErrorOf({ email: ['Scrivi la tua e-mail', 'Controlla la forma'] }, 'email')).toBe('Scrivi la tua e-mail');
});

test('a field without errors shows none', () => {
  expect(firstErrorOf(undefined, 'email')).toBeUndefined();
  expect(firstErrorOf({ email: [] }, 'email')).toBeUndefined();
  expect(firstErrorOf({}, 'email')).toBeUndefined();
});

test('the summary has one line per field, in the order of the form', () => {
  const errors = { nome: ['Scrivi il nome'], note: [], email: ['Scrivi la tua e-mail', 'Controlla la forma'] };

  expect(firstErrors(errors)).toEqual([
    { name: 'nome', message: 'Scrivi il nome' },
    { name: 'email', message: 'Scrivi la tua e-mail' },
  ]);
});
