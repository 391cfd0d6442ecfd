/** Offers what an ente allows for instalments, simulates the piano, and opens the request as a pratica. */
import type { AboutDocument, CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { askBackEnd } from '../../../platform/back-end/ask.server.ts';
import { requireNoErrors } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import { type Ente, termineOf } from '../../cases/ente/ente.ts';
import { readOfferta } from '../../cases/offerta/offerta.server.ts';
import { requireAnswering } from '../../cases/pratica/pratica-opening.server.ts';
import { findDocumentiFor, requireAllUsable, wireUsableDocumenti } from '../../cases/richiesta/documenti.server.ts';
import { totalCents } from '../../cases/richiesta/documenti.ts';
import { openDocumentiRichiesta, withIdentita } from '../../cases/richiesta/richiesta.server.ts';
import { DEFAULT_OFFERTA, type RateOfferta, rateOffertaSchema } from './offerta.ts';
import { computePiano, paidAtOnce } from './piano.ts';
import { pianoTable } from './piano-table.ts';
import { earlierInWords, pianoInWords, pianoTitle } from './piano-words.ts';
import { rateizzazioneOperations } from './rateizzazione.contract.ts';
import { reasonFields, SERVIZIO_SLUG } from './rateizzazione.fields.ts';
import { asPianoDocumento, checkPiano, computeLimits, type RateLimits, reasonAgainst } from './rules.ts';

const CODICE = 'SF200';

const readRateOfferta = async (house: CallContext['house'], ente: string): Promise<RateOfferta> =>
  (await readOfferta(house, rateOffertaSchema, { ente, codice: CODICE })) ?? DEFAULT_OFFERTA;

/** The day of the request, and the one by which the ente answers it. */
function requestDays(chosenEnte: Pick<Ente, 'giorni'>, now: number) {
  const today = todayInRome(now);
  return { today, answerBy: termineOf(chosenEnte, CODICE, today) };
}

/** The back end that knows the documents says what may be chosen for them. */
const isAskedBehind = ({ backEnd }: CallContext['house']) =>
  backEnd.takes(rateizzazioneOperations.documentiRateizzazione);

/** What may be chosen for these documents today, by the rules of their ente or of the back end that knows them. */
export async function limitsFor(ctx: CallContext, documenti: readonly AboutDocument[]): Promise<RateLimits> {
  const { house, now } = ctx;
  if (isAskedBehind(house)) return limitsBehind(ctx, documenti);
  const id = documenti[0]?.ente ?? '';
  const [rateOfferta, owed] = await Promise.all([readRateOfferta(house, id), findEnte(house, id)]);
  return computeLimits(documenti, rateOfferta, requestDays(owed ?? { giorni: {} }, now));
}

const askDocumenti = (ctx: CallContext, numeri: readonly string[], servizio: string) =>
  askBackEnd(ctx, 'documentiRateizzazione', rateizzazioneOperations.documentiRateizzazione, {
    documento: numeri.join(','),
    servizio,
  });

async function limitsBehind(ctx: CallContext, asked: readonly AboutDocument[]): Promise<RateLimits> {
  const numeri = asked.map(({ numero }) => numero);
  const { documenti, tasso_centesimi, decorrenza_interessi, ...told } = await askDocumenti(
    ctx,
    numeri,
    asked[0]?.sistema ?? '',
  );
  const rate = told.rate_max > 0 ? { min: told.rate_min, max: told.rate_max } : null;
  const days = { from: told.prima_scadenza_da, to: told.prima_scadenza_a, today: todayInRome(ctx.now) };
  return { documenti: documenti.map(asPianoDocumento), tasso_centesimi, decorrenza_interessi, rate, ...days };
}

/** @returns why these documents together cannot be paid in instalments, in words */
export const reasonAgainstRate = async (
  ctx: CallContext,
  documenti: readonly AboutDocument[],
): Promise<string | null> => reasonAgainst(await limitsFor(ctx, documenti));

/** @returns the total up to which there are no instalments; a back end tells it only for documents that were chosen */
export const rateAboveCents = async ({ house }: CallContext, ente: string): Promise<number | undefined> =>
  isAskedBehind(house) ? undefined : paidAtOnce((await readRateOfferta(house, ente)).soglie);

/** @throws PortalError `invalid` */
function requirePiano(limits: RateLimits, { rate, prima_scadenza }: { rate: number; prima_scadenza: string }) {
  requireNoErrors(checkPiano(limits, rate, prima_scadenza));
  return computePiano({ ...limits, rate, prima_scadenza });
}

export const rateizzazioneHandlers: OperationHandlers<typeof rateizzazioneOperations> = {
  documentiRateizzazione: async ({ documento, servizio }, ctx) => {
    const documenti = await findDocumentiFor(ctx, 'rateizza', { sistema: servizio, numeri: documento });
    const { rate, from, to, tasso_centesimi, decorrenza_interessi } = await limitsFor(ctx, documenti);
    return {
      documenti: await wireUsableDocumenti(ctx, documenti),
      totale_cent: totalCents(documenti),
      rate_min: rate?.min ?? 0,
      rate_max: rate?.max ?? 0,
      prima_scadenza_da: from,
      prima_scadenza_a: to,
      tasso_centesimi,
      decorrenza_interessi,
    };
  },

  simulaRate: async ({ servizio, documenti: numeri, ...choices }, ctx) => {
    const documenti = isAskedBehind(ctx.house)
      ? (await askDocumenti(ctx, numeri, servizio)).documenti
      : await findDocumentiFor(ctx, 'rateizza', { sistema: servizio, numeri });
    requireAllUsable(documenti);
    return requirePiano(await limitsFor(ctx, documenti), choices);
  },

  chiediRate: {
    complete: withIdentita,
    // Read before the transaction, to keep it short.
    prepare: async (input, { house }) => ({
      chosenEnte: requireAnswering(await findEnte(house, input.ente), CODICE),
      rateOfferta: await readRateOfferta(house, input.ente),
    }),
    run: (input, ctx, { chosenEnte, rateOfferta }: { chosenEnte: Ente; rateOfferta: RateOfferta }) => {
      const { motivo } = input;
      const kind = { codice: CODICE, ente: chosenEnte, azione: 'rateizza', slug: SERVIZIO_SLUG };
      return openDocumentiRichiesta(ctx, input, kind, (documenti) => {
        const limits = computeLimits(documenti, rateOfferta, requestDays(chosenEnte, ctx.now));
        const piano = requirePiano(limits, input);
        const earlier = earlierInWords(piano, limits.documenti);
        return {
          // Also in lists and mails: the words of the card that was chosen.
          oggetto: `Pagamento in ${pianoTitle(piano)}`,
          descrizione: motivo,
          fatti: [
            ['Totale', formatEuro(totalCents(documenti))],
            ['Rate', pianoInWords(piano)],
            ['Piano', pianoTable(piano)],
            ...(earlier.length > 0 ? [['Prima della scadenza', earlier.join('\n')] as const] : []),
            ...reasonFields.facts(input, 'difficolta'),
          ],
          dati: {
            piano,
            tasso_centesimi: limits.tasso_centesimi,
            interessi_dal: limits.today,
            documenti: limits.documenti,
            decorrenza_interessi: limits.decorrenza_interessi,
          },
        };
      });
    },
  },
};
