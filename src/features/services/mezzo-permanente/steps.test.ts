import { expect, test } from 'vitest';
import { advance } from '../../cases/form/advance.ts';
import { valuesOf } from '../../cases/form/form.checks.ts';
import { dichiarazioneForm } from './dichiarazione.form.ts';
import { explainBlockedStep, parseDichiarazioneStep, STEP_NAMES, startAddress, stepAddress } from './steps.ts';

const MISSING = 'Aggiungi almeno un mezzo pubblicitario, poi vai avanti.';
const RICHIEDENTE = {
  privacy: 'on',
  nome: 'Anna',
  cognome: 'Rossi',
  codice_fiscale: 'RSSMRA80A01H501U',
  email: 'anna@example.com',
  telefono: '333 1234567',
  ruolo: 'persona_fisica',
};
const ALL_STEPS = [...Object.keys(STEP_NAMES), 'conferma'];

/** The step that opens for each one that is asked for. */
function openSteps({ privacy = 'on', nome = 'Anna', missing }: { privacy?: string; nome?: string; missing?: string }) {
  const { steps, ...options } = dichiarazioneForm('abc', () => missing);
  const filled = {
    values: valuesOf(options, { ...RICHIEDENTE, privacy, nome }),
    allegati: [],
    emailConfirmed: true,
    login: { noTaxCode: false },
  };
  return ALL_STEPS.map((opened) => advance(steps, { step: 'tipo', filled }, { opened }).step);
}

test('a complete declaration opens every step up to the summary', () => {
  expect(openSteps({})).toEqual(['tipo', 'richiedente', 'mezzi', 'allegati', 'riepilogo', 'riepilogo']);
});

test('a step after an incomplete one does not open: the incomplete one opens instead', () => {
  expect(openSteps({ privacy: '', nome: '', missing: MISSING })).toEqual(ALL_STEPS.map(() => 'tipo'));
  expect(openSteps({ nome: '', missing: MISSING })).toEqual(['tipo', ...ALL_STEPS.slice(1).map(() => 'richiedente')]);
  expect(openSteps({ missing: MISSING })).toEqual(['tipo', 'richiedente', 'mezzi', 'mezzi', 'mezzi', 'mezzi']);
});

test('a refused send leads to the step of the applicant when it names one of their fields, and else stays', () => {
  const { stepOf } = dichiarazioneForm('abc').steps;
  expect(['privacy', 'telefono', 'richiedente', 'mezzi'].map(stepOf)).toEqual([
    'tipo',
    'richiedente',
    'richiedente',
    'riepilogo',
  ]);
});

test('the reason why a step is closed is a sentence in the words of the kind of declaration', () => {
  expect(explainBlockedStep('mezzi', 'riepilogo', 'nuovo')).toBe(
    'Per passare a «Riepilogo» prima aggiungi almeno un mezzo.',
  );
  expect(explainBlockedStep('mezzi', 'allegati', 'cessazione')).toContain('almeno un mezzo che cessa');
  expect(explainBlockedStep('richiedente', 'mezzi', 'nuovo')).toContain('completa i dati');
});

test('every step has an address of its own, and an unknown step is not parsed', () => {
  expect(dichiarazioneForm('abc').steps.address('allegati', '&salva=chiedi')).toBe(
    '/servizio/mezzo-permanente/allegati/abc?salva=chiedi',
  );
  expect(stepAddress('mezzi', 'abc', '?mezzo=nuovo')).toBe('/servizio/mezzo-permanente/mezzi/abc?mezzo=nuovo');
  expect(startAddress('variazione', 'a b')).toBe('/servizio/mezzo-permanente?tipo=variazione&posizione=a+b');
  expect(parseDichiarazioneStep('mezzi')).toBe('mezzi');
  expect(parseDichiarazioneStep('altro')).toBeUndefined();
  expect(parseDichiarazioneStep(null)).toBeUndefined();
});
