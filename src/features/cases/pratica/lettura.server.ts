/** Keeps why an operator reads a case of another office. */
import { fullName } from '../../../platform/atoms/nome.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { writeAtto } from './atti.db.ts';
import type { letturaOperations } from './lettura.contract.ts';
import { findFromEitherSide } from './pratica.db.ts';
import { isOfOtherOffice } from './riservati.server.ts';

export const letturaHandlers: OperationHandlers<typeof letturaOperations> = {
  motivaLettura: async ({ id, motivo }, ctx) => {
    const pratica = await findFromEitherSide(ctx.db, id);
    if (!pratica || pratica.ufficio !== id || !ctx.user?.enti.includes(pratica.ente))
      throw new PortalError('not_found');
    if (!isOfOtherOffice(ctx.user, pratica)) return { aperta: false };
    await writeAtto(ctx, pratica, { azione: 'lettura', testo: `Motivo: ${motivo}`, name: fullName(ctx.user) });
    return { aperta: true };
  },
};
