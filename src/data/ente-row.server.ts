/** An ente of the store as a data file would have it: its pictures are written out. */
import * as z from 'zod/mini';
import { findImage } from '../features/cases/ente/ente.db.ts';
import { enteImage } from '../features/cases/ente/ente.fields.ts';
import type { StoreDb } from '../store/tables.ts';

/** A form names a picture by no more. */
const namedImage = z.pick(enteImage, { impronta: true, tipo: true });

/** @param stored the record of the ente, or any part of it @returns the same with base64 for each picture */
export async function asImported(db: StoreDb, ente: string, stored: unknown): Promise<unknown> {
  if (typeof stored !== 'object' || stored === null) return stored;
  if (Array.isArray(stored)) return Promise.all(stored.map((item) => asImported(db, ente, item)));
  const image = z.safeParse(namedImage, stored);
  if (image.success) {
    const row = await findImage(db, { ente, impronta: image.data.impronta });
    return row && Buffer.from(row.dati).toString('base64');
  }
  const fields: [string, unknown][] = [];
  for (const [name, value] of Object.entries(stored)) fields.push([name, await asImported(db, ente, value)]);
  return Object.fromEntries(fields);
}
