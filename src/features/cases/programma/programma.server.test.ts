import { expect, test } from 'vitest';
import { makeProgramma } from '../../../../tests/programmi.ts';
import { callerOf, DAY, onOneInTurn, sendToOffice } from '../../../../tests/rig.ts';
import { sha256Of } from '../../../platform/signer.server.ts';

const CHANGES = { ente: 'borgo' };
const READS = { permessi: 'pratiche:leggi pratiche:scrivi' };

onOneInTurn('the key of a program', (rig) => {
  const asking = (bearer: string, peer?: string) => callerOf(rig, { bearer, ...(peer && { peer }) });
  const said = async (bearer: string, peer?: string) => {
    const { status, body } = await asking(bearer, peer).call('cambiamentiPratiche', CHANGES);
    return [status, body.message];
  };

  test('opens the calls of its scopes without cookies and without an anti-forgery token', async () => {
    const { id, email } = await sendToOffice(rig);
    const pratica = await rig.house.db
      .selectFrom('pratiche')
      .select('ufficio')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const program = asking(await makeProgramma(rig.house, READS));
    const read = await program.call('dettaglioPratica', { id: pratica.ufficio, email: '' });
    expect([read.status, read.body.data.vista]).toEqual([200, 'operatore']);
    expect(read.headers.get('set-cookie')).toBeNull();
    const written = { id: pratica.ufficio, email: '', testo: 'Arriva la squadra.' };
    expect((await program.call('commenta', written)).status).toBe(201);
    const seen = await callerOf(rig).call('dettaglioPratica', { id, email });
    expect(seen.body.data.eventi.at(-1)).toMatchObject({ da: 'operatore', testo: 'Arriva la squadra.' });
    const reader = await rig.house.db.selectFrom('consultazioni').select('ufficio').executeTakeFirstOrThrow();
    expect(reader.ufficio).toBe('App dei lampioni');
    const history = await program.call('storiaPratica', { id: pratica.ufficio });
    const opened = history.body.data.righe.find(({ azione }: { azione: string }) => azione === 'aperta');
    expect(opened.nome).toBe('App dei lampioni');
    const { nome, chi } = await rig.house.db.selectFrom('atti').select(['nome', 'chi']).executeTakeFirstOrThrow();
    expect([nome, chi]).toEqual(['App dei lampioni', expect.stringMatching(/^programma:/)]);
  });

  test('does a send once, however often it is repeated with one idempotency key', async () => {
    const { ufficio } = await sendToOffice(rig);
    const program = asking(await makeProgramma(rig.house, READS));
    const send = () => program.call('commenta', { id: ufficio, email: '', testo: 'Una volta.' }, { key: 'invio-0001' });
    const ids = [(await send()).body.data.id, (await send()).body.data.id];
    expect(ids[0]).toBe(ids[1]);
  });

  test('opens the cases of its services alone', async () => {
    const { ufficio } = await sendToOffice(rig);
    const other = asking(await makeProgramma(rig.house, { ...READS, servizi: 'SF500' }));
    expect((await other.call('dettaglioPratica', { id: ufficio, email: '' })).status).toBe(404);
    expect((await other.call('cambiamentiPratiche', CHANGES)).body.data.pratiche).toEqual([]);
  });

  test.each([
    [
      'unknown',
      'x'.repeat(24),
      {},
      [401, 'La chiave non è valida: la crea chi amministra il Comune, nel portale, alla pagina Programmi.'],
    ],
    ['revoked', undefined, { revocato: 1 }, [401, expect.stringContaining('non è valida')]],
    [
      'over',
      undefined,
      { fino_al: '2026-11-19' },
      [403, expect.stringContaining('Questa chiave valeva fino al 19/11/2026')],
    ],
    [
      'for another network',
      undefined,
      { reti: '10.0.0.0/8 2001:db8::/32' },
      [403, 'Questa chiave non si usa dall’indirizzo 203.0.113.7.'],
    ],
    [
      'for reports alone',
      undefined,
      { permessi: 'segnalazioni:invia' },
      [403, expect.stringContaining('pratiche:leggi')],
    ],
    ['of another ente', undefined, { ente: 'valle' }, [404, expect.any(String)]],
  ])('that is %s opens nothing', async (_name, key, over, answer) => {
    const made = await makeProgramma(rig.house, { ...READS, ...over });
    expect(await said(key ?? made)).toEqual(answer);
  });

  test('is valid on its last day, and in its networks', async () => {
    const key = await makeProgramma(rig.house, {
      ...READS,
      fino_al: '2026-11-20',
      reti: '203.0.113.0/24 2001:db8::/32',
    });
    expect((await said(key))[0]).toBe(200);
    expect((await said(key, '2001:db8::7'))[0]).toBe(200);
    expect((await said(key, '::ffff:203.0.113.9'))[0]).toBe(200);
  });

  test('in the address is a parameter that does not exist, and opens nothing', async () => {
    const key = await makeProgramma(rig.house, READS);
    const there = `/api/v1/portale/operatore/pratiche/cambiamenti?ente=borgo&access_token=${key}`;
    expect((await callerOf(rig).ask('GET', there)).status).toBe(422);
    expect((await asking(key).ask('GET', there)).body.errors).toEqual({
      access_token: ['Il parametro «access_token» non esiste. Ci sono: ente, cursore.'],
    });
  });

  test('gives a case to people of the ente, and never to the program itself', async () => {
    const { ufficio: id } = await sendToOffice(rig);
    const program = asking(await makeProgramma(rig.house, READS));
    const { body } = await program.call('incaricoPratica', { id });
    expect(body.data.persone).toEqual([]);
    const { id: programma } = await rig.house.db.selectFrom('programmi').select('id').executeTakeFirstOrThrow();
    expect((await program.call('assegnaPratica', { id, persona: `programma:${programma}` })).status).toBe(422);
  });

  test('is one of two for a while after it was renewed, and no longer then', async () => {
    const [before, after] = ['chiave-di-prima', 'chiave-di-adesso'];
    const key = await makeProgramma(rig.house, {
      ...READS,
      hash: sha256Of(after),
      hash_prima: sha256Of(before),
      prima_fino: rig.house.now() + DAY,
    });
    expect(key).not.toBe(before);
    expect([(await said(before))[0], (await said(after))[0]]).toEqual([200, 200]);
    rig.clock.pass(DAY);
    expect([(await said(before))[0], (await said(after))[0]]).toEqual([401, 200]);
  });

  test('takes so many calls in ten seconds, and says when to go on', async () => {
    const key = await makeProgramma(rig.house, READS);
    for (let n = 0; n < 100; n++) await said(key);
    const more = await asking(key).call('cambiamentiPratiche', CHANGES);
    expect([more.status, more.headers.get('retry-after')]).toEqual([429, '10']);
    rig.clock.pass(10_000);
    expect((await said(key))[0]).toBe(200);
  });

  test('says when it was last used', async () => {
    const key = await makeProgramma(rig.house, READS);
    await said(key);
    const used = await rig.house.db.selectFrom('programmi').select('usato').executeTakeFirstOrThrow();
    expect(Number(used.usato)).toBe(rig.house.now());
  });

  test('may be a token of an issuer, who names the client that the program has there', async () => {
    const token = (client: string) => `${client}.voce.firma`;
    rig.house.programTokens = { clientOf: async (text) => /^(gestionale|altro)\./.exec(text)?.[1] };
    const key = await makeProgramma(rig.house, { ...READS, client_id: 'gestionale', fino_al: '2026-11-20' });
    expect(await said(token('gestionale'))).toEqual([200, undefined]);
    expect((await said(key))[0]).toBe(200);
    for (const other of [token('altro'), token('falso'), 'gestionale']) expect((await said(other))[0]).toBe(401);
    rig.clock.pass(DAY);
    expect(await said(token('gestionale'))).toEqual([403, expect.stringContaining('20/11/2026')]);
    await rig.house.db.updateTable('programmi').set({ fino_al: null, revocato: 1 }).execute();
    expect((await said(token('gestionale')))[0]).toBe(401);
    rig.house.programTokens = undefined;
    await rig.house.db.updateTable('programmi').set({ revocato: null }).execute();
    expect([(await said(token('gestionale')))[0], (await said(key))[0]]).toEqual([401, 200]);
  });
});
