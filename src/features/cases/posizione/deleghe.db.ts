/** Queries of the delegations by which a person acts on positions of others. */
import { sql } from 'kysely';
import type { Delega, StoreDb } from '../../../store/tables.ts';
import { delegationHolds, type PosizioneHolder } from './link.ts';

/** For whom a delegate acts on a position. @property posizione its id */
export type ActingDelega = Pick<Delega, 'id' | 'delegante' | 'delegante_nome' | 'paga' | 'presenta' | 'fino_a'> & {
  posizione: string;
};

/**
 * The delegations that hold today, once for each position that the delegate has by them alone; those that let them do most come first.
 * @param posizioni ids of the positions; all without it
 */
export const listActing = (
  db: StoreDb,
  { codice_fiscale, today }: PosizioneHolder,
  posizioni?: readonly string[],
): Promise<ActingDelega[]> => {
  const every = db
    .selectFrom('deleghe as d')
    .innerJoin('deleghe_posizioni as n', 'n.delega', 'd.id')
    .innerJoin('rappresentanze as r', (j) =>
      j.onRef('r.posizione', '=', 'n.posizione').onRef('r.codice_fiscale', '=', 'd.delegato'),
    )
    .select(['d.id', 'd.delegante', 'd.delegante_nome', 'd.paga', 'd.presenta', 'd.fino_a', 'n.posizione'])
    .where('d.delegato', '=', codice_fiscale)
    .where('r.delegata', '=', 1)
    .where('r.tolta', 'is', null)
    .where((e) => e.or([e('r.fine', 'is', null), e('r.fine', '>', today)]))
    .where(delegationHolds({ delega: 'd', posizione: sql.ref('n.posizione') }, today))
    .orderBy(sql`d.paga + d.presenta`, 'desc')
    .orderBy('d.fino_a', 'desc')
    .orderBy('d.id');
  return (posizioni ? every.where('n.posizione', 'in', posizioni) : every).execute();
};

/** The latest delegation that a person has accepted on one of these positions (at least one), whether or not it still holds. */
export const findLatestDelega = (
  db: StoreDb,
  { codice_fiscale, posizioni }: { codice_fiscale: string; posizioni: readonly string[] },
): Promise<Pick<Delega, 'delegante_nome' | 'paga' | 'presenta'> | undefined> =>
  db
    .selectFrom('deleghe as d')
    .innerJoin('deleghe_posizioni as n', 'n.delega', 'd.id')
    .innerJoin('rappresentanze as r', (j) =>
      j.onRef('r.posizione', '=', 'n.posizione').onRef('r.codice_fiscale', '=', 'd.delegato'),
    )
    .select(['d.delegante_nome', 'd.paga', 'd.presenta'])
    .where('d.delegato', '=', codice_fiscale)
    .where('n.posizione', 'in', posizioni)
    .where('d.accettata', 'is not', null)
    .where('r.delegata', '=', 1)
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
