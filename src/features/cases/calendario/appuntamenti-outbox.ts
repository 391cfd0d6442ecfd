/** The kinds of outbox rows about appointments. Each is a mail, made when it is sent, from the appointment as it is then. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { addDays, todayInRome } from '../../../platform/atoms/date.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry, outboxKind } from '../../../platform/outbox-kind.ts';
import { reminderTime } from '../utente/promemoria.ts';

/** It is fixed, moved or cancelled. @property motivo why the office cancelled it */
export const APPUNTAMENTO_MAIL = outboxKind(
  'cittadino.appuntamento',
  'receipts',
  z.object({ pratica: z.string(), motivo: z.optional(z.string()) }),
);
/** It is tomorrow. @property sequenza of the appointment when this was written: one that was moved meanwhile has another reminder */
export const APPUNTAMENTO_TOMORROW = outboxKind(
  'cittadino.appuntamento-domani',
  'receipts',
  z.object({ pratica: z.string(), sequenza: z.number() }),
);

/** Stores the reminder, which leaves at nine the day before; none for an appointment that is nearer. In the transaction that fixes it. */
export async function remindOf(
  { db, house, now }: Pick<CallContext, 'db' | 'house' | 'now'>,
  pratica: string,
  { inizio, sequenza }: { inizio: number; sequenza: number },
): Promise<void> {
  const at = reminderTime(addDays(todayInRome(inizio), -1));
  if (at <= now) return;
  await enqueueEntries(db, house.now, outboxEntry(APPUNTAMENTO_TOMORROW, { pratica, sequenza }, { delay: at - now }));
}
