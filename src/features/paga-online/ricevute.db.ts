import type { Db } from '../../store/open.server.ts';
import type { Ricevuta } from '../../store/tables.ts';
import type { ChiaveAvviso } from './avvisi.db.ts';

export function trovaRicevuta(db: Db, id: string): Promise<Ricevuta | undefined> {
  return db.selectFrom('ricevute').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Which notices with these numbers a citizen owes: of a document on a position of theirs, or with their tax code on it.
 * @param numeri at least one; another body may use the same
 */
export function dovutiDa(db: Db, codice_fiscale: string, numeri: readonly string[]): Promise<ChiaveAvviso[]> {
  const deiDocumenti = db
    .selectFrom('documenti as d')
    .innerJoin('rappresentanze as r', 'r.posizione', 'd.posizione')
    .select((e) => ['d.ente', e.ref('d.numero_avviso').$notNull().as('numero_avviso')])
    .where('d.numero_avviso', 'in', numeri)
    .where('r.codice_fiscale', '=', codice_fiscale)
    .where('r.tolta', 'is', null);
  const senzaDocumento = db
    .selectFrom('avvisi')
    .select(['ente', 'numero_avviso'])
    .where('numero_avviso', 'in', numeri)
    .where('debitore', '=', codice_fiscale);
  return deiDocumenti.union(senzaDocumento).execute();
}
