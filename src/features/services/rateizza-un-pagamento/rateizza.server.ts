/** Offers what an ente allows for instalments, simulates the piano, and opens the request as a pratica. */
import type { AboutDocument, Ctx } from '../../../context.ts';
import { oggi } from '../../../platform/atoms/date.ts';
import { euro } from '../../../platform/atoms/euro.ts';
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
  tuttiUsabili,
  usabiliSulFilo,
} from '../../cases/richiesta/documenti.server.ts';
import { percorsoSu, totale } from '../../cases/richiesta/documenti.ts';
import { apriRichiesta, conIdentita } from '../../cases/richiesta/richiesta.server.ts';
import { type OffertaRate, RATE_DI_LEGGE, schemaOffertaRate } from './offerta.ts';
import { piano, sommaPiano } from './piano.ts';
import type { operations } from './rateizza.contract.ts';
import { reasonFields, SERVIZIO } from './rateizza.fields.ts';
import { erroriPiano, type Limiti, limitiDi, percheNo } from './regole.ts';
import { pianoInTabella } from './tabella.ts';

/** What may be chosen for these documents today, by what their body lays down. */
export async function limitiPer({ house, now }: Ctx, documenti: readonly AboutDocument[]): Promise<Limiti> {
  const [primo] = documenti;
  const data = primo && (await offerta(house, schemaOffertaRate, { ente: primo.ente, codice: 'SF200' }));
  return limitiDi(totale(documenti), data ?? RATE_DI_LEGGE, oggi(now));
}

/** @returns why these documents together cannot be paid in instalments, in words */
export const percheNonRate = async (ctx: Ctx, documenti: readonly AboutDocument[]): Promise<string | null> =>
  percheNo(await limitiPer(ctx, documenti));

/** @throws PortalError `invalid` */
function pianoAmmesso(limiti: Limiti, { rate, prima_scadenza }: { rate: number; prima_scadenza: string }) {
  const errori = erroriPiano(limiti, rate, prima_scadenza);
  if (Object.keys(errori).length > 0) throw new PortalError('invalid', { fields: errori });
  const { totale_cent, tasso_centesimi, oggi: dal } = limiti;
  return piano({ totale_cent, tasso_centesimi, dal, rate, prima_scadenza });
}

export const handlers: Handlers<typeof operations> = {
  documentiRateizzazione: async ({ documento, servizio }, ctx) => {
    const documenti = await documentiPer(ctx, 'rateizza', { sistema: servizio, numeri: documento });
    const { totale_cent, rate, da, a, tasso_centesimi } = await limitiPer(ctx, documenti);
    return {
      documenti: await usabiliSulFilo(ctx, documenti),
      ...{ totale_cent, tasso_centesimi, prima_scadenza_da: da, prima_scadenza_a: a },
      ...{ rate_min: rate?.min ?? 0, rate_max: rate?.max ?? 0 },
    };
  },

  simulaRate: async ({ servizio, documenti: numeri, ...scelta }, ctx) => {
    const documenti = await documentiPer(ctx, 'rateizza', { sistema: servizio, numeri });
    tuttiUsabili(documenti);
    return pianoAmmesso(await limitiPer(ctx, documenti), scelta);
  },

  chiediRate: {
    complete: conIdentita,
    // Read before the transaction, which must not wait for what is not its own.
    prepare: async (input, { house }) => ({
      scelto: cheRisponde(await ente(house, input.ente), 'SF200'),
      legge: (await offerta(house, schemaOffertaRate, { ente: input.ente, codice: 'SF200' })) ?? RATE_DI_LEGGE,
    }),
    run: async (input, ctx, { scelto, legge }: { scelto: Ente; legge: OffertaRate }) => {
      const { servizio, rate, prima_scadenza, motivo } = input;
      const quali = { sistema: servizio, numeri: input.documenti, ente: scelto.id };
      const documenti = await documentiUsabili(ctx, 'rateizza', quali);
      const limiti = limitiDi(totale(documenti), legge, oggi(ctx.now));
      const rateDelPiano = pianoAmmesso(limiti, { rate, prima_scadenza });
      const somma = sommaPiano(rateDelPiano);
      return apriRichiesta(ctx, input, {
        codice: 'SF200',
        ente: scelto,
        oggetto: `Pagamento in ${rate} rate: ${euro(limiti.totale_cent)}`,
        descrizione: motivo,
        fatti: [
          fattoDocumenti(documenti),
          ['Totale', euro(limiti.totale_cent)],
          ['Rate', `${rate}, ${euro(somma.importo_cent)} in tutto (interessi ${euro(somma.interessi_cent)})`],
          ['Piano', pianoInTabella(rateDelPiano)],
          ...reasonFields.facts(input, 'difficolta'),
        ],
        dati: { piano: rateDelPiano, tasso_centesimi: limiti.tasso_centesimi, interessi_dal: limiti.oggi },
        percorso: percorsoSu(SERVIZIO, servizio, input.documenti),
        serveFile: true,
        documenti: documenti.map((d) => d.id),
      });
    },
  },
};
