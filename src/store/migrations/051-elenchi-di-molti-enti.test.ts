import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { callerOf, onBothAlone, sendSegnalazione } from '../../../tests/rig.ts';
import { up } from './051-elenchi-di-molti-enti.ts';

onBothAlone('migration 51', (rig) => {
  test('the words of existing cases know the word before them as those of new ones do', async () => {
    const { db, dialect } = rig.house;
    await sendSegnalazione(callerOf(rig), { cognome: 'D’Angelo', oggetto: 'Però, àncora: 🕳 in via dell’Orto' });
    await sendSegnalazione(callerOf(rig), { email: 'bruno@esempio.it' });
    const read = () =>
      db.selectFrom('pratiche_parole').selectAll().orderBy('pratica').orderBy('parola').orderBy('stato').execute();
    const before = await read();
    expect(before.length).toBeGreaterThan(10);

    for (const order of ['termine', 'arrivo', 'numero', 'richiedente', 'assegnata'])
      await db.schema.dropIndex(`pratiche_tutte_${order}`).execute();
    for (const index of ['fiscale', 'da_leggere_arrivo']) await db.schema.dropIndex(`pratiche_${index}`).execute();
    if (dialect === 'postgres') {
      await sql`alter table pratiche_parole drop constraint pratiche_parole_pk`.execute(db);
      await sql`alter table pratiche_parole add constraint pratiche_parole_pk
        primary key (ente, stato, parola, pratica)`.execute(db);
    }
    await db.schema.alterTable('pratiche_parole').dropColumn('precedente').execute();
    await up(db as unknown as Kysely<unknown>, dialect);
    expect(await read()).toEqual(before);
  });
});
