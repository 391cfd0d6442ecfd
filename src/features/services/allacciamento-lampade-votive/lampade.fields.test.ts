import { expect, test } from 'vitest';
import { daInviare, erroriDati, passoAmmesso } from '../../cases/modulo/modulo.controlli.ts';
import { valoriDi } from '../../cases/modulo/modulo.passi.ts';
import { moduloLampade } from './lampade.fields.ts';
import { erroriGiorni } from './regole.ts';

const MODULO = moduloLampade('2026-11-20');
const buoni = valoriDi(MODULO, {
  ...{ privacy: 'on', ente: 'borgo', cimitero: 'maggiore', tipo: 'loculo', lampade: '2', decorrenza: '2026-11-20' },
  ...{ defunto_nome: 'Ugo', defunto_cognome: 'Rossi', defunto_data_decesso: '2026-11-20', posizione_fila: '3' },
  ...{ fatturazione_indirizzo: 'Via Roma 1', fatturazione_cap: '00100' },
  ...{ fatturazione_comune: 'Roma', fatturazione_provincia: 'RM' },
  ...{ nome: 'Anna', cognome: 'Bianchi', codice_fiscale: 'BNCNNA80A41H501R', email: 'anna@esempio.it' },
  ...{ telefono: '333 1234567', ruolo: 'persona_fisica' },
});
const allegati = [{ Id: 'a'.repeat(20) }, { Id: 'b'.repeat(20), categoria: 'documento_identita' }];
const errori = (over: Record<string, string>, files = allegati) =>
  erroriDati(MODULO, { valori: { ...buoni, ...over }, allegati: files, confermata: true });

test('a complete request leads to the summary', () => {
  expect(errori({})).toEqual({});
  expect(passoAmmesso(MODULO, { valori: buoni, allegati, confermata: true })).toBe('riepilogo');
});

test('all errors of an empty step are told at once, in the order of the screen', () => {
  const vuoto = { valori: valoriDi(MODULO, {}), allegati: [], confermata: false };
  expect(Object.keys(erroriDati(MODULO, vuoto))).toEqual([
    ...['ente', 'cimitero', 'tipo', 'defunto_nome', 'defunto_cognome', 'defunto_data_decesso', 'lampade'],
    ...['decorrenza', 'file', 'fatturazione_indirizzo', 'fatturazione_cap', 'fatturazione_comune'],
    ...['fatturazione_provincia', 'nome', 'cognome', 'codice_fiscale', 'email', 'telefono'],
    'file_documento_identita',
  ]);
});

test('the file that is missing is asked for in words, not as on the wire', () => {
  expect(errori({}, allegati.slice(1)).file).toEqual([
    'Allega almeno un file: la concessione della tomba, o una foto che la mostri.',
  ]);
});

test.each([
  [{ data_decesso: '2026-11-20', decorrenza: '2026-11-20' }, []],
  [{ data_decesso: '2026-11-21', decorrenza: '2026-11-19' }, ['defunto.data_decesso', 'decorrenza']],
  [{ data_decesso: '', decorrenza: 'ieri' }, []],
  [{}, []],
])('the days %j are wrong at %j', (giorni, dove) => {
  expect(Object.keys(erroriGiorni(giorni, '2026-11-20'))).toEqual(dove);
});

test('a place that was left empty, and one that a draft no longer has, are the same send', () => {
  const { body = () => ({}) } = moduloLampade('2026-11-20');
  const vuoti = { posizione_campo: '', posizione_fila: '', posizione_numero: '' };
  expect(JSON.stringify(body(valoriDi(MODULO, vuoti)))).toBe(JSON.stringify(body(valoriDi(MODULO, {}))));
});

test('a day that has gone by is told beside its field', () => {
  expect(Object.keys(errori({ defunto_data_decesso: '2026-12-01', decorrenza: '2026-01-01' }))).toEqual([
    'defunto_data_decesso',
    'decorrenza',
  ]);
});

test('what is sent has the form of the wire', () => {
  expect(daInviare(MODULO, buoni, allegati)).toMatchObject({
    defunto: { nome: 'Ugo', cognome: 'Rossi', data_decesso: '2026-11-20' },
    posizione: { fila: '3' },
    fatturazione: { indirizzo: 'Via Roma 1', cap: '00100', comune: 'Roma', provincia: 'RM' },
  });
});
