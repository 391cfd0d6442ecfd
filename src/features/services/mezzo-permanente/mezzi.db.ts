/** Queries for advertising devices: those of positions, and the rows of declarations. */
import { sql } from 'kysely';
import type { DeclaredMezzo, Mezzo, StoreDb, StoreDialect } from '../../../store/tables.ts';
import { ownBozza } from './dichiarazioni.db.ts';

/** Today's devices of a position, in the order of the ente's codes. */
export const listMezziOfPosizione = (db: StoreDb, filter: { posizione: string }) =>
  db
    .selectFrom('mezzi')
    .selectAll()
    .where('posizione', '=', filter.posizione)
    .where('cessato_dal', 'is', null)
    .orderBy('codice')
    .orderBy('id')
    .execute();

export async function findMezzi(db: StoreDb, ids: readonly string[]): Promise<Mezzo[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('mezzi').selectAll().where('id', 'in', ids).execute();
}

/** The same, locked until the transaction ends against another declaration or decision. */
export async function lockMezzi(db: StoreDb, dialect: StoreDialect, ids: readonly string[]): Promise<Mezzo[]> {
  if (ids.length === 0) return [];
  const query = db.selectFrom('mezzi').selectAll().where('id', 'in', ids).orderBy('id');
  return (dialect === 'postgres' ? query.forUpdate() : query).execute();
}

export async function writeMezzi(db: StoreDb, mezzi: readonly Mezzo[]): Promise<void> {
  if (mezzi.length > 0) await db.insertInto('mezzi').values(mezzi).execute();
}

export async function updateMezzo(db: StoreDb, id: string, changes: Partial<Mezzo>): Promise<void> {
  await db.updateTable('mezzi').set(changes).where('id', '=', id).execute();
}

/** The rows of a declaration in order, with removed ones that may be put back. */
export const listRows = (db: StoreDb, filter: { dichiarazione: string }) =>
  db
    .selectFrom('mezzi_dichiarati')
    .selectAll()
    .where('dichiarazione', '=', filter.dichiarazione)
    .orderBy('n')
    .execute();

/** The row of a declaration about one device. @param id of the row, or of the position's device */
export async function findRow(db: StoreDb, dichiarazione: string, id: string): Promise<DeclaredMezzo | undefined> {
  return (await selectRows(db, { dichiarazione, id }))[0];
}

const selectRows = (db: StoreDb, filter: { dichiarazione: string; id: string }) =>
  db
    .selectFrom('mezzi_dichiarati')
    .selectAll()
    .where('dichiarazione', '=', filter.dichiarazione)
    .where((e) => e.or([e('id', '=', filter.id), e('mezzo', '=', filter.id)]))
    .execute();

/**
 * An owner's row by its id, or by the position's device: then the latest of a declaration whose draft is kept.
 * @returns ids of the row and of its declaration
 */
export function findOwnRow(
  db: StoreDb,
  id: string,
  visitor: { proprietario: string; utente: string; now: number },
): Promise<{ id: string; dichiarazione: string } | undefined> {
  return db
    .selectFrom('mezzi_dichiarati as m')
    .innerJoin('dichiarazioni_mezzi as d', 'd.id', 'm.dichiarazione')
    .leftJoin('pratiche as p', 'p.id', 'd.pratica')
    .leftJoin('bozze as b', (on) => on.on(ownBozza).on('b.scade', '>', visitor.now))
    .select(['m.id', 'm.dichiarazione'])
    .where((e) => e.or([e('d.proprietario', '=', visitor.proprietario), e('p.utente', '=', visitor.utente)]))
    .where((e) => e.or([e('m.id', '=', id), e.and([e('m.mezzo', '=', id), e('b.chiave', 'is not', null)])]))
    .orderBy('d.creata', 'desc')
    .executeTakeFirst();
}

export async function writeRows(db: StoreDb, rows: readonly DeclaredMezzo[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('mezzi_dichiarati').values(rows).execute();
}

export async function updateRow(db: StoreDb, id: string, changes: Partial<DeclaredMezzo>): Promise<void> {
  await db.updateTable('mezzi_dichiarati').set(changes).where('id', '=', id).execute();
}

/** @property live rows that are not removed @property last the last place taken */
export type RowCounts = { total: number; live: number; last: number };

export async function countRows(db: StoreDb, dichiarazione: string): Promise<RowCounts> {
  const [row] = await selectCounts(db, { dichiarazione });
  const total = Number(row?.tutti ?? 0);
  return { total, live: total - Number(row?.tolti ?? 0), last: Number(row?.ultimo ?? 0) };
}

const selectCounts = (db: StoreDb, filter: { dichiarazione: string }) =>
  db
    .selectFrom('mezzi_dichiarati')
    .select((e) => [
      e.fn.countAll<number>().as('tutti'),
      e.fn.count<number>('tolto').as('tolti'),
      e.fn.max('n').as('ultimo'),
    ])
    .where('dichiarazione', '=', filter.dichiarazione)
    .execute();

/** @returns how many bytes a declaration's rows take, removed ones too */
export async function sumBytes(db: StoreDb, dichiarazione: string): Promise<number> {
  const row = await db
    .selectFrom('mezzi_dichiarati')
    .select(sql<number | string | null>`sum(octet_length(dati_json) + octet_length(allegati_json))`.as('bytes'))
    .where('dichiarazione', '=', dichiarazione)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** Deletes removed rows for good. */
export async function deleteRemovedRows(db: StoreDb, dichiarazione: string): Promise<void> {
  await db
    .deleteFrom('mezzi_dichiarati')
    .where('dichiarazione', '=', dichiarazione)
    .where('tolto', 'is not', null)
    .execute();
}

/** Deletes the rows that are not sent. @param kept ids of the rows that stay: one at least */
export async function deleteOtherRows(db: StoreDb, dichiarazione: string, kept: readonly string[]): Promise<void> {
  await db
    .deleteFrom('mezzi_dichiarati')
    .where('dichiarazione', '=', dichiarazione)
    .where('id', 'not in', kept)
    .execute();
}

/** Does another device of the declaration name this file? Removed ones count. */
export async function isNamedElsewhere(db: StoreDb, file: string, except: { dichiarazione: string; id: string }) {
  const row = await db
    .selectFrom('mezzi_dichiarati')
    .select('id')
    .where('dichiarazione', '=', except.dichiarazione)
    .where('id', '!=', except.id)
    .where('allegati_json', 'like', `%"${file}"%`)
    .executeTakeFirst();
  return row !== undefined;
}
