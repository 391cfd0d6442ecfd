import { sql } from 'kysely';
import type { Db } from '../../store/open.server.ts';
import { prepared } from '../../store/prepared.server.ts';
import type { Dialect, Documento, Pratica } from '../../store/tables.ts';

type Aperta = Pick<Pratica, 'id' | 'tipo' | 'email' | 'anno' | 'numero' | 'inviata_il' | 'utente' | 'proprietario'> & {
  documento: string;
  codice: string;
};

/** The open requests about these documents, each with its case. */
export async function conRichiestaAperta(db: Db, documenti: readonly string[]): Promise<Aperta[]> {
  return documenti.length === 0 ? [] : aperte(db, { documenti });
}

const aperte = prepared((db: Db, di: { documenti: readonly string[] }) =>
  db
    .selectFrom('richieste_documenti as r')
    .innerJoin('pratiche as p', 'p.id', 'r.pratica')
    .select(['r.documento', 'r.codice'])
    .select(['p.id', 'p.tipo', 'p.email', 'p.anno', 'p.numero', 'p.inviata_il', 'p.utente', 'p.proprietario'])
    .where('r.documento', 'in', di.documenti)
    // Written out, as in the index that holds these alone: a value that comes later may be another.
    .where('r.aperta', '=', sql.lit(1)),
);

/** @returns false when the document has an open request of this kind already */
export async function occupaDocumento(
  db: Db,
  riga: { pratica: string; documento: string; codice: string },
): Promise<boolean> {
  const fatto = await db
    .insertInto('richieste_documenti')
    .values({ ...riga, aperta: 1 })
    .onConflict((c) => c.doNothing())
    .returning('documento')
    .executeTakeFirst();
  return fatto !== undefined;
}

export async function liberaDocumenti(db: Db, pratica: string): Promise<void> {
  await db.updateTable('richieste_documenti').set({ aperta: 0 }).where('pratica', '=', pratica).execute();
}

/** The documents of a request, locked by the transaction that asks; in the order in which payments lock notices. */
export function documentiTenuti(db: Db, dialect: Dialect, pratica: string): Promise<Documento[]> {
  const query = db
    .selectFrom('documenti')
    .selectAll('documenti')
    .where('id', 'in', db.selectFrom('richieste_documenti').select('documento').where('pratica', '=', pratica))
    .orderBy('numero_avviso')
    .orderBy('numero');
  return (dialect === 'postgres' ? query.forUpdate() : query).execute();
}

export async function cambiaDocumento(db: Db, id: string, cambi: Partial<Documento>): Promise<void> {
  await db.updateTable('documenti').set(cambi).where('id', '=', id).execute();
}
