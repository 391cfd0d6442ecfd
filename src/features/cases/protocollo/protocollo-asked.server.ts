/** Asks the protocol of the ente to register a case, or a message of its citizen, together with what it reports. */
import type { CallContext } from '../../../context.ts';
import { enqueueEntries, enqueueNow } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import type { Pratica, SistemaProtocollo } from '../../../store/tables.ts';
import {
  closeByHand,
  findSistema,
  isAnyRegistering,
  listWaiting,
  resetWaiting,
  writeProtocollo,
} from './protocolli.db.ts';
import type { WrittenProtocollo } from './protocollo-ente.ts';
import { PROTOCOLLO_RICHIESTA, protocolloEntryId } from './protocollo-outbox.ts';

type AskContext = Pick<CallContext, 'db' | 'now' | 'house'>;
type AskedCase = Pick<Pratica, 'id' | 'ente' | 'codice'>;

/** @param codice of the case */
const registersCode = ({ servizi }: SistemaProtocollo, codice: string): boolean =>
  servizi === '' || servizi.split(' ').includes(codice);

/** Whether one of these enti registers its cases. */
export async function hasSistema({ db }: Pick<CallContext, 'db'>, enti: readonly string[]): Promise<boolean> {
  return enti.length > 0 && (await isAnyRegistering(db, enti));
}

/** In the transaction that opens the case. @param evento its first one @returns since when it waits for its number; null: it gets none */
export async function askForPratica(ctx: AskContext, pratica: AskedCase, evento: string): Promise<number | null> {
  const sistema = await findSistema(ctx.db, pratica.ente);
  if (!sistema || !registersCode(sistema, pratica.codice)) return null;
  await writeAsked(ctx, sistema, { pratica, evento, tipo: 'pratica' });
  return ctx.now;
}

/** In the transaction that adds what the citizen wrote. Where an operator writes the numbers, those of messages are not asked for. */
export async function askForMessaggio(ctx: AskContext, pratica: AskedCase, evento: string): Promise<void> {
  const sistema = await findSistema(ctx.db, pratica.ente);
  if (!sistema || sistema.sistema === 'mano' || sistema.messaggi === 0 || !registersCode(sistema, pratica.codice))
    return;
  await writeAsked(ctx, sistema, { pratica, evento, tipo: 'messaggio' });
}

async function writeAsked(
  { db, now, house }: AskContext,
  { sistema }: SistemaProtocollo,
  { pratica, evento, tipo }: { pratica: AskedCase; evento: string; tipo: 'pratica' | 'messaggio' },
): Promise<void> {
  await writeProtocollo(db, { evento, pratica: pratica.id, ente: pratica.ente, tipo, chiesto: now });
  if (sistema !== 'mano') await enqueueEntries(db, house.now, entryOf(pratica.id, evento));
}

const entryOf = (pratica: string, evento: string) =>
  outboxEntry(PROTOCOLLO_RICHIESTA, { pratica, evento }, { id: protocolloEntryId(evento) });

/** In the transaction in which an operator writes the number of a case: its protocol is not asked for another one. */
export const noteWritten = ({ db, now }: Pick<CallContext, 'db' | 'now'>, pratica: string, p: WrittenProtocollo) =>
  closeByHand(db, pratica, {
    at: now,
    numero: p.protocollo_ente,
    data: p.protocollo_ente_il,
    registro: p.protocollo_ente_registro,
    classifica: p.protocollo_ente_classifica,
    fascicolo: p.protocollo_ente_fascicolo,
  });

/** So many are written at once. */
const AGAIN_PART = 500;

/**
 * Everything that an ente's protocol has not registered is asked for now: after another system or key was set, and after what was
 * refused was mended.
 */
export async function askAgain({ db, house }: Pick<CallContext, 'db' | 'house'>, ente: string): Promise<void> {
  await resetWaiting(db, ente);
  const waiting = await listWaiting(db, ente);
  for (let n = 0; n < waiting.length; n += AGAIN_PART) {
    const entries = waiting.slice(n, n + AGAIN_PART).map(({ evento, pratica }) => entryOf(pratica, evento));
    await enqueueNow(db, house.now, entries);
  }
}
