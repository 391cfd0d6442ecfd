/** Bytes of files in the store, in pieces: one thing to back up, and one transaction. */
import type { StoreDb, StoreTables } from './tables.ts';

/** Bytes per piece. */
const PIECE_BYTES = 512 * 1024;

/** Whose bytes, and which of them. */
export type PiecesKey = Pick<StoreTables['allegati_pezzi'], 'allegato' | 'variante'>;

/** In a transaction with the row of the file, after it. */
export async function writePieces(db: StoreDb, of: PiecesKey, bytes: Uint8Array): Promise<void> {
  for (let n = 0; n * PIECE_BYTES < bytes.length; n++) {
    const dati = Buffer.from(bytes.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES));
    await db
      .insertInto('allegati_pezzi')
      .values({ ...of, n, dati })
      .execute();
  }
}

/** In one query, so that a file that is moved meanwhile is there or not, and never in part. @returns undefined when there are none */
export async function readPieces(db: StoreDb, of: PiecesKey): Promise<Buffer | undefined> {
  const pieces = await db
    .selectFrom('allegati_pezzi')
    .select('dati')
    .where('allegato', '=', of.allegato)
    .where('variante', '=', of.variante)
    .orderBy('n')
    .execute();
  return pieces.length > 0 ? Buffer.concat(pieces.map(({ dati }) => dati)) : undefined;
}
