/** The query of a document by what its system calls it; only this feature uses it. */
import type { StoreDb } from '../../../store/tables.ts';

/** @returns a document that is not closed, with name and hash of its act; undefined when the ente has none */
export const findWithAct = (db: StoreDb, key: { ente: string; sistema: string; numero: string }) =>
  db
    .selectFrom('documenti as d')
    .leftJoin('allegati as a', 'a.documento', 'd.id')
    .select(['d.id', 'a.nome', 'a.sha256'])
    .where('d.ente', '=', key.ente)
    .where('d.sistema', '=', key.sistema)
    .where('d.numero', '=', key.numero)
    .where('d.chiuso', 'is', null)
    .executeTakeFirst();
