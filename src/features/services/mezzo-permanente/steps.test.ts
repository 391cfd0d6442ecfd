import { expect, test } from 'vitest';
import { neighbourStep, stepsInOrder } from '../../cases/form/steps.ts';
import {
  dichiarazioneSteps,
  explainBlockedStep,
  findAllowedStep,
  parseDichiarazioneStep,
  type StepProgress,
  startAddress,
  stepAddress,
} from './steps.ts';

const STEPS = dichiarazioneSteps('abc');
const ALL_STEPS = [...stepsInOrder(STEPS), 'conferma'] as const;
const READY: StepProgress = { tipo: 'nuovo', sent: false, privacy: true, richiedente: true, mezzi: 1 };
const openSteps = (over: Partial<StepProgress>) => ALL_STEPS.map((p) => findAllowedStep(p, { ...READY, ...over }));

test('a complete declaration opens every step but the confirmation, which only a send opens', () => {
  expect(openSteps({})).toEqual(['tipo', 'richiedente', 'mezzi', 'allegati', 'riepilogo', 'riepilogo']);
});

test('a step after an incomplete one does not open: the incomplete one opens instead', () => {
  expect(openSteps({ privacy: false, richiedente: false, mezzi: 0 })).toEqual(ALL_STEPS.map(() => 'tipo'));
  expect(openSteps({ richiedente: false, mezzi: 0 }).slice(2)).toEqual(ALL_STEPS.slice(2).map(() => 'richiedente'));
  expect(openSteps({ mezzi: 0 })).toEqual(['tipo', 'richiedente', 'mezzi', 'mezzi', 'mezzi', 'mezzi']);
});

test('a step before the incomplete one opens', () => {
  expect(findAllowedStep('richiedente', { ...READY, mezzi: 0 })).toBe('richiedente');
});

test('a declaration that was sent shows its confirmation, whatever step is asked for', () => {
  expect(openSteps({ sent: true })).toEqual(ALL_STEPS.map(() => 'conferma'));
});

test('Back and Next stay between the first step and the summary', () => {
  expect(neighbourStep(STEPS, 'tipo', -1)).toBe('tipo');
  expect(neighbourStep(STEPS, 'tipo', 1)).toBe('richiedente');
  expect(neighbourStep(STEPS, 'riepilogo', 1)).toBe('riepilogo');
  expect(neighbourStep(STEPS, 'riepilogo', -1)).toBe('allegati');
});

test('the reason why a step is closed is a sentence in the words of the kind of declaration', () => {
  expect(explainBlockedStep('mezzi', 'riepilogo', 'nuovo')).toBe(
    'Per passare a «Riepilogo» prima aggiungi almeno un mezzo.',
  );
  expect(explainBlockedStep('mezzi', 'allegati', 'cessazione')).toContain('almeno un mezzo che cessa');
  expect(explainBlockedStep('richiedente', 'mezzi', 'nuovo')).toContain('completa i dati');
});

test('every step has an address of its own, and an unknown step is not parsed', () => {
  expect(stepAddress('allegati', 'abc', '?salva=chiedi')).toBe('/servizio/mezzo-permanente/allegati/abc?salva=chiedi');
  expect(startAddress('variazione', 'a b')).toBe('/servizio/mezzo-permanente?tipo=variazione&posizione=a+b');
  expect(parseDichiarazioneStep('mezzi')).toBe('mezzi');
  expect(parseDichiarazioneStep('altro')).toBeUndefined();
  expect(parseDichiarazioneStep(null)).toBeUndefined();
});
