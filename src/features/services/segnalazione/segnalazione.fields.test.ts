import { expect, test } from 'vitest';
import { advance } from '../../cases/form/advance.ts';
import { bodyToSend, checkData, orderErrors, valuesOf } from '../../cases/form/form.checks.ts';
import type { FormValues } from '../../cases/form/form.ts';
import { TIPI } from './options.ts';
import { checkTipo, SEGNALAZIONE_FORM } from './segnalazione.fields.ts';

const filledForm = (values: FormValues, emailConfirmed: boolean) => ({
  values,
  allegati: [],
  emailConfirmed,
});
const errorsOf = (values: FormValues, emailConfirmed: boolean) =>
  checkData(SEGNALAZIONE_FORM, filledForm(values, emailConfirmed));
const stepFor = (values: FormValues, emailConfirmed: boolean, wanted?: string) =>
  advance(SEGNALAZIONE_FORM.steps, { step: 'privacy', filled: filledForm(values, emailConfirmed) }, { opened: wanted })
    .step;

const validValues = valuesOf(SEGNALAZIONE_FORM, {
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
  expect(errorsOf(validValues, true)).toEqual({});
  expect(stepFor(validValues, true)).toBe('riepilogo');
});

test('the summary cannot be reached with an unconfirmed e-mail address', () => {
  expect(Object.keys(errorsOf(validValues, false))).toEqual(['email']);
  expect(stepFor(validValues, false)).toBe('dati');
});

test('once the code has been sent, the code is what is missing', () => {
  const codeSent = { ...validValues, codice_inviato_a: 'Anna@Example.com' };

  expect(Object.keys(errorsOf(codeSent, false))).toEqual(['otp']);
});

test('a code sent to another address does not count', () => {
  const otherAddress = { ...validValues, codice_inviato_a: 'maria@example.com' };

  expect(Object.keys(errorsOf(otherAddress, false))).toEqual(['email']);
});

test('without the privacy tick the form starts at that step, whatever else is filled in', () => {
  expect(stepFor({ ...validValues, privacy: '' }, true)).toBe('privacy');
});

test('all errors of an empty step are shown at once, in the order of the screen', () => {
  expect(Object.keys(errorsOf(valuesOf(SEGNALAZIONE_FORM, {}), false))).toEqual([
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

test('every type except payments requires a place', () => {
  const withoutLuogo = { ...validValues, indirizzo: '', lat: '', lon: '' };
  for (const codice of Object.keys(TIPI))
    expect([codice, Object.keys(errorsOf({ ...withoutLuogo, codice }, true))]).toEqual([
      codice,
      codice === 'SF230' ? [] : ['indirizzo'],
    ]);
});

test('a point replaces an address', () => {
  const withPoint = { ...validValues, indirizzo: '', lat: '41.9', lon: '12.5' };

  expect(errorsOf(withPoint, true)).toEqual({});
  expect(Object.keys(errorsOf({ ...withPoint, lat: 'x' }, true))).toEqual(['indirizzo']);
});

test('a type that the ente does not take is refused with the name of the ente', () => {
  const mutedEnte = { Nome: 'Comune muto', Categorie: ['SF510'] };

  expect(
    checkData(SEGNALAZIONE_FORM, { ...filledForm(validValues, true), otherErrors: checkTipo(validValues, mutedEnte) }),
  ).toEqual({
    codice: ['Il Comune muto non riceve online questo tipo di pratica: scegline un altro o contatta l’ente.'],
  });
  expect(checkTipo(validValues, { ...mutedEnte, Categorie: ['SF310'] })).toEqual({});
  const withoutTipo = { ...validValues, codice: '' };
  expect(
    checkData(SEGNALAZIONE_FORM, { ...filledForm(withoutTipo, true), otherErrors: checkTipo(withoutTipo, mutedEnte) })
      .codice,
  ).toEqual(['Scegli il tipo di segnalazione.']);
});

test('a step beyond the first incomplete one, or an unknown one, leads to the first incomplete one', () => {
  expect(stepFor(validValues, false, 'riepilogo')).toBe('dati');
  expect(stepFor(validValues, false, 'boh')).toBe('dati');
  expect(stepFor({ ...validValues, privacy: '' }, true, 'dati')).toBe('privacy');
});

test('an earlier step may be opened again', () => {
  expect(stepFor(validValues, true, 'privacy')).toBe('privacy');
  expect(stepFor(validValues, true, 'dati')).toBe('dati');
});

test('an error of the send is shown on the step of its field', () => {
  expect(Object.keys(orderErrors(SEGNALAZIONE_FORM, { 'filesAllegati.0.Id': ['a'], 'valori.oggetto': ['b'] }))).toEqual(
    ['oggetto', 'file'],
  );
  expect(SEGNALAZIONE_FORM.steps.stepOf('otp')).toBe('dati');
  expect(SEGNALAZIONE_FORM.steps.stepOf('privacy')).toBe('privacy');
  expect(SEGNALAZIONE_FORM.steps.stepOf('altro')).toBe('riepilogo');
});

test('a draft keeps only texts that belong to a report', () => {
  const kept = valuesOf(SEGNALAZIONE_FORM, { oggetto: 'Buca', _token: 'x', otp: '123456', email: ['a', 'b'] });

  expect(kept.oggetto).toBe('Buca');
  expect(kept.email).toBe('');
  expect(Object.keys(kept)).not.toContain('otp');
});

test('the files are sent, and no internal values of the form', () => {
  const toSend = bodyToSend(SEGNALAZIONE_FORM, validValues, [{ Id: 'a' }, { Id: 'b' }]);

  expect(toSend.filesAllegati).toEqual([{ Id: 'a' }, { Id: 'b' }]);
  expect(toSend).not.toHaveProperty('codice_inviato_a');
});
