/** Queries of the plates that subscriptions occupy in a zone, and of the notices of their fee. */
import type { Db } from '../../../store/open.server.ts';
import type { Pratica, Tables } from '../../../store/tables.ts';

type Targa = Tables['targhe'];

/** A subscription of one of these plates, asked for or in force, in the same zone and on some of the same days; with its case. */
export function targaOccupata(
  db: Db,
  di: Pick<Targa, 'pratica' | 'ente' | 'zona' | 'dal' | 'al'> & { targhe: readonly string[] },
): Promise<(Pick<Targa, 'targa' | 'dal' | 'al'> & Pick<Pratica, 'utente' | 'anno' | 'numero'>) | undefined> {
  return db
    .selectFrom('targhe as t')
    .innerJoin('pratiche as p', 'p.id', 't.pratica')
    .select(['t.targa', 't.dal', 't.al', 'p.utente', 'p.anno', 'p.numero'])
    .where('targa', 'in', di.targhe)
    .where('t.ente', '=', di.ente)
    .where('zona', '=', di.zona)
    .where('valida', '=', 1)
    .where('dal', '<=', di.al)
    .where('al', '>=', di.dal)
    .where('pratica', '<>', di.pratica)
    .orderBy('al', 'desc')
    .executeTakeFirst();
}

export async function scriviTarghe(db: Db, righe: Targa[]): Promise<void> {
  await db.insertInto('targhe').values(righe).execute();
}

export async function liberaTarghe(db: Db, pratica: string): Promise<void> {
  await db.updateTable('targhe').set({ valida: 0 }).where('pratica', '=', pratica).execute();
}

/** States of the notices of a case. */
export async function avvisiDella(db: Db, pratica: string): Promise<string[]> {
  const righe = await db.selectFrom('avvisi').select('stato').where('pratica', '=', pratica).execute();
  return righe.map((riga) => riga.stato);
}
