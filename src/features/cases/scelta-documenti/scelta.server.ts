/** Lists the documents a request can be about, and says whether the chosen ones fit into one request. */
import type { Ctx } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { enti } from '../ente/ente.server.ts';
import { type DocumentoAperto, documentiConId, tutteLeAperte } from '../posizione/aperte.server.ts';
import { requestAt } from '../posizione/azioni.ts';
import { seRicevuti, usabiliSulFilo } from '../richiesta/documenti.server.ts';
import { percorsoSu } from '../richiesta/documenti.ts';
import { insieme, siMostra } from './insieme.ts';
import { type DaScegliere, NO_SERVICE, type operations } from './scelta.contract.ts';

export const handlers: Handlers<typeof operations> = {
  documentiDaScegliere: async ({ servizio }, ctx) => {
    const { action } = requestFor(ctx, servizio);
    const aperte = await tutteLeAperte(ctx);
    const mostrati = aperte.flatMap((p) => p.documenti).filter((d) => siMostra(ctx.house.services, d.stato, action));
    const documenti = await sulFilo(ctx, action, mostrati);
    const nomi = await nomiDegliEnti(ctx);
    return aperte.map(({ id, codice_utente, ente, sistema, documenti: suoi }) => ({
      Id: id,
      ...{ codice_utente, nome_ente: nomi(ente), sistema },
      documenti: documenti.filter((d) => suoi.some((suo) => suo.id === d.Id)),
    }));
  },

  scegliDocumenti: async ({ servizio, documenti: ids }, ctx) => {
    const request = requestFor(ctx, servizio);
    const scelti = await documentiConId(ctx, [...new Set(ids)]);
    const documenti = insieme(await sulFilo(ctx, request.action, scelti));
    const [primo] = documenti;
    const numeri = documenti.map((d) => d.numero);
    if (!primo || documenti.some((d) => d.perche !== null)) return { percorso: null, documenti };
    const no = await request.against?.(ctx, scelti);
    if (no) throw new PortalError('invalid', { fields: { documenti: [no] } });
    return { percorso: percorsoSu(servizio, primo.sistema, numeri), documenti };
  },
};

/** @throws PortalError `invalid` when no form on documents has this name */
function requestFor({ house }: Ctx, slug: string) {
  const request = requestAt(house.services, slug);
  if (!request) throw new PortalError('invalid', { fields: { servizio: [NO_SERVICE] } });
  return request;
}

async function sulFilo(ctx: Ctx, action: string, aperti: readonly DocumentoAperto[]): Promise<DaScegliere[]> {
  const documenti = await usabiliSulFilo(ctx, await seRicevuti(ctx, action, aperti));
  const nomi = await nomiDegliEnti(ctx);
  return documenti.map((d) => ({ ...d, nome_ente: nomi(d.ente) }));
}

async function nomiDegliEnti({ house }: Ctx): Promise<(id: string) => string> {
  const bodies = await enti(house);
  return (id) => bodies.find((e) => e.id === id)?.nome ?? id;
}
