import { expect, test } from 'vitest';
import { callerOf, cittadino, onOneInTurn, operatore } from '../../../../tests/rig.ts';
import { createSigner } from '../../../platform/signer.server.ts';
import { pendingCookie, readPendingLogin } from './pending-login.server.ts';

onOneInTurn('how long a login lasts', (rig) => {
  test.each([
    ['a citizen', cittadino('mario')],
    ['an operator', operatore('borgo')],
  ])('is given to %s as a time and in seconds', async (_who, user) => {
    for (const name of ['durataAccesso', 'restaCollegato'] as const) {
      expect((await callerOf(rig, { user }).call(name)).body.data).toEqual({
        scade_il: '2026-11-20T09:15:00.000Z',
        limite_il: '2026-11-20T17:00:00.000Z',
        secondi: 900,
      });
    }
  });

  test('is given to nobody without a login', async () => {
    expect((await callerOf(rig).call('durataAccesso')).status).toBe(401);
    expect((await callerOf(rig).call('restaCollegato')).status).toBe(401);
  });

  test('is not extended by a request from another site', async () => {
    expect((await callerOf(rig, { user: cittadino('mario'), token: null }).call('restaCollegato')).status).toBe(419);
  });
});

const SIGNER = createSigner(['un-segreto-lungo-almeno-trentadue-caratteri']);
const LOGIN = { way: 'spid', state: 's', nonce: 'n', verifier: 'v', da: '/area-riservata' } as const;
const inside = (line: string) => line.slice(line.indexOf('=') + 1, line.indexOf(';'));

test('a login in progress stays in the browser for ten minutes, over https only and hidden from scripts', () => {
  const line = pendingCookie(SIGNER, LOGIN, { now: 0, secure: true });
  expect(line).toMatch(/^__Host-accesso-in-corso=\S+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/);
  expect(readPendingLogin(SIGNER, inside(line), 599_999)).toEqual(LOGIN);
  expect(readPendingLogin(SIGNER, inside(line), 600_000)).toBeNull();
});

test.each([
  ['nothing', () => undefined],
  ['no signature', (value: string) => value.split('.')[0]],
  ['another content', (value: string) => `e30.${value.split('.')[1]}`],
  ['another secret', () => inside(pendingCookie(createSigner(['x'.repeat(32)]), LOGIN, { now: 0, secure: true }))],
  [
    'no way to log in that there is',
    () => inside(pendingCookie(SIGNER, { ...LOGIN, way: 'posta' as never }, { now: 0, secure: true })),
  ],
])('a login in progress that this portal did not start is ignored: %s', (_what, change) => {
  const value = inside(pendingCookie(SIGNER, LOGIN, { now: 0, secure: true }));
  expect(readPendingLogin(SIGNER, change(value), 0)).toBeNull();
});
