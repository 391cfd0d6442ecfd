/** Offers what an ente allows for instalments, simulates the piano, and opens the request as a pratica. */
import type { AboutDocument, CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { ente } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { readOfferta } from '../../cases/offerta/offerta.server.ts';
import { requireAnswering } from '../../cases/pratica/pratica.server.ts';
import {
  documentiFact,
  findDocumentiFor,
  findUsableDocumenti,
  requireAllUsable,
  wireUsableDocumenti,
} from '../../cases/richiesta/documenti.server.ts';
import { documentiFormPath, totalCents } from '../../cases/richiesta/documenti.ts';
import { openRichiesta, withIdentita } from '../../cases/richiesta/richiesta.server.ts';
import { DEFAULT_OFFERTA, type RateOfferta, rateOffertaSchema } from './offerta.ts';
import { computePiano, sumPiano } from './piano.ts';
import { pianoTable } from './piano-table.ts';
import type { rateizzazioneOperations } from './rateizzazione.contract.ts';
import { reasonFields, SERVIZIO } from './rateizzazione.fields.ts';
import { checkPiano, computeLimits, type RateLimits, reasonAgainst } from './rules.ts';

/** What may be chosen for these documents today, by what their body lays down. */
export async function limitsFor({ house, now }: CallContext, documenti: readonly AboutDocument[]): Promise<RateLimits> {
  const [firstDocumento] = documenti;
  const ownOfferta =
    firstDocumento && (await readOfferta(house, rateOffertaSchema, { ente: firstDocumento.ente, codice: 'SF200' }));
  return computeLimits(totalCents(documenti), ownOfferta ?? DEFAULT_OFFERTA, todayInRome(now));
}

/** @returns why these documents together cannot be paid in instalments, in words */
export const reasonAgainstRate = async (
  ctx: CallContext,
  documenti: readonly AboutDocument[],
): Promise<string | null> => reasonAgainst(await limitsFor(ctx, documenti));

/** @throws PortalError `invalid` */
function requirePiano(limits: RateLimits, { rate, prima_scadenza }: { rate: number; prima_scadenza: string }) {
  const errors = checkPiano(limits, rate, prima_scadenza);
  if (Object.keys(errors).length > 0) throw new PortalError('invalid', { fields: errors });
  const { totale_cent, tasso_centesimi, today: interestFrom } = limits;
  return computePiano({ totale_cent, tasso_centesimi, interestFrom, rate, prima_scadenza });
}

export const rateizzazioneHandlers: OperationHandlers<typeof rateizzazioneOperations> = {
  documentiRateizzazione: async ({ documento, servizio }, ctx) => {
    const documenti = await findDocumentiFor(ctx, 'rateizza', { sistema: servizio, numeri: documento });
    const { totale_cent, rate, from, to, tasso_centesimi } = await limitsFor(ctx, documenti);
    return {
      documenti: await wireUsableDocumenti(ctx, documenti),
      ...{ totale_cent, tasso_centesimi, prima_scadenza_da: from, prima_scadenza_a: to },
      ...{ rate_min: rate?.min ?? 0, rate_max: rate?.max ?? 0 },
    };
  },

  simulaRate: async ({ servizio, documenti: numeri, ...choices }, ctx) => {
    const documenti = await findDocumentiFor(ctx, 'rateizza', { sistema: servizio, numeri });
    requireAllUsable(documenti);
    return requirePiano(await limitsFor(ctx, documenti), choices);
  },

  chiediRate: {
    complete: withIdentita,
    // Read before the transaction, which must not wait for what is not its own.
    prepare: async (input, { house }) => ({
      chosenEnte: requireAnswering(await ente(house, input.ente), 'SF200'),
      rateOfferta:
        (await readOfferta(house, rateOffertaSchema, { ente: input.ente, codice: 'SF200' })) ?? DEFAULT_OFFERTA,
    }),
    run: async (input, ctx, { chosenEnte, rateOfferta }: { chosenEnte: Ente; rateOfferta: RateOfferta }) => {
      const { servizio, rate, prima_scadenza, motivo } = input;
      const selection = { sistema: servizio, numeri: input.documenti, ente: chosenEnte.id };
      const documenti = await findUsableDocumenti(ctx, 'rateizza', selection);
      const limits = computeLimits(totalCents(documenti), rateOfferta, todayInRome(ctx.now));
      const planned = requirePiano(limits, { rate, prima_scadenza });
      const sums = sumPiano(planned);
      return openRichiesta(ctx, input, {
        codice: 'SF200',
        ente: chosenEnte,
        oggetto: `Pagamento in ${rate} rate: ${formatEuro(limits.totale_cent)}`,
        descrizione: motivo,
        fatti: [
          documentiFact(documenti),
          ['Totale', formatEuro(limits.totale_cent)],
          ['Rate', `${rate}, ${formatEuro(sums.importo_cent)} in tutto (interessi ${formatEuro(sums.interessi_cent)})`],
          ['Piano', pianoTable(planned)],
          ...reasonFields.facts(input, 'difficolta'),
        ],
        dati: { piano: planned, tasso_centesimi: limits.tasso_centesimi, interessi_dal: limits.today },
        percorso: documentiFormPath(SERVIZIO, servizio, input.documenti),
        serveFile: true,
        documenti: documenti.map((d) => d.id),
      });
    },
  },
};
