/** Tells a browser how long its login still lasts, and extends it when the person asks to stay. */
import type { Ctx } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import type { operations } from './accesso.contract.ts';

/** The gate counts a POST as an action before we are asked, and a GET of a script as none. */
async function durata({ session, now }: Ctx) {
  if (!session) throw new PortalError('anonymous');
  return {
    scade_il: new Date(session.idle).toISOString(),
    limite_il: new Date(session.limit).toISOString(),
    secondi: Math.floor((session.idle - now) / 1000),
  };
}

export const handlers: Handlers<typeof operations> = {
  durataAccesso: (_input, ctx) => durata(ctx),
  restaCollegato: (_input, ctx) => durata(ctx),
};
