import { expect, test } from 'vitest';
import { daInviare, erroriDati } from '../../cases/modulo/modulo.controlli.ts';
import { inOrdine, valoriDi } from '../../cases/modulo/modulo.passi.ts';
import { MODULO, sceltaDi } from './manifesto.fields.ts';

const compilati = valoriDi(MODULO, {
  ...{ ente: 'borgo', categoria: 'culturale', titolo: 'Concerto', formato: '70x100', quantita: ' 20 ' },
  ...{ dal: '2026-12-01', al: '2026-12-07', urgente: 'si', nome: 'Anna', cognome: 'Bianchi' },
  ...{ codice_fiscale: 'BNCNNA80A41H501R', email: 'anna@esempio.it', telefono: '333 1234567' },
});
const errori = (over: Record<string, string>, categorie: ('documento_identita' | 'titolo_rappresentanza')[] = []) =>
  erroriDati(MODULO, {
    valori: { ...compilati, ...over },
    allegati: categorie.map((categoria, i) => ({ Id: `allegato-di-prova-${i}`, categoria })),
    confermata: true,
    identita: true,
  });

test('a form that is filled in lacks nothing, with a position or without', () => {
  expect(errori({})).toEqual({});
  expect(errori({ posizione: 'una-posizione' })).toEqual({});
  expect(daInviare(MODULO, compilati, []).posizione).toBeUndefined();
});

test('each field stands once, whatever the applicant’s block asks for', () => {
  expect(new Set(MODULO.campi).size).toBe(MODULO.campi.length);
});

test('nothing filled in is told in the order of the screen', () => {
  const campi = Object.keys(errori(Object.fromEntries(MODULO.campi.map((c) => [c, '']))));
  expect(campi.slice(0, 7)).toEqual(['ente', 'categoria', 'titolo', 'formato', 'quantita', 'dal', 'al']);
});

test('the poster’s title and the one in which somebody applies are told apart', () => {
  expect(Object.keys(errori({ ruolo: 'altro' }, ['titolo_rappresentanza']))).toEqual(['richiedente_titolo']);
  expect(Object.keys(errori({ ruolo: 'altro', titolo: '' }, ['titolo_rappresentanza']))).toEqual([
    'titolo',
    'richiedente_titolo',
  ]);
  expect(inOrdine(MODULO, { 'richiedente.titolo': ['suo'], titolo: ['del manifesto'] })).toEqual({
    titolo: ['del manifesto'],
    richiedente_titolo: ['suo'],
  });
});

test('what price and dates depend on is read as it was typed', () => {
  expect(sceltaDi(compilati)).toEqual({
    ...{ categoria: 'culturale', formato: '70x100', quantita: '20', dal: '2026-12-01', al: '2026-12-07' },
    urgente: true,
  });
  expect(sceltaDi({}).urgente).toBe(false);
});
