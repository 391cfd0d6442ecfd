import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { callerOf, onBothAlone, sendSegnalazione } from '../../../tests/rig.ts';
import { up } from './035-aree.ts';

onBothAlone('migration 35', (rig) => {
  test('existing cases get the point they were sent with, and those without one get none', async () => {
    const { db, dialect } = rig.house;
    const there = await sendSegnalazione(callerOf(rig), { lat: 42.5, lon: -12.125 });
    const without = await sendSegnalazione(callerOf(rig), { email: 'bruno@esempio.it', indirizzo: 'Via "lat": 3' });
    // The last one came with a later migration and names the area as well.
    for (const index of ['pratiche_area', 'pratiche_andamento_area', 'pratiche_punto', 'pratiche_da_leggere'])
      await db.schema.dropIndex(index).execute();
    for (const column of ['area', 'lat', 'lon']) await db.schema.alterTable('pratiche').dropColumn(column).execute();

    await up(db as unknown as Kysely<unknown>, dialect);
    const rows = await db.selectFrom('pratiche').select(['id', 'lat', 'lon', 'area']).execute();
    expect(new Map(rows.map(({ id, ...row }) => [id, row]))).toEqual(
      new Map([
        [there.id, { lat: 42.5, lon: -12.125, area: null }],
        [without.id, { lat: null, lon: null, area: null }],
      ]),
    );
  });
});
