/** The kind of outbox row by which a citizen is offered an appointment about their case. */
import * as z from 'zod/mini';
import { outboxKind } from '../../../platform/outbox-kind.ts';

/** @property calendario, motivo codes of the office and the reason */
export const APPUNTAMENTO_OFFERED = outboxKind(
  'cittadino.appuntamento-proposto',
  'receipts',
  z.object({ pratica: z.string(), calendario: z.string(), motivo: z.string() }),
);
