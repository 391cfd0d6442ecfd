/** Queries of the offices of an ente, of who works there, and of who administers the ente. */
import { sql } from 'kysely';
import type { StoreDb, StoreTables, Ufficio } from '../../../store/tables.ts';

/** The offices of some enti, those that are closed included. @param enti at least one */
export const selectUffici = (db: StoreDb, enti: readonly string[]): Promise<Ufficio[]> =>
  db.selectFrom('uffici').selectAll().where('ente', 'in', enti).execute();

export const findUfficio = (db: StoreDb, id: string): Promise<Ufficio | undefined> =>
  db.selectFrom('uffici').selectAll().where('id', '=', id).executeTakeFirst();

/** The people of some offices. @param uffici ids, at least one */
export const selectPersone = (db: StoreDb, uffici: readonly string[]) =>
  db
    .selectFrom('uffici_persone')
    .innerJoin('utenti', 'utenti.id', 'uffici_persone.utente')
    .select(['ufficio', 'utenti.id', 'nome', 'cognome', 'email', 'enti_json', 'uffici_da_accesso'])
    .select(['assente_dal', 'assente_al'])
    .where('ufficio', 'in', uffici)
    .execute();

/** The absences of some people, in any of their offices. @param utenti ids, at least one */
export const selectAbsences = (db: StoreDb, utenti: readonly string[]) =>
  db
    .selectFrom('uffici_persone')
    .select(['utente', 'assente_dal', 'assente_al'])
    .where('utente', 'in', utenti)
    .where((e) => e.or([e('assente_dal', 'is not', null), e('assente_al', 'is not', null)]))
    .execute();

/**
 * A row for each ente that a person administers and for each office they work in. @property ufficio null: administers the ente
 * @property incassi 1: reads what came in there
 */
type PlaceRow = { ente: string; ufficio: string | null; incassi: number };

export const selectPlaces = (db: StoreDb, utente: string): Promise<PlaceRow[]> =>
  db
    .selectFrom('uffici_persone')
    .innerJoin('uffici', 'uffici.id', 'uffici_persone.ufficio')
    .select(['uffici.ente', 'uffici.id as ufficio', 'uffici.incassi'])
    .where('uffici_persone.utente', '=', utente)
    .$castTo<PlaceRow>()
    .unionAll((e) =>
      e
        .selectFrom('amministratori')
        .select((s) => ['ente', s.val<string | null>(null).as('ufficio'), s.lit(1).as('incassi')])
        .where('utente', '=', utente),
    )
    .execute();

/** @param uffici ids, of which some may be the person's already */
export async function addToUffici(db: StoreDb, utente: string, uffici: readonly string[]): Promise<void> {
  if (uffici.length === 0) return;
  await db
    .insertInto('uffici_persone')
    .values(uffici.map((ufficio) => ({ ufficio, utente, assente_dal: null, assente_al: null })))
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function removeFromUffici(db: StoreDb, utente: string, uffici: readonly string[]): Promise<void> {
  if (uffici.length === 0) return;
  await db.deleteFrom('uffici_persone').where('utente', '=', utente).where('ufficio', 'in', uffici).execute();
}

/** Takes the offices that wait for a person. @param persone how the person may be named there @param uffici at least one */
export async function takeAwaiting(
  db: StoreDb,
  { persone, uffici }: { persone: readonly string[]; uffici: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .deleteFrom('uffici_attesi')
    .where('persona', 'in', persone)
    .where('ufficio', 'in', uffici)
    .returning('ufficio')
    .execute();
  return [...new Set(rows.map(({ ufficio }) => ufficio))];
}

export async function addAdministrator(db: StoreDb, row: StoreTables['amministratori']): Promise<void> {
  await db
    .insertInto('amministratori')
    .values(row)
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function removeAdministrator(db: StoreDb, { ente, utente }: StoreTables['amministratori']): Promise<void> {
  await db.deleteFrom('amministratori').where('ente', '=', ente).where('utente', '=', utente).execute();
}

/** Those who are named for some offices and have not logged in yet. @param uffici ids, at least one */
export const selectAwaited = (db: StoreDb, uffici: readonly string[]) =>
  db.selectFrom('uffici_attesi').selectAll().where('ufficio', 'in', uffici).orderBy('persona').execute();

/** An office of an ente gets an id and a name; the import writes the rest of it. */
export async function nameUfficio(
  db: StoreDb,
  { id, ente, nome }: Pick<Ufficio, 'id' | 'ente' | 'nome'>,
): Promise<void> {
  await db
    .insertInto('uffici')
    .values({ id, ente, nome, email: '', servizi_json: '[]', attivo: 1, incassi: 0 })
    .onConflict((c) => c.column('id').doUpdateSet({ nome }))
    .execute();
}

/** The people of an office become these. */
export async function replacePersone(
  db: StoreDb,
  ufficio: string,
  { persone, attesi }: { persone: Omit<StoreTables['uffici_persone'], 'ufficio'>[]; attesi: string[] },
): Promise<void> {
  await db.deleteFrom('uffici_persone').where('ufficio', '=', ufficio).execute();
  await db.deleteFrom('uffici_attesi').where('ufficio', '=', ufficio).execute();
  if (persone.length > 0)
    await db
      .insertInto('uffici_persone')
      .values(persone.map((p) => ({ ufficio, ...p })))
      .execute();
  if (attesi.length > 0)
    await db
      .insertInto('uffici_attesi')
      .values(attesi.map((persona) => ({ ufficio, persona })))
      .execute();
}

/** The operators of an ente, as their last login said. @property amministra null: does not administer it */
export const selectOperators = (db: StoreDb, ente: string) =>
  db
    .selectFrom('utenti')
    .leftJoin('amministratori', (j) => j.onRef('utente', '=', 'utenti.id').on('ente', '=', ente))
    .select(['utenti.id', 'nome', 'cognome', 'email', 'utente as amministra'])
    .select(['uffici_da_accesso', 'amministra_da_accesso'])
    // As a literal, by which SQLite finds the index of the operators.
    .where('ruolo', '=', sql.lit('operatore'))
    // An id of an ente has no sign that `like` reads.
    .where('enti_json', 'like', `%"${ente}"%`)
    .orderBy('cognome')
    .orderBy('nome')
    .orderBy('utenti.id')
    .execute();
