import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { MINUTE, onBoth, type Rig } from '../../tests/rig.ts';
import { requireWritable } from './ready.server.ts';

const writes = async ({ house }: Rig) =>
  (await house.db.selectFrom('portale').select('valore').where('chiave', '=', 'pronto').executeTakeFirst())?.valore;

/** Makes the store refuse every write, as a replica or a file system that went read-only does. */
async function readOnly({ house }: Rig, yes: boolean): Promise<void> {
  if (house.dialect === 'sqlite') await sql.raw(`pragma query_only = ${yes ? 1 : 0}`).execute(house.db);
  else {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(house.db);
    await sql
      .raw(`alter database ${rows[0]?.name} set default_transaction_read_only = ${yes ? 'on' : 'off'}`)
      .execute(house.db);
  }
}

onBoth('readiness', (rig) => {
  test('writes once for many who ask, and not again before ten seconds are over', async () => {
    await Promise.all(Array.from({ length: 20 }, () => requireWritable(rig.house)));
    const first = await writes(rig);
    rig.clock.pass(9_000);
    await requireWritable(rig.house);
    expect(await writes(rig)).toBe(first);
    rig.clock.pass(2_000);
    await requireWritable(rig.house);
    expect(await writes(rig)).not.toBe(first);
  });

  test('fails while the store answers questions but takes no writes, and is back as soon as it does', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const host = await rig.otherHost();
    await readOnly({ ...rig, house: host }, true);
    // On PostgreSQL only new connections learn of it.
    const asked = rig.house.dialect === 'sqlite' ? host : await rig.otherHost();
    await asked.db.selectFrom('portale').select('chiave').execute();
    rig.clock.pass(MINUTE);
    const answer = await requireWritable(asked).catch((error: unknown) => error);
    await readOnly({ ...rig, house: host }, false);
    expect(answer).toMatchObject({ code: 'unavailable', status: 503 });
    await requireWritable(asked);
    vi.restoreAllMocks();
  });
});
