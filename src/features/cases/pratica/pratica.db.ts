/** Queries of cases: their numbers, timelines, unread messages, operator keys and ratings. */
import { sql } from 'kysely';
import type { CallContext } from '../../../context.ts';
import type { StoreDb } from '../../../store/open.server.ts';
import type { Evento, Pratica } from '../../../store/tables.ts';

/** Below this no number of a year is given any more, see {@link raiseNumeri}. */
const limitKey = (anno: number) => `numeri.${anno}`;

/**
 * The next number of an ente in a year, without gaps: taken in the transaction that opens the case, so that a send that fails
 * gives its number back.
 */
export async function takeNextNumero(db: StoreDb, ente: string, anno: number): Promise<number> {
  const row = await db
    .insertInto('numeratori')
    .values((e) => ({
      ente,
      anno,
      ultimo: sql<number>`1 + coalesce(${e
        .selectFrom('portale')
        .select((p) => p.cast<number>('valore', 'integer').as('n'))
        .where('chiave', '=', limitKey(anno))}, 0)`,
    }))
    .onConflict((c) =>
      c.columns(['ente', 'anno']).doUpdateSet((e) => ({
        ultimo: e
          .case()
          .when('numeratori.ultimo', '>=', e.ref('excluded.ultimo'))
          .then(e('numeratori.ultimo', '+', 1))
          .else(e.ref('excluded.ultimo'))
          .end(),
      })),
    )
    .returning('ultimo')
    .executeTakeFirstOrThrow();
  return row.ultimo;
}

/** From now on every ente's numbers of this year lie above: those below may have been given in a store that is no more. */
export async function raiseNumeri(db: StoreDb, anno: number, numero: number): Promise<void> {
  const value = String(numero);
  await db
    .insertInto('portale')
    .values({ chiave: limitKey(anno), valore: value })
    .onConflict((c) => c.column('chiave').doUpdateSet({ valore: value }))
    .execute();
}

/** @param searchText the words it will be found by */
export async function writePratica(db: StoreDb, pratica: Pratica, searchText: string): Promise<void> {
  await db
    .insertInto('pratiche')
    .values({ ...pratica, cerca: searchText })
    .execute();
}

export async function findPratica(db: StoreDb, id: string): Promise<Pratica | undefined> {
  return (await listById(db, { id }))[0];
}

const listById = (db: StoreDb, filter: { id: string }) =>
  db.selectFrom('pratiche').selectAll().where('id', '=', filter.id).execute();

/** @param id the citizen's, or that of the ente's side */
export async function findFromEitherSide(db: StoreDb, id: string): Promise<Pratica | undefined> {
  return (await listById(db, { id }))[0] ?? (await listByUfficio(db, { id }))[0];
}

const listByUfficio = (db: StoreDb, filter: { id: string }) =>
  db.selectFrom('pratiche').selectAll().where('ufficio', '=', filter.id).execute();

/** Reads a case that is about to change: who comes second waits for the first to end. @param id the citizen's */
export function findToChange(ctx: CallContext, id: string): Promise<Pratica | undefined> {
  const query = ctx.db.selectFrom('pratiche').selectAll().where('id', '=', id);
  // SQLite has one writer at a time and no row locks.
  return (ctx.house.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

export async function changePratica(db: StoreDb, id: string, changes: Partial<Pratica>): Promise<void> {
  await db.updateTable('pratiche').set(changes).where('id', '=', id).execute();
}

export async function writeEvento(db: StoreDb, evento: Evento): Promise<void> {
  await db.insertInto('eventi').values(evento).execute();
}

/** How many events of a case are read at a time. */
export const EVENTI_PAGE_SIZE = 50;

/** A page of a timeline, in its order. @property hasMore there are more on that side */
type EventiPage = { eventi: Evento[]; hasMore: boolean };

/** The last events of a case before one. @param filter.n its place; the events of a case count from 1 */
export async function listEventiBefore(db: StoreDb, filter: { pratica: string; n: number }): Promise<EventiPage> {
  const rows = await selectBefore(db, filter);
  return { eventi: rows.slice(0, EVENTI_PAGE_SIZE).reverse(), hasMore: rows.length > EVENTI_PAGE_SIZE };
}

const selectBefore = (db: StoreDb, filter: { pratica: string; n: number }) =>
  db
    .selectFrom('eventi')
    .selectAll()
    .where('pratica', '=', filter.pratica)
    .where('n', '<', filter.n)
    .orderBy('n', 'desc')
    .limit(EVENTI_PAGE_SIZE + 1)
    .execute();

/** The first events of a case after one. @param filter.n its place */
export async function listEventiAfter(db: StoreDb, filter: { pratica: string; n: number }): Promise<EventiPage> {
  const rows = await selectAfter(db, filter);
  return { eventi: rows.slice(0, EVENTI_PAGE_SIZE), hasMore: rows.length > EVENTI_PAGE_SIZE };
}

const selectAfter = (db: StoreDb, filter: { pratica: string; n: number }) =>
  db
    .selectFrom('eventi')
    .selectAll()
    .where('pratica', '=', filter.pratica)
    .where('n', '>', filter.n)
    .orderBy('n')
    .limit(EVENTI_PAGE_SIZE + 1)
    .execute();

/** Events up to one in which something was hidden since: their words, or a file of theirs. @param filter.dal instant */
export async function listHiddenEventi(
  db: StoreDb,
  filter: { pratica: string; n: number; dal: number },
): Promise<Evento[]> {
  const ids = await selectHidden(db, filter);
  if (ids.length === 0) return [];
  return db
    .selectFrom('eventi')
    .selectAll()
    .where(
      'id',
      'in',
      ids.map(({ id }) => id as string),
    )
    .where('n', '<=', filter.n)
    .orderBy('n')
    .execute();
}

const selectHidden = (db: StoreDb, filter: { pratica: string; dal: number }) =>
  db
    .selectFrom('eventi')
    .select('id')
    .where('pratica', '=', filter.pratica)
    .where('nascosto', '>=', filter.dal)
    .union((e) =>
      e
        .selectFrom('allegati')
        .select('evento as id')
        .where('pratica', '=', filter.pratica)
        .where('nascosto', '>=', filter.dal)
        .where('evento', 'is not', null)
        .$narrowType<{ id: string }>(),
    )
    .execute();

export function findEvento(db: StoreDb, pratica: string, id: string): Promise<Evento | undefined> {
  return db.selectFrom('eventi').selectAll().where('pratica', '=', pratica).where('id', '=', id).executeTakeFirst();
}

export async function hideEvento(db: StoreDb, id: string, mark: { at: number; by: string }): Promise<void> {
  await db.updateTable('eventi').set({ nascosto: mark.at, nascosto_da: mark.by }).where('id', '=', id).execute();
}

export async function hideFile(db: StoreDb, pratica: string, id: string, at: number): Promise<boolean> {
  const row = await db
    .updateTable('allegati')
    .set({ nascosto: at })
    .where('pratica', '=', pratica)
    .where('id', '=', id)
    .where('nascosto', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A citizen's cases, newest first, with how many messages of the ente they have not read; without what they wrote. */
export const listPraticheOfUtente = (db: StoreDb, filter: { utente: string }) =>
  db
    .selectFrom('pratiche')
    .select(['id', 'tipo', 'anno', 'numero', 'codice', 'oggetto', 'ente', 'stato', 'inviata_il', 'termine_il', 'email'])
    .select((e) => {
      const messages = e
        .selectFrom('eventi')
        .select((f) => f.fn.countAll<number>().as('n'))
        .whereRef('eventi.pratica', '=', 'pratiche.id')
        .where('da', '=', 'operatore')
        .whereRef('eventi.n', '>', 'pratiche.letto_cittadino');
      // Most cases have nothing new: their events are not looked at (measured: a third of the question's time).
      return e.case().whenRef('versione', '>', 'letto_cittadino').then(messages).else(0).end().as('non_letti');
    })
    .where('utente', '=', filter.utente)
    .orderBy('inviata_il', 'desc')
    .limit(500)
    .execute();

/** How many messages of the enti a citizen has not read, over all their cases. */
export async function countUnreadMessaggi(db: StoreDb, utente: string): Promise<number> {
  return Number((await selectUnread(db, { utente }))[0]?.n);
}

const selectUnread = (db: StoreDb, filter: { utente: string }) =>
  db
    .selectFrom('pratiche')
    .innerJoin('eventi', 'eventi.pratica', 'pratiche.id')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('utente', '=', filter.utente)
    .whereRef('pratiche.versione', '>', 'pratiche.letto_cittadino')
    .where('da', '=', 'operatore')
    .whereRef('eventi.n', '>', 'pratiche.letto_cittadino')
    .execute();

/** Cases that carry this tax code and are in nobody's area, newest first. */
export function listUnclaimedPratiche(db: StoreDb, codice_fiscale: string): Promise<Pratica[]> {
  return db
    .selectFrom('pratiche')
    .selectAll()
    .where('codice_fiscale', '=', codice_fiscale)
    .where('utente', 'is', null)
    .orderBy('inviata_il', 'desc')
    .limit(100)
    .execute();
}

export function findByNumero(
  db: StoreDb,
  filter: { ente: string; anno: number; numero: number },
): Promise<Pick<Pratica, 'id'> | undefined> {
  return db
    .selectFrom('pratiche')
    .select('id')
    .where('ente', '=', filter.ente)
    .where('anno', '=', filter.anno)
    .where('numero', '=', filter.numero)
    .executeTakeFirst();
}

/** The last case of a kind that somebody sent from this browser since then. */
export function findLastPratica(
  db: StoreDb,
  filter: { proprietario: string; codici: readonly string[]; stati: readonly Pratica['stato'][]; dal: number },
): Promise<Pratica | undefined> {
  return db
    .selectFrom('pratiche')
    .selectAll()
    .where('proprietario', '=', filter.proprietario)
    .where('codice', 'in', filter.codici)
    .where('stato', 'in', filter.stati)
    .where('inviata_il', '>', filter.dal)
    .orderBy('inviata_il', 'desc')
    .executeTakeFirst();
}

export async function writeChiave(
  db: StoreDb,
  chiave: { id: string; pratica: string; hash: string; creata: number; scade: number },
): Promise<void> {
  await db.insertInto('chiavi_operatore').values(chiave).execute();
}

/** Keys of a case that are still good, the newest first. */
export function listValidChiavi(db: StoreDb, pratica: string, now: number) {
  return db
    .selectFrom('chiavi_operatore')
    .selectAll()
    .where('pratica', '=', pratica)
    .where('scade', '>', now)
    .orderBy('creata', 'desc')
    .execute();
}

export function findChiave(db: StoreDb, hash: string) {
  return db.selectFrom('chiavi_operatore').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** @returns false when this case has been rated already */
export async function writeValutazione(
  db: StoreDb,
  v: { pratica: string; stelle: number; aspetto: string | null; testo: string | null; quando: number },
): Promise<boolean> {
  const row = await db
    .insertInto('valutazioni')
    .values(v)
    .onConflict((c) => c.column('pratica').doNothing())
    .returning('pratica')
    .executeTakeFirst();
  return row !== undefined;
}

/** The request has ended: its documents may be asked about again. */
export async function releaseDocumenti(db: StoreDb, pratica: string): Promise<void> {
  await db.updateTable('richieste_documenti').set({ aperta: 0 }).where('pratica', '=', pratica).execute();
}
