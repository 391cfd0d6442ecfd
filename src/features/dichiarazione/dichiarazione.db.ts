import type { Db } from '../../store/open.server.ts';
import type { Dichiarazione } from '../../store/tables.ts';

/** Declarations made in the name of a person, latest first. */
export function dichiarazioniDi(db: Db, codice_fiscale: string): Promise<Dichiarazione[]> {
  return db
    .selectFrom('dichiarazioni')
    .selectAll()
    .where('codice_fiscale', '=', codice_fiscale)
    .orderBy('data', 'desc')
    .orderBy('numero', 'desc')
    .execute();
}
