/**
 * Follows the clock of a host that was set to another time: instants that the store holds for minutes or hours go along, so that
 * nobody is locked out, logged out or written to twice because of it. What happened keeps the time that it was given.
 */
import { sql } from 'kysely';
import { LIVE_STATI } from '../features/services/paga-online/esiti.ts';
import { writeLog } from '../platform/log.server.ts';
import { NEVER_AGAIN } from '../platform/outbox-retry.server.ts';
import { LEAST_JUMP } from '../store/clock.server.ts';
import type { StoreDb, StoreTx } from '../store/tables.ts';

/** Row of the table `portale`: when this machine's monotonic clock began, by its wall clock, in ms since 1970. */
const CLOCK_KEY = 'orologio';

/** The same for all processes of a machine, until somebody sets its clock. */
const clockBeginning = (): number => Date.now() - Number(process.hrtime.bigint() / 1_000_000n);

/** Notes the clock by which a start goes. */
export async function noteClock(db: StoreDb): Promise<void> {
  const row = { chiave: CLOCK_KEY, valore: String(clockBeginning()) };
  await db
    .insertInto('portale')
    .values(row)
    .onConflict((c) => c.column('chiave').doUpdateSet(row))
    .execute();
}

/** Moves the instants by as much as the clock has jumped; of two processes on one store the first does. */
export async function followJump(db: StoreDb): Promise<void> {
  const by = await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('portale')
      .select('valore')
      .where('chiave', '=', CLOCK_KEY)
      .executeTakeFirstOrThrow();
    const jump = clockBeginning() - Number(row.valore);
    if (Math.abs(jump) < LEAST_JUMP) return 0;
    await shiftInstants(tx, jump);
    await noteClock(tx);
    return jump;
  });
  if (by !== 0) writeLog('warn', 'orologio del computer spostato', { by_s: Math.round(by / 1000) });
}

async function shiftInstants(tx: StoreTx, by: number): Promise<void> {
  await tx
    .updateTable('posta_in_uscita')
    .set((e) => ({ da_inviare: e('da_inviare', '+', by) }))
    .where('inviata', 'is', null)
    .where('da_inviare', '<', NEVER_AGAIN)
    .execute();
  await tx
    .updateTable('posta_in_uscita')
    .set((e) => ({ presa_fino: e('presa_fino', '+', by) }))
    .where('inviata', 'is', null)
    .where('presa_fino', '>', 0)
    .execute();
  await tx
    .updateTable('limiti')
    .set((e) => ({
      tempi_json: sql<string>`(select json_group_array(cast(value + ${by} as integer)) from json_each(tempi_json))`,
      scade: e('scade', '+', by),
    }))
    .execute();
  await tx
    .updateTable('accessi')
    .set((e) => ({ ultimo: e('ultimo', '+', by), scade: e('scade', '+', by) }))
    .execute();
  for (const table of ['codici', 'prove_email', 'sfide_usate', 'concessioni'] as const)
    await tx
      .updateTable(table)
      .set((e) => ({ scade: e('scade', '+', by) }))
      .execute();
  await tx
    .updateTable('presenze')
    .set((e) => ({ dal: e('dal', '+', by), visto: e('visto', '+', by) }))
    .execute();
  await tx
    .updateTable('pagamenti')
    .set((e) => ({ controllato: e('controllato', '+', by), scade: e('scade', '+', by) }))
    .where('stato', 'in', LIVE_STATI)
    .execute();
}
