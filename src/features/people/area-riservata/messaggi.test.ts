import { expect, test } from 'vitest';
import { authorInWords, excerptOf, whenInWords } from './messaggi.ts';

test('a message of the citizen is theirs, one of the office bears the name of the ente and of the operator when it is known', () => {
  expect(authorInWords({ da: 'cittadino', chi: null }, 'Comune di Borgo')).toBe('Tu');
  expect(authorInWords({ da: 'operatore', chi: null }, 'Comune di Borgo')).toBe('Comune di Borgo');
  expect(authorInWords({ da: 'operatore', chi: 'Olga Neri' }, 'Comune di Borgo')).toBe('Comune di Borgo, Olga Neri');
});

test('an entry without words says what it was', () => {
  const entry = { da: 'operatore', tipo: 'richiesta', testo: null } as const;
  expect(excerptOf({ ...entry, testo: 'Arriviamo.', stato: 'conclusa' })).toBe('Arriviamo.');
  expect(excerptOf({ ...entry, stato: 'in_elaborazione' })).toBe('Richiesta presa in carico.');
  expect(excerptOf({ ...entry, stato: null })).toBe('Un documento, senza un messaggio.');
});

test('a message of today or yesterday has its time in Rome, an older one its date', () => {
  const now = Date.parse('2026-11-23T09:30:00Z');
  expect(whenInWords('2026-11-23T09:12:00Z', now)).toBe('oggi alle 10:12');
  expect(whenInWords('2026-11-23T00:05:00Z', now)).toBe('oggi all’1:05');
  expect(whenInWords('2026-11-22T08:05:00Z', now)).toBe('ieri alle 9:05');
  // Midnight in Rome has passed, in Greenwich it has not.
  expect(whenInWords('2026-11-22T23:30:00Z', now)).toBe('oggi alle 0:30');
  expect(whenInWords('2026-11-12T08:05:00Z', now)).toBe('12/11/2026');
});
