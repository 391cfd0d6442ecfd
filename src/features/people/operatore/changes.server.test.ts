import { expect, test } from 'vitest';
import { makeProgramma } from '../../../../tests/programmi.ts';
import { callerOf, onOneInTurn, operatore, sendToOffice } from '../../../../tests/rig.ts';
import type { PraticaListItem } from './operatore.contract.ts';

onOneInTurn('the cases that have changed', (rig) => {
  const follower = async (permessi = 'pratiche:leggi') => {
    const { call } = callerOf(rig, { bearer: await makeProgramma(rig.house, { permessi }) });
    let cursor: string | undefined;
    return {
      call,
      cursor: () => cursor,
      /** Reads all that is new, as a program does. @returns the ids, in their order */
      read: async (): Promise<string[]> => {
        const ids: string[] = [];
        for (;;) {
          const { status, body } = await call('cambiamentiPratiche', {
            ente: 'borgo',
            ...(cursor && { cursore: cursor }),
          });
          expect(status).toBe(200);
          ids.push(...body.data.pratiche.map(({ id }: PraticaListItem) => id));
          cursor = body.data.cursore;
          if (!body.data.altre) return ids;
        }
      },
    };
  };
  const sendMany = async (n: number) => {
    const ids: string[] = [];
    for (let i = 0; i < n; i++) {
      ids.push((await sendToOffice(rig)).ufficio);
      await rig.house.db.deleteFrom('limiti').execute();
    }
    return ids;
  };

  test('are all cases at first, then those that are new or were changed, each once', async () => {
    const first = await sendMany(3);
    const { read } = await follower();
    expect((await read()).sort()).toEqual(first.toSorted());
    expect(await read()).toEqual([]);
    const second = await sendMany(1);
    const office = callerOf(rig, { user: operatore('borgo') });
    const changed = first[1] as string;
    await office.call('commenta', { id: changed, email: '', testo: 'Visto.' });
    await office.call('commenta', { id: changed, email: '', testo: 'Rivisto.' });
    expect((await read()).sort()).toEqual([...second, changed].sort());
    expect(await read()).toEqual([]);
  });

  test('are not those that somebody has only read', async () => {
    const [id = ''] = await sendMany(1);
    const { read } = await follower();
    await read();
    const office = callerOf(rig, { user: operatore('borgo') });
    await office.call('dettaglioPratica', { id, email: '' });
    await office.call('segnaLetto', { id, email: '' });
    expect(await read()).toEqual([]);
  });

  test('come in pages, of which none is missed and none comes twice while cases change', async () => {
    const all = await sendMany(5);
    const { db } = rig.house;
    const copies = Array.from({ length: 450 }, (_, n) => n);
    const row = await db
      .selectFrom('pratiche')
      .selectAll()
      .where('ufficio', '=', all[0] as string)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('pratiche')
      .values(copies.map((n) => ({ ...row, id: `copia-${n}`, ufficio: `ufficio-${n}`, numero: 1000 + n })))
      .execute();
    const { call } = await follower();
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; ; page++) {
      const { body } = await call('cambiamentiPratiche', { ente: 'borgo', ...(cursor && { cursore: cursor }) });
      seen.push(...body.data.pratiche.map(({ id }: PraticaListItem) => id));
      cursor = body.data.cursore;
      // A case of the first page changes again: it comes again, at the end.
      if (page === 0)
        await db
          .updateTable('pratiche')
          .set((e) => ({ versione: e('versione', '+', 1) }))
          .where('ufficio', '=', seen[0] as string)
          .execute();
      if (!body.data.altre) break;
    }
    expect(seen).toHaveLength(456);
    expect(seen.at(-1)).toBe(seen[0]);
    expect(new Set(seen).size).toBe(455);
  });

  test('are not missed when a change is committed after one that began later', async () => {
    if (rig.house.dialect === 'sqlite') return expect(rig.house.dialect).toBe('sqlite');
    const [early = '', late = ''] = await sendMany(2);
    const { read } = await follower();
    await read();
    const change = (db: typeof rig.house.db, id: string) =>
      db
        .updateTable('pratiche')
        .set((e) => ({ versione: e('versione', '+', 1) }))
        .where('ufficio', '=', id)
        .execute();
    await rig.house.db.transaction().execute(async (tx) => {
      await change(tx, early);
      await change(rig.house.db, late);
      // The program asks while the change that began first is not committed.
      expect(await read()).toEqual([late]);
    });
    expect(await read()).toEqual([early]);
  });

  test('are told to an operator of the ente, too, and not to one of another', async () => {
    const [id] = await sendMany(1);
    const ask = (...enti: string[]) =>
      callerOf(rig, { user: operatore(...enti) }).call('cambiamentiPratiche', { ente: 'borgo' });
    expect((await ask('borgo')).body.data.pratiche).toMatchObject([{ id }]);
    expect((await ask('valle')).status).toBe(404);
  });

  test('have a cursor for the program that got it alone', async () => {
    await sendMany(1);
    const [one, other] = [await follower(), await follower()];
    await one.read();
    const cursor = one.cursor() as string;
    const asking = async (call: typeof one.call, cursor: string) => {
      const { status, body } = await call('cambiamentiPratiche', { ente: 'borgo', cursore: cursor });
      return [status, body.errors?.cursore?.[0]];
    };
    const refused = [422, expect.stringContaining('Questo cursore non è tuo')];
    expect(await asking(other.call, cursor)).toEqual(refused);
    expect(await asking(one.call, cursor.replace(/^\d+/, '0'))).toEqual(refused);
    expect(await asking(one.call, 'x')).toEqual(refused);
    expect((await asking(one.call, cursor))[0]).toBe(200);
    // As after a backup that was older.
    await rig.house.db.updateTable('numeri_cambiamenti').set({ ultimo: 0 }).execute();
    expect(await asking(one.call, cursor)).toEqual([422, expect.stringContaining('più avanti dell’archivio')]);
  });
});
