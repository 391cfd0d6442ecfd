import { expect, test } from 'vitest';
import { onBoth } from '../../tests/rig.ts';
import type { Db } from '../store/open.server.ts';
import { together } from './together.server.ts';

onBoth('work that comes at the same time', (rig) => {
  const scrivi = (id: string) => (tx: Db) =>
    tx
      .insertInto('sfide_usate')
      .values({ id, scade: 1 })
      .execute()
      .then(() => id);
  const scritte = async () =>
    (await rig.house.db.selectFrom('sfide_usate').select('id').orderBy('id').execute()).length;

  test('is all done, and each gets its own answer', async () => {
    const nomi = Array.from({ length: 100 }, (_, i) => `n${i}`);

    expect(await Promise.all(nomi.map((nome) => together(rig.house, scrivi(nome))))).toEqual(nomi);
    expect(await scritte()).toBe(100);
  });

  test('fails alone: what was with it is written, what it wrote is not', async () => {
    const guasto = async (tx: Db) => {
      await scrivi('guasto')(tx);
      throw new Error('no');
    };

    const fatti = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => together<string>(rig.house, i === 7 ? guasto : scrivi(`n${i}`))),
    );

    expect(fatti.filter((f) => f.status === 'rejected')).toMatchObject([{ reason: { message: 'no' } }]);
    expect(await scritte()).toBe(29);
  });

  test('one after the other goes on as before', async () => {
    for (const nome of ['a', 'b', 'c']) await together(rig.house, scrivi(nome));
    await expect(together(rig.house, scrivi('a'))).rejects.toThrow();
    expect(await together(rig.house, scrivi('d'))).toBe('d');
  });
});
