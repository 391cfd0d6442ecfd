/** Queries of what operators have begun to write on cases. */
import type { BozzaOperatore, StoreDb } from '../../../store/tables.ts';

type OfOperator = Pick<BozzaOperatore, 'pratica' | 'utente'>;

/** @param dal older ones are as good as deleted */
export const findBozzaOperatore = (db: StoreDb, { pratica, utente, dal }: OfOperator & { dal: number }) =>
  db
    .selectFrom('bozze_operatori')
    .selectAll()
    .where('pratica', '=', pratica)
    .where('utente', '=', utente)
    .where('aggiornata', '>', dal)
    .executeTakeFirst();

/** Replaces the one of the same operator and case. */
export async function writeBozzaOperatore(db: StoreDb, bozza: BozzaOperatore): Promise<void> {
  const { azione, valori_json, aggiornata } = bozza;
  await db
    .insertInto('bozze_operatori')
    .values(bozza)
    .onConflict((c) => c.columns(['pratica', 'utente']).doUpdateSet({ azione, valori_json, aggiornata }))
    .execute();
}

export async function removeBozzaOperatore(db: StoreDb, { pratica, utente }: OfOperator): Promise<void> {
  await db.deleteFrom('bozze_operatori').where('pratica', '=', pratica).where('utente', '=', utente).execute();
}
