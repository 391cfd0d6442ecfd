/** Brings the schema of the store up to date, one host at a time. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { writeSentence } from '../platform/log.server.ts';
import * as base from './migrations/001-base.ts';
import * as receipts from './migrations/002-receipts.ts';
import * as ledger from './migrations/003-ledger.ts';
import * as pagopaKeys from './migrations/004-pagopa-keys.ts';
import * as stamps from './migrations/005-stamps.ts';
import * as incassiByService from './migrations/006-incassi-by-service.ts';
import * as programs from './migrations/007-programs.ts';
import * as webhooks from './migrations/008-webhooks.ts';
import * as protocol from './migrations/009-protocol.ts';
import * as open311 from './migrations/010-open311.ts';
import * as positions from './migrations/011-positions.ts';
import * as counter from './migrations/012-counter.ts';
import * as mappings from './migrations/013-mappings.ts';
import * as programTokens from './migrations/014-program-tokens.ts';
import * as externalCases from './migrations/015-external-cases.ts';
import * as documentPdfs from './migrations/016-document-pdfs.ts';
import * as appointments from './migrations/017-appointments.ts';
import * as appointmentsToMove from './migrations/018-appointments-to-move.ts';
import * as waitingList from './migrations/019-waiting-list.ts';
import * as appIo from './migrations/020-app-io.ts';
import * as delegations from './migrations/021-delegations.ts';
import * as orderedChanges from './migrations/022-ordered-changes.ts';
import * as personalCalendars from './migrations/023-personal-calendars.ts';
import * as reminders from './migrations/024-reminders.ts';
import * as travellingDrafts from './migrations/025-travelling-drafts.ts';
import * as grantedDelegations from './migrations/026-granted-delegations.ts';
import * as chosenServices from './migrations/027-chosen-services.ts';
import { endPilot, isPilotStep } from './pilot.server.ts';
import { openPool } from './postgres.server.ts';
import type { StoreDb, StoreDialect, StoreTables, StoreTx } from './tables.ts';

export type StoreMigration = { up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> };

/**
 * What brings the schema up to date, in order. While hosts are restarted one after the other, those of the release before work on
 * the new schema, and a host of it may start on it. So a migration only adds: tables, indexes, columns that may be null or have a
 * default. What becomes superfluous goes with a later release, by a migration whose name ends with `!`: hosts that do not know
 * it do not start.
 */
export const STORE_MIGRATIONS: Readonly<Record<string, StoreMigration>> = {
  '001-base': base,
  '002-receipts': receipts,
  '003-ledger': ledger,
  '004-pagopa-keys': pagopaKeys,
  '005-stamps': stamps,
  '006-incassi-by-service': incassiByService,
  '007-programs': programs,
  '008-webhooks': webhooks,
  '009-protocol': protocol,
  '010-open311': open311,
  '011-positions': positions,
  '012-counter': counter,
  '013-mappings': mappings,
  '014-program-tokens': programTokens,
  '015-external-cases': externalCases,
  '016-document-pdfs': documentPdfs,
  '017-appointments': appointments,
  '018-appointments-to-move': appointmentsToMove,
  '019-waiting-list': waitingList,
  '020-app-io': appIo,
  '021-delegations': delegations,
  '022-ordered-changes': orderedChanges,
  '023-personal-calendars': personalCalendars,
  '024-reminders': reminders,
  '025-travelling-drafts': travellingDrafts,
  '026-granted-delegations': grantedDelegations,
  '027-chosen-services': chosenServices,
};

/** @returns the first of these names of migrations that this portal does not know */
export const newerMigration = (done: readonly string[]): string | undefined =>
  done.find((name) => !(name in STORE_MIGRATIONS) && !isPilotStep(name));

/** Whether a migration that this portal does not know leaves what the portal uses as it is. */
export const onlyAdds = (name: string): boolean => !name.endsWith('!');

/** @returns names of the migrations that were done; none when the store is still empty */
export async function readDone(db: StoreDb, dialect: StoreDialect): Promise<string[]> {
  const table = await (dialect === 'postgres'
    ? sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`
    : sql<{ name: string | null }>`select max(name) as name from sqlite_master where name = 'kysely_migration'`
  ).execute(db);
  if (!table.rows[0]?.name) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/** Advisory lock of the host that changes the schema: a number that no other program uses on this database. */
export const MIGRATION_LOCK = 7_203_511_911;

/** Two transactions wait for each other: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const DEADLOCK_CODE = '40P01';
const MIGRATION_TRIES = 10;

/**
 * One host at a time, the others wait. It uses a connection of its own, without a limit on the time of a step, and one
 * transaction, so that it works through a pooler, too. Where it and a send of a citizen's wait for each other PostgreSQL ends one of
 * them: if this one, nothing is changed, and it begins again.
 */
export async function migratePostgres(
  databaseUrl: string,
  migrations: Readonly<Record<string, StoreMigration>>,
): Promise<void> {
  const patient = new Kysely<StoreTables>({ dialect: new PostgresDialect({ pool: await openPool(databaseUrl, 0) }) });
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await patient.transaction().execute((tx) => migrateAlone(tx, migrations));
      } catch (error) {
        const { code } = ((error as Error).cause ?? error) as { code?: string };
        if (code !== DEADLOCK_CODE || tries === MIGRATION_TRIES) throw error;
        writeSentence('info', 'L’aggiornamento dello schema e un invio si aspettavano a vicenda: ricomincio.');
      }
    }
  } finally {
    await patient.destroy();
  }
}

async function migrateAlone(tx: StoreTx, migrations: Readonly<Record<string, StoreMigration>>): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx);
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as free`.execute(
    tx,
  );
  if (!rows[0]?.free) {
    writeSentence('info', 'Un altro host sta aggiornando lo schema dell’archivio: attendo che finisca.');
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx);
  }
  await runMigrations(tx, 'postgres', migrations);
}

export async function runMigrations(
  db: StoreDb,
  dialect: StoreDialect,
  steps: Readonly<Record<string, StoreMigration>>,
): Promise<void> {
  if ((await readDone(db, dialect)).some(isPilotStep)) await endPilot(db);
  const migrations: Record<string, Migration> = {};
  let broke: unknown;
  for (const [name, step] of Object.entries(steps)) {
    migrations[name] = {
      up: (inside) =>
        step.up(inside as Kysely<unknown>, dialect).catch((error: unknown) => {
          broke = error;
          throw error;
        }),
    };
  }
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
  // After a failed statement Kysely's last error only says that the transaction has failed.
  if (error) throw broke ?? error;
}
