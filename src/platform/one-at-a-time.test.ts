import { expect, test } from 'vitest';
import { onBoth } from '../../tests/rig.ts';
import { oneAtATime } from './one-at-a-time.server.ts';

onBoth('counting one at a time', (rig) => {
  test('the lock is refused outside a transaction, where it would block no other', async () => {
    const { db, dialect } = rig.house;
    await expect(oneAtATime(db, dialect, 'prova')).rejects.toThrow('outside a transaction');
    await db.transaction().execute((tx) => oneAtATime(tx, dialect, 'prova'));
  });
});
