/** The kinds of outbox rows about the waiting list of a calendar. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry, outboxKind } from '../../../platform/outbox-kind.ts';
import { type CalendarKey, isAwaited } from './waiting-list.db.ts';

/** A time of a calendar may have become free: those who wait are looked at now, not only with the next minute. */
export const TIME_FREED = outboxKind(
  'lista.orario-liberato',
  'receipts',
  z.object({ ente: z.string(), calendario: z.string() }),
);

/** An earlier time is held for the citizen of a case. @property inizio its first instant */
export const EARLIER_OFFERED = outboxKind(
  'cittadino.orario-prima',
  'receipts',
  z.object({ pratica: z.string(), inizio: z.number() }),
);

/** In the transaction that frees the time. Where nobody waits nothing is written. */
export async function tellFreed(
  { db, house }: Pick<CallContext, 'db' | 'house'>,
  calendario: CalendarKey,
): Promise<void> {
  if (!(await isAwaited(db, calendario))) return;
  const { ente, codice } = calendario;
  await enqueueEntries(db, house.now, outboxEntry(TIME_FREED, { ente, calendario: codice }));
}
