/** Deletes what is older than its retention, in portions, and records how much; counts it by the same questions without deleting. */
import { setImmediate as breathe } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { PortalHouse } from '../context.ts';
import { FAILED_STATI } from '../features/services/paga-online/esiti.ts';
import { todayInRome } from '../platform/atoms/date.ts';
import { NEVER_AGAIN } from '../platform/outbox-retry.server.ts';
import { type CatalogTable, readCatalog } from '../store/catalog.server.ts';
import { countRows, type StoreRow } from '../store/rows.server.ts';
import type { StoreDb, StoreTables } from '../store/tables.ts';
import { type DeletedCount, recordDeletions } from './cancellazioni.db.ts';
import { claimDay } from './claim.server.ts';
import { removeLinksOf } from './deleghe-delete.server.ts';
import { clearPratiche } from './pratiche-delete.server.ts';
import { RETENTION_ROWS, type RetentionKind } from './retention-kinds.ts';

export type RetentionHouse = Pick<PortalHouse, 'db' | 'dialect' | 'now'> & {
  settings: Pick<PortalHouse['settings'], 'retention'>;
};

const DAY_MS = 86_400_000;
const CLAIM_KEY = 'conservazione';
/** A portion is one transaction: a citizen who writes meanwhile waits no longer than for it. */
const PORTION_ROWS = 100;

/** @property before the instant before which a row has ended @property today in Rome */
type DueTerm = { now: number; before: number; today: string };
/**
 * @property key of the table @property of columns by which the deletions are recorded
 * @property ended the question, for the count and for the deletion @property clear what goes with the rows, before them
 */
type RetentionPart = {
  table: keyof StoreTables;
  key: readonly string[];
  of?: readonly ('ente' | 'anno')[];
  ended(due: DueTerm): RawBuilder<unknown>;
  clear?(db: StoreDb, rows: readonly StoreRow[], catalog: readonly CatalogTable[]): Promise<void>;
};

const idsOf = (rows: readonly StoreRow[]) => rows.map(({ id }) => String(id));

const attemptsIn = (stati: readonly string[]): RetentionPart => ({
  table: 'pagamenti',
  key: ['id'],
  ended: ({ before }) => sql`stato in (${sql.join(stati)}) and aggiornato < ${before}`,
  // Notices stay with the case or position that they belong to.
  clear: async (db, rows) => {
    for (const table of ['notifiche', 'ricevute', 'pagamenti_avvisi'] as const)
      await db.deleteFrom(table).where('pagamento', 'in', idsOf(rows)).execute();
  },
});

const RETENTION_PARTS: Record<RetentionKind, readonly RetentionPart[]> = {
  bozze: [
    {
      table: 'bozze',
      key: ['proprietario', 'percorso'],
      ended: ({ now }) => sql`scade <= ${now}`,
      clear: async (db, rows) => {
        for (const { proprietario, percorso } of rows)
          await db
            .deleteFrom('allegati')
            .where('proprietario', '=', String(proprietario))
            .where('bozza', '=', String(percorso))
            .where('pratica', 'is', null)
            .execute();
      },
    },
  ],
  file: [
    {
      table: 'allegati',
      key: ['id'],
      // Files of a draft are kept as long as the draft.
      ended: ({ before }) => sql`pratica is null and documento is null and creato <= ${before} and not exists (
        select 1 from bozze where bozze.proprietario = allegati.proprietario and bozze.percorso = allegati.bozza)`,
    },
    {
      table: 'allegati',
      key: ['id'],
      // The act of a document that its system has closed.
      ended: ({ before }) => sql`documento is not null
        and (select chiuso from documenti where documenti.id = allegati.documento) <= ${before}`,
    },
  ],
  posta: [{ table: 'posta_in_uscita', key: ['id'], ended: ({ before }) => sql`inviata <= ${before}` }],
  posta_fallita: [
    {
      table: 'posta_in_uscita',
      key: ['id'],
      ended: ({ before }) => sql`inviata is null and da_inviare = ${NEVER_AGAIN} and creata < ${before}`,
    },
  ],
  messaggi_io: [{ table: 'messaggi_io', key: ['id'], ended: ({ before }) => sql`creato < ${before}` }],
  pratiche: [
    {
      table: 'pratiche',
      key: ['id'],
      of: ['ente', 'anno'],
      // Not while a notice of it is to be paid, or a subscription of it is valid.
      ended: ({ before, today }) => sql`chiusa_il < ${before}
        and not exists (select 1 from avvisi where avvisi.pratica = pratiche.id and avvisi.stato = 'da_pagare')
        and not exists (
          select 1 from targhe where targhe.pratica = pratiche.id and targhe.valida = 1 and targhe.al >= ${today})`,
      clear: (db, rows, catalog) => clearPratiche(db, idsOf(rows), catalog),
    },
  ],
  pagamenti: [
    attemptsIn(['pagato']),
    {
      table: 'ricevute',
      key: ['id'],
      of: ['ente'],
      // Of what was paid elsewhere.
      ended: ({ before }) => sql`pagamento is null and pagato_il < ${before}`,
    },
    {
      table: 'flussi_pagamenti',
      key: ['flusso', 'n'],
      of: ['ente'],
      ended: ({ before }) => sql`flusso in (select id from flussi where pubblicato < ${before})`,
    },
    { table: 'flussi', key: ['id'], of: ['ente'], ended: ({ before }) => sql`pubblicato < ${before}` },
    { table: 'accrediti', key: ['id'], of: ['ente'], ended: ({ before }) => sql`caricato_il < ${before}` },
    {
      table: 'decisioni_incassi',
      key: ['ricevuta', 'n'],
      of: ['ente'],
      ended: ({ before }) => sql`quando < ${before}`,
    },
  ],
  tentativi: [attemptsIn(FAILED_STATI)],
  consultazioni: [
    {
      table: 'consultazioni',
      key: ['pratica', 'chi', 'ora'],
      ended: ({ before }) => sql`quando < ${before}`,
    },
  ],
  seguite: [
    {
      table: 'segnalazioni_seguite',
      key: ['id'],
      ended: ({ before }) => sql`exists (
        select 1 from segnalazioni_pubbliche as s
        where s.id = segnalazioni_seguite.segnalazione and s.chiusa < ${todayInRome(before)})`,
    },
  ],
  deleghe: [
    {
      table: 'deleghe',
      key: ['id'],
      // What was sent or paid by one is proved by it.
      ended: ({ before }) => sql`(chiusa < ${before} or fino_a < ${todayInRome(before)})
        and not exists (select 1 from pratiche where pratiche.delega = deleghe.id)
        and not exists (select 1 from pagamenti_avvisi where pagamenti_avvisi.delega = deleghe.id)`,
      clear: async (db, rows) => {
        const delegati = await db.selectFrom('deleghe').select('delegato').where('id', 'in', idsOf(rows)).execute();
        await db.deleteFrom('deleghe_posizioni').where('delega', 'in', idsOf(rows)).execute();
        await removeLinksOf(
          db,
          delegati.map(({ delegato }) => delegato),
        );
      },
    },
  ],
  modifiche: [{ table: 'modifiche', key: ['id'], of: ['ente'], ended: ({ before }) => sql`quando < ${before}` }],
};

const dueOf = ({ now }: RetentionHouse, days: number): DueTerm => ({
  now: now(),
  before: now() - days * DAY_MS,
  today: todayInRome(now()),
});

/** @property quante how many rows are past their days, or were deleted; undefined: kept for ever */
export type RetentionCount = { label: string; days: number; quante: number | undefined };

/** What a run would delete now; changes nothing. */
export async function countRetention(house: RetentionHouse): Promise<RetentionCount[]> {
  const counts: RetentionCount[] = [];
  for (const { kind, label } of RETENTION_ROWS) {
    const days = house.settings.retention[kind];
    let count = days === 0 ? undefined : 0;
    for (const { table, ended } of days === 0 ? [] : RETENTION_PARTS[kind])
      count = (count ?? 0) + (await countRows(house.db, table, ended(dueOf(house, days))));
    counts.push({ label, days, quante: count });
  }
  return counts;
}

/** Runs at once. @returns what was deleted, for each kind */
export async function applyRetention(
  house: RetentionHouse,
  kinds: readonly RetentionKind[] = RETENTION_ROWS.map(({ kind }) => kind),
): Promise<RetentionCount[]> {
  const catalog = await readCatalog(house);
  const done: RetentionCount[] = [];
  for (const { kind, label } of RETENTION_ROWS.filter((row) => kinds.includes(row.kind))) {
    const days = house.settings.retention[kind];
    let count = days === 0 ? undefined : 0;
    for (const part of days === 0 ? [] : RETENTION_PARTS[kind])
      count = (count ?? 0) + (await removeEnded(house, kind, { part, due: dueOf(house, days), catalog }));
    done.push({ label, days, quante: count });
  }
  return done;
}

/** Each portion with its record in a transaction of its own. @returns how many */
async function removeEnded(
  { db, dialect, now }: RetentionHouse,
  kind: RetentionKind,
  { part, due, catalog }: { part: RetentionPart; due: DueTerm; catalog: readonly CatalogTable[] },
): Promise<number> {
  const { table, key, of = [], ended, clear } = part;
  const keys = sql.join(key.map((column) => sql.ref(column)));
  // A row that somebody is changing waits for the next run; SQLite has a single writer.
  const lock = dialect === 'postgres' ? sql`for update skip locked` : sql``;
  for (let sum = 0; ; ) {
    const removed = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<StoreRow>`select ${sql.join([...key, ...of].map((column) => sql.ref(column)))}
        from ${sql.table(table)} where ${ended(due)} limit ${sql.lit(PORTION_ROWS)} ${lock}`.execute(tx);
      if (rows.length === 0) return 0;
      await clear?.(tx, rows, catalog);
      const values = rows.map((row) => sql`(${sql.join(key.map((column) => row[column]))})`);
      await sql`delete from ${sql.table(table)} where (${keys}) in (values ${sql.join(values)})`.execute(tx);
      const record = { motivo: 'conservazione', tipo: kind, fino_a: due.before } as const;
      await recordDeletions(tx, now(), record, countBy(rows));
      return rows.length;
    });
    if (removed === 0) return sum;
    sum += removed;
    await breathe();
  }
}

/** A line of the record for each ente and year. */
function countBy(rows: readonly StoreRow[]): DeletedCount[] {
  const counts = new Map<string, DeletedCount>();
  for (const { ente = '', anno = 0 } of rows) {
    const name = `${ente} ${anno}`;
    counts.set(name, { ente: String(ente), anno: Number(anno), quante: (counts.get(name)?.quante ?? 0) + 1 });
  }
  return [...counts.values()];
}

/** What nobody has sent, and mails that have left: every hour, with everything else that lapses. */
export const applyRetentionHourly = (house: RetentionHouse): Promise<unknown> =>
  applyRetention(house, ['bozze', 'file', 'posta']);

/** Of several hosts the one that first writes the day does the work; what an end in between left is deleted the next day. */
export async function applyRetentionDaily(house: RetentionHouse): Promise<void> {
  const today = todayInRome(house.now());
  if (await claimDay(house.db, CLAIM_KEY, today)) await applyRetention(house);
}
