import { expect, test } from 'vitest';
import {
  callerOf,
  createAccount,
  MINUTE,
  type OpenedPratica,
  onOneInTurn,
  operatore,
  type RigCaller,
  sendSegnalazione,
} from '../../../../tests/rig.ts';

const CF = 'BNCNNA80A41H501R';
const OTHER_CF = 'RSSMRA80A01H501U';
const GUEST_EMAIL = 'ospite@esempio.it';

onOneInTurn('a guest’s case taken into the area', (rig) => {
  const asGuest = async (over: Record<string, unknown> = {}) => {
    const openedPratica = await sendSegnalazione(callerOf(rig), { email: GUEST_EMAIL, ...over });
    // A second code for the same address has to be a minute later.
    rig.clock.pass(16 * MINUTE);
    return openedPratica;
  };
  const anna = async () => callerOf(rig, { user: await createAccount(rig) });

  test('a citizen takes a case with their tax code: the case’s address is told, its timeline says so, its history stays', async () => {
    const openedPratica = await asGuest({ codice_fiscale: CF });
    await asGuest({ codice_fiscale: OTHER_CF });
    await rig.deliver();
    const me = await anna();
    const offered = (await me.call('praticheDaPrendere')).body.data;
    expect(offered.map((p: { id: string }) => p.id)).toEqual([openedPratica.id]);
    rig.mails.length = 0;

    const taken = await me.call('prendiPratica', { id: openedPratica.id });

    expect([taken.status, taken.body.data.protocollo]).toEqual([200, openedPratica.protocollo]);
    await rig.deliver();
    expect(rig.mails.map((m) => [m.to, m.subject])).toEqual([
      [GUEST_EMAIL, `Segnalazione ${openedPratica.protocollo}: portata in un’area riservata`],
    ]);
    const seen = (await callerOf(rig).call('dettaglioPratica', { email: GUEST_EMAIL, id: openedPratica.id })).body.data;
    expect(seen.eventi.map((e: { da: string; testo?: string }) => [e.da, e.testo])).toEqual([
      ['sistema', undefined],
      ['sistema', 'Presa nell’area riservata di chi l’ha inviata'],
    ]);
    const mine = (await me.call('listaSegnalazioni')).body.data;
    expect(mine.map((p: { id: string }) => p.id)).toEqual([openedPratica.id]);
    expect((await me.call('praticheDaPrendere')).body.data).toEqual([]);
  });

  test('the chat by address and number works as before after a case was taken', async () => {
    const openedPratica = await asGuest({ codice_fiscale: CF });
    await (await anna()).call('prendiPratica', { id: openedPratica.id });
    const said = await callerOf(rig).call('commenta', { ...openedPratica, testo: 'Aggiungo una cosa' });
    expect(said.status).toBe(201);
  });

  test.each([OTHER_CF, undefined])('by its id a case with tax code %s is not found', async (codice_fiscale) => {
    const openedPratica = await asGuest(codice_fiscale ? { codice_fiscale } : {});
    expect((await (await anna()).call('prendiPratica', { id: openedPratica.id })).status).toBe(404);
  });

  test('a case without a tax code is taken with its ente, its number and the code sent to its address', async () => {
    const openedPratica = await asGuest();
    const me = await anna();
    await me.confirm(GUEST_EMAIL);
    const { protocollo } = openedPratica;
    const taken = await me.call('prendiPratica', { ente: 'borgo', protocollo: ` ${protocollo} `, email: GUEST_EMAIL });
    expect([taken.status, taken.body.data.id]).toEqual([200, openedPratica.id]);
  });

  test('a citizen without the code sent to its address learns nothing of a case', async () => {
    const { protocollo } = await asGuest();
    const me = await anna();
    for (const asked of [{ protocollo }, { protocollo: '2026/009999' }]) {
      const sent = await me.call('prendiPratica', { ente: 'borgo', email: GUEST_EMAIL, ...asked });
      expect([sent.status, Object.keys(sent.body.errors)]).toEqual([422, ['otp']]);
    }
  });

  test.each([
    ['another number', { protocollo: '2026/009999' }],
    ['another body', { ente: 'valle' }],
    ['my own address', { email: 'anna@esempio.it' }],
  ])('with %s it is not found, and the code serves for another try', async (_what, over) => {
    const { protocollo } = await asGuest();
    const me = await anna();
    await me.confirm(GUEST_EMAIL);
    const right = { ente: 'borgo', protocollo, email: GUEST_EMAIL };
    expect((await me.call('prendiPratica', { ...right, ...over })).status).toBe(404);
    expect((await me.call('prendiPratica', right)).status).toBe(200);
  });

  test('a case with another person’s tax code is not found, even with the code sent to its address', async () => {
    const { protocollo } = await asGuest({ codice_fiscale: OTHER_CF });
    const me = await anna();
    await me.confirm(GUEST_EMAIL);
    expect((await me.call('prendiPratica', { ente: 'borgo', protocollo, email: GUEST_EMAIL })).status).toBe(404);
  });

  test('missing data are reported field by field', async () => {
    const sent = await (await anna()).call('prendiPratica', { protocollo: '123' });
    expect([sent.status, Object.keys(sent.body.errors)]).toEqual([422, ['ente', 'protocollo', 'email']]);
  });

  test('a case is taken once: its new owner reads that it is theirs already, and for others it does not exist', async () => {
    const openedPratica = await asGuest({ codice_fiscale: CF });
    const me = await anna();
    await me.call('prendiPratica', { id: openedPratica.id });
    expect((await me.call('prendiPratica', { id: openedPratica.id })).status).toBe(409);
    const mario = callerOf(rig, { user: await createAccount(rig, { codice_fiscale: OTHER_CF, email: GUEST_EMAIL }) });
    const asked = { ente: 'borgo', protocollo: openedPratica.protocollo, email: GUEST_EMAIL };
    expect((await mario.call('prendiPratica', asked)).status).toBe(404);
  });

  test('of ten attempts at once to take a case one takes it, with one event and one mail', async () => {
    const openedPratica = await asGuest({ codice_fiscale: CF });
    await rig.deliver();
    rig.mails.length = 0;
    const me = await anna();
    const sent = await Promise.all(
      Array.from({ length: 10 }, () => me.call('prendiPratica', { id: openedPratica.id })),
    );
    expect(sent.map((s) => s.status).sort()).toEqual([200, ...Array(9).fill(409)]);
    await rig.deliver();
    expect(rig.mails).toHaveLength(1);
    const { data } = (await me.call('dettaglioPratica', openedPratica)).body;
    expect(data.eventi).toHaveLength(2);
  });

  test('operators of the ente still see a case that was taken', async () => {
    const openedPratica = await asGuest({ codice_fiscale: CF });
    await (await anna()).call('prendiPratica', { id: openedPratica.id });
    const olga = callerOf(rig, { user: operatore('borgo') });
    expect((await olga.call('dettaglioPratica', { ...openedPratica, vista: 'operatore' })).status).toBe(200);
  });
});

onOneInTurn('what a login adds to the page of a case', (rig) => {
  const area = async (who: RigCaller, openedPratica: OpenedPratica, side?: string) =>
    (
      await who.call('dettaglioPratica', {
        id: openedPratica.id,
        email: openedPratica.email,
        ...(side && { vista: side }),
      })
    ).body.data;

  test('the citizen’s page of their own case says that it is in their area', async () => {
    const me = callerOf(rig, { user: await createAccount(rig) });
    const openedPratica = await sendSegnalazione(me);
    const seen = await area(me, openedPratica);
    expect([seen.vista, seen.area]).toEqual(['cittadino', 'tua']);
    expect((await area(callerOf(rig), openedPratica)).area).toBe(undefined);
  });

  test('a guest’s case is offered only to a citizen whose tax code it carries', async () => {
    const openedPratica = await sendSegnalazione(callerOf(rig), { codice_fiscale: CF });
    const me = callerOf(rig, { user: await createAccount(rig) });
    const mario = callerOf(rig, { user: await createAccount(rig, { codice_fiscale: OTHER_CF, email: null }) });
    expect((await area(me, openedPratica)).area).toBe('da_prendere');
    expect((await area(mario, openedPratica)).area).toBe(undefined);
    expect((await area(callerOf(rig, { user: operatore('borgo') }), openedPratica, 'operatore')).area).toBe(undefined);
    await me.call('prendiPratica', { id: openedPratica.id });
    expect((await area(me, openedPratica)).area).toBe('tua');
  });
});
