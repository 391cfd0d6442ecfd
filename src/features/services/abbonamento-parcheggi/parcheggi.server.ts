/** Lists zones and prices of parking subscriptions, checks a choice against them, and opens the request as a case. */
import type { House } from '../../../context.ts';
import { conArticolo, dataBreve, oggi } from '../../../platform/atoms/date.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import { targaInParole } from '../../../platform/atoms/targa-scritta.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { ente } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { offerta, offertaAperta } from '../../cases/offerta/offerta.server.ts';
import type { Voce } from '../../cases/offerta/voci.ts';
import { cheRisponde } from '../../cases/pratica/pratica.server.ts';
import { apriRichiesta, conIdentita } from '../../cases/richiesta/richiesta.server.ts';
import { type OffertaParcheggi, schemaOffertaParcheggi } from './offerta.ts';
import type { operations } from './parcheggi.contract.ts';
import { abbonamentoFields, PERCORSO } from './parcheggi.fields.ts';
import { permesso } from './permesso.server.ts';
import { erroriInizio, erroriScelta, prezzoDi, type Scelta, ultimoGiorno } from './regole.ts';
import { contaTentativo, occupaTarghe } from './targhe.server.ts';
import { DURATE } from './valori.ts';

const propria = (house: House, id: string) => offerta(house, schemaOffertaParcheggi, { ente: id, codice: 'SF300' });

/** @throws PortalError `not_found` for a body that does not answer for the service, or has no zone */
async function offertaDi(house: House, id: string): Promise<OffertaParcheggi> {
  const sua = await offertaAperta(house, schemaOffertaParcheggi, { ente: id, codice: 'SF300' });
  if (!sua) throw new PortalError('not_found', { message: 'Questo ente non ha abbonamenti ai parcheggi online.' });
  return sua;
}

type Posto = { zona: Voce; importo_cent: number };

/** @returns zone and price, or what is wrong with the choice */
function posto(
  { nome }: Pick<Ente, 'nome'>,
  sua: OffertaParcheggi | undefined,
  v: Scelta & { targhe: number },
): Posto | { errori: FieldErrors } {
  if (!sua) return { errori: { ente: [`${nome} non ha abbonamenti online: scegli un altro ente o contattalo.`] } };
  const zona = sua.zone.find(({ codice }) => codice === v.zona);
  const importo_cent = prezzoDi(sua.prezzi, v);
  const errori = erroriScelta(sua, v);
  if (!zona || importo_cent === undefined || Object.keys(errori).length > 0) return { errori };
  return { zona, importo_cent };
}

/** What only the store knows to be wrong; what is not chosen at all is the schema's matter. */
export async function controllaPosto(
  house: House,
  v: Scelta & { ente?: string; targhe: readonly string[] },
): Promise<FieldErrors> {
  const scelto = await ente(house, v.ente ?? '');
  if (!scelto) return {};
  const trovato = posto(scelto, await propria(house, scelto.id), { ...v, targhe: v.targhe.length });
  return 'errori' in trovato ? trovato.errori : {};
}

export const handlers: Handlers<typeof operations> = {
  zoneParcheggi: async ({ ente: id }, { house }) => {
    const { zone, prezzi, max_targhe } = await offertaDi(house, id);
    return { zone: zone.map(({ codice, nome }) => ({ codice, etichetta: nome })), prezzi, max_targhe };
  },

  prezzoParcheggi: async ({ ente: id, dal, ...scelta }, { house, now }) => {
    const trovato = posto({ nome: 'Questo ente' }, await offertaDi(house, id), { ...scelta, targhe: 0 });
    if ('errori' in trovato) throw new PortalError('invalid', { fields: trovato.errori });
    const inizio = dal ?? oggi(now);
    return { importo_cent: trovato.importo_cent, dal: inizio, al: ultimoGiorno(inizio, scelta.durata) };
  },

  chiediAbbonamento: {
    complete: conIdentita,
    // Read before the transaction, which must not wait for what is not its own.
    prepare: async (input, ctx) => {
      const { house, now } = ctx;
      const scelto = cheRisponde(await ente(house, input.ente), 'SF300');
      const trovato = posto(scelto, await propria(house, scelto.id), { ...input, targhe: input.targhe.length });
      const errori = { ...('errori' in trovato && trovato.errori), ...erroriInizio(input.dal, oggi(now)) };
      if ('errori' in trovato || Object.keys(errori).length > 0) throw new PortalError('invalid', { fields: errori });
      await contaTentativo(ctx);
      return { scelto, ...trovato };
    },
    run: async (input, ctx, { scelto, zona, importo_cent }: Posto & { scelto: Ente }) => {
      const { tipo, durata, dal, targhe } = input;
      const al = ultimoGiorno(dal, durata);
      const aperta = await apriRichiesta(ctx, input, {
        codice: 'SF300',
        ente: scelto,
        oggetto: `Abbonamento parcheggi: ${zona.nome}`,
        descrizione: '',
        fatti: [
          ...abbonamentoFields.facts({ zona: zona.nome, tipo }, 'zona', 'tipo'),
          ['Durata', `${DURATE[durata]}, ${conArticolo('dal', dataBreve(dal))} ${conArticolo('al', dataBreve(al))}`],
          [targhe.length === 1 ? 'Targa' : 'Targhe', targhe.map(targaInParole).join('\n')],
          ['Prezzo', importo_cent === 0 ? 'Gratuito' : euro(importo_cent)],
        ],
        dati: { zona: zona.codice, nome_zona: zona.nome, tipo, durata, dal, al, targhe, importo_cent },
        percorso: PERCORSO,
      });
      await occupaTarghe(ctx, { pratica: aperta.id, ente: scelto.id, zona: zona.codice, dal, al, targhe }, zona.nome);
      return aperta;
    },
  },

  permessoParcheggio: permesso,
};
