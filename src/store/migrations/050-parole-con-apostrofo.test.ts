import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { callerOf, onBothAlone, sendSegnalazione } from '../../../tests/rig.ts';
import { partsOfText, searchTextOf } from '../../features/cases/pratica/pratica-search.ts';
import { up } from './050-parole-con-apostrofo.ts';

onBothAlone('migration 50', (rig) => {
  test('existing cases are found by the same words as new ones', async () => {
    const { db } = rig.house;
    await sendSegnalazione(callerOf(rig), { cognome: 'D’Angelo', oggetto: "Buca in via dell'Orto" });
    await sendSegnalazione(callerOf(rig), { email: 'bruno@esempio.it' });
    const read = async () => ({
      cases: await db.selectFrom('pratiche').select(['id', 'cerca']).orderBy('id').execute(),
      words: await db
        .selectFrom('pratiche_parole')
        .select(['ente', 'stato', 'parola', 'pratica'])
        .orderBy('pratica')
        .orderBy('parola')
        .execute(),
    });
    const after = await read();
    const joined = ['dangelo', 'dellorto'];
    expect(after.words.map(({ parola }) => parola)).toEqual(expect.arrayContaining(joined));
    for (const { id, cerca } of after.cases)
      await db
        .updateTable('pratiche')
        .set({ cerca: joined.reduce((text, word) => text.replace(` ${word}`, ''), cerca) })
        .where('id', '=', id)
        .execute();
    await db.deleteFrom('pratiche_parole').where('parola', 'in', joined).execute();
    expect(await read()).not.toEqual(after);

    await up(db as unknown as Kysely<unknown>);
    const { cases, words } = await read();
    // Since migration 51 the parts are in order.
    const sorted = cases.map((row) => ({ ...row, cerca: searchTextOf(partsOfText(row.cerca).sort()) }));
    expect({ cases: sorted, words }).toEqual(after);
  });
});
