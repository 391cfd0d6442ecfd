/** Open requests about documents. */
import { sql } from 'kysely';
import type { Db } from '../../../store/open.server.ts';
import type { Pratica } from '../../../store/tables.ts';

type Aperta = Pick<Pratica, 'id' | 'tipo' | 'email' | 'anno' | 'numero' | 'inviata_il' | 'utente' | 'proprietario'> & {
  documento: string;
  codice: string;
};

/** The open requests about these documents, each with its case. */
export async function conRichiestaAperta(db: Db, documenti: readonly string[]): Promise<Aperta[]> {
  return documenti.length === 0 ? [] : aperte(db, { documenti });
}

const aperte = (db: Db, di: { documenti: readonly string[] }) =>
  db
    .selectFrom('richieste_documenti as r')
    .innerJoin('pratiche as p', 'p.id', 'r.pratica')
    .select(['r.documento', 'r.codice'])
    .select(['p.id', 'p.tipo', 'p.email', 'p.anno', 'p.numero', 'p.inviata_il', 'p.utente', 'p.proprietario'])
    .where('r.documento', 'in', di.documenti)
    // Written out, as in the index that holds these alone: a value that comes later may be another.
    .where('r.aperta', '=', sql.lit(1))
    .execute();
