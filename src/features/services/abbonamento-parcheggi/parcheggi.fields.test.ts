import { expect, test } from 'vitest';
import { advance } from '../../cases/form/advance.ts';
import { bodyToSend, checkData, valuesOf } from '../../cases/form/form.checks.ts';
import { makeAbbonamentoForm, targheOf } from './parcheggi.fields.ts';

const ABBONAMENTO_FORM = makeAbbonamentoForm('2026-11-20');
const valid = valuesOf(ABBONAMENTO_FORM, {
  privacy: 'on',
  ente: 'borgo',
  zona: 'a',
  tipo: 'residente',
  durata: 'annuale',
  dal: '2026-11-20',
  targhe_0: 'ab 123 cd',
  nome: 'Anna',
  cognome: 'Bianchi',
  codice_fiscale: 'BNCNNA80A41H501R',
  email: 'anna@esempio.it',
  telefono: '333 1234567',
  ruolo: 'persona_fisica',
});
const allegati = [{ Id: 'b'.repeat(20), categoria: 'documento_identita' }];
const errorsOf = (over: Record<string, string>) =>
  checkData(ABBONAMENTO_FORM, { values: { ...valid, ...over }, allegati, emailConfirmed: true });

test('a complete request leads to the summary; the registration document is the citizen’s choice', () => {
  expect(errorsOf({})).toEqual({});
  const filled = { values: valid, allegati, emailConfirmed: true };
  expect(advance(ABBONAMENTO_FORM.steps, { step: 'dati', filled }, { opened: 'riepilogo' })).toEqual({
    step: 'riepilogo',
  });
});

test('all errors of an empty step are shown at once, in the order of the screen', () => {
  const empty = { values: valuesOf(ABBONAMENTO_FORM, {}), allegati: [], emailConfirmed: false };
  expect(Object.keys(checkData(ABBONAMENTO_FORM, empty))).toEqual([
    'ente',
    'zona',
    'tipo',
    'durata',
    'dal',
    'targhe_0',
    'nome',
    'cognome',
    'codice_fiscale',
    'email',
    'telefono',
    'file_documento_identita',
  ]);
});

test.each([
  [{}, ['AB123CD']],
  [{ targhe_1: 'zh 1', paese_1: 'CH' }, ['AB123CD', 'CH:ZH1']],
  [{ targhe_2: 'EF456GH' }, ['AB123CD', '', 'EF456GH']],
  [{ targhe_0: ' ', targhe_1: '' }, ['']],
  [{ paese_0: 'DE' }, ['DE:AB123CD']],
  [{ targhe_0: 'CH:ZH1', paese_0: 'FR' }, ['CH:ZH1']],
])('the fields %j are sent as the plates %j', (over, targhe) => {
  expect(targheOf({ ...valid, ...over })).toEqual(targhe);
  expect(bodyToSend(ABBONAMENTO_FORM, { ...valid, ...over }, []).targhe).toEqual(targhe);
});

test.each<[string, Record<string, string>, string[]]>([
  ['a plate that is none', { targhe_0: 'AB12' }, ['targhe_0']],
  ['a foreign plate without its country', { targhe_1: 'ZH123456' }, ['targhe_1']],
  ['a gap between plates', { targhe_2: 'EF456GH' }, ['targhe_1']],
  ['the same plate twice', { targhe_1: 'AB-123-CD' }, ['targhe_0']],
  ['a start that has gone by', { dal: '2026-11-19' }, ['dal']],
  ['a kind that does not exist', { tipo: 'turista' }, ['tipo']],
  ['a duration that does not exist', { durata: 'eterna' }, ['durata']],
])('%s is an error beside its field', (_case, over, fields) => {
  expect(Object.keys(errorsOf(over))).toEqual(fields);
});
