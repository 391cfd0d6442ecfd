/** Gives the tariff of an ente for posters, checks a request against it, and opens the request as a case. */
import type { PortalHouse } from '../../../context.ts';
import { shortDate, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { type FieldErrors, requireNoErrors } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { findOpenOfferta, requireOfferta } from '../../cases/offerta/offerta.server.ts';
import { findNamedPosizione } from '../../cases/posizione/affissioni.server.ts';
import { requireAnswering } from '../../cases/pratica/pratica-opening.server.ts';
import { openRichiesta, withIdentita } from '../../cases/richiesta/richiesta.server.ts';
import type { manifestoOperations } from './manifesto.contract.ts';
import { FORM_PATH, posterFields, timeFields } from './manifesto.fields.ts';
import { type OffertaManifesti, offertaManifestiSchema } from './offerta.ts';
import {
  countGiorni,
  estimateStima,
  findChoiceErrors,
  firstDayOf,
  giorniInWords,
  type LeadTime,
  type ManifestoChoice,
  stimaBreakdown,
} from './rules.ts';

/** @returns undefined for an ente that takes no requests for posters online */
const findManifestiOfferta = (house: PortalHouse, id: string): Promise<OffertaManifesti | undefined> =>
  findOpenOfferta(house, offertaManifestiSchema, { ente: id, codice: 'SF120' });

/** The working days of the ente: those of its offices, and a patron saint that only the offer names. */
const leadTimeOf = ({ giorni_lavorativi, patrono }: OffertaManifesti, ente: Ente | undefined): LeadTime => ({
  giorni_lavorativi,
  patrono: patrono ?? ente?.patrono,
  chiusure: ente?.chiusure,
});

const NO_TARIFFE = 'Questo ente non riceve online richieste di affissione: scegline un altro o contattalo.';

/** Checks ente, dates and size against the tariff. @param now epoch ms */
export async function checkChoice(
  house: PortalHouse,
  choice: ManifestoChoice & { ente: string },
  now: number,
): Promise<FieldErrors> {
  const ownOfferta = await findManifestiOfferta(house, choice.ente);
  if (!ownOfferta) return { ente: [NO_TARIFFE] };
  const leadTime = leadTimeOf(ownOfferta, await findEnte(house, choice.ente));
  return findChoiceErrors({ ...ownOfferta, ...leadTime }, choice, todayInRome(now));
}

export const manifestoHandlers: OperationHandlers<typeof manifestoOperations> = {
  tariffaManifesti: async ({ ente: id, ...choice }, { house, now }) => {
    const filter = { ente: id, codice: 'SF120', message: NO_TARIFFE };
    const ownOfferta = await requireOfferta(house, offertaManifestiSchema, filter);
    return {
      ente: id,
      ...ownOfferta,
      primo_giorno: firstDayOf(todayInRome(now), leadTimeOf(ownOfferta, await findEnte(house, id))),
      stima: estimateStima(ownOfferta, choice) ?? null,
    };
  },

  chiediAffissione: {
    complete: withIdentita,
    // Read before the transaction, to keep it short.
    prepare: async (input, { house, now }) => {
      const chosenEnte = requireAnswering(await findEnte(house, input.ente), 'SF120');
      requireNoErrors(await checkChoice(house, input, now));
      return { chosenEnte, ownOfferta: await findManifestiOfferta(house, input.ente) };
    },
    run: async (input, ctx, { chosenEnte, ownOfferta }: { chosenEnte: Ente; ownOfferta: OffertaManifesti }) => {
      const { posizione, categoria, titolo, formato, quantita, dal, al, urgente } = input;
      const namedPosizione = posizione
        ? await findNamedPosizione(ctx, { id: posizione, ente: chosenEnte.id, codice: 'SF120' })
        : undefined;
      const stima = estimateStima(ownOfferta, input);
      if (!stima) throw new Error('Affissione senza stima');
      const { urgenza_percento, urgenza_minimo_cent } = ownOfferta;
      const { al_giorno_cent } = stima;
      return openRichiesta(ctx, input, {
        codice: 'SF120',
        ente: chosenEnte,
        oggetto: `Affissione: ${titolo}`,
        descrizione: '',
        fatti: [
          ...(namedPosizione ? [['Posizione', namedPosizione.codice_utente] as const] : []),
          ...posterFields.facts(input, 'categoria', 'formato', 'quantita'),
          [
            'Affissione',
            `${withArticle('dal', shortDate(dal))} ${withArticle('al', shortDate(al))} (${giorniInWords(countGiorni(dal, al))})`,
          ],
          ...timeFields.facts(input, 'urgente'),
          ['Costo stimato', `${formatEuro(stima.importo_cent)} (${stimaBreakdown(stima, quantita)})`],
        ],
        // The tariff of today applies to this request, even if the ente changes it before the decision.
        dati: {
          posizione: posizione ?? null,
          categoria,
          formato,
          quantita,
          dal,
          al,
          urgente,
          tariffa: { prezzi: [{ formato, categoria, al_giorno_cent }], urgenza_percento, urgenza_minimo_cent },
        },
        percorso: FORM_PATH,
        posizione,
      });
    },
  },
};
