import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cognomeSchema, firstName, fullName, namesOf, nomeSchema, surnameFirst } from './nome.ts';

const nome = nomeSchema('Scrivi il tuo nome.');
const cognome = cognomeSchema('Scrivi il tuo cognome.');
const said = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).error?.issues[0]?.message;

test('a person who has one name only says so with a dash, and an empty field says how', () => {
  for (const typed of ['-', ' – ', '—', '.', '//']) expect(z.parse(nome, typed)).toBe('-');
  for (const empty of ['', ' ', undefined, '\u200b'])
    expect(said(nome, empty)).toMatch(/^Scrivi il tuo nome\. .*trattino/);
  expect(said(cognome, '-')).toMatch(/scrivilo qui/);
  expect(said(cognome, '')).toBe('Scrivi il tuo cognome.');
});

test('a name has letters of any script, and one blank between its words', () => {
  for (const name of ['Anna  Maria', 'Anna\u00a0Maria']) expect(z.parse(nome, name)).toBe('Anna Maria');
  for (const name of ['D’Àrco', 'Μαρία', '王', 'O', 'Jean-Luc', '毛', 'Nguyễn'])
    expect([z.parse(nome, name), z.parse(cognome, name)]).toEqual([name, name]);
  expect([said(nome, '333 1'), said(cognome, '12')]).toEqual([
    'Controlla il nome: non contiene lettere.',
    'Controlla il cognome: non contiene lettere.',
  ]);
});

test('what is missing of a name is never shown', () => {
  const shown = (n: unknown, c: unknown) => [fullName, surnameFirst, firstName].map((f) => f({ nome: n, cognome: c }));
  expect(shown('Anna', 'Bianchi')).toEqual(['Anna Bianchi', 'Bianchi Anna', 'Anna']);
  for (const none of ['-', '', ' ', undefined, null]) {
    expect(shown(none, 'Sukarno')).toEqual(['Sukarno', 'Sukarno', 'Sukarno']);
    expect(shown('Sukarno', none)).toEqual(['Sukarno', 'Sukarno', 'Sukarno']);
  }
  expect(shown(undefined, undefined)).toEqual(['', '', '']);
});

test('an only name is kept as the surname, wherever it was given', () => {
  expect(namesOf({ nome: 'Sukarno', cognome: '' })).toEqual({ nome: '-', cognome: 'Sukarno' });
  expect(namesOf({ cognome: 'Sukarno' })).toEqual({ nome: '-', cognome: 'Sukarno' });
  expect(namesOf({ nome: ' Anna ', cognome: 'Bianchi' })).toEqual({ nome: 'Anna', cognome: 'Bianchi' });
  expect(namesOf({ nome: '-' })).toBeNull();
});
