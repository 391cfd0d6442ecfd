/** Queries of the webhooks at which programs are told of changes. */
import type { Pratica, StoreDb, StoreTables, WebhookRow } from '../../../store/tables.ts';

/** The state of a webhook that was not called yet: whoever called it until now sees that it is no longer theirs. */
export const NEVER_CALLED = {
  prossima: 0,
  presa_fino: 0,
  falliti: 0,
  fallisce_dal: null,
  errore: null,
  fermo: null,
} satisfies Partial<WebhookRow>;

export async function writeWebhook(db: StoreDb, webhook: WebhookRow): Promise<void> {
  await db.insertInto('webhook').values(webhook).execute();
}

export const findWebhook = (
  db: StoreDb,
  { id, ente }: Pick<WebhookRow, 'id' | 'ente'>,
): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhook').selectAll().where('id', '=', id).where('ente', '=', ente).executeTakeFirst();

/** Of some programs, the first one made first. */
export const listWebhooks = (db: StoreDb, programmi: readonly string[]): Promise<WebhookRow[]> =>
  programmi.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('webhook')
        .selectAll()
        .where('programma', 'in', programmi)
        .orderBy('creato')
        .orderBy('id')
        .execute();

export const listAllWebhooks = (db: StoreDb): Promise<Pick<WebhookRow, 'id' | 'segreto'>[]> =>
  db.selectFrom('webhook').select(['id', 'segreto']).execute();

export async function changeWebhook(
  db: StoreDb,
  id: string,
  changes: Partial<Omit<WebhookRow, 'id' | 'ente'>>,
): Promise<void> {
  await db.updateTable('webhook').set(changes).where('id', '=', id).execute();
}

export async function deleteWebhook(db: StoreDb, id: string): Promise<void> {
  await db.deleteFrom('webhook').where('id', '=', id).execute();
}

/** A webhook that may be called, with what the key of its program opens. */
export type DueWebhook = WebhookRow & { servizi: string; permessi: string };

/** Those that may be called now: neither held nor in another host's hands, of programs whose keys are valid. @param today in Rome */
export const listDue = (db: StoreDb, { now, today }: { now: number; today: string }): Promise<DueWebhook[]> =>
  db
    .selectFrom('webhook as w')
    .innerJoin('programmi as p', 'p.id', 'w.programma')
    .selectAll('w')
    .select(['p.servizi', 'p.permessi'])
    .where('w.fermo', 'is', null)
    .where('w.prossima', '<=', now)
    .where('w.presa_fino', '<=', now)
    .where('p.revocato', 'is', null)
    .where((e) => e.or([e('p.fino_al', 'is', null), e('p.fino_al', '>=', today)]))
    .execute();

/**
 * Changes a webhook that is in the hands of one host.
 * @param held as it was when it was taken: another host, or an administrator, may have changed it since
 * @returns as it is now; undefined when it is no longer in those hands
 */
export async function keepWebhook(
  db: StoreDb,
  held: WebhookRow,
  changes: Partial<Omit<WebhookRow, 'id' | 'ente'>>,
): Promise<WebhookRow | undefined> {
  const kept = await db
    .updateTable('webhook')
    .set(changes)
    .where('id', '=', held.id)
    .where('presa_fino', '=', held.presa_fino)
    .returning('id')
    .executeTakeFirst();
  return kept && { ...held, ...changes };
}

/** A change that a webhook is told of. @property ufficio the office's id of the case @property tentativi how often it failed @property dal since when; null: never */
export type ToldChange = {
  n: number;
  pratica: string;
  ufficio: string;
  codice: string;
  tentativi: number;
  dal: number | null;
};

/** The case that waits longest to be told again and is due. */
export async function findLate(db: StoreDb, { id, now }: { id: string; now: number }): Promise<ToldChange | undefined> {
  return db
    .selectFrom('webhook_in_ritardo as r')
    .innerJoin('pratiche as p', 'p.id', 'r.pratica')
    .select(['r.n', 'r.pratica', 'p.ufficio', 'p.codice', 'r.tentativi', 'r.dal'])
    .where('r.webhook', '=', id)
    .where('r.prossima', '<=', now)
    .orderBy('r.prossima')
    .limit(1)
    .executeTakeFirst();
}

/** @property isLate its case waits to be told again */
type UntoldChange = ToldChange & Pick<Pratica, 'proprietario'> & { isLate: boolean };

/** The changes after those that a webhook was told of, in their order, and whether the case of each waits to be told again. */
export async function listUntold(
  db: StoreDb,
  { webhook, after, limit }: { webhook: Pick<WebhookRow, 'id' | 'ente'>; after: number; limit: number },
): Promise<UntoldChange[]> {
  const rows = await db
    .selectFrom('cambiamenti as c')
    .innerJoin('pratiche as p', 'p.id', 'c.pratica')
    .leftJoin('webhook_in_ritardo as r', (join) =>
      join.onRef('r.pratica', '=', 'c.pratica').on('r.webhook', '=', webhook.id),
    )
    .select(['c.n', 'c.pratica', 'p.ufficio', 'p.codice', 'p.proprietario', 'r.n as late'])
    .where('c.ente', '=', webhook.ente)
    .where('c.n', '>', after)
    .orderBy('c.n')
    .limit(limit)
    .execute();
  return rows.map(({ n, late, ...row }) => ({ ...row, n: Number(n), tentativi: 0, dal: null, isLate: late !== null }));
}

type LateRow = StoreTables['webhook_in_ritardo'];

/** A case that is late already is told by its last change. */
export async function writeLate(db: StoreDb, row: LateRow): Promise<void> {
  await db
    .insertInto('webhook_in_ritardo')
    .values(row)
    .onConflict((c) =>
      c.columns(['webhook', 'pratica']).doUpdateSet({ n: row.n, tentativi: row.tentativi, prossima: row.prossima }),
    )
    .execute();
}

export async function renumberLate(
  db: StoreDb,
  { webhook, pratica, n }: Pick<LateRow, 'webhook' | 'pratica' | 'n'>,
): Promise<void> {
  await db
    .updateTable('webhook_in_ritardo')
    .set({ n })
    .where('webhook', '=', webhook)
    .where('pratica', '=', pratica)
    .execute();
}

export async function deleteLate(
  db: StoreDb,
  { webhook, pratica }: Pick<LateRow, 'webhook' | 'pratica'>,
): Promise<void> {
  await db.deleteFrom('webhook_in_ritardo').where('webhook', '=', webhook).where('pratica', '=', pratica).execute();
}

/** What is late is due at once, as if it had failed for the first time. */
export async function hurryLate(db: StoreDb, webhook: string, now: number): Promise<void> {
  await db
    .updateTable('webhook_in_ritardo')
    .set({ tentativi: 0, dal: now, prossima: now })
    .where('webhook', '=', webhook)
    .execute();
}

/** How many cases are late, and for how many of them nobody tries any more, by webhook. */
export async function countLate(
  db: StoreDb,
  webhooks: readonly string[],
): Promise<Map<string, { late: number; held: number }>> {
  if (webhooks.length === 0) return new Map();
  const rows = await db
    .selectFrom('webhook_in_ritardo')
    .select(({ fn }) => ['webhook', fn.countAll<number>().as('late'), fn.count<number>('prossima').as('tried')])
    .where('webhook', 'in', webhooks)
    .groupBy('webhook')
    .execute();
  return new Map(
    rows.map(({ webhook, late, tried }) => [webhook, { late: Number(late), held: Number(late) - Number(tried) }]),
  );
}

export async function writeCall(db: StoreDb, row: StoreTables['consegne_webhook']): Promise<void> {
  await db.insertInto('consegne_webhook').values(row).execute();
}

/** The last one first, with the office's id of each case. */
export const listCalls = (db: StoreDb, webhook: string, limit: number) =>
  db
    .selectFrom('consegne_webhook as c')
    .innerJoin('pratiche as p', 'p.id', 'c.pratica')
    .select(['c.quando', 'c.stato', 'c.errore', 'c.ms', 'p.ufficio', 'p.anno', 'p.numero', 'p.ente'])
    .where('c.webhook', '=', webhook)
    .orderBy('c.quando', 'desc')
    .orderBy('c.id')
    .limit(limit)
    .execute();
