import { expect, test } from 'vitest';
import { findByName, searchTold } from './choice.ts';

const NAMES = ['Comune di Borgosereno', 'Comune di Valdichiara', 'Comune di Riva sul Lago', 'Comune di Sant’Agàta'];
const found = (query: string) => findByName(NAMES, query, (name) => name);

test('an ente is found by the beginnings of words of its name, without accents and capitals', () => {
  expect(found('borgo')).toEqual(['Comune di Borgosereno']);
  expect(found('COMUNE DI VALDI')).toEqual(['Comune di Valdichiara']);
  expect(found('lago riva')).toEqual(['Comune di Riva sul Lago']);
  for (const typed of ["sant'agata", 'santagata', 'sant agata']) expect(found(typed)).toEqual(['Comune di Sant’Agàta']);
  expect(found('sereno')).toEqual([]);
});

test('nothing typed finds nothing', () => {
  expect(found('')).toEqual([]);
  expect(found(' ’ ')).toEqual([]);
});

test('names that have the words one after the other come first', () => {
  const towns = ['Comune di Monte San Pietro', 'Comune di San Monte', 'Comune di Pietro Monte'];
  expect(findByName(towns, 'san pietro', (name) => name)).toEqual(['Comune di Monte San Pietro']);
  expect(findByName(towns, 'monte', (name) => name)).toEqual(towns);
  expect(findByName(towns, 'pietro monte', (name) => name)[0]).toBe('Comune di Pietro Monte');
});

test('a search says what came of it', () => {
  expect(searchTold('', 0)).toBeUndefined();
  expect(searchTold('zzz', 0)).toMatch(/Nessun ente qui si chiama «zzz»/);
  expect(searchTold('b', 1)).toBe('Un ente trovato.');
  expect(searchTold('b', 20)).toBe('20 enti trovati.');
  expect(searchTold('b', 21)).toMatch(/21: scrivi una parte più lunga/);
});
