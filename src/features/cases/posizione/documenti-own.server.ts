/** The call for a citizen's list of documents, which the calendar of due dates reads as well. */
import type { CallContext } from '../../../context.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { enti } from '../ente/ente.server.ts';
import type { OwnDocumento, ownPosizioniOperations } from './documenti-own.contract.ts';
import { listOwnDocumenti } from './documenti-own.db.ts';
import type { Documento } from './posizione.contract.ts';
import { wireDocumenti } from './posizione.server.ts';

/** The documents of all positions of the citizen who is logged in, latest first; an empty list without a login. */
export async function readOwnDocumenti(ctx: CallContext): Promise<OwnDocumento[]> {
  const rows = await listOwnDocumenti(ctx.db, { codice_fiscale: ctx.user?.codice_fiscale ?? '' });
  const [documenti, allEnti] = await Promise.all([wireDocumenti(ctx, rows), enti(ctx.house)]);
  const enteNames = new Map(allEnti.map((e) => [e.id, e.nome]));
  return rows.map(({ ente, codice_utente, idRappresentanza }, index) => ({
    ...(documenti[index] as Documento),
    ...{ nome_ente: enteNames.get(ente) ?? ente, codice_utente, idRappresentanza },
  }));
}

export const ownPosizioniHandlers: OperationHandlers<typeof ownPosizioniOperations> = {
  mieiDocumenti: (_input, ctx) => readOwnDocumenti(ctx),
};
