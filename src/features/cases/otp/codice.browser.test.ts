import { beforeEach, expect, test, vi } from 'vitest';
import { sendCall } from '../../../platform/client.browser.ts';
import { confirmCodice } from './codice.browser.ts';
import { CODICE_VALID } from './codice.ts';
import { $confirmedEmail } from './otp.store.ts';

vi.mock('../../../platform/client.browser.ts', () => ({ sendCall: vi.fn() }));
const call = vi.mocked(sendCall);

beforeEach(() => {
  call.mockReset();
  $confirmedEmail.set(undefined);
});

test('an address whose code is right becomes the confirmed address of the page', async () => {
  call.mockResolvedValue(CODICE_VALID);
  await confirmCodice('anna@example.org', '123 456');
  expect($confirmedEmail.get()).toBe('anna@example.org');
  expect(call.mock.lastCall?.[1]).toEqual({ email: 'anna@example.org', otp: '123456' });
});

test('a button that is pressed while the sixth digit has begun the check waits for the same one, and a later one asks anew', async () => {
  call.mockResolvedValueOnce('inviato').mockResolvedValue(CODICE_VALID);
  const both = ['123456', '123 456'].map((otp) => confirmCodice('anna@example.org', otp));
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(call).toHaveBeenCalledOnce();
  await confirmCodice('anna@example.org', '123456');
  expect($confirmedEmail.get()).toBe('anna@example.org');
});

test('an answer that differs from the exact words, or a missing code, confirms no address', async () => {
  call.mockResolvedValue('inviato');
  await expect(confirmCodice('anna@example.org', '123456')).rejects.toMatchObject({ code: 'invalid' });
  call.mockClear();
  await expect(confirmCodice('anna@example.org', ' ')).rejects.toMatchObject({ code: 'invalid' });
  expect(call).not.toHaveBeenCalled();
  expect($confirmedEmail.get()).toBeUndefined();
});
