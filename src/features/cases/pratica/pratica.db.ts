/** Queries of cases: their numbers, timelines, unread messages, operator keys and ratings. */
import { sql } from 'kysely';
import type { Ctx } from '../../../context.ts';
import type { Db } from '../../../store/open.server.ts';
import type { Evento, Pratica } from '../../../store/tables.ts';

/** Below this no number of a year is given any more, see {@link numeriOltre}. */
const limite = (anno: number) => `numeri.${anno}`;

/**
 * The next number of a body in a year, without gaps: taken in the transaction that opens the case, so that a send that fails
 * gives its number back.
 */
export async function prossimoNumero(db: Db, ente: string, anno: number): Promise<number> {
  const row = await db
    .insertInto('numeratori')
    .values((e) => ({
      ente,
      anno,
      ultimo: sql<number>`1 + coalesce(${e
        .selectFrom('portale')
        .select((p) => p.cast<number>('valore', 'integer').as('n'))
        .where('chiave', '=', limite(anno))}, 0)`,
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

/** From now on every body's numbers of this year lie above: those below may have been given in a store that is no more. */
export async function numeriOltre(db: Db, anno: number, numero: number): Promise<void> {
  const valore = String(numero);
  await db
    .insertInto('portale')
    .values({ chiave: limite(anno), valore })
    .onConflict((c) => c.column('chiave').doUpdateSet({ valore }))
    .execute();
}

/** @param cerca the words it will be found by */
export async function scriviPratica(db: Db, pratica: Pratica, cerca: string): Promise<void> {
  await db
    .insertInto('pratiche')
    .values({ ...pratica, cerca })
    .execute();
}

export async function trovaPratica(db: Db, id: string): Promise<Pratica | undefined> {
  return (await perId(db, { id }))[0];
}

const perId = (db: Db, di: { id: string }) => db.selectFrom('pratiche').selectAll().where('id', '=', di.id).execute();

/** @param id the citizen's, or that of the body's side */
export async function trovaDaUnLato(db: Db, id: string): Promise<Pratica | undefined> {
  return (await perId(db, { id }))[0] ?? (await perUfficio(db, { id }))[0];
}

const perUfficio = (db: Db, di: { id: string }) =>
  db.selectFrom('pratiche').selectAll().where('ufficio', '=', di.id).execute();

/** Reads a case that is about to change: who comes second waits for the first to end. @param id the citizen's */
export function trovaPerCambiare(ctx: Ctx, id: string): Promise<Pratica | undefined> {
  const query = ctx.db.selectFrom('pratiche').selectAll().where('id', '=', id);
  // SQLite has one writer at a time and no row locks.
  return (ctx.house.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

export async function cambiaPratica(db: Db, id: string, cambi: Partial<Pratica>): Promise<void> {
  await db.updateTable('pratiche').set(cambi).where('id', '=', id).execute();
}

export async function scriviEvento(db: Db, evento: Evento): Promise<void> {
  await db.insertInto('eventi').values(evento).execute();
}

/** How many events of a case are read at a time. */
export const PAGINA_EVENTI = 50;

/** A page of a timeline, in its order. @property altri there are more on that side */
type PaginaEventi = { eventi: Evento[]; altri: boolean };

/** The last events of a case before one. @param di.n its place; the events of a case count from 1 */
export async function eventiPrima(db: Db, di: { pratica: string; n: number }): Promise<PaginaEventi> {
  const righe = await prima(db, di);
  return { eventi: righe.slice(0, PAGINA_EVENTI).reverse(), altri: righe.length > PAGINA_EVENTI };
}

const prima = (db: Db, di: { pratica: string; n: number }) =>
  db
    .selectFrom('eventi')
    .selectAll()
    .where('pratica', '=', di.pratica)
    .where('n', '<', di.n)
    .orderBy('n', 'desc')
    .limit(PAGINA_EVENTI + 1)
    .execute();

/** The first events of a case after one. @param di.n its place */
export async function eventiDopo(db: Db, di: { pratica: string; n: number }): Promise<PaginaEventi> {
  const righe = await dopo(db, di);
  return { eventi: righe.slice(0, PAGINA_EVENTI), altri: righe.length > PAGINA_EVENTI };
}

const dopo = (db: Db, di: { pratica: string; n: number }) =>
  db
    .selectFrom('eventi')
    .selectAll()
    .where('pratica', '=', di.pratica)
    .where('n', '>', di.n)
    .orderBy('n')
    .limit(PAGINA_EVENTI + 1)
    .execute();

/** Events up to one in which something was hidden since: their words, or a file of theirs. @param di.dal instant */
export async function eventiNascosti(db: Db, di: { pratica: string; n: number; dal: number }): Promise<Evento[]> {
  const ids = await nascosti(db, di);
  if (ids.length === 0) return [];
  return db
    .selectFrom('eventi')
    .selectAll()
    .where(
      'id',
      'in',
      ids.map(({ id }) => id as string),
    )
    .where('n', '<=', di.n)
    .orderBy('n')
    .execute();
}

const nascosti = (db: Db, di: { pratica: string; dal: number }) =>
  db
    .selectFrom('eventi')
    .select('id')
    .where('pratica', '=', di.pratica)
    .where('nascosto', '>=', di.dal)
    .union((e) =>
      e
        .selectFrom('allegati')
        .select('evento as id')
        .where('pratica', '=', di.pratica)
        .where('nascosto', '>=', di.dal)
        .where('evento', 'is not', null)
        .$narrowType<{ id: string }>(),
    )
    .execute();

export function trovaEvento(db: Db, pratica: string, id: string): Promise<Evento | undefined> {
  return db.selectFrom('eventi').selectAll().where('pratica', '=', pratica).where('id', '=', id).executeTakeFirst();
}

export async function nascondiEvento(db: Db, id: string, traccia: { quando: number; da: string }): Promise<void> {
  await db
    .updateTable('eventi')
    .set({ nascosto: traccia.quando, nascosto_da: traccia.da })
    .where('id', '=', id)
    .execute();
}

export async function nascondiFile(db: Db, pratica: string, id: string, quando: number): Promise<boolean> {
  const row = await db
    .updateTable('allegati')
    .set({ nascosto: quando })
    .where('pratica', '=', pratica)
    .where('id', '=', id)
    .where('nascosto', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A citizen's cases, newest first, with how many messages of the body they have not read; without what they wrote. */
export const praticheDellUtente = (db: Db, di: { utente: string }) =>
  db
    .selectFrom('pratiche')
    .select(['id', 'tipo', 'anno', 'numero', 'codice', 'oggetto', 'ente', 'stato', 'inviata_il', 'termine_il', 'email'])
    .select((e) => {
      const messaggi = e
        .selectFrom('eventi')
        .select((f) => f.fn.countAll<number>().as('n'))
        .whereRef('eventi.pratica', '=', 'pratiche.id')
        .where('da', '=', 'operatore')
        .whereRef('eventi.n', '>', 'pratiche.letto_cittadino');
      // Most cases have nothing new: their events are not looked at (measured: a third of the question's time).
      return e.case().whenRef('versione', '>', 'letto_cittadino').then(messaggi).else(0).end().as('non_letti');
    })
    .where('utente', '=', di.utente)
    .orderBy('inviata_il', 'desc')
    .limit(500)
    .execute();

/** How many messages of the bodies a citizen has not read, over all their cases. */
export async function messaggiNonLetti(db: Db, utente: string): Promise<number> {
  return Number((await nonLetti(db, { utente }))[0]?.n);
}

const nonLetti = (db: Db, di: { utente: string }) =>
  db
    .selectFrom('pratiche')
    .innerJoin('eventi', 'eventi.pratica', 'pratiche.id')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('utente', '=', di.utente)
    .whereRef('pratiche.versione', '>', 'pratiche.letto_cittadino')
    .where('da', '=', 'operatore')
    .whereRef('eventi.n', '>', 'pratiche.letto_cittadino')
    .execute();

/** Cases that carry this tax code and are in nobody's area, newest first. */
export function praticheDiNessuno(db: Db, codice_fiscale: string): Promise<Pratica[]> {
  return db
    .selectFrom('pratiche')
    .selectAll()
    .where('codice_fiscale', '=', codice_fiscale)
    .where('utente', 'is', null)
    .orderBy('inviata_il', 'desc')
    .limit(100)
    .execute();
}

export function trovaPerNumero(
  db: Db,
  di: { ente: string; anno: number; numero: number },
): Promise<Pick<Pratica, 'id'> | undefined> {
  return db
    .selectFrom('pratiche')
    .select('id')
    .where('ente', '=', di.ente)
    .where('anno', '=', di.anno)
    .where('numero', '=', di.numero)
    .executeTakeFirst();
}

/** The last case of a kind that somebody sent from this browser since then. */
export function ultimaPratica(
  db: Db,
  di: { proprietario: string; codici: readonly string[]; stati: readonly Pratica['stato'][]; dal: number },
): Promise<Pratica | undefined> {
  return db
    .selectFrom('pratiche')
    .selectAll()
    .where('proprietario', '=', di.proprietario)
    .where('codice', 'in', di.codici)
    .where('stato', 'in', di.stati)
    .where('inviata_il', '>', di.dal)
    .orderBy('inviata_il', 'desc')
    .executeTakeFirst();
}

export async function scriviChiave(
  db: Db,
  chiave: { id: string; pratica: string; hash: string; creata: number; scade: number },
): Promise<void> {
  await db.insertInto('chiavi_operatore').values(chiave).execute();
}

/** Keys of a case that are still good, the newest first. */
export function chiaviBuone(db: Db, pratica: string, now: number) {
  return db
    .selectFrom('chiavi_operatore')
    .selectAll()
    .where('pratica', '=', pratica)
    .where('scade', '>', now)
    .orderBy('creata', 'desc')
    .execute();
}

export function trovaChiave(db: Db, hash: string) {
  return db.selectFrom('chiavi_operatore').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** @returns false when this case has been rated already */
export async function scriviValutazione(
  db: Db,
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
export async function liberaDocumenti(db: Db, pratica: string): Promise<void> {
  await db.updateTable('richieste_documenti').set({ aperta: 0 }).where('pratica', '=', pratica).execute();
}
