import { expect, test } from 'vitest';
import {
  callerOf,
  cittadino,
  MINUTE,
  onOneInTurn,
  openAsUfficio,
  operatore,
  sendSegnalazione,
} from '../../../../tests/rig.ts';

onOneInTurn('the inbox of a citizen', (rig) => {
  const anna = () => callerOf(rig, { user: cittadino('anna', 'anna@esempio.it') });
  const inbox = async (page?: string) => (await anna().call('mieiMessaggi', page ? { pagina: page } : {})).body.data;
  const write = async (pratica: Awaited<ReturnType<typeof sendSegnalazione>>, fields: object) => {
    rig.clock.pass(MINUTE);
    const { id, email, protocollo } = pratica;
    const office = await openAsUfficio(rig, { id, email, protocollo });
    return (await office.call('commenta', { id, email, vista: 'operatore', ...fields })).body.data;
  };

  test('holds the cases in which a person wrote, the last message first, with its author, first line and what is unread', async () => {
    const me = anna();
    const first = await sendSegnalazione(me);
    rig.clock.pass(2 * MINUTE);
    const second = await sendSegnalazione(me, { codice: 'SF410' });
    rig.clock.pass(2 * MINUTE);
    await sendSegnalazione(me, { codice: 'SF410' });
    expect(await inbox()).toEqual({ righe: [], totale: 0, pagina: 1, pagine: 1 });

    await write(first, { testo: '<b>Arriviamo</b> domani.\nA presto' });
    await write(second, { stato: 'in_elaborazione' });
    expect(await inbox()).toMatchObject({
      totale: 2,
      righe: [
        { id: second.id, da: 'operatore', testo: null, stato: 'in_elaborazione', non_letti: 1 },
        { id: first.id, da: 'operatore', testo: '<b>Arriviamo</b> domani.', stato: null, non_letti: 1 },
      ],
    });

    rig.clock.pass(MINUTE);
    await me.call('commenta', { id: first.id, email: first.email, testo: 'x'.repeat(200) });
    const [last] = (await inbox()).righe;
    expect([last.id, last.da, last.testo, last.non_letti]).toEqual([first.id, 'cittadino', `${'x'.repeat(140)}…`, 0]);
    expect(last.chat).toBe(`/segnalazione/chat/anna%40esempio.it/${first.id}`);
  });

  test('shows no hidden message: the one before it is the last, and a case with hidden ones only is not there', async () => {
    const me = anna();
    const pratica = await sendSegnalazione(me);
    await write(pratica, { testo: 'Vi rispondiamo presto.' });
    const { id } = await write(pratica, { testo: 'Il vicino Bianchi ha telefonato.' });
    const office = await openAsUfficio(rig, pratica);
    await office.call('nascondi', { id: pratica.id, email: pratica.email, evento: id });
    const { righe } = await inbox();
    expect(righe.map((r: { testo: string }) => r.testo)).toEqual(['Vi rispondiamo presto.']);
    expect(JSON.stringify(righe)).not.toContain('Bianchi');
  });

  test('has twenty rows a page, and beyond the last page gives the last', async () => {
    const me = anna();
    const sent = await sendSegnalazione(me);
    await me.call('commenta', { id: sent.id, email: sent.email, testo: 'Messaggio 0' });
    // A citizen could not send so many in a day.
    const { db } = rig.house;
    const pratica = await db.selectFrom('pratiche').selectAll().where('id', '=', sent.id).executeTakeFirstOrThrow();
    const eventi = await db.selectFrom('eventi').selectAll().where('pratica', '=', sent.id).execute();
    for (let n = 1; n <= 20; n++) {
      const id = `copia-${n}`;
      await db
        .insertInto('pratiche')
        .values({ ...pratica, id, ufficio: `ufficio-${n}`, numero: 1000 + n })
        .execute();
      for (const e of eventi)
        await db
          .insertInto('eventi')
          .values({ ...e, id: `${id}-${e.n}`, pratica: id, quando: e.quando + n, testo: e.testo && `Messaggio ${n}` })
          .execute();
    }
    const first = await inbox();
    expect([first.righe.length, first.totale, first.pagine, first.righe[0].testo]).toEqual([20, 21, 2, 'Messaggio 20']);
    const second = await inbox('2');
    expect(second.righe.map((r: { testo: string }) => r.testo)).toEqual(['Messaggio 0']);
    expect(await inbox('99')).toEqual(second);
    expect((await anna().call('mieiMessaggi', { pagina: 'x' })).status).toBe(422);
  });

  test('is the citizen’s own', async () => {
    const pratica = await sendSegnalazione(anna());
    await write(pratica, { testo: 'Arriviamo.' });
    expect((await callerOf(rig, { user: cittadino('bruno') }).call('mieiMessaggi')).body.data.righe).toEqual([]);
    expect((await callerOf(rig).call('mieiMessaggi')).status).toBe(401);
    expect((await callerOf(rig, { user: operatore('borgo') }).call('mieiMessaggi')).status).toBe(403);
  });
});
