import type { Db } from '../../store/open.server.ts';
import { prepared } from '../../store/prepared.server.ts';

/** Declarations made in the name of a person, latest first. */
export const dichiarazioniDi = prepared((db: Db, di: { codice_fiscale: string }) =>
  db
    .selectFrom('dichiarazioni')
    .selectAll()
    .where('codice_fiscale', '=', di.codice_fiscale)
    .orderBy('data', 'desc')
    .orderBy('numero', 'desc'),
);
