import type { Db } from '../store/open.server.ts';
import type { Ente } from '../features/ente/ente.ts';
import { scriviEnte } from '../features/ente/ente.db.ts';

export async function importData(db: Db, data: unknown): Promise<void> {
  const { enti } = data as { enti: Ente[] };
  for (const [i, ente] of enti.entries()) await scriviEnte(db, ente, i);
}
