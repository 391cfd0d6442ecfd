/** The kinds of outbox rows about a case. Each is a mail, which is made when it is sent, from the case as it is then. */
import * as z from 'zod/mini';
import { outboxKind } from '../../../platform/outbox-kind.ts';
import { STATO_LABELS, type StatoPratica } from './stati.ts';

const ofPratica = z.object({ pratica: z.string() });

export const CITTADINO_RICEVUTA = outboxKind('cittadino.ricevuta', 'receipts', ofPratica);
export const CITTADINO_MESSAGGIO = outboxKind('cittadino.messaggio', 'receipts', ofPratica);
export const CITTADINO_STATO = outboxKind(
  'cittadino.stato',
  'receipts',
  z.object({ ...ofPratica.shape, stato: z.enum(Object.keys(STATO_LABELS) as StatoPratica[]) }),
);
/** The case has its number in the register of the ente. */
export const CITTADINO_PROTOCOLLO = outboxKind('cittadino.protocollo', 'receipts', ofPratica);
export const CITTADINO_PRESA = outboxKind('cittadino.presa', 'receipts', ofPratica);
/** The report that goes on has changed, of which this one is a duplicate. */
export const CITTADINO_DOPPIONE = outboxKind('cittadino.doppione', 'news', ofPratica);
/** Another program, which deals with the case, has told something new. */
export const CITTADINO_ESTERNA = outboxKind('cittadino.esterna', 'news', ofPratica);
export const ENTE_NEW_PRATICA = outboxKind('ente.nuova', 'offices', ofPratica);
export const ENTE_MESSAGGIO = outboxKind(
  'ente.messaggio',
  'offices',
  z.object({ ...ofPratica.shape, evento: z.optional(z.enum(['messaggio', 'riaperta', 'ritirata'])) }),
);
export const ENTE_NEW_LINK = outboxKind('ente.nuovo-link', 'offices', ofPratica);
