import { expect, test } from 'vitest';
import {
  callerOf,
  createAccount,
  MINUTE,
  onOneInTurn,
  sendRichiesta,
  sendSegnalazione,
} from '../../../../tests/rig.ts';

const GUEST_EMAIL = 'ospite@esempio.it';

onOneInTurn('the page of a case found again by its number', (rig) => {
  const sent = async (email = GUEST_EMAIL) => {
    const openedPratica = await sendSegnalazione(callerOf(rig), { email });
    // A second code for the same address has to be a minute later.
    rig.clock.pass(16 * MINUTE);
    return openedPratica;
  };
  const chatOf = ({ id, email }: { id: string; email: string }, tipo = 'segnalazione') =>
    `/${tipo}/chat/${encodeURIComponent(email)}/${id}`;

  test('its ente, its number and the code sent to its address open it in any browser, a report and a request alike', async () => {
    const segnalazione = await sent();
    const stranger = callerOf(rig);
    await stranger.confirm(GUEST_EMAIL);
    const asked = { ente: 'borgo', protocollo: ` ${segnalazione.protocollo} `, email: GUEST_EMAIL.toUpperCase() };
    const found = await stranger.call('seguiPratica', asked);
    expect([found.status, found.body.data]).toEqual([200, { chat: chatOf(segnalazione) }]);

    const richiesta = await sendRichiesta(rig, GUEST_EMAIL);
    rig.clock.pass(16 * MINUTE);
    await stranger.confirm(GUEST_EMAIL);
    const again = await stranger.call('seguiPratica', { ...asked, protocollo: richiesta.protocollo });
    expect(again.body.data).toEqual({ chat: chatOf({ ...richiesta, email: GUEST_EMAIL }, 'richiesta') });
  });

  test('without the code the answer is the same for a number that exists and for one that does not', async () => {
    const { protocollo } = await sent();
    const stranger = callerOf(rig);
    const answers = await Promise.all(
      [protocollo, '2026/009999'].map((number) =>
        stranger.call('seguiPratica', { ente: 'borgo', protocollo: number, email: GUEST_EMAIL }),
      ),
    );
    const [known, unknown] = answers.map(({ status, body }) => ({
      status,
      errors: body.errors,
      message: body.message,
    }));
    expect(known?.status).toBe(422);
    expect(Object.keys(known?.errors)).toEqual(['otp']);
    expect(unknown).toEqual(known);
  });

  test('with a confirmed address the cases of others and those that do not exist get the same answer', async () => {
    const { protocollo } = await sent();
    const stranger = callerOf(rig);
    await stranger.confirm('curioso@esempio.it');
    const asked = { ente: 'borgo', email: 'curioso@esempio.it' };
    const theirs = await stranger.call('seguiPratica', { ...asked, protocollo });
    const none = await stranger.call('seguiPratica', { ...asked, protocollo: '2026/009999' });
    expect([theirs.status, theirs.body]).toEqual([404, none.body]);
  });

  test('a mistyped number leaves the proof for another try, and an opened page uses it up', async () => {
    const { protocollo } = await sent();
    const stranger = callerOf(rig);
    await stranger.confirm(GUEST_EMAIL);
    const right = { ente: 'borgo', protocollo, email: GUEST_EMAIL };
    expect((await stranger.call('seguiPratica', { ...right, protocollo: '2026/009999' })).status).toBe(404);
    expect((await stranger.call('seguiPratica', { ...right, ente: 'valle' })).status).toBe(404);
    expect((await stranger.call('seguiPratica', right)).status).toBe(200);
    const again = await stranger.call('seguiPratica', right);
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['otp']]);
  });

  test('the proof of one browser opens nothing in another', async () => {
    const { protocollo } = await sent();
    await callerOf(rig).confirm(GUEST_EMAIL);
    const other = await callerOf(rig).call('seguiPratica', { ente: 'borgo', protocollo, email: GUEST_EMAIL });
    expect(other.status).toBe(422);
  });

  test('a citizen’s own contact address counts as confirmed', async () => {
    const { protocollo, ...pratica } = await sent('anna@esempio.it');
    const anna = callerOf(rig, { user: await createAccount(rig, { email: 'anna@esempio.it' }) });
    const found = await anna.call('seguiPratica', { ente: 'borgo', protocollo, email: 'anna@esempio.it' });
    expect(found.body.data).toEqual({ chat: chatOf(pratica) });
  });

  test('guessing numbers has a limit per visitor', async () => {
    const stranger = callerOf(rig);
    await stranger.confirm('curioso@esempio.it');
    const guess = (n: number) =>
      stranger.call('seguiPratica', {
        ente: 'borgo',
        email: 'curioso@esempio.it',
        protocollo: `2026/${String(n).padStart(6, '0')}`,
      });
    for (let n = 1; n <= 30; n++) expect((await guess(n)).status).toBe(404);
    expect((await guess(31)).status).toBe(429);
  });

  test('missing data are reported field by field', async () => {
    const asked = await callerOf(rig).call('seguiPratica', { protocollo: '123' });
    expect([asked.status, Object.keys(asked.body.errors)]).toEqual([422, ['ente', 'protocollo', 'email']]);
  });
});
