import { expect, test } from 'vitest';
import { type Aperta, apri, type Caller, caller, conto, MINUTE, onBoth, operatore } from '../../../../tests/rig.ts';

const CF = 'BNCNNA80A41H501R';
const ALTRO = 'RSSMRA80A01H501U';
const OSPITE = 'ospite@esempio.it';

onBoth('a guest’s case taken into the area', (rig) => {
  const ospite = async (over: Record<string, unknown> = {}) => {
    const caso = await apri(caller(rig), { email: OSPITE, ...over });
    // The next code for the same address is not too soon.
    rig.clock.pass(16 * MINUTE);
    return caso;
  };
  const anna = async () => caller(rig, { user: await conto(rig) });

  test('a case with my tax code is mine to take: its address is told, its timeline says so, its history stays', async () => {
    const caso = await ospite({ codice_fiscale: CF });
    await ospite({ codice_fiscale: ALTRO });
    await rig.deliver();
    const io = await anna();
    const offered = (await io.call('praticheDaPrendere')).body.data;
    expect(offered.map((p: { id: string }) => p.id)).toEqual([caso.id]);
    rig.posta.length = 0;

    const taken = await io.call('prendiPratica', { id: caso.id });

    expect([taken.status, taken.body.data.protocollo]).toEqual([200, caso.protocollo]);
    await rig.deliver();
    expect(rig.posta.map((m) => [m.to, m.subject])).toEqual([
      [OSPITE, `Segnalazione ${caso.protocollo}: portata in un’area riservata`],
    ]);
    const seen = (await caller(rig).call('dettaglioPratica', { email: OSPITE, id: caso.id })).body.data;
    expect(seen.eventi.map((e: { da: string; testo?: string }) => [e.da, e.testo])).toEqual([
      ['sistema', undefined],
      ['sistema', 'Presa nell’area riservata di chi l’ha inviata'],
    ]);
    const mine = (await io.call('listaSegnalazioni')).body.data;
    expect(mine.map((p: { id: string }) => p.id)).toEqual([caso.id]);
    expect((await io.call('praticheDaPrendere')).body.data).toEqual([]);
  });

  test('the chat by address and number goes on as before', async () => {
    const caso = await ospite({ codice_fiscale: CF });
    await (await anna()).call('prendiPratica', { id: caso.id });
    const said = await caller(rig).call('commenta', { ...caso, testo: 'Aggiungo una cosa' });
    expect(said.status).toBe(201);
  });

  test.each([ALTRO, undefined])('by its id a case with tax code %s is not found', async (codice_fiscale) => {
    const caso = await ospite(codice_fiscale ? { codice_fiscale } : {});
    expect((await (await anna()).call('prendiPratica', { id: caso.id })).status).toBe(404);
  });

  test('a case without a tax code is taken by body, number and the code at its address', async () => {
    const caso = await ospite();
    const io = await anna();
    await io.confirm(OSPITE);
    const { protocollo } = caso;
    const taken = await io.call('prendiPratica', { ente: 'borgo', protocollo: ` ${protocollo} `, email: OSPITE });
    expect([taken.status, taken.body.data.id]).toEqual([200, caso.id]);
  });

  test('without the code at its address nothing is told of it', async () => {
    const { protocollo } = await ospite();
    const io = await anna();
    for (const asked of [{ protocollo }, { protocollo: '2026/009999' }]) {
      const sent = await io.call('prendiPratica', { ente: 'borgo', email: OSPITE, ...asked });
      expect([sent.status, Object.keys(sent.body.errors)]).toEqual([422, ['otp']]);
    }
  });

  test.each([
    ['another number', { protocollo: '2026/009999' }],
    ['another body', { ente: 'valle' }],
    ['my own address', { email: 'anna@esempio.it' }],
  ])('with %s it is not found, and the code serves for another try', async (_what, over) => {
    const { protocollo } = await ospite();
    const io = await anna();
    await io.confirm(OSPITE);
    const right = { ente: 'borgo', protocollo, email: OSPITE };
    expect((await io.call('prendiPratica', { ...right, ...over })).status).toBe(404);
    expect((await io.call('prendiPratica', right)).status).toBe(200);
  });

  test('a case with somebody else’s tax code is not found, even with the code at its address', async () => {
    const { protocollo } = await ospite({ codice_fiscale: ALTRO });
    const io = await anna();
    await io.confirm(OSPITE);
    expect((await io.call('prendiPratica', { ente: 'borgo', protocollo, email: OSPITE })).status).toBe(404);
  });

  test('what is missing is said field by field', async () => {
    const sent = await (await anna()).call('prendiPratica', { protocollo: '123' });
    expect([sent.status, Object.keys(sent.body.errors)]).toEqual([422, ['ente', 'protocollo', 'email']]);
  });

  test('once: a second time it is mine already, and for anybody else it is not there', async () => {
    const caso = await ospite({ codice_fiscale: CF });
    const io = await anna();
    await io.call('prendiPratica', { id: caso.id });
    expect((await io.call('prendiPratica', { id: caso.id })).status).toBe(409);
    const mario = caller(rig, { user: await conto(rig, { codice_fiscale: ALTRO, email: OSPITE }) });
    const asked = { ente: 'borgo', protocollo: caso.protocollo, email: OSPITE };
    expect((await mario.call('prendiPratica', asked)).status).toBe(404);
  });

  test('ten at once take it once: one event, one mail', async () => {
    const caso = await ospite({ codice_fiscale: CF });
    await rig.deliver();
    rig.posta.length = 0;
    const io = await anna();
    const sent = await Promise.all(Array.from({ length: 10 }, () => io.call('prendiPratica', { id: caso.id })));
    expect(sent.map((s) => s.status).sort()).toEqual([200, ...Array(9).fill(409)]);
    await rig.deliver();
    expect(rig.posta).toHaveLength(1);
    const { data } = (await io.call('dettaglioPratica', caso)).body;
    expect(data.eventi).toHaveLength(2);
  });

  test('the operators of its body go on seeing it', async () => {
    const caso = await ospite({ codice_fiscale: CF });
    await (await anna()).call('prendiPratica', { id: caso.id });
    const olga = caller(rig, { user: operatore('borgo') });
    expect((await olga.call('dettaglioPratica', { ...caso, vista: 'operatore' })).status).toBe(200);
  });
});

onBoth('what a login adds to the page of a case', (rig) => {
  const area = async (chi: Caller, caso: Aperta, vista?: string) =>
    (await chi.call('dettaglioPratica', { id: caso.id, email: caso.email, ...(vista && { vista }) })).body.data;

  test('one’s own case says so, on the citizen’s side', async () => {
    const io = caller(rig, { user: await conto(rig) });
    const caso = await apri(io);
    const seen = await area(io, caso);
    expect([seen.vista, seen.area]).toEqual(['cittadino', 'tua']);
    expect((await area(caller(rig), caso)).area).toBe(undefined);
  });

  test('a guest’s case is offered to whose tax code it may be, and to nobody else', async () => {
    const caso = await apri(caller(rig), { codice_fiscale: CF });
    const io = caller(rig, { user: await conto(rig) });
    const mario = caller(rig, { user: await conto(rig, { codice_fiscale: ALTRO, email: null }) });
    expect((await area(io, caso)).area).toBe('da_prendere');
    expect((await area(mario, caso)).area).toBe(undefined);
    expect((await area(caller(rig, { user: operatore('borgo') }), caso, 'operatore')).area).toBe(undefined);
    await io.call('prendiPratica', { id: caso.id });
    expect((await area(io, caso)).area).toBe('tua');
  });
});
