import { expect, test } from 'vitest';
import { daInviare, erroriDati, passoAmmesso } from '../../cases/modulo/modulo.controlli.ts';
import { inOrdine, nessuno, passoDelCampo, valoriDi, vicino } from '../../cases/modulo/modulo.passi.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import { MODULO, nonRisponde } from './segnalazione.fields.ts';
import { TIPI } from './tipi.ts';

const compilato = (valori: Valori, confermata: boolean) => ({ valori, allegati: [], confermata });
const errori = (valori: Valori, confermata: boolean) => erroriDati(MODULO, compilato(valori, confermata));
const passo = (valori: Valori, confermata: boolean, chiesto?: string) =>
  passoAmmesso(MODULO, compilato(valori, confermata), chiesto);

const buoni = valoriDi(MODULO, {
  privacy: 'on',
  ente: 'borgosereno',
  codice: 'SF310',
  indirizzo: 'Via Garibaldi 12',
  oggetto: 'Buca',
  descrizione: 'Profonda.',
  nome: 'Anna',
  cognome: 'Rossi',
  email: 'anna@example.com',
});

test('complete data with a confirmed e-mail lead to the summary', () => {
  expect(errori(buoni, true)).toEqual({});
  expect(passo(buoni, true)).toBe('riepilogo');
});

test('nobody reaches the summary with an e-mail that is not confirmed', () => {
  expect(Object.keys(errori(buoni, false))).toEqual(['email']);
  expect(passo(buoni, false)).toBe('dati');
});

test('once the code has left, the code is what is missing', () => {
  const inviato = { ...buoni, codice_inviato_a: 'Anna@Example.com' };

  expect(Object.keys(errori(inviato, false))).toEqual(['otp']);
});

test('a code sent to another address does not count', () => {
  const altro = { ...buoni, codice_inviato_a: 'maria@example.com' };

  expect(Object.keys(errori(altro, false))).toEqual(['email']);
});

test('without the privacy tick the form starts there, whatever else is filled in', () => {
  expect(passo({ ...buoni, privacy: '' }, true)).toBe('privacy');
});

test('all errors of an empty step are told at once, in the order of the screen', () => {
  expect(Object.keys(errori(valoriDi(MODULO, {}), false))).toEqual([
    'ente',
    'indirizzo',
    'codice',
    'oggetto',
    'descrizione',
    'nome',
    'cognome',
    'email',
  ]);
});

test('a place is asked for by type: a report about payments has none, every other has one', () => {
  const altrove = { ...buoni, indirizzo: '', lat: '', lon: '' };
  for (const codice of Object.keys(TIPI))
    expect([codice, Object.keys(errori({ ...altrove, codice }, true))]).toEqual([
      codice,
      codice === 'SF230' ? [] : ['indirizzo'],
    ]);
});

test('a point stands in for an address', () => {
  const punto = { ...buoni, indirizzo: '', lat: '41.9', lon: '12.5' };

  expect(nessuno(errori(punto, true))).toBe(true);
  expect(Object.keys(errori({ ...punto, lat: 'x' }, true))).toEqual(['indirizzo']);
});

test('a type that the body does not take is told by its name, and no other is asked for', () => {
  const muto = { Nome: 'Comune muto', Categorie: ['SF510'] };

  expect(erroriDati(MODULO, compilato(buoni, true), nonRisponde(buoni, muto))).toEqual({
    codice: ['Comune muto non riceve online questo tipo di pratica: scegline un altro o contatta l’ente.'],
  });
  expect(nonRisponde(buoni, { ...muto, Categorie: ['SF310'] })).toEqual({});
  const vuoto = { ...buoni, codice: '' };
  expect(erroriDati(MODULO, compilato(vuoto, true), nonRisponde(vuoto, muto)).codice).toEqual([
    'Scegli il tipo di segnalazione.',
  ]);
});

test('a step beyond the first incomplete one, or one that does not exist, is that one', () => {
  expect(passo(buoni, false, 'riepilogo')).toBe('dati');
  expect(passo(buoni, false, 'boh')).toBe('dati');
  expect(passo({ ...buoni, privacy: '' }, true, 'dati')).toBe('privacy');
});

test('a step that is behind may be opened again', () => {
  expect(passo(buoni, true, 'privacy')).toBe('privacy');
  expect(passo(buoni, true, 'dati')).toBe('dati');
});

test('steps end at both ends', () => {
  expect(vicino('privacy', -1)).toBe('privacy');
  expect(vicino('dati', 1)).toBe('riepilogo');
  expect(vicino('riepilogo', 1)).toBe('riepilogo');
});

test('an error of the send is shown where its field stands', () => {
  expect(Object.keys(inOrdine(MODULO, { 'filesAllegati.0.Id': ['a'], 'valori.oggetto': ['b'] }))).toEqual([
    'oggetto',
    'file',
  ]);
  expect(passoDelCampo(MODULO, 'otp')).toBe('dati');
  expect(passoDelCampo(MODULO, 'privacy')).toBe('privacy');
  expect(passoDelCampo(MODULO, 'altro')).toBe('riepilogo');
});

test('a draft keeps only texts that belong to a report', () => {
  const tenuti = valoriDi(MODULO, { oggetto: 'Buca', _token: 'x', otp: '123456', email: ['a', 'b'] });

  expect(tenuti.oggetto).toBe('Buca');
  expect(tenuti.email).toBe('');
  expect(Object.keys(tenuti)).not.toContain('otp');
});

test('what is sent holds the files and nothing of the form’s own', () => {
  const pronti = daInviare(MODULO, buoni, [{ Id: 'a' }, { Id: 'b' }]);

  expect(pronti.filesAllegati).toEqual([{ Id: 'a' }, { Id: 'b' }]);
  expect(pronti).not.toHaveProperty('codice_inviato_a');
});
