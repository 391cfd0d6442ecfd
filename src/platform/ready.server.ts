/** Whether the store answers and can be written to, found out by writing, but not at every question. */
import type { PortalHouse } from '../context.ts';

/** How long a write that succeeded is believed, in ms. */
const BELIEVED_MS = 10_000;
/** Row of the table `portale` that is written. */
const READY_KEY = 'pronto';

const lastWrites = new WeakMap<PortalHouse['db'], { at: number; written: Promise<unknown> }>();

/**
 * Reading is not enough: a full disk, a file system that went read-only and a replica still answer questions. Many who ask at once
 * cause one write; one that failed is tried again by the next who asks.
 * @throws PortalError `unavailable`, or the error of the store
 */
export async function requireWritable({ db, now }: Pick<PortalHouse, 'db' | 'now'>): Promise<void> {
  const last = lastWrites.get(db);
  const at = now();
  if (last && Math.abs(at - last.at) < BELIEVED_MS) {
    await last.written;
    await db.selectFrom('portale').select('chiave').limit(1).execute();
    return;
  }
  const written = db
    .insertInto('portale')
    .values({ chiave: READY_KEY, valore: String(at) })
    .onConflict((c) => c.column('chiave').doUpdateSet({ valore: String(at) }))
    .execute();
  lastWrites.set(db, { at, written });
  try {
    await written;
  } catch (error) {
    lastWrites.delete(db);
    throw error;
  }
}
