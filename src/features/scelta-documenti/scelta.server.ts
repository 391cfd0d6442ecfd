import type { Ctx } from '../../context.ts';
import { oggi } from '../../platform/atoms/date.ts';
import { PortalError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/run.server.ts';
import { SERVIZI, type Servizio } from '../area-riservata/schede.ts';
import { enti } from '../ente/ente.server.ts';
import { type DocumentoAperto, documentiConId, tutteLeAperte } from '../posizione/aperte.server.ts';
import { documentoSulFilo } from '../posizione/posizione.server.ts';
import { percheNonRate } from '../rateizza-un-pagamento/rateizza.server.ts';
import { CODICE_PER_AZIONE, conPerche } from '../richiesta/documenti.server.ts';
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
  const { azione } = SERVIZI[servizio];
  const codice = CODICE_PER_AZIONE[azione];
  const documenti = await conPerche(ctx, azione, aperti);
  const bodies = await enti(ctx.house);
  const today = oggi(ctx.now);
  return documenti.map(({ perche, ...d }) => {
    const ente = bodies.find((e) => e.id === d.ente);
    const nome_ente = ente?.nome ?? d.ente;
    const riceve = codice !== undefined && ente?.categorie.includes(codice);
    return {
      ...documentoSulFilo(d, today),
      nome_ente,
      perche: riceve ? perche : `${nome_ente} non riceve online questo tipo di richiesta: usa i suoi contatti.`,
    };
  });
}

async function nomiDegliEnti({ house }: Ctx): Promise<(id: string) => string> {
  const bodies = await enti(house);
  return (id) => bodies.find((e) => e.id === id)?.nome ?? id;
}
