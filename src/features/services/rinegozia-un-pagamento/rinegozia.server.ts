/** Works out how far an ente lets a due date move, checks the date asked for, and opens the request as a pratica. */
import type { AboutDocument, Ctx } from '../../../context.ts';
import { conArticolo, dataBreve, oggi } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { ente } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { offerta } from '../../cases/offerta/offerta.server.ts';
import { cheRisponde } from '../../cases/pratica/pratica.server.ts';
import {
  documentiPer,
  documentiUsabili,
  fattoDocumenti,
  usabiliSulFilo,
} from '../../cases/richiesta/documenti.server.ts';
import { percorsoSu } from '../../cases/richiesta/documenti.ts';
import { apriRichiesta, conIdentita } from '../../cases/richiesta/richiesta.server.ts';
import { type OffertaProroga, PROROGA_SOLITA, schemaOffertaProroga } from './offerta.ts';
import { erroriScadenza, type Limiti, limitiDi, percheNo } from './regole.ts';
import type { operations } from './rinegozia.contract.ts';
import { prorogaFields, SERVIZIO } from './rinegozia.fields.ts';

const propriaDi = async (house: Ctx['house'], ente: string): Promise<OffertaProroga> =>
  (await offerta(house, schemaOffertaProroga, { ente, codice: 'SF210' })) ?? PROROGA_SOLITA;

/** Until when these documents may be put off, by what their body lays down. */
export async function limitiPer({ house, now }: Ctx, documenti: readonly AboutDocument[]): Promise<Limiti> {
  const { max_giorni } = await propriaDi(house, documenti[0]?.ente ?? '');
  return limitiDi(documenti, max_giorni, oggi(now));
}

/** @returns why these documents cannot be put off together, in words */
export const percheNonProroga = async (ctx: Ctx, documenti: readonly AboutDocument[]): Promise<string | null> =>
  percheNo(await limitiPer(ctx, documenti));

export const handlers: Handlers<typeof operations> = {
  documentoProroga: async ({ documento, servizio }, ctx) => {
    const documenti = await documentiPer(ctx, 'rinegozia', { sistema: servizio, numeri: [documento] });
    const [trovato] = await usabiliSulFilo(ctx, documenti);
    if (!trovato) throw new PortalError('not_found');
    const { da, a } = await limitiPer(ctx, documenti);
    return { ...trovato, scadenza_minima: da, scadenza_massima: a };
  },

  chiediProroga: {
    complete: conIdentita,
    // Read before the transaction, which must not wait for what is not its own.
    prepare: async (input, { house }) => ({
      scelto: cheRisponde(await ente(house, input.ente), 'SF210'),
      propria: await propriaDi(house, input.ente),
    }),
    run: async (input, ctx, { scelto, propria }: { scelto: Ente; propria: OffertaProroga }) => {
      const { servizio, nuova_scadenza, motivo } = input;
      const quali = { sistema: servizio, numeri: input.documenti, ente: scelto.id };
      const documenti = await documentiUsabili(ctx, 'rinegozia', quali);
      const errori = erroriScadenza(limitiDi(documenti, propria.max_giorni, oggi(ctx.now)), nuova_scadenza);
      if (Object.keys(errori).length > 0) throw new PortalError('invalid', { fields: errori });
      return apriRichiesta(ctx, input, {
        codice: 'SF210',
        ente: scelto,
        oggetto: `Nuova scadenza ${conArticolo('al', dataBreve(nuova_scadenza))}`,
        descrizione: motivo,
        fatti: [fattoDocumenti(documenti), ...prorogaFields.facts(input, 'nuova_scadenza')],
        dati: { nuova_scadenza },
        percorso: percorsoSu(SERVIZIO, servizio, input.documenti),
        serveFile: true,
        documenti: documenti.map((d) => d.id),
      });
    },
  },
};
