/** The kinds of outbox rows by which App IO is asked: to take a message, and what became of it. */
import * as z from 'zod/mini';
import { outboxKind } from '../../../platform/outbox-kind.ts';

const ofMessaggio = z.object({ messaggio: z.string() });

export const IO_MESSAGGIO = outboxKind('io.messaggio', 'io', ofMessaggio);
export const IO_ESITO = outboxKind('io.esito', 'io', ofMessaggio);

/** Written twice, each is the same row. */
export const messaggioEntryId = (messaggio: string): string => `io-${messaggio}`;
export const esitoEntryId = (messaggio: string): string => `io-esito-${messaggio}`;
