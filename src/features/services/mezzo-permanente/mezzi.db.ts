/** Advertising devices: those of positions, and what declarations say of them. */
import type { Db } from '../../../store/open.server.ts';
import type { Dialect, Mezzo, MezzoDichiarato } from '../../../store/tables.ts';
import { suaBozza } from './dichiarazioni.db.ts';

/** Those that stand today, in the order of the body's codes. */
export const mezziDellaPosizione = (db: Db, di: { posizione: string }) =>
  db
    .selectFrom('mezzi')
    .selectAll()
    .where('posizione', '=', di.posizione)
    .where('cessato_dal', 'is', null)
    .orderBy('codice')
    .orderBy('id')
    .execute();

export async function mezziConId(db: Db, ids: readonly string[]): Promise<Mezzo[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('mezzi').selectAll().where('id', 'in', ids).execute();
}

/** The same, locked until the transaction ends: whoever declares or decides about one of them waits. */
export async function mezziTenuti(db: Db, dialect: Dialect, ids: readonly string[]): Promise<Mezzo[]> {
  if (ids.length === 0) return [];
  const query = db.selectFrom('mezzi').selectAll().where('id', 'in', ids).orderBy('id');
  return (dialect === 'postgres' ? query.forUpdate() : query).execute();
}

export async function scriviMezzi(db: Db, mezzi: readonly Mezzo[]): Promise<void> {
  if (mezzi.length > 0) await db.insertInto('mezzi').values(mezzi).execute();
}

export async function cambiaMezzo(db: Db, id: string, cambi: Partial<Mezzo>): Promise<void> {
  await db.updateTable('mezzi').set(cambi).where('id', '=', id).execute();
}

/** What a declaration says, in its order; also what was removed and may be put back. */
export const righeDi = (db: Db, di: { dichiarazione: string }) =>
  db.selectFrom('mezzi_dichiarati').selectAll().where('dichiarazione', '=', di.dichiarazione).orderBy('n').execute();

/** What a declaration says of one device. @param id of the row, or of the position's device */
export async function rigaIn(db: Db, dichiarazione: string, id: string): Promise<MezzoDichiarato | undefined> {
  return (await rigaDi(db, { dichiarazione, id }))[0];
}

const rigaDi = (db: Db, di: { dichiarazione: string; id: string }) =>
  db
    .selectFrom('mezzi_dichiarati')
    .selectAll()
    .where('dichiarazione', '=', di.dichiarazione)
    .where((e) => e.or([e('id', '=', di.id), e('mezzo', '=', di.id)]))
    .execute();

/**
 * The declaration in which somebody says something of a device: by the row, else by the device the latest whose draft lives.
 * @returns ids of the row and of its declaration
 */
export function rigaDelProprietario(
  db: Db,
  id: string,
  chi: { proprietario: string; utente: string; now: number },
): Promise<{ id: string; dichiarazione: string } | undefined> {
  return db
    .selectFrom('mezzi_dichiarati as m')
    .innerJoin('dichiarazioni_mezzi as d', 'd.id', 'm.dichiarazione')
    .leftJoin('pratiche as p', 'p.id', 'd.pratica')
    .leftJoin('bozze as b', (on) => on.on(suaBozza).on('b.scade', '>', chi.now))
    .select(['m.id', 'm.dichiarazione'])
    .where((e) => e.or([e('d.proprietario', '=', chi.proprietario), e('p.utente', '=', chi.utente)]))
    .where((e) => e.or([e('m.id', '=', id), e.and([e('m.mezzo', '=', id), e('b.chiave', 'is not', null)])]))
    .orderBy('d.creata', 'desc')
    .executeTakeFirst();
}

export async function scriviRighe(db: Db, righe: readonly MezzoDichiarato[]): Promise<void> {
  if (righe.length > 0) await db.insertInto('mezzi_dichiarati').values(righe).execute();
}

export async function cambiaRiga(db: Db, id: string, cambi: Partial<MezzoDichiarato>): Promise<void> {
  await db.updateTable('mezzi_dichiarati').set(cambi).where('id', '=', id).execute();
}

/** @property vivi those not removed @property ultimo the last place taken */
export type Conto = { tutti: number; vivi: number; ultimo: number };

export async function contaRighe(db: Db, dichiarazione: string): Promise<Conto> {
  const [riga] = await conto(db, { dichiarazione });
  const tutti = Number(riga?.tutti ?? 0);
  return { tutti, vivi: tutti - Number(riga?.tolti ?? 0), ultimo: Number(riga?.ultimo ?? 0) };
}

const conto = (db: Db, di: { dichiarazione: string }) =>
  db
    .selectFrom('mezzi_dichiarati')
    .select((e) => [
      e.fn.countAll<number>().as('tutti'),
      e.fn.count<number>('tolto').as('tolti'),
      e.fn.max('n').as('ultimo'),
    ])
    .where('dichiarazione', '=', di.dichiarazione)
    .execute();

/** What was removed is gone for good. */
export async function scordaTolti(db: Db, dichiarazione: string): Promise<void> {
  await db
    .deleteFrom('mezzi_dichiarati')
    .where('dichiarazione', '=', dichiarazione)
    .where('tolto', 'is not', null)
    .execute();
}

/** What the declaration is sent without is gone for good. @param tranne ids of the rows that stay: one at least */
export async function scordaRighe(db: Db, dichiarazione: string, tranne: readonly string[]): Promise<void> {
  await db
    .deleteFrom('mezzi_dichiarati')
    .where('dichiarazione', '=', dichiarazione)
    .where('id', 'not in', tranne)
    .execute();
}

/** Does another device of the declaration name this file? Also one that was removed. */
export async function nominatoAltrove(db: Db, file: string, tranne: { dichiarazione: string; id: string }) {
  const riga = await db
    .selectFrom('mezzi_dichiarati')
    .select('id')
    .where('dichiarazione', '=', tranne.dichiarazione)
    .where('id', '!=', tranne.id)
    .where('allegati_json', 'like', `%"${file}"%`)
    .executeTakeFirst();
  return riga !== undefined;
}
