/** Gives the tariff of an ente for posters, checks a request against it, and opens the request as a case. */
import type { House } from '../../../context.ts';
import { conArticolo, dataBreve, oggi } from '../../../platform/atoms/date.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { ente } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { offertaAperta } from '../../cases/offerta/offerta.server.ts';
import { posizioneNominata } from '../../cases/posizione/affissioni.server.ts';
import { cheRisponde } from '../../cases/pratica/pratica.server.ts';
import { apriRichiesta, conIdentita } from '../../cases/richiesta/richiesta.server.ts';
import type { operations } from './manifesto.contract.ts';
import { PERCORSO, posterFields, timeFields } from './manifesto.fields.ts';
import { type OffertaManifesti, schemaOffertaManifesti } from './offerta.ts';
import { comeSiCalcola, erroriManifesto, giorniDi, inGiorni, primoGiorno, type Scelta, stimaDi } from './regole.ts';

/** @returns undefined for a body that puts up no posters online */
export const offertaDi = (house: House, id: string): Promise<OffertaManifesti | undefined> =>
  offertaAperta(house, schemaOffertaManifesti, { ente: id, codice: 'SF120' });

const SENZA_TARIFFE = 'Questo ente non riceve online richieste di affissione: scegline un altro o contattalo.';

/** What is wrong with body, dates and size together. @param now epoch ms */
export async function erroriDi(house: House, scelta: Scelta & { ente: string }, now: number): Promise<FieldErrors> {
  const sua = await offertaDi(house, scelta.ente);
  return sua ? erroriManifesto(sua, scelta, oggi(now)) : { ente: [SENZA_TARIFFE] };
}

export const handlers: Handlers<typeof operations> = {
  tariffaManifesti: async ({ ente: id, ...scelta }, { house, now }) => {
    const sua = await offertaDi(house, id);
    if (!sua) throw new PortalError('not_found', { message: SENZA_TARIFFE });
    return { ente: id, ...sua, primo_giorno: primoGiorno(oggi(now), sua), stima: stimaDi(sua, scelta) ?? null };
  },

  chiediAffissione: {
    complete: conIdentita,
    // Read before the transaction, which must not wait for what is not its own.
    prepare: async (input, { house, now }) => {
      const scelto = cheRisponde(await ente(house, input.ente), 'SF120');
      const errori = await erroriDi(house, input, now);
      if (Object.keys(errori).length > 0) throw new PortalError('invalid', { fields: errori });
      return { scelto, sua: await offertaDi(house, input.ente) };
    },
    run: async (input, ctx, { scelto, sua }: { scelto: Ente; sua: OffertaManifesti }) => {
      const { posizione, categoria, titolo, formato, quantita, dal, al, urgente } = input;
      const nominata = posizione ? await posizioneNominata(ctx, posizione, scelto.id) : undefined;
      const stima = stimaDi(sua, input);
      if (!stima) throw new Error('Affissione senza stima');
      const { urgenza_percento, urgenza_minimo_cent } = sua;
      const { al_giorno_cent } = stima;
      return apriRichiesta(ctx, input, {
        codice: 'SF120',
        ente: scelto,
        oggetto: `Affissione: ${titolo}`,
        descrizione: '',
        fatti: [
          ...(nominata ? [['Posizione', nominata.codice_utente] as const] : []),
          ...posterFields.facts(input, 'categoria', 'formato', 'quantita'),
          [
            'Affissione',
            `${conArticolo('dal', dataBreve(dal))} ${conArticolo('al', dataBreve(al))} (${inGiorni(giorniDi(dal, al))})`,
          ],
          ...timeFields.facts(input, 'urgente'),
          ['Costo stimato', `${euro(stima.importo_cent)} (${comeSiCalcola(stima, quantita)})`],
        ],
        // The tariff of today holds for this request, whatever the body charges when it decides.
        dati: {
          ...{ posizione: posizione ?? null, categoria, formato, quantita, dal, al, urgente },
          tariffa: { prezzi: [{ formato, categoria, al_giorno_cent }], urgenza_percento, urgenza_minimo_cent },
        },
        percorso: PERCORSO,
      });
    },
  },
};
