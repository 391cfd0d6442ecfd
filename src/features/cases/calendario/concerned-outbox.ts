/** The kind of outbox row by which a citizen is asked to choose another time. The mail is made when it is sent. */
import * as z from 'zod/mini';
import { outboxKind } from '../../../platform/outbox-kind.ts';

/** @property motivo why the office is closed then, for its citizen; '' without one */
export const APPUNTAMENTO_TO_MOVE = outboxKind(
  'cittadino.appuntamento-da-spostare',
  'receipts',
  z.object({ pratica: z.string(), motivo: z.string() }),
);
