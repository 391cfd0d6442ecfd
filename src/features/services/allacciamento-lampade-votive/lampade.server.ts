/** Lists the cemeteries and kinds of tomb of an ente, checks a choice, and opens the request for votive lamps. */
import type { PortalHouse } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { ente } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { findOpenOfferta, readOfferta, readOfferte } from '../../cases/offerta/offerta.server.ts';
import type { CodedItem } from '../../cases/offerta/offerta.values.ts';
import { requireAnswering } from '../../cases/pratica/pratica.server.ts';
import { openRichiesta, withIdentita } from '../../cases/richiesta/richiesta.server.ts';
import type { lampadeOperations, OffertaView } from './lampade.contract.ts';
import { billTo, defuntoFields, FORM_PATH, lampFields, placeInWords, tombFields } from './lampade.fields.ts';
import { type OffertaLampade, offertaLampadeSchema } from './offerta.ts';
import { findDayErrors } from './rules.ts';

const optionsOf = (items: readonly CodedItem[]) => items.map(({ codice, nome }) => ({ codice, etichetta: nome }));

/** @throws PortalError `not_found` for a body that does not answer for the service, or has no cemetery */
export async function requireOfferta(house: PortalHouse, id: string): Promise<OffertaView> {
  const ownOfferta = await findOpenOfferta(house, offertaLampadeSchema, { ente: id, codice: 'SF500' });
  if (!ownOfferta) throw new PortalError('not_found', { message: 'Questo ente non allaccia lampade votive online.' });
  return { cimiteri: optionsOf(ownOfferta.cimiteri), tipi: optionsOf(ownOfferta.tipi) };
}

const findOfferta = (house: PortalHouse, id: string) =>
  readOfferta(house, offertaLampadeSchema, { ente: id, codice: 'SF500' });

type ResolvedChoice = { cimitero: CodedItem; tipo: CodedItem };

/** @returns cemetery and kind of tomb, or what is wrong with the choice */
function resolveChoice(
  { nome }: Ente,
  ownOfferta: OffertaLampade | undefined,
  chosen: { cimitero: string; tipo: string },
): ResolvedChoice | { errors: FieldErrors } {
  if (!ownOfferta) return { errors: { ente: [`${nome} non ha cimiteri online: scegli un altro ente o contattalo.`] } };
  const cimitero = ownOfferta.cimiteri.find((c) => c.codice === chosen.cimitero);
  const tipo = ownOfferta.tipi.find((t) => t.codice === chosen.tipo);
  if (cimitero && tipo) return { cimitero, tipo };
  return {
    errors: {
      ...(!cimitero && { cimitero: [`Scegli uno dei cimiteri di ${nome}.`] }),
      ...(!tipo && { tipo: [`Scegli uno dei tipi di tomba di ${nome}.`] }),
    },
  };
}

/** What only the store knows to be wrong; what is not chosen at all is the schema's matter. */
export async function checkChoice(
  house: PortalHouse,
  v: { ente?: string; cimitero?: string; tipo?: string },
): Promise<FieldErrors> {
  const chosenEnte = await ente(house, v.ente ?? '');
  if (!chosenEnte || !v.cimitero || !v.tipo) return {};
  const resolved = resolveChoice(chosenEnte, await findOfferta(house, chosenEnte.id), {
    cimitero: v.cimitero,
    tipo: v.tipo,
  });
  return 'errors' in resolved ? resolved.errors : {};
}

export const lampadeHandlers: OperationHandlers<typeof lampadeOperations> = {
  tipiTomba: async ({ ente: id }, { house }) => {
    if (id) return (await requireOfferta(house, id)).tipi;
    const all = Object.values(await readOfferte(house, offertaLampadeSchema, 'SF500')).flatMap(({ tipi }) => tipi);
    return optionsOf([...new Map(all.map((voce) => [voce.codice, voce])).values()]);
  },

  cimiteri: ({ ente: id }, { house }) => requireOfferta(house, id),

  chiediLampade: {
    complete: withIdentita,
    // Read before the transaction, which must not wait for what is not its own.
    prepare: async (input, { house, now }) => {
      const chosenEnte = requireAnswering(await ente(house, input.ente), 'SF500');
      const resolved = resolveChoice(chosenEnte, await findOfferta(house, chosenEnte.id), input);
      const { data_decesso } = input.defunto;
      const errors = {
        ...('errors' in resolved && resolved.errors),
        ...findDayErrors({ data_decesso, decorrenza: input.decorrenza }, todayInRome(now)),
      };
      if ('errors' in resolved || Object.keys(errors).length > 0) throw new PortalError('invalid', { fields: errors });
      return { chosenEnte, ...resolved };
    },
    run: async (input, ctx, { chosenEnte, cimitero, tipo }: ResolvedChoice & { chosenEnte: Ente }) => {
      const { defunto, posizione, lampade, fatturazione: f, decorrenza } = input;
      return openRichiesta(ctx, input, {
        codice: 'SF500',
        ente: chosenEnte,
        oggetto: `Lampade votive: ${defunto.nome} ${defunto.cognome}`,
        descrizione: '',
        fatti: [
          ...tombFields.facts({ cimitero: cimitero.nome, tipo: tipo.nome }, 'cimitero', 'tipo'),
          ['Posizione', placeInWords(posizione)],
          ['Defunto', `${defunto.nome} ${defunto.cognome}`],
          ...defuntoFields.facts({ defunto_data_decesso: defunto.data_decesso }, 'defunto_data_decesso'),
          ...lampFields.facts(input, 'lampade', 'decorrenza'),
          ['Indirizzo per la fatturazione', billTo(f)],
        ],
        dati: {
          cimitero: cimitero.codice,
          tipo: tipo.codice,
          defunto,
          posizione,
          lampade,
          fatturazione: f,
          decorrenza,
        },
        percorso: FORM_PATH,
        serveFile: true,
      });
    },
  },
};
