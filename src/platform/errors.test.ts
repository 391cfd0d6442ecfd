import { expect, test } from 'vitest';
import { PORTAL_ERRORS, PortalError, waitInWords } from './errors.ts';

test('every code has its own words in Italian', () => {
  const words = Object.values(PORTAL_ERRORS).map((e) => e.message);
  expect(new Set(words).size).toBe(words.length);
  for (const message of words) expect(message).toMatch(/^[A-Z].+[.]$/);
});

test('the status follows from the code', () => {
  expect(new PortalError('token').status).toBe(419);
  expect(new PortalError('invalid').status).toBe(422);
  expect(new PortalError('too_many').status).toBe(429);
});

test('the refusal of too many attempts says in words how long to wait', () => {
  const error = new PortalError('too_many', { retryAfter: 90 });
  expect(error.message).toBe('Hai fatto troppi tentativi. Riprova tra 2 minuti.');
  expect(error.retryAfter).toBe(90);
});

test('what is away says when to try again, whoever throws it', () => {
  expect(new PortalError('unavailable').retryAfter).toBe(5);
  expect(new PortalError('unavailable', { retryAfter: 60 }).retryAfter).toBe(60);
  expect(new PortalError('failed').retryAfter).toBeUndefined();
});

test('the words of the throwing code replace the default ones', () => {
  expect(new PortalError('conflict', { message: 'La pratica è chiusa.' }).message).toBe('La pratica è chiusa.');
});

test.each([
  [1, 'un secondo'],
  [59, '59 secondi'],
  [60, 'un minuto'],
  [61, '2 minuti'],
  [3540, '59 minuti'],
  [3541, 'un’ora'],
  [3601, '2 ore'],
  [86_400, '24 ore'],
])('%i seconds are rounded up to %s, so that the citizen does not come back too early', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(`Riprova tra ${words}.`);
});
