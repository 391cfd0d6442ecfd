/** What was done by a delegation: for the two people, and for the office that granted it. */
import type { StoreDb } from '../../../store/tables.ts';

/** Cases that were sent by a delegation, latest first. */
export const listSentBy = (db: StoreDb, delega: string, limit: number) =>
  db
    .selectFrom('pratiche')
    .select(['id', 'ufficio', 'tipo', 'codice', 'email', 'anno', 'numero', 'stato', 'inviata_il'])
    .where('delega', '=', delega)
    .orderBy('inviata_il', 'desc')
    .limit(limit)
    .execute();

/** Notices that were paid by a delegation, latest first. */
export const listPaidBy = (db: StoreDb, delega: string, limit: number) =>
  db
    .selectFrom('pagamenti_avvisi as n')
    .innerJoin('pagamenti as p', 'p.id', 'n.pagamento')
    .select(['n.causale', 'n.importo_cent', 'p.aggiornato'])
    .where('n.delega', '=', delega)
    .where('p.stato', '=', 'pagato')
    .orderBy('p.aggiornato', 'desc')
    .limit(limit)
    .execute();
