import { expect, test } from 'vitest';
import { daInviare, erroriDati, passoAmmesso } from '../../cases/modulo/modulo.controlli.ts';
import { valoriDi } from '../../cases/modulo/modulo.passi.ts';
import { moduloAbbonamento, targheDi } from './parcheggi.fields.ts';

const MODULO = moduloAbbonamento('2026-11-20');
const buoni = valoriDi(MODULO, {
  ...{ privacy: 'on', ente: 'borgo', zona: 'a', tipo: 'residente', durata: 'annuale', dal: '2026-11-20' },
  ...{ targhe_0: 'ab 123 cd', nome: 'Anna', cognome: 'Bianchi', codice_fiscale: 'BNCNNA80A41H501R' },
  ...{ email: 'anna@esempio.it', telefono: '333 1234567', ruolo: 'persona_fisica' },
});
const allegati = [{ Id: 'b'.repeat(20), categoria: 'documento_identita' }];
const errori = (over: Record<string, string>) =>
  erroriDati(MODULO, { valori: { ...buoni, ...over }, allegati, confermata: true });

test('a complete request leads to the summary; the registration document is the citizen’s choice', () => {
  expect(errori({})).toEqual({});
  expect(passoAmmesso(MODULO, { valori: buoni, allegati, confermata: true })).toBe('riepilogo');
});

test('all errors of an empty step are told at once, in the order of the screen', () => {
  const vuoto = { valori: valoriDi(MODULO, {}), allegati: [], confermata: false };
  expect(Object.keys(erroriDati(MODULO, vuoto))).toEqual([
    ...['ente', 'zona', 'tipo', 'durata', 'dal', 'targhe_0', 'nome', 'cognome', 'codice_fiscale', 'email', 'telefono'],
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
])('the fields %j are the plates %j', (over, targhe) => {
  expect(targheDi({ ...buoni, ...over })).toEqual(targhe);
  expect(daInviare(MODULO, { ...buoni, ...over }, []).targhe).toEqual(targhe);
});

test.each<[string, Record<string, string>, string[]]>([
  ['a plate that is none', { targhe_0: 'AB12' }, ['targhe_0']],
  ['a foreign plate without its country', { targhe_1: 'ZH123456' }, ['targhe_1']],
  ['a gap between plates', { targhe_2: 'EF456GH' }, ['targhe_1']],
  ['the same plate twice', { targhe_1: 'AB-123-CD' }, ['targhe_0']],
  ['a start that has gone by', { dal: '2026-11-19' }, ['dal']],
  ['a kind that does not exist', { tipo: 'turista' }, ['tipo']],
  ['a duration that does not exist', { durata: 'eterna' }, ['durata']],
])('%s is told beside its field', (_cosa, over, dove) => {
  expect(Object.keys(errori(over))).toEqual(dove);
});
