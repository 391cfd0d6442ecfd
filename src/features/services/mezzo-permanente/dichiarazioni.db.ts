/** Queries for declarations of advertising devices, with their draft until they are sent and their case afterwards. */
import { type SqlBool, sql } from 'kysely';
import type { DichiarazioneMezzi, StoreDb, StoreDialect } from '../../../store/tables.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';

/** Joins a declaration `d` to the draft `b` it began with: a later draft of the same path does not revive a lapsed one. */
export const ownBozza = sql<SqlBool>`b.proprietario = d.proprietario and b.percorso = ${sql.lit(dichiarazionePath(''))} || d.id and b.creata = d.creata`;

/** @property valori_json the typed applicant while the draft is kept; null: sent, or lapsed */
export type DichiarazioneWithBozza = DichiarazioneMezzi & {
  valori_json: string | null;
  chiave: string | null;
  salvata: number | null;
  stato: string | null;
  utente: string | null;
  codice_utente: string | null;
};

/** A declaration with its draft, its case and the code of its position. */
const selectDichiarazione = (db: StoreDb, filter: { id: string; now: number }) =>
  db
    .selectFrom('dichiarazioni_mezzi as d')
    .leftJoin('bozze as b', (on) => on.on(ownBozza).on('b.scade', '>', filter.now))
    .leftJoin('pratiche as p', 'p.id', 'd.pratica')
    .leftJoin('posizioni as o', 'o.id', 'd.posizione')
    .selectAll('d')
    .select(['b.valori_json', 'b.chiave', 'b.salvata', 'p.stato', 'p.utente', 'o.codice_utente'])
    .where('d.id', '=', filter.id)
    .execute();

export async function findDichiarazione(
  db: StoreDb,
  id: string,
  now: number,
): Promise<DichiarazioneWithBozza | undefined> {
  return (await selectDichiarazione(db, { id, now }))[0];
}

/** Locks the declaration until the transaction ends. SQLite has one writer at a time. */
export async function lockDichiarazione(db: StoreDb, dialect: StoreDialect, id: string): Promise<void> {
  if (dialect !== 'postgres') return;
  await db.selectFrom('dichiarazioni_mezzi').select('id').where('id', '=', id).forUpdate().execute();
}

export async function writeDichiarazione(db: StoreDb, row: DichiarazioneMezzi): Promise<void> {
  await db.insertInto('dichiarazioni_mezzi').values(row).execute();
}

export async function markSent(db: StoreDb, id: string, pratica: string): Promise<void> {
  await db.updateTable('dichiarazioni_mezzi').set({ pratica }).where('id', '=', id).execute();
}

/** Keeps the draft for its full time again. @param changes `valori_json` when the applicant has changed */
export async function renewBozza(
  db: StoreDb,
  dichiarazione: { proprietario: string; id: string },
  changes: { aggiornata?: number; scade?: number; valori_json?: string },
): Promise<void> {
  await db
    .updateTable('bozze')
    .set({ ...changes, ...(changes.valori_json && { dimensione: Buffer.byteLength(changes.valori_json) }) })
    .where('proprietario', '=', dichiarazione.proprietario)
    .where('percorso', '=', dichiarazionePath(dichiarazione.id))
    .execute();
}

/** An owner's declarations that are not sent, the last one changed first, with the number of their devices. */
export const listStartedDichiarazioni = (db: StoreDb, filter: { proprietario: string; now: number }) =>
  db
    .selectFrom('dichiarazioni_mezzi as d')
    .innerJoin('bozze as b', (on) => on.on(ownBozza))
    .leftJoin('posizioni as o', 'o.id', 'd.posizione')
    .select(['d.id', 'd.tipo', 'd.ente', 'b.aggiornata', 'o.codice_utente'])
    .select((e) =>
      e
        .selectFrom('mezzi_dichiarati as m')
        .select((f) => f.fn.countAll<number>().as('n'))
        .whereRef('m.dichiarazione', '=', 'd.id')
        .where('m.tolto', 'is', null)
        .as('mezzi'),
    )
    .where('d.proprietario', '=', filter.proprietario)
    .where('d.pratica', 'is', null)
    .where('b.scade', '>', filter.now)
    .orderBy('b.aggiornata', 'desc')
    .limit(100)
    .execute();

/**
 * Those devices that another declaration is about which is sent and not decided.
 * @returns the devices' ids
 */
export async function findPendingMezzi(db: StoreDb, mezzi: readonly string[]): Promise<string[]> {
  if (mezzi.length === 0) return [];
  const rows = await db
    .selectFrom('mezzi_dichiarati as m')
    .innerJoin('dichiarazioni_mezzi as d', 'd.id', 'm.dichiarazione')
    .innerJoin('pratiche as p', 'p.id', 'd.pratica')
    .select('m.mezzo')
    .where('m.mezzo', 'in', mezzi)
    .where('m.tolto', 'is', null)
    .where('p.stato', 'in', ['inviata', 'in_elaborazione', 'da_integrare'])
    .execute();
  return rows.map((r) => r.mezzo as string);
}

/** The declaration that a case is about. */
export function findDichiarazioneOfPratica(db: StoreDb, pratica: string): Promise<DichiarazioneMezzi | undefined> {
  return db.selectFrom('dichiarazioni_mezzi').selectAll().where('pratica', '=', pratica).executeTakeFirst();
}

/** Deletes declarations that were not sent and whose draft is gone, with their devices. */
export async function removeAbandoned(db: StoreDb): Promise<void> {
  await db
    .deleteFrom('dichiarazioni_mezzi as d')
    .where('d.pratica', 'is', null)
    .where((e) => e.not(e.exists(e.selectFrom('bozze as b').select('b.chiave').where(ownBozza))))
    .execute();
}
