import { expect, test } from 'vitest';
import { stepInWords, stepsOf } from './progress.ts';

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
