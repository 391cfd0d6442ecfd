import { expect, test } from 'vitest';
import { bodyToSend, checkData, orderErrors, valuesOf } from '../../cases/form/form.checks.ts';
import { choiceOf, MANIFESTO_FORM } from './manifesto.fields.ts';

const filled = valuesOf(MANIFESTO_FORM, {
  ente: 'borgo',
  categoria: 'culturale',
  titolo: 'Concerto',
  formato: '70x100',
  quantita: ' 20 ',
  dal: '2026-12-01',
  al: '2026-12-07',
  urgente: 'si',
  nome: 'Anna',
  cognome: 'Bianchi',
  codice_fiscale: 'BNCNNA80A41H501R',
  email: 'anna@esempio.it',
  telefono: '333 1234567',
});
const errorsOf = (over: Record<string, string>, categorie: ('documento_identita' | 'titolo_rappresentanza')[] = []) =>
  checkData(MANIFESTO_FORM, {
    values: { ...filled, ...over },
    allegati: categorie.map((categoria, i) => ({ Id: `allegato-di-prova-${i}`, categoria })),
    emailConfirmed: true,
    login: { noTaxCode: false },
  });

test('a complete form has no errors, with a position or without', () => {
  expect(errorsOf({})).toEqual({});
  expect(errorsOf({ posizione: 'una-posizione' })).toEqual({});
  expect(bodyToSend(MANIFESTO_FORM, filled, []).posizione).toBeUndefined();
});

test('each field has one name, also beside the applicant’s block', () => {
  expect(new Set(MANIFESTO_FORM.fieldNames).size).toBe(MANIFESTO_FORM.fieldNames.length);
});

test('an empty form gets its errors in the order of the screen', () => {
  const campi = Object.keys(errorsOf(Object.fromEntries(MANIFESTO_FORM.fieldNames.map((c) => [c, '']))));
  expect(campi.slice(0, 7)).toEqual(['ente', 'categoria', 'titolo', 'formato', 'quantita', 'dal', 'al']);
});

test('the title of the poster and the applicant’s title are different fields', () => {
  expect(Object.keys(errorsOf({ ruolo: 'altro' }, ['titolo_rappresentanza']))).toEqual(['richiedente_titolo']);
  expect(Object.keys(errorsOf({ ruolo: 'altro', titolo: '' }, ['titolo_rappresentanza']))).toEqual([
    'titolo',
    'richiedente_titolo',
  ]);
  expect(orderErrors(MANIFESTO_FORM, { 'richiedente.titolo': ['suo'], titolo: ['del manifesto'] })).toEqual({
    titolo: ['del manifesto'],
    richiedente_titolo: ['suo'],
  });
});

test('the fields that price and dates depend on are read as typed', () => {
  expect(choiceOf(filled)).toEqual({
    categoria: 'culturale',
    formato: '70x100',
    quantita: '20',
    dal: '2026-12-01',
    al: '2026-12-07',
    urgente: true,
  });
  expect(choiceOf({}).urgente).toBe(false);
});
