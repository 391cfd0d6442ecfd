import { expect, test } from 'vitest';
import { stepInWords, stepsOf } from './progress.ts';

test('an appointment is fixed at once, and the visit is all that is to come', () => {
  expect(stepsOf('inviata', 'visita')).toEqual({ names: ['Fissato', 'Appuntamento'], at: 0 });
  expect(stepsOf('conclusa', 'visita')).toEqual({ names: ['Fissato', 'Conclusa'], at: 1 });
  expect(stepsOf('ritirata', 'visita')).toEqual({ names: ['Inviata', 'Ritirata'], at: 1 });
});

test('a case has three steps, and a fourth while it waits for the citizen', () => {
  expect(stepsOf('inviata', 'conclusione')).toEqual({ names: ['Inviata', 'In lavorazione', 'Conclusione'], at: 0 });
  expect(stepsOf('in_elaborazione', 'decisione')).toEqual({ names: ['Inviata', 'In lavorazione', 'Decisione'], at: 1 });
  expect(stepsOf('da_integrare', 'decisione')).toEqual({
    names: ['Inviata', 'In lavorazione', 'Da integrare', 'Decisione'],
    at: 2,
  });
});

test('a closed case names how it ended, and a withdrawn one does not pretend to have been worked on', () => {
  for (const [stato, name] of [
    ['conclusa', 'Conclusa'],
    ['accettata', 'Accettata'],
    ['rifiutata', 'Rifiutata'],
  ] as const)
    expect(stepsOf(stato, 'decisione')).toEqual({ names: ['Inviata', 'In lavorazione', name], at: 2 });
  expect(stepsOf('ritirata', 'decisione')).toEqual({ names: ['Inviata', 'Ritirata'], at: 1 });
});

test('the dots are told in words', () => {
  expect(stepInWords(stepsOf('da_integrare', 'decisione'))).toBe('Passo 3 di 4: da integrare');
});

test('what the citizen does once a request is accepted follows the decision, and the step they are at is the first not done', () => {
  const parking = [
    { name: 'Paghi', kind: 'payment' },
    { name: 'Scarichi il permesso', kind: 'download' },
  ] as const;
  const after = (stato: 'inviata' | 'accettata' | 'rifiutata', pagamenti?: { stato: string }[]) =>
    stepsOf(stato, 'decisione', parking, pagamenti);
  const names = ['Inviata', 'In lavorazione', 'Accettata', 'Paghi', 'Scarichi il permesso'];
  expect(after('inviata')).toEqual({ names: names.with(2, 'Decisione'), at: 0 });
  expect(after('accettata', [{ stato: 'da_pagare' }])).toEqual({ names, at: 3, goesOn: true });
  expect(after('accettata', [{ stato: 'pagato' }])).toEqual({ names, at: 4, goesOn: true });
  // Free of charge.
  expect(after('accettata')).toEqual({ names, at: 4, goesOn: true });
  expect(after('rifiutata')).toEqual({ names: ['Inviata', 'In lavorazione', 'Rifiutata'], at: 2 });
  const [payment] = parking;
  expect(stepsOf('accettata', 'decisione', [payment], [{ stato: 'pagato' }])).toEqual({
    names: names.slice(0, 4),
    at: 3,
  });
});
