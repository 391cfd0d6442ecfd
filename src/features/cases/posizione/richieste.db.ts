/** The queries of the requests about documents. */
import { sql } from 'kysely';
import type { Pratica, StoreDb } from '../../../store/tables.ts';

type OpenRichiestaRow = Pick<
  Pratica,
  'id' | 'tipo' | 'email' | 'anno' | 'numero' | 'inviata_il' | 'utente' | 'proprietario'
> & {
  documento: string;
  codice: string;
};

/** The open requests about these documents, each with its case. */
export async function listOpenRichieste(db: StoreDb, documenti: readonly string[]): Promise<OpenRichiestaRow[]> {
  return documenti.length === 0 ? [] : selectOpenRichieste(db, { documenti });
}

const selectOpenRichieste = (db: StoreDb, filter: { documenti: readonly string[] }) =>
  db
    .selectFrom('richieste_documenti as r')
    .innerJoin('pratiche as p', 'p.id', 'r.pratica')
    .select(['r.documento', 'r.codice'])
    .select(['p.id', 'p.tipo', 'p.email', 'p.anno', 'p.numero', 'p.inviata_il', 'p.utente', 'p.proprietario'])
    .where('r.documento', 'in', filter.documenti)
    // A literal and not a parameter, so that the engines can use the partial index on `aperta = 1`.
    .where('r.aperta', '=', sql.lit(1))
    .execute();

/** All requests of one person about a document, open and closed, latest first. @param filter.utente id of the account */
export const listOwnRichieste = (db: StoreDb, filter: { documento: string; utente: string }) =>
  db
    .selectFrom('richieste_documenti as r')
    .innerJoin('pratiche as p', 'p.id', 'r.pratica')
    .select(['r.codice', 'p.id', 'p.tipo', 'p.email', 'p.anno', 'p.numero', 'p.stato', 'p.inviata_il'])
    .where('r.documento', '=', filter.documento)
    .where('p.utente', '=', filter.utente)
    .orderBy('p.inviata_il', 'desc')
    .execute();
