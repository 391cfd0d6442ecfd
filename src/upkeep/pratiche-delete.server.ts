/** Deletes what belongs to cases that are deleted, or to an ente or a person that is. */
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { removeWords } from '../features/cases/pratica/pratica.db.ts';
import type { CatalogTable } from '../store/catalog.server.ts';
import type { StoreDb } from '../store/tables.ts';

/** What outlives its case, and then names none: devices of the register and notices that were paid. */
const OUTLIVING_TABLES = new Set(['mezzi', 'avvisi']);

/** Deletes all that refers to these cases, in the transaction that deletes them. @param catalog of this store */
export async function clearPratiche(
  db: StoreDb,
  ids: readonly string[],
  catalog: readonly CatalogTable[],
): Promise<void> {
  await deleteWaitingMails(db, ({ pratica }) => pratica !== undefined && ids.includes(pratica));
  const pratiche = await db
    .selectFrom('pratiche')
    .select(['id', 'ente', 'cerca', 'pubblica'])
    .where('id', 'in', ids)
    .execute();
  await removePubbliche(
    db,
    pratiche.flatMap(({ pubblica }) => pubblica ?? []),
  );
  for (const pratica of pratiche) await removeWords(db, pratica);
  for (const { name, refersTo } of catalog.toReversed()) {
    if (!refersTo.includes('pratiche')) continue;
    const those = sql`where pratica in (${sql.join(ids)})`;
    await (OUTLIVING_TABLES.has(name)
      ? sql`update ${sql.table(name)} set pratica = null ${those}`
      : sql`delete from ${sql.table(name)} ${those}`
    ).execute(db);
  }
}

/** The public sides of reports, with their timelines and photos. */
export async function removePubbliche(db: StoreDb, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('segnalazioni_pubbliche').where('id', 'in', ids).execute();
}

const mailData = z.object({ pratica: z.optional(z.string()), ente: z.optional(z.string()) });
type MailData = z.infer<typeof mailData>;

/** Mails that were not sent yet, or were given up, of what does not exist any more. */
export async function deleteWaitingMails(
  db: StoreDb,
  isGone: (data: MailData, row: { tipo: string }) => boolean,
): Promise<void> {
  const rows = await db
    .selectFrom('posta_in_uscita')
    .select(['id', 'tipo', 'dati_json'])
    .where('inviata', 'is', null)
    .execute();
  const gone = rows.filter((row) => {
    const data = mailData.safeParse(JSON.parse(row.dati_json));
    return data.success && isGone(data.data, row);
  });
  for (const { id } of gone) await db.deleteFrom('posta_in_uscita').where('id', '=', id).execute();
}
