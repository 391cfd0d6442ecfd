import { expect, test } from 'vitest';
import { asSubject, withArticolo } from './articolo.ts';

test.each([
  ['Comune di Borgosereno', 'Il Comune di Borgosereno', 'del Comune di Borgosereno', 'al Comune di Borgosereno'],
  ['Città di Portolieve', 'La Città di Portolieve', 'della Città di Portolieve', 'alla Città di Portolieve'],
  ['Unione dei Comuni', 'L’Unione dei Comuni', 'dell’Unione dei Comuni', 'all’Unione dei Comuni'],
  ['Roma Capitale', 'Roma Capitale', 'di Roma Capitale', 'a Roma Capitale'],
])('the name %s takes the article of its first word', (nome, subject, of, to) => {
  const ente = { nome };
  expect([asSubject(ente), withArticolo('di', ente), withArticolo('a', ente)]).toEqual([subject, of, to]);
});

test('the article that an ente names itself wins', () => {
  expect(withArticolo('di', { nome: 'Stato di prova', articolo: 'lo' })).toBe('dello Stato di prova');
  expect(asSubject({ nome: 'Comune', articolo: '' })).toBe('Comune');
});
