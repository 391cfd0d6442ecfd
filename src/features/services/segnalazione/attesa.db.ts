/** Queries of the reports that a program sent and their citizen has not confirmed yet. */
import type { Programma, SegnalazioneAttesa, StoreDb, StoreTables } from '../../../store/tables.ts';

export async function writeAttesa(db: StoreDb, attesa: SegnalazioneAttesa): Promise<void> {
  await db.insertInto('segnalazioni_attese').values(attesa).execute();
}

/** With the name of the program. One that has lapsed is gone, whether it was deleted yet or not. */
export const findAttesa = (
  db: StoreDb,
  id: string,
  now: number,
): Promise<(SegnalazioneAttesa & { programma_nome: Programma['nome'] }) | undefined> =>
  db
    .selectFrom('segnalazioni_attese')
    .innerJoin('programmi', 'programmi.id', 'segnalazioni_attese.programma')
    .selectAll('segnalazioni_attese')
    .select('programmi.nome as programma_nome')
    .where('segnalazioni_attese.id', '=', id)
    .where('segnalazioni_attese.scade', '>', now)
    .executeTakeFirst();

/** Nothing of the citizen stays in it. @returns false when another confirmation came first */
export async function takeAttesa(db: StoreDb, id: string): Promise<boolean> {
  const taken = await db
    .updateTable('segnalazioni_attese')
    .set({ email: '', dati_json: '{}' })
    .where('id', '=', id)
    .where('dati_json', '!=', '{}')
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** By which its program asks what became of the report. */
export async function writeRichiesta(
  db: StoreDb,
  richiesta: Omit<StoreTables['richieste_open311'], 'cambiata'>,
): Promise<void> {
  await db
    .insertInto('richieste_open311')
    .values({ ...richiesta, cambiata: null })
    .execute();
}

export async function nameRichiesta(
  db: StoreDb,
  { id, richiesta, scade }: { id: string; richiesta: string; scade: number },
): Promise<void> {
  await db.updateTable('segnalazioni_attese').set({ richiesta, scade }).where('id', '=', id).execute();
}
