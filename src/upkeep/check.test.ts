import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { callerOf, HOUR, onBoth, pdfFile, sendSegnalazione } from '../../tests/rig.ts';
import { skipNumeri } from '../features/cases/pratica/numero-restore.server.ts';
import { checkStore } from './check.server.ts';

onBoth('the check of a store', (rig) => {
  const faults = async () => (await checkStore(rig.house)).faults;
  const sendWithFile = async () => {
    const anna = callerOf(rig);
    const { body } = await anna.call('caricaFile', { file: pdfFile('modulo.pdf', 'x'.repeat(600_000)) });
    return sendSegnalazione(anna, { filesAllegati: [body.data.Id] });
  };

  const sendFrom = (name: string) => sendSegnalazione(callerOf(rig), { email: `${name}@esempio.it` });
  beforeEach(() => rig.house.db.deleteFrom('portale').where('chiave', 'like', 'numeri.%').execute());

  test('finds nothing wrong with cases, files and messages as the portal writes them', async () => {
    const { id, email } = await sendWithFile();
    await sendFrom('p1');
    await callerOf(rig).call('commenta', { id, email, testo: 'Ancora buio' });
    expect(await checkStore(rig.house)).toEqual({ faults: [], looked: { files: 1, pratiche: 2 } });
  });

  test('accepts the leap of the numbers after a restore', async () => {
    await sendFrom('p2');
    rig.clock.pass(HOUR);
    await skipNumeri(rig.house, rig.house.now());
    rig.clock.pass(HOUR);
    await sendFrom('p3');
    await sendFrom('p4');
    expect(await faults()).toEqual([]);
  });

  test('names a file of which a piece is missing or changed', async () => {
    await sendWithFile();
    const { db } = rig.house;
    await db
      .updateTable('allegati_pezzi')
      .set({ dati: Buffer.from('altro') })
      .where('n', '=', 1)
      .execute();
    expect(await faults()).toEqual([
      expect.stringMatching(/^file \S+ della pratica \S+: ha \d+ byte invece di \d+\.$/),
    ]);
    await db
      .updateTable('allegati')
      .set({ dimensione: 512 * 1024 + 5 })
      .execute();
    expect(await faults()).toEqual([expect.stringContaining('impronta diversa')]);
    await db.deleteFrom('allegati_pezzi').where('n', '=', 0).execute();
    expect(await faults()).toEqual([expect.stringContaining('manca un pezzo')]);
  });

  test('names numbers that are missing, but not those of cases whose deletion is on record', async () => {
    await sendFrom('p5');
    const { db } = rig.house;
    const { id } = await sendFrom('p6');
    await sendFrom('p7');
    for (const table of ['eventi', 'chiavi_operatore'] as const)
      await db.deleteFrom(table).where('pratica', '=', id).execute();
    await db.deleteFrom('pratiche').where('id', '=', id).execute();
    expect(await faults()).toEqual([
      'borgo: mancano 1 numeri di pratica del 2026, dal 2026/2; cancellazioni registrate: 0.',
    ]);
    const row = { giorno: '2026-11-20', motivo: 'conservazione', tipo: 'pratiche', ente: 'borgo', anno: 2026 } as const;
    await db
      .insertInto('cancellazioni')
      .values({ ...row, quante: 1, fino_a: 1, quando: 1 })
      .execute();
    expect(await faults()).toEqual([]);
    await db.updateTable('numeratori').set({ ultimo: 2 }).execute();
    expect(await faults()).toEqual(['borgo: il numero 2026/3 è dato, ma il prossimo sarebbe 2026/3.']);
  });

  test('names a case whose events are not all there', async () => {
    const { id, email } = await sendFrom('p8');
    await callerOf(rig).call('commenta', { id, email, testo: 'Ancora buio' });
    await rig.house.db.deleteFrom('eventi').where('n', '=', 1).execute();
    expect(await faults()).toEqual(['borgo: la pratica 2026/1 ha 1 eventi invece di 2, o non in ordine.']);
  });

  test('names rows that refer to nothing', async () => {
    const { db, dialect } = rig.house;
    const row = sql`insert into valutazioni (pratica, stelle, quando) values ('nessuna', 3, 1)`;
    // What holds the references is switched off, as a careless restore does.
    const [off, on] =
      dialect === 'sqlite'
        ? [sql`pragma foreign_keys = off`, sql`pragma foreign_keys = on`]
        : [sql`set session_replication_role = replica`, sql`set session_replication_role = origin`];
    await db.connection().execute(async (connection) => {
      await off.execute(connection);
      await row.execute(connection);
      await on.execute(connection);
    });
    expect(await faults()).toEqual(['valutazioni: 1 righe si riferiscono a righe di pratiche che non ci sono.']);
  });
});
