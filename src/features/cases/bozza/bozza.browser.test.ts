import { beforeEach, expect, test, vi } from 'vitest';
import { sendCall } from '../../../platform/client.browser.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import { sendBozza } from './bozza.browser.ts';
import { $sendKey } from './bozza.store.ts';

vi.mock('../../../platform/client.browser.ts', () => ({ sendCall: vi.fn() }));
const call = vi.mocked(sendCall);
const TYPED = { percorso: '/segnalazione', passo: 'dati', valori: { oggetto: 'Lampione' } };

beforeEach(() => {
  call.mockReset();
  $sendKey.set(undefined);
});

test('saving a draft gives the form the key of its send', async () => {
  call.mockResolvedValue({ chiave: 'k1', scade: '2026-11-24T00:00:00Z' });
  await sendBozza(TYPED);
  expect($sendKey.get()).toBe('k1');
});

test('a draft that cannot be saved is an error, and the key stays the same', async () => {
  $sendKey.set('k1');
  call.mockRejectedValue(new CallError('Rete assente.', 0));
  await expect(sendBozza(TYPED)).rejects.toThrow('Rete assente.');
  expect($sendKey.get()).toBe('k1');
});
