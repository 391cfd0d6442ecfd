import type { Ctx } from '../../context.ts';
import { PortalError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/run.server.ts';
import { SERVIZI, type Servizio } from '../area-riservata/schede.ts';
import { enti } from '../ente/ente.server.ts';
import { type DocumentoAperto, documentiConId, tutteLeAperte } from '../posizione/aperte.server.ts';
import { percheNonRate } from '../rateizza-un-pagamento/rateizza.server.ts';
import { seRicevuti, usabiliSulFilo } from '../richiesta/documenti.server.ts';
import { percorsoSu } from '../richiesta/documenti.ts';
import { percheNonProroga } from '../rinegozia-un-pagamento/rinegozia.server.ts';
import { insieme, siMostra } from './insieme.ts';
import type { DaScegliere, operations } from './scelta.contract.ts';

/** What a service asks of documents together, each of which can be used. @returns the reason that they cannot, or null */
type Insieme = (ctx: Ctx, documenti: readonly DocumentoAperto[]) => Promise<string | null>;
const PERCHE_NO: Partial<Record<Servizio, Insieme>> = {
  'rateizza-un-pagamento': percheNonRate,
  'rinegozia-un-pagamento': percheNonProroga,
};

export const handlers: Handlers<typeof operations> = {
  documentiDaScegliere: async ({ servizio }, ctx) => {
    const aperte = await tutteLeAperte(ctx);
    const mostrati = aperte.flatMap((p) => p.documenti).filter((d) => siMostra(d.stato, SERVIZI[servizio].azione));
    const documenti = await sulFilo(ctx, servizio, mostrati);
    const nomi = await nomiDegliEnti(ctx);
    return aperte.map(({ id, codice_utente, ente, sistema, documenti: suoi }) => ({
      Id: id,
      ...{ codice_utente, nome_ente: nomi(ente), sistema },
      documenti: documenti.filter((d) => suoi.some((suo) => suo.id === d.Id)),
    }));
  },

  scegliDocumenti: async ({ servizio, documenti: ids }, ctx) => {
    const scelti = await documentiConId(ctx, [...new Set(ids)]);
    const documenti = insieme(await sulFilo(ctx, servizio, scelti));
    const [primo] = documenti;
    const numeri = documenti.map((d) => d.numero);
    if (!primo || documenti.some((d) => d.perche !== null)) return { percorso: null, documenti };
    const no = await PERCHE_NO[servizio]?.(ctx, scelti);
    if (no) throw new PortalError('invalid', { fields: { documenti: [no] } });
    return { percorso: percorsoSu(servizio, primo.sistema, numeri), documenti };
  },
};

async function sulFilo(ctx: Ctx, servizio: Servizio, aperti: readonly DocumentoAperto[]): Promise<DaScegliere[]> {
  const documenti = await usabiliSulFilo(ctx, await seRicevuti(ctx, SERVIZI[servizio].azione, aperti));
  const nomi = await nomiDegliEnti(ctx);
  return documenti.map((d) => ({ ...d, nome_ente: nomi(d.ente) }));
}

async function nomiDegliEnti({ house }: Ctx): Promise<(id: string) => string> {
  const bodies = await enti(house);
  return (id) => bodies.find((e) => e.id === id)?.nome ?? id;
}
