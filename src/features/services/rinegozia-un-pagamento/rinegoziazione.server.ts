/** Works out how far an ente lets a due date move, checks the date asked for, and opens the request as a pratica. */
import type { AboutDocument, CallContext } from '../../../context.ts';
import { shortDate, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { requireNoErrors } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { readOfferta } from '../../cases/offerta/offerta.server.ts';
import { requireAnswering } from '../../cases/pratica/pratica-opening.server.ts';
import { wireUsableDocumento } from '../../cases/richiesta/documenti.server.ts';
import { openDocumentiRichiesta, withIdentita } from '../../cases/richiesta/richiesta.server.ts';
import { DEFAULT_OFFERTA, type ProrogaOfferta, prorogaOffertaSchema } from './offerta.ts';
import type { rinegoziazioneOperations } from './rinegoziazione.contract.ts';
import { prorogaFields, SERVIZIO_SLUG } from './rinegoziazione.fields.ts';
import { checkScadenza, computeLimits, type ProrogaLimits, reasonAgainst } from './rules.ts';

const readProrogaOfferta = async (house: CallContext['house'], ente: string): Promise<ProrogaOfferta> =>
  (await readOfferta(house, prorogaOffertaSchema, { ente, codice: 'SF210' })) ?? DEFAULT_OFFERTA;

/** How far the due date of these documents may move, by the rules of their ente. */
export async function limitsFor(
  { house, now }: CallContext,
  documenti: readonly AboutDocument[],
): Promise<ProrogaLimits> {
  const { max_giorni } = await readProrogaOfferta(house, documenti[0]?.ente ?? '');
  return computeLimits(documenti, max_giorni, todayInRome(now));
}

/** @returns why these documents cannot be put off together, in words */
export const reasonAgainstProroga = async (
  ctx: CallContext,
  documenti: readonly AboutDocument[],
): Promise<string | null> => reasonAgainst(await limitsFor(ctx, documenti));

export const rinegoziazioneHandlers: OperationHandlers<typeof rinegoziazioneOperations> = {
  documentoProroga: async (input, ctx) => {
    const { found, documenti } = await wireUsableDocumento(ctx, 'rinegozia', input);
    const { from, to } = await limitsFor(ctx, documenti);
    return { ...found, scadenza_minima: from, scadenza_massima: to };
  },

  chiediProroga: {
    complete: withIdentita,
    // Read before the transaction, to keep it short.
    prepare: async (input, { house }) => ({
      chosenEnte: requireAnswering(await findEnte(house, input.ente), 'SF210'),
      prorogaOfferta: await readProrogaOfferta(house, input.ente),
    }),
    run: (input, ctx, { chosenEnte, prorogaOfferta }: { chosenEnte: Ente; prorogaOfferta: ProrogaOfferta }) => {
      const { nuova_scadenza, motivo } = input;
      const kind = { codice: 'SF210', ente: chosenEnte, azione: 'rinegozia', slug: SERVIZIO_SLUG };
      return openDocumentiRichiesta(ctx, input, kind, (documenti) => {
        const limits = computeLimits(documenti, prorogaOfferta.max_giorni, todayInRome(ctx.now));
        requireNoErrors(checkScadenza(limits, nuova_scadenza));
        return {
          oggetto: `Nuova scadenza ${withArticle('al', shortDate(nuova_scadenza))}`,
          descrizione: motivo,
          fatti: prorogaFields.facts(input, 'nuova_scadenza'),
          dati: { nuova_scadenza },
        };
      });
    },
  },
};
