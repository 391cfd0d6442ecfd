/** Files in the store itself, unless a bucket is set for them. */
import { checkedParts, type FilesPort, type KeptFile } from '../../platform/files.ts';
import { readPieces, writePieces } from '../../store/pieces.server.ts';
import type { StoreDb } from '../../store/tables.ts';

export function storeFiles(db: StoreDb): FilesPort {
  const bytesOf = ({ id }: KeptFile) => readPieces(db, { allegato: id, variante: 'originale' });
  return {
    put: async ({ id, bytes }) => ({
      deposito: null,
      withRow: (tx) => writePieces(tx, { allegato: id, variante: 'originale' }, bytes),
    }),
    read: async (file) => {
      const bytes = await bytesOf(file);
      return bytes && checkedParts(oneByOne(bytes), file);
    },
    size: async (file) => (await bytesOf(file))?.length,
  };
}

async function* oneByOne(bytes: Uint8Array) {
  yield bytes;
}
