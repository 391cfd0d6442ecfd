/** The call for a citizen's list of documents, which the calendar of due dates reads as well. */
import type { Ctx } from '../../../context.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { enti } from '../ente/ente.server.ts';
import type { MioDocumento, operations } from './miei.contract.ts';
import { tuttiIDocumentiDi } from './miei.db.ts';
import type { Documento } from './posizione.contract.ts';
import { documentiSulFilo } from './posizione.server.ts';

/** The documents of all positions of who is logged in, latest first; none for who is not. */
export async function documentiDi(ctx: Ctx): Promise<MioDocumento[]> {
  const rows = await tuttiIDocumentiDi(ctx.db, { codice_fiscale: ctx.user?.codice_fiscale ?? '' });
  const [documenti, bodies] = await Promise.all([documentiSulFilo(ctx, rows), enti(ctx.house)]);
  const nomi = new Map(bodies.map((e) => [e.id, e.nome]));
  return rows.map(({ ente, codice_utente, idRappresentanza }, at) => ({
    ...(documenti[at] as Documento),
    ...{ nome_ente: nomi.get(ente) ?? ente, codice_utente, idRappresentanza },
  }));
}

export const handlers: Handlers<typeof operations> = { mieiDocumenti: (_input, ctx) => documentiDi(ctx) };
