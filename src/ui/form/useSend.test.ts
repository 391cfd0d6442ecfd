import { afterEach, expect, test, vi } from 'vitest';
import { PortalError } from '../../platform/errors.ts';
import { CallError } from '../../platform/monitoring/call-error.ts';
import { outcomeOf } from './useSend.ts';

afterEach(() => vi.unstubAllGlobals());

test('the errors of a refused call stand beside the fields that they name', () => {
  const error = new PortalError('invalid', { fields: { email: ['Scrivi la tua e-mail.'] } });
  expect(outcomeOf(error, 'Riprova.')).toEqual({ errors: { email: ['Scrivi la tua e-mail.'] } });
});

test('a refusal that names no field is shown in its own words', () => {
  const error = new PortalError('conflict', { message: 'C’è già una richiesta.' });
  expect(outcomeOf(error, 'Riprova.')).toEqual({ message: 'C’è già una richiesta.' });
  expect(outcomeOf(new PortalError('conflict', { message: 'No.', fields: {} }), 'Riprova.')).toEqual({
    message: 'No.',
  });
});

test('a call without an answer is shown in the words of the form, and is not reported', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  expect(outcomeOf(new CallError('Rete assente.', 0), 'Riprova.')).toEqual({ message: 'Riprova.' });
  expect(reported).not.toHaveBeenCalled();
});

test('an internal error of the portal is also reported', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const fault = new TypeError('x is not a function');
  expect(outcomeOf(fault, 'Riprova.')).toEqual({ message: 'Riprova.' });
  expect(reported).toHaveBeenCalledExactlyOnceWith(fault);
});
