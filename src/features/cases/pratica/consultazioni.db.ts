/** Queries on who opened which case: written for the ente's operators, read by the citizen of the case. */
import { sql } from 'kysely';
import type { Consultazione, Pratica, StoreDb } from '../../../store/tables.ts';

/** What a reading records of its case. */
export type ReadPratica = Pick<Pratica, 'id' | 'ente' | 'assegnata_ufficio'>;

/** Writes a row, unless this reader has one of this case and hour. @param ufficio a name, or the ids of the reader's offices */
export async function writeConsultazione(
  db: StoreDb,
  pratica: ReadPratica,
  { ufficio, ...row }: Omit<Consultazione, 'pratica' | 'ufficio'> & { ufficio: string | readonly string[] },
): Promise<void> {
  await db
    .insertInto('consultazioni')
    .values({
      ...row,
      pratica: pratica.id,
      ufficio: typeof ufficio === 'string' ? ufficio : nameOfUfficio(db, pratica, ufficio),
    })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** The office that has the case, if it is among these, else the first of its ente by name; '' without any. */
function nameOfUfficio(db: StoreDb, { ente, assegnata_ufficio }: ReadPratica, uffici: readonly string[]) {
  if (uffici.length === 0) return '';
  const named = db
    .selectFrom('uffici')
    .select('nome')
    .where('ente', '=', ente)
    .where('id', 'in', uffici)
    .orderBy((e) => e.case().when('id', '=', assegnata_ufficio).then(0).else(1).end())
    .orderBy('nome')
    .limit(1);
  return sql<string>`coalesce(${named}, '')`;
}

/** An office that opened a case on a day, however often and whoever of it. */
type SeenPratica = Pick<Consultazione, 'giorno' | 'ufficio'> &
  Pick<Pratica, 'id' | 'email' | 'tipo' | 'ente' | 'anno' | 'numero' | 'oggetto'>;

/** Which offices opened the cases in a citizen's area, newest day first. */
export function selectConsultazioni(
  db: StoreDb,
  utente: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<SeenPratica[]> {
  return db
    .selectFrom('pratiche as p')
    .innerJoin('consultazioni as c', 'c.pratica', 'p.id')
    .select(['c.giorno', 'c.ufficio', 'p.id', 'p.email', 'p.tipo', 'p.ente', 'p.anno', 'p.numero', 'p.oggetto'])
    .distinct()
    .where('p.utente', '=', utente)
    .orderBy('c.giorno', 'desc')
    .orderBy('p.anno', 'desc')
    .orderBy('p.numero', 'desc')
    .orderBy('p.id')
    .orderBy('c.ufficio')
    .offset(offset)
    .limit(limit)
    .execute();
}
