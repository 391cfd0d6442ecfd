import type { Ctx } from '../../context.ts';
import { oggi } from '../../platform/atoms/date.ts';
import type { Handlers } from '../../platform/run.server.ts';
import { SERVIZI, type Servizio } from '../area-riservata/schede.ts';
import { enti } from '../ente/ente.server.ts';
import { type DocumentoAperto, documentiConId, tutteLeAperte } from '../posizione/aperte.server.ts';
import { documentoSulFilo } from '../posizione/posizione.server.ts';
import { CODICE_PER_AZIONE, conPerche } from '../richiesta/documenti.server.ts';
import { percorsoSu } from '../richiesta/documenti.ts';
import { insieme, siMostra } from './insieme.ts';
import type { DaScegliere, operations } from './scelta.contract.ts';

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
    const tutti = primo && documenti.every((d) => d.perche === null);
    return { percorso: tutti ? percorsoSu(servizio, primo.sistema, numeri) : null, documenti };
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
