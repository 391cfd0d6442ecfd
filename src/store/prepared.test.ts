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
    rete: null,
    dimensione: 2,
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

  test('takes lists, each value of them its own, built once for each length', async () => {
    let built = 0;
    const among = prepared((db: Db, of: { owner: string; paths: readonly string[] }) => {
      built++;
      return db
        .selectFrom('bozze')
        .select('percorso')
        .where('percorso', 'in', of.paths)
        .where('proprietario', '=', of.owner)
        .orderBy('percorso');
    });
    const { db } = rig.house;
    await db.insertInto('bozze').values(drafts('dora', 4)).execute();

    const paths = (found: { percorso: string }[]) => found.map((row) => row.percorso);
    expect(paths(await among(db, { owner: 'dora', paths: ['/3', '/1'] }))).toEqual(['/1', '/3']);
    expect(paths(await among(db, { owner: 'dora', paths: ['/2', '/9'] }))).toEqual(['/2']);
    expect(paths(await among(db, { owner: 'dora', paths: ['/0', '/1', '/2'] }))).toEqual(['/0', '/1', '/2']);
    expect(built).toBe(2);
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
