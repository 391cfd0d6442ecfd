import { expect, test } from 'vitest';
import { advance } from '../../cases/form/advance.ts';
import { bodyToSend, checkData, valuesOf } from '../../cases/form/form.checks.ts';
import { makeLampadeForm } from './lampade.fields.ts';
import { findDayErrors } from './rules.ts';

const LAMPADE_FORM = makeLampadeForm('2026-11-20');
const valid = valuesOf(LAMPADE_FORM, {
  privacy: 'on',
  ente: 'borgo',
  cimitero: 'maggiore',
  tipo: 'loculo',
  lampade: '2',
  decorrenza: '2026-11-20',
  defunto_nome: 'Ugo',
  defunto_cognome: 'Rossi',
  defunto_data_decesso: '2026-11-20',
  posizione_fila: '3',
  fatturazione_indirizzo: 'Via Roma 1',
  fatturazione_cap: '00100',
  fatturazione_comune: 'Roma',
  fatturazione_provincia: 'RM',
  nome: 'Anna',
  cognome: 'Bianchi',
  codice_fiscale: 'BNCNNA80A41H501R',
  email: 'anna@esempio.it',
  telefono: '333 1234567',
  ruolo: 'persona_fisica',
});
const allegati = [{ Id: 'a'.repeat(20) }, { Id: 'b'.repeat(20), categoria: 'documento_identita' }];
const errorsOf = (over: Record<string, string>, files = allegati) =>
  checkData(LAMPADE_FORM, { values: { ...valid, ...over }, allegati: files, emailConfirmed: true });

test('a complete request leads to the summary', () => {
  expect(errorsOf({})).toEqual({});
  const filled = { values: valid, allegati, emailConfirmed: true };
  expect(advance(LAMPADE_FORM.steps, { step: 'dati', filled }, { opened: 'riepilogo' })).toEqual({ step: 'riepilogo' });
});

test('a citizen whose login told no tax code may leave it empty, and a wrong one is refused', () => {
  const errorsWith = (codice_fiscale: string) =>
    checkData(LAMPADE_FORM, {
      values: { ...valid, codice_fiscale },
      allegati,
      emailConfirmed: true,
      login: { noTaxCode: true },
    });
  expect(errorsWith('')).toEqual({});
  expect(Object.keys(errorsWith('BNCNNA80A41H501X'))).toEqual(['codice_fiscale']);
});

test('all errors of an empty step are shown at once, in the order of the screen', () => {
  const empty = { values: valuesOf(LAMPADE_FORM, {}), allegati: [], emailConfirmed: false };
  expect(Object.keys(checkData(LAMPADE_FORM, empty))).toEqual([
    'ente',
    'cimitero',
    'tipo',
    'defunto_nome',
    'defunto_cognome',
    'defunto_data_decesso',
    'lampade',
    'decorrenza',
    'file',
    'fatturazione_indirizzo',
    'fatturazione_cap',
    'fatturazione_comune',
    'fatturazione_provincia',
    'nome',
    'cognome',
    'codice_fiscale',
    'email',
    'telefono',
    'file_documento_identita',
  ]);
});

test('a missing file is asked for in the form’s words, not those of the wire', () => {
  expect(errorsOf({}, allegati.slice(1)).file).toEqual([
    'Allega almeno un file: la concessione della tomba, o una foto che la mostri.',
  ]);
});

test.each([
  [{ data_decesso: '2026-11-20', decorrenza: '2026-11-20' }, []],
  [{ data_decesso: '2026-11-21', decorrenza: '2026-11-19' }, ['defunto.data_decesso', 'decorrenza']],
  [{ data_decesso: '', decorrenza: 'ieri' }, []],
  [{ data_decesso: '2026' }, []],
  [{ data_decesso: '2027' }, ['defunto.data_decesso']],
  [{ data_decesso: '1/12/2026' }, ['defunto.data_decesso']],
  [{}, []],
])('the days %j are wrong at %j', (giorni, fields) => {
  expect(Object.keys(findDayErrors(giorni, '2026-11-20'))).toEqual(fields);
});

test('a place that is empty and one that a draft lacks are sent in the same way', () => {
  const { body = () => ({}) } = makeLampadeForm('2026-11-20');
  const emptyPlace = { posizione_campo: '', posizione_fila: '', posizione_numero: '' };
  expect(JSON.stringify(body(valuesOf(LAMPADE_FORM, emptyPlace)))).toBe(
    JSON.stringify(body(valuesOf(LAMPADE_FORM, {}))),
  );
});

test('a past day is an error beside its field', () => {
  expect(Object.keys(errorsOf({ defunto_data_decesso: '2026-12-01', decorrenza: '2026-01-01' }))).toEqual([
    'defunto_data_decesso',
    'decorrenza',
  ]);
});

test('what is sent has the form of the wire', () => {
  expect(bodyToSend(LAMPADE_FORM, valid, allegati)).toMatchObject({
    defunto: { nome: 'Ugo', cognome: 'Rossi', data_decesso: '2026-11-20' },
    posizione: { fila: '3' },
    fatturazione: { indirizzo: 'Via Roma 1', cap: '00100', comune: 'Roma', provincia: 'RM' },
  });
});
