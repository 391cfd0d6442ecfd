import { expect, test } from 'vitest';
import { fillPlaceholders, risposteFor, unknownPlaceholders } from './risposte.ts';

const VALUES = {
  nome: 'Anna {termine}',
  numero: '2026/000001',
  oggetto: 'Buca',
  luogo: 'Via Roma 1',
  inviata: '1 novembre 2026',
  termine: '1 dicembre 2026',
  ente: 'Comune di Borgo',
};

test('a text is filled in once, so that braces in what a citizen typed stay as typed', () => {
  expect(fillPlaceholders('Gentile {nome}, {numero}: entro il {termine}.', VALUES)).toBe(
    'Gentile Anna {termine}, 2026/000001: entro il 1 dicembre 2026.',
  );
});

test('placeholders that do not exist are named as they are written', () => {
  expect(unknownPlaceholders('{nome} {cognome} {} {Nome}')).toEqual(['{cognome}', '{}', '{Nome}']);
  expect(unknownPlaceholders('{ nome} {nome-ente} {12}')).toEqual(['{ nome}', '{nome-ente}', '{12}']);
});

test('braces with signs in them are text', () => {
  expect(unknownPlaceholders('{{7*7}} {f(x)}')).toEqual([]);
  expect(fillPlaceholders('{{7*7}} {f(x)}', VALUES)).toBe('{{7*7}} {f(x)}');
});

test('an ente offers a text for all services, or for those that it names', () => {
  const risposte = [
    { nome: 'A', testo: 'a' },
    { nome: 'B', testo: 'b', servizi: ['SF510'] },
  ];
  expect(risposteFor({ risposte }, 'SF510').map(({ nome }) => nome)).toEqual(['A', 'B']);
  expect(risposteFor({ risposte }, 'SF410').map(({ nome }) => nome)).toEqual(['A']);
  expect(risposteFor({}, 'SF410')).toEqual([]);
});
