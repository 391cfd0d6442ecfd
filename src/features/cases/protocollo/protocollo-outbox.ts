/** The kind of outbox row by which a protocol is asked, one for each thing that it registers. */
import * as z from 'zod/mini';
import { outboxKind } from '../../../platform/outbox-kind.ts';

export const PROTOCOLLO_RICHIESTA = outboxKind(
  'protocollo.richiesta',
  'protocol',
  z.object({ pratica: z.string(), evento: z.string() }),
);

/** Asked again after it was refused, it is the same row. */
export const protocolloEntryId = (evento: string): string => `protocollo-${evento}`;
