import { expect, test } from 'vitest';
import { onBoth } from '../../tests/rig.ts';
import type { Db } from './open.server.ts';
import { prepared } from './prepared.server.ts';

const drafts = (owner: string, n: number) =>
  Array.from({ length: n }, (_, i) => ({
    proprietario: owner,
    percorso: `/${i}`,
    valori_json: '{}',
    passo: 'dati',
    chiave: `${owner}-${i}`,
    salvata: i % 2,
    creata: 1,
    aggiornata: 1,
    scade: i,
  }));

onBoth('a prepared question', (rig) => {
  const saved = prepared((db: Db, of: { owner: string; from: number }) =>
    db
      .selectFrom('bozze')
      .select(['percorso', 'scade'])
      .where('proprietario', '=', of.owner)
      .where('salvata', 'in', [1])
      .where('scade', '>=', of.from)
      .orderBy('scade')
      .limit(2),
  );

  test('answers each caller with their own values, at the same time, in and out of a transaction', async () => {
    const { db } = rig.house;
    await db
      .insertInto('bozze')
      .values([...drafts('anna', 6), ...drafts('bruno', 2)])
      .execute();

    const inside = db.transaction().execute((tx) => saved(tx, { owner: 'anna', from: 3 }));
    const [anna, bruno, nobody] = await Promise.all([
      saved(db, { owner: 'anna', from: 0 }),
      saved(db, { owner: 'bruno', from: 0 }),
      saved(db, { owner: "' or '1'='1", from: 0 }),
    ]);

    expect(anna).toEqual([
      { percorso: '/1', scade: 1 },
      { percorso: '/3', scade: 3 },
    ]);
    expect(bruno).toEqual([{ percorso: '/1', scade: 1 }]);
    expect(nobody).toEqual([]);
    expect(await inside).toEqual([
      { percorso: '/3', scade: 3 },
      { percorso: '/5', scade: 5 },
    ]);
  });

  test('is built once', async () => {
    let built = 0;
    const count = prepared((db: Db, of: { owner: string }) => {
      built++;
      return db.selectFrom('bozze').select('percorso').where('proprietario', '=', of.owner);
    });

    for (const owner of ['anna', 'bruno', 'carla']) await count(rig.house.db, { owner });

    expect(built).toBe(1);
  });
});
