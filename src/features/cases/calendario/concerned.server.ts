/** Finds the appointments that a change of their calendar leaves outside its hours, and tells their citizens once. */
import type { CallContext } from '../../../context.ts';
import type { OfficeDays } from '../../../platform/atoms/giorni-lavorativi.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import type { Appuntamento } from '../../../store/tables.ts';
import { addCommento } from '../pratica/commento.server.ts';
import { findToChange } from '../pratica/pratica.db.ts';
import type { Calendario } from './calendario.ts';
import { listToCome, markToMove } from './concerned.db.ts';
import { APPUNTAMENTO_TO_MOVE } from './concerned-outbox.ts';
import { outsideHours } from './outside.ts';
import { spanInWords } from './words.ts';

/**
 * The appointments to come that a calendar would not cover any more. Those whose citizens were told before are not among them, nor those
 * that the office has left outside its hours on purpose.
 * @param before undefined: the calendar did not exist
 */
export async function readConcerned(
  { db, now }: Pick<CallContext, 'db' | 'now'>,
  { before, after, closed }: { before: Calendario | undefined; after: Calendario; closed: OfficeDays },
): Promise<Appuntamento[]> {
  if (!before) return [];
  const toCome = await listToCome(db, after, now);
  const known = new Set(outsideHours(before, closed, toCome).map(({ id }) => id));
  return outsideHours(after, closed, toCome).filter(({ id, da_spostare }) => !known.has(id) && da_spostare === null);
}

/** In the transaction of the change. A citizen without an e-mail is left to the office, whose agenda says so. */
export async function tellConcerned(
  ctx: CallContext,
  appuntamenti: readonly Appuntamento[],
  { motivo, operatoreName }: { motivo: string; operatoreName: string },
): Promise<void> {
  for (const appuntamento of appuntamenti) {
    const pratica = appuntamento.pratica === null ? undefined : await findToChange(ctx, appuntamento.pratica);
    if (!pratica || !(await markToMove(ctx.db, appuntamento.id, ctx.now))) continue;
    const accesso = { pratica, side: 'operatore' as const, login: true, operatoreName };
    await addCommento(ctx, accesso, {
      sistema: `L’ufficio non riceve all’ora dell’appuntamento (${spanInWords(appuntamento)})${motivo && `: ${motivo}`}. Scegli un altro orario.`,
    });
    if (pratica.email)
      await enqueueEntries(ctx.db, ctx.house.now, outboxEntry(APPUNTAMENTO_TO_MOVE, { pratica: pratica.id, motivo }));
  }
}
