/** Receipts that came before the file that names their notices. */
import { OWED_DOCUMENTO_STATI } from '../features/cases/posizione/documenti.ts';
import { nameReceived } from '../features/services/paga-online/servizio-incasso.db.ts';
import type { StoreTx } from '../store/tables.ts';
import { joinKey } from './row-batch.ts';

/**
 * Marks rows of the file as paid whose receipt the portal has read already; and tells those receipts what they are for.
 * @returns the rows that this changed
 */
export async function markReceived<T extends { ente: string; numero_avviso?: string | null | undefined }>(
  tx: StoreTx,
  table: 'documenti' | 'avvisi',
  values: readonly T[],
): Promise<ReadonlySet<T>> {
  const numeri = values.flatMap(({ numero_avviso }) => numero_avviso ?? []);
  if (numeri.length === 0) return new Set();
  const paid = await tx
    .updateTable(table)
    .set({ stato: 'pagato', stato_da: 'ricevuta' })
    .where('numero_avviso', 'in', numeri)
    .where('stato', 'in', OWED_DOCUMENTO_STATI)
    .where('stato_da', '=', 'import')
    .where((e) =>
      e.exists(
        e
          .selectFrom('ricevute as r')
          .select('r.id')
          .whereRef('r.numero_avviso', '=', `${table}.numero_avviso`)
          .whereRef('r.ente', '=', `${table}.ente`)
          .whereRef('r.importo_cent', '>=', `${table}.importo_cent`),
      ),
    )
    .returning(['ente', 'numero_avviso'])
    .execute();
  await nameReceived(tx, numeri);
  const keys = new Set(paid.map(({ ente, numero_avviso }) => joinKey(ente, numero_avviso ?? '')));
  return new Set(values.filter(({ ente, numero_avviso }) => keys.has(joinKey(ente, numero_avviso ?? ''))));
}
