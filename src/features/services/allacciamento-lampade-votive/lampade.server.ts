/** Lists the cemeteries and kinds of tomb of an ente, checks a choice, and opens the request for votive lamps. */

import type { PortalHouse } from '../../../context.ts';
import { asSubject, withArticolo } from '../../../platform/atoms/articolo.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import {
  type ResolvedChoice,
  readOfferta,
  readOfferte,
  requireChoice,
  requireOfferta,
} from '../../cases/offerta/offerta.server.ts';
import type { CodedItem } from '../../cases/offerta/offerta.values.ts';
import { requireAnswering } from '../../cases/pratica/pratica-opening.server.ts';
import { openRichiesta, withIdentita } from '../../cases/richiesta/richiesta.server.ts';
import type { lampadeOperations, OffertaView } from './lampade.contract.ts';
import { billTo, defuntoFields, FORM_PATH, lampFields, placeInWords, tombFields } from './lampade.fields.ts';
import { offertaLampadeSchema } from './offerta.ts';
import { findDayErrors } from './rules.ts';

const itemOptions = (items: readonly CodedItem[]) => items.map(({ codice, nome }) => ({ codice, etichetta: nome }));

const NO_LAMPADE = 'Questo ente non allaccia lampade votive online.';

/** @throws PortalError `not_found` for an ente that does not answer for the service, or has no cemetery */
async function readOffered(house: PortalHouse, ente: string): Promise<OffertaView> {
  const filter = { ente, codice: 'SF500', message: NO_LAMPADE };
  const { cimiteri, tipi } = await requireOfferta(house, offertaLampadeSchema, filter);
  return { cimiteri: itemOptions(cimiteri), tipi: itemOptions(tipi) };
}

type TombChoice = { cimitero: CodedItem; tipo: CodedItem };

/** @returns cemetery and kind of tomb, or what is wrong with the choice */
async function resolveChoice(
  house: PortalHouse,
  ente: Ente,
  wanted: { cimitero: string; tipo: string },
): Promise<ResolvedChoice<TombChoice>> {
  const ownOfferta = await readOfferta(house, offertaLampadeSchema, { ente: ente.id, codice: 'SF500' });
  if (!ownOfferta)
    return { errors: { ente: [`${asSubject(ente)} non ha cimiteri online: scegli un altro ente o contattalo.`] } };
  const cimitero = ownOfferta.cimiteri.find(({ codice }) => codice === wanted.cimitero);
  const tipo = ownOfferta.tipi.find(({ codice }) => codice === wanted.tipo);
  if (cimitero && tipo) return { chosen: { cimitero, tipo } };
  return {
    errors: {
      ...(!cimitero && { cimitero: [`Scegli uno dei cimiteri ${withArticolo('di', ente)}.`] }),
      ...(!tipo && { tipo: [`Scegli uno dei tipi di tomba ${withArticolo('di', ente)}.`] }),
    },
  };
}

/** Checks the choice against the offer in the store. The schema reports fields that are empty. */
export async function checkChoice(
  house: PortalHouse,
  { ente: id = '', cimitero, tipo }: { ente?: string; cimitero?: string; tipo?: string },
): Promise<FieldErrors> {
  const chosenEnte = await findEnte(house, id);
  if (!chosenEnte || !cimitero || !tipo) return {};
  return (await resolveChoice(house, chosenEnte, { cimitero, tipo })).errors ?? {};
}

export const lampadeHandlers: OperationHandlers<typeof lampadeOperations> = {
  tipiTomba: async ({ ente: id }, { house }) => {
    if (id) return (await readOffered(house, id)).tipi;
    const all = Object.values(await readOfferte(house, offertaLampadeSchema, 'SF500')).flatMap(({ tipi }) => tipi);
    return itemOptions([...new Map(all.map((tipo) => [tipo.codice, tipo])).values()]);
  },

  cimiteri: ({ ente: id }, { house }) => readOffered(house, id),

  chiediLampade: {
    complete: withIdentita,
    // Read before the transaction, to keep it short.
    prepare: async (input, { house, now }) => {
      const chosenEnte = requireAnswering(await findEnte(house, input.ente), 'SF500');
      const { data_decesso } = input.defunto;
      const dayErrors = findDayErrors({ data_decesso, decorrenza: input.decorrenza }, todayInRome(now));
      return { chosenEnte, ...requireChoice(await resolveChoice(house, chosenEnte, input), dayErrors) };
    },
    run: (input, ctx, { chosenEnte, cimitero, tipo }: TombChoice & { chosenEnte: Ente }) => {
      const { defunto, posizione, lampade, fatturazione, decorrenza } = input;
      return openRichiesta(ctx, input, {
        codice: 'SF500',
        ente: chosenEnte,
        oggetto: `Lampade votive: ${fullName(defunto)}`,
        descrizione: '',
        fatti: [
          ...tombFields.facts({ cimitero: cimitero.nome, tipo: tipo.nome }, 'cimitero', 'tipo'),
          ['Posizione', placeInWords(posizione)],
          ['Defunto', fullName(defunto)],
          ...defuntoFields.facts({ defunto_data_decesso: defunto.data_decesso }, 'defunto_data_decesso'),
          ...lampFields.facts(input, 'lampade', 'decorrenza'),
          ['Indirizzo per la fatturazione', billTo(fatturazione)],
        ],
        dati: { cimitero: cimitero.codice, tipo: tipo.codice, defunto, posizione, lampade, fatturazione, decorrenza },
        percorso: FORM_PATH,
        serveFile: true,
      });
    },
  },
};
