/** Checks the free disk space of the store during housekeeping, because a full disk stops every send. */
import { statfs } from 'node:fs/promises';
import { jsonLine } from './log.server.ts';

/** At this level the operator of the portal still has a day or two to make room. */
const LEAST_FREE = 2 * 1024 ** 3;

/**
 * Logs a warning when little room is left where the store is.
 * @param folder of the store's file
 * @param least bytes that should be free
 */
export async function warnOfLittleRoom(
  folder: string,
  { least = LEAST_FREE, write = console.warn as (line: string) => void } = {},
): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= least) return;
  write(jsonLine('warn', 'little room left on disk', { free_mb: Math.floor(free / 1024 ** 2) }));
}
