/** What the end of the case of an appointment does: withdrawn by its citizen, it frees the time. */
import type { DecisioneRule } from '../../../context.ts';
import { cancelWithdrawn } from '../../cases/calendario/booked.server.ts';

export const appuntamentoDecision: DecisioneRule = { dropped: cancelWithdrawn };
