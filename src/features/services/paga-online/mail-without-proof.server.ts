/** Mails to the address of an attempt that prove no payment: anybody can type anybody's address. */
import type { PortalHouse } from '../../../context.ts';
import { canonicalMailbox } from '../../../platform/atoms/email.ts';
import { countAttempts } from '../../../platform/limit.server.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { type OutboxKind, outboxEntry } from '../../../platform/outbox-kind.ts';
import type { Pagamento, StoreDb } from '../../../store/tables.ts';
import { findContatto } from './tentativi.db.ts';

/**
 * Opening a payment costs nothing. So an address gets at most three mails a day that prove no payment, unless it is the contact address of the
 * citizen who opened it.
 */
export async function mailWithoutProof(
  ctx: { house: PortalHouse; db: StoreDb; now: number },
  { id, email, utente }: Pick<Pagamento, 'id' | 'email' | 'utente'>,
  kind: OutboxKind<{ pagamento: string }>,
): Promise<void> {
  const limit = { name: 'pagamento:posta', who: canonicalMailbox(email), times: 3, minutes: 24 * 60 };
  const isOwn = utente !== null && (await findContatto(ctx.db, utente))?.toLowerCase() === email.toLowerCase();
  if (!isOwn && (await countAttempts(ctx, [limit])) > 0) return;
  await enqueueEntries(ctx.db, ctx.house.now, outboxEntry(kind, { pagamento: id }));
}
