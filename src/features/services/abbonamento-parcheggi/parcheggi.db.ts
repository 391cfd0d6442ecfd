/** Queries of the plates that subscriptions occupy in a zone, of the notices of their fee, and of the codes of their permits. */
import type { Pratica, StoreDb, StoreTables } from '../../../store/tables.ts';

type Targa = StoreTables['targhe'];

/** A pending or valid subscription of one of these plates in the same zone whose days overlap, with its case. */
export function findTakenTarga(
  db: StoreDb,
  wanted: Pick<Targa, 'pratica' | 'ente' | 'zona' | 'dal' | 'al'> & { targhe: readonly string[] },
): Promise<(Pick<Targa, 'targa' | 'dal' | 'al'> & Pick<Pratica, 'utente' | 'anno' | 'numero'>) | undefined> {
  return db
    .selectFrom('targhe as t')
    .innerJoin('pratiche as p', 'p.id', 't.pratica')
    .select(['t.targa', 't.dal', 't.al', 'p.utente', 'p.anno', 'p.numero'])
    .where('targa', 'in', wanted.targhe)
    .where('t.ente', '=', wanted.ente)
    .where('zona', '=', wanted.zona)
    .where('valida', '=', 1)
    .where('dal', '<=', wanted.al)
    .where('al', '>=', wanted.dal)
    .where('pratica', '<>', wanted.pratica)
    .orderBy('al', 'desc')
    .executeTakeFirst();
}

export async function writeTarghe(db: StoreDb, rows: Targa[]): Promise<void> {
  await db.insertInto('targhe').values(rows).execute();
}

export async function freeTarghe(db: StoreDb, pratica: string): Promise<void> {
  await db.updateTable('targhe').set({ valida: 0 }).where('pratica', '=', pratica).execute();
}

/** States of the notices of a case. */
export async function readAvvisoStati(db: StoreDb, pratica: string): Promise<string[]> {
  const rows = await db.selectFrom('avvisi').select('stato').where('pratica', '=', pratica).execute();
  return rows.map((row) => row.stato);
}

/** The code of the permit of a case. @param fresh becomes its code if it has none yet */
export async function keepCodicePermesso(db: StoreDb, pratica: string, fresh: string): Promise<string> {
  await db
    .insertInto('permessi')
    .values({ codice_verifica: fresh, pratica })
    .onConflict((c) => c.column('pratica').doNothing())
    .execute();
  const row = await db
    .selectFrom('permessi')
    .select('codice_verifica')
    .where('pratica', '=', pratica)
    .executeTakeFirstOrThrow();
  return row.codice_verifica;
}

/** The case whose permit has this code. */
export const findPermesso = (db: StoreDb, codice: string): Promise<Pratica | undefined> =>
  db
    .selectFrom('permessi as m')
    .innerJoin('pratiche as p', 'p.id', 'm.pratica')
    .selectAll('p')
    .where('codice_verifica', '=', codice)
    .executeTakeFirst();

/** Cases of a citizen whose plates have a subscription that is not over. @param today date in Rome */
export const listPraticheOfPermessi = (db: StoreDb, { utente, today }: { utente: string; today: string }) =>
  db
    .selectFrom('pratiche as p')
    .selectAll('p')
    .where('p.utente', '=', utente)
    .where('p.codice', '=', 'SF300')
    .where((e) =>
      e.exists(
        e
          .selectFrom('targhe as t')
          .select('t.pratica')
          .whereRef('t.pratica', '=', 'p.id')
          .where('t.valida', '=', 1)
          .where('t.al', '>=', today),
      ),
    )
    .orderBy('p.inviata_il')
    .execute();
