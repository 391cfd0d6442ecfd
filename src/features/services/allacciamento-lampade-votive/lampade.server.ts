/** Lists the cemeteries and kinds of tomb of an ente, checks a choice, and opens the request for votive lamps. */
import type { House } from '../../../context.ts';
import { oggi } from '../../../platform/atoms/date.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { ente } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { offerta, offertaAperta, offerte } from '../../cases/offerta/offerta.server.ts';
import type { Voce } from '../../cases/offerta/voci.ts';
import { cheRisponde } from '../../cases/pratica/pratica.server.ts';
import { apriRichiesta, conIdentita } from '../../cases/richiesta/richiesta.server.ts';
import type { OffertaMostrata, operations } from './lampade.contract.ts';
import { billTo, defuntoFields, lampFields, PERCORSO, placeInWords, tombFields } from './lampade.fields.ts';
import { type OffertaLampade, schemaOffertaLampade } from './offerta.ts';
import { erroriGiorni } from './regole.ts';

const opzioni = (voci: readonly Voce[]) => voci.map(({ codice, nome }) => ({ codice, etichetta: nome }));

/** @throws PortalError `not_found` for a body that does not answer for the service, or has no cemetery */
export async function offertaDi(house: House, id: string): Promise<OffertaMostrata> {
  const sua = await offertaAperta(house, schemaOffertaLampade, { ente: id, codice: 'SF500' });
  if (!sua) throw new PortalError('not_found', { message: 'Questo ente non allaccia lampade votive online.' });
  return { cimiteri: opzioni(sua.cimiteri), tipi: opzioni(sua.tipi) };
}

const propria = (house: House, id: string) => offerta(house, schemaOffertaLampade, { ente: id, codice: 'SF500' });

type Luogo = { cimitero: Voce; tipo: Voce };

/** @returns cemetery and kind of tomb, or what is wrong with the choice */
function luogo(
  { nome }: Ente,
  sua: OffertaLampade | undefined,
  scelti: { cimitero: string; tipo: string },
): Luogo | { errori: FieldErrors } {
  if (!sua) return { errori: { ente: [`${nome} non ha cimiteri online: scegli un altro ente o contattalo.`] } };
  const cimitero = sua.cimiteri.find((c) => c.codice === scelti.cimitero);
  const tipo = sua.tipi.find((t) => t.codice === scelti.tipo);
  if (cimitero && tipo) return { cimitero, tipo };
  return {
    errori: {
      ...(!cimitero && { cimitero: [`Scegli uno dei cimiteri di ${nome}.`] }),
      ...(!tipo && { tipo: [`Scegli uno dei tipi di tomba di ${nome}.`] }),
    },
  };
}

/** What only the store knows to be wrong; what is not chosen at all is the schema's matter. */
export async function controllaLuogo(
  house: House,
  v: { ente?: string; cimitero?: string; tipo?: string },
): Promise<FieldErrors> {
  const scelto = await ente(house, v.ente ?? '');
  if (!scelto || !v.cimitero || !v.tipo) return {};
  const trovato = luogo(scelto, await propria(house, scelto.id), { cimitero: v.cimitero, tipo: v.tipo });
  return 'errori' in trovato ? trovato.errori : {};
}

export const handlers: Handlers<typeof operations> = {
  tipiTomba: async ({ ente: id }, { house }) => {
    if (id) return (await offertaDi(house, id)).tipi;
    const tutti = Object.values(await offerte(house, schemaOffertaLampade, 'SF500')).flatMap(({ tipi }) => tipi);
    return opzioni([...new Map(tutti.map((voce) => [voce.codice, voce])).values()]);
  },

  cimiteri: ({ ente: id }, { house }) => offertaDi(house, id),

  chiediLampade: {
    complete: conIdentita,
    // Read before the transaction, which must not wait for what is not its own.
    prepare: async (input, { house, now }) => {
      const scelto = cheRisponde(await ente(house, input.ente), 'SF500');
      const trovato = luogo(scelto, await propria(house, scelto.id), input);
      const { data_decesso } = input.defunto;
      const errori = {
        ...('errori' in trovato && trovato.errori),
        ...erroriGiorni({ data_decesso, decorrenza: input.decorrenza }, oggi(now)),
      };
      if ('errori' in trovato || Object.keys(errori).length > 0) throw new PortalError('invalid', { fields: errori });
      return { scelto, ...trovato };
    },
    run: async (input, ctx, { scelto, cimitero, tipo }: Luogo & { scelto: Ente }) => {
      const { defunto, posizione, lampade, fatturazione: f, decorrenza } = input;
      return apriRichiesta(ctx, input, {
        codice: 'SF500',
        ente: scelto,
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
        percorso: PERCORSO,
        serveFile: true,
      });
    },
  },
};
