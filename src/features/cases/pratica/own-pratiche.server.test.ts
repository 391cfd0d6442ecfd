import { expect, test } from 'vitest';
import { callerOf, cittadino, MINUTE, onOneInTurn, openAsUfficio, sendSegnalazione } from '../../../../tests/rig.ts';

onOneInTurn('unread messages', (rig) => {
  test('are counted over all cases of the citizen until they open the case, and for nobody else', async () => {
    const anna = callerOf(rig, { user: cittadino('anna', 'anna@esempio.it') });
    const unread = async (who = anna) => (await who.call('messaggiDaLeggere')).body.data?.numero;
    const first = await sendSegnalazione(anna);
    rig.clock.pass(2 * MINUTE);
    const second = await sendSegnalazione(anna, { codice: 'SF410' });
    expect(await unread()).toBe(0);
    for (const { id, email, protocollo } of [first, second]) {
      const office = await openAsUfficio(rig, { id, email, protocollo });
      await office.call('commenta', { id, email, testo: 'Abbiamo ricevuto.', vista: 'operatore' });
    }

    expect(await unread()).toBe(2);
    expect(await unread(callerOf(rig, { user: cittadino('bruno') }))).toBe(0);
    expect((await callerOf(rig).call('messaggiDaLeggere')).status).toBe(401);

    await anna.call('segnaLetto', { id: first.id, email: first.email });
    expect(await unread()).toBe(1);
    const { body } = await anna.call('listaSegnalazioni');
    expect(body.data.map((p: { messaggi_non_letti: number }) => p.messaggi_non_letti).toSorted()).toEqual([0, 1]);
    expect(body.data[0].chat).toBe(`/segnalazione/chat/anna%40esempio.it/${body.data[0].id}`);
  });
});
