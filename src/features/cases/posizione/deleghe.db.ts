/** Queries of the delegations by which a person acts on positions of others. */
import { sql } from 'kysely';
import type { Delega, StoreDb } from '../../../store/tables.ts';
import { delegationHolds, firmOfDelega, type PosizioneHolder } from './link.ts';

/** For whom a delegate acts on a position. @property posizione its id @property ditta name of the firm that the one who gave it represents */
export type ActingDelega = Pick<
  Delega,
  'id' | 'delegante' | 'delegante_nome' | 'paga' | 'presenta' | 'servizi' | 'fino_a' | 'ente'
> & {
  posizione: string;
  ditta: string | null;
};

/**
 * What a person has of these positions (at least one) by delegations. SQLite keeps this order of the tables: from the positions that are asked
 * for, however many others a delegate has.
 */
const selectDelegated = (db: StoreDb, codice_fiscale: string, posizioni: readonly string[]) =>
  db
    .selectFrom('deleghe_posizioni as n')
    .crossJoin('deleghe as d')
    .crossJoin('rappresentanze as r')
    .whereRef('d.id', '=', 'n.delega')
    .whereRef('r.posizione', '=', 'n.posizione')
    .whereRef('r.codice_fiscale', '=', 'd.delegato')
    .where('n.posizione', 'in', posizioni)
    .where('d.delegato', '=', codice_fiscale)
    .where('r.delegata', '=', 1);

/**
 * The delegations that hold today, once for each position that the delegate has by them alone; those that let them do most come first.
 * @param posizioni ids of positions, at least one
 */
export const listActing = (
  db: StoreDb,
  { codice_fiscale, today }: PosizioneHolder,
  posizioni: readonly string[],
): Promise<ActingDelega[]> =>
  selectDelegated(db, codice_fiscale, posizioni)
    .select(['d.id', 'd.delegante', 'd.delegante_nome', 'd.paga', 'd.presenta', 'd.servizi', 'd.fino_a', 'd.ente'])
    .select(['n.posizione', firmOfDelega.as('ditta')])
    .where('r.tolta', 'is', null)
    .where((e) => e.or([e('r.fine', 'is', null), e('r.fine', '>', today)]))
    .where(delegationHolds({ delega: 'd', posizione: sql.ref('n.posizione') }, today))
    .orderBy(sql`d.paga + d.presenta`, 'desc')
    .orderBy(sql`d.servizi is null`, 'desc')
    .orderBy('d.fino_a', 'desc')
    .orderBy('d.id')
    .execute();

/** The latest delegation that a person has accepted on one of these positions (at least one), whether or not it still holds. */
export const findLatestDelega = (
  db: StoreDb,
  { codice_fiscale, posizioni }: { codice_fiscale: string; posizioni: readonly string[] },
): Promise<Pick<Delega, 'delegante_nome' | 'presenta'> | undefined> =>
  selectDelegated(db, codice_fiscale, posizioni)
    .select(['d.delegante_nome', 'd.presenta'])
    .where('d.accettata', 'is not', null)
    .orderBy('d.accettata', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Positions of the documents with these ids, and of those with these numbers in a system. */
export async function listPosizioniOfDocumenti(
  db: StoreDb,
  { names, sistema }: { names: readonly string[]; sistema?: string | undefined },
): Promise<string[]> {
  const query = db.selectFrom('documenti').select('posizione').distinct();
  const byId = await query.where('id', 'in', names).execute();
  const byNumero =
    sistema === undefined ? [] : await query.where('numero', 'in', names).where('sistema', '=', sistema).execute();
  return [...byId, ...byNumero].map(({ posizione }) => posizione);
}
