/** Tells a browser how long its login still lasts, and extends it when the person asks to stay. */
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { accessoOperations } from './accesso.contract.ts';

/** The gate has already counted a POST as an action, and a GET by a script as none. */
async function durataOf({ session, now }: CallContext) {
  if (!session) throw new PortalError('anonymous');
  return {
    scade_il: new Date(session.idle).toISOString(),
    limite_il: new Date(session.limit).toISOString(),
    secondi: Math.floor((session.idle - now) / 1000),
  };
}

export const accessoHandlers: OperationHandlers<typeof accessoOperations> = {
  durataAccesso: (_input, ctx) => durataOf(ctx),
  restaCollegato: (_input, ctx) => durataOf(ctx),
};
