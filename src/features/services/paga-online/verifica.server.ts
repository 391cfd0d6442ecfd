/** Asks a provider for the outcome of an attempt: from the outbox, when a page needs it, and in hourly housekeeping. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CallContext, PortalHouse } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { type FornitoreEsito, PaymentError } from '../../../platform/payments.ts';
import type { Pagamento } from '../../../store/tables.ts';
import { cancelAbandoned } from './avvisi.db.ts';
import { GRACE_MS, LIVE_STATI, type PagamentoStato, RECEIPT_WAIT_MS } from './esiti.ts';
import { reportFault } from './fornitore-fault.server.ts';
import { findTentativo, listEndedOrders, listForgotten, markAnswered, reserveCheck } from './tentativi.db.ts';
import { applyEsito } from './tentativi.server.ts';
import { readTentativo } from './tentativo-read.server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** First question of the outbox, in ms after the opening: nobody can have paid earlier. */
export const FIRST_VERIFICA_MS = MINUTE_MS;

/** Shortest time between two questions of an outcome page, in ms; ten times that after the attempt has ended. */
const FRESH_MS = 5_000;
/** How long the page waits for the provider's answer, in ms, before it shows what is known. */
const PATIENCE_MS = 4_000;

const isLive = ({ stato }: Pick<Pagamento, 'stato'>) => LIVE_STATI.includes(stato as PagamentoStato);

/**
 * Asks the provider what became of an attempt and applies the answer. An attempt without a return ends `scaduto` after its time, if the
 * provider has no payment of it.
 * @throws PortalError `unavailable` when the provider did not answer
 */
export async function updateFromFornitore(house: PortalHouse, id: string): Promise<void> {
  const { pagamento, avvisi } = await readTentativo({ house, db: house.db }, id);
  await reserveCheck(house.db, id, { before: house.now(), now: house.now() });
  const esito = await askEsito(house, pagamento, avvisi);
  const ctx = { house, now: house.now() };
  await markAnswered(house.db, id, ctx.now);
  const outcome = await applyEsito(ctx, id, esito);
  const timeIsUp = esito.stato === 'aperto' && outcome !== 'discordante' && house.now() > pagamento.scade + GRACE_MS;
  if (timeIsUp) await applyEsito(ctx, id, { stato: 'scaduto', ricevute: [] });
}

async function askEsito(
  house: PortalHouse,
  { id, fornitore, rif_fornitore }: Pagamento,
  avvisi: Awaited<ReturnType<typeof readTentativo>>['avvisi'],
): Promise<FornitoreEsito> {
  const provider = house.payments[fornitore];
  if (!provider) throw new PortalError('unavailable');
  try {
    return await provider.readEsito({ riferimento: id, rif: rif_fornitore, avvisi });
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    // The provider has no such attempt, so it cannot have been paid there.
    if (error.why === 'unknown') return { stato: 'aperto', ricevute: [] };
    reportFault(house, error);
    throw new PortalError('unavailable', { cause: error });
  }
}

/**
 * The work of the outbox row of kind {@link PAGAMENTO_VERIFICA}: it is done when the attempt is paid or a day old, and is tried again until
 * then.
 * @throws PortalError `unavailable`: not yet
 */
export async function verifyPagamento(house: PortalHouse, id: string): Promise<void> {
  if (!(await findTentativo(house.db, id))) return;
  await updateFromFornitore(house, id);
  const current = await findTentativo(house.db, id);
  if (!current || current.creato + RECEIPT_WAIT_MS < house.now()) return;
  // However it ended, and whatever else was paid, its own receipt may still come.
  if (current.stato !== 'pagato') throw new PortalError('unavailable');
}

/**
 * Asks the provider if the last answer is not fresh, for a citizen who looks at the outcome or is about to pay the same notice. It does not
 * wait long; a late answer is applied when it arrives.
 */
export async function refreshPagamento(ctx: Pick<CallContext, 'house' | 'now'>, pagamento: Pagamento): Promise<void> {
  const { house, now } = ctx;
  const { id, stato, scade, controllato } = pagamento;
  if (stato === 'pagato' || (!isLive(pagamento) && scade + RECEIPT_WAIT_MS < now)) return;
  const before = now - (isLive(pagamento) ? FRESH_MS : 10 * FRESH_MS);
  if (controllato > before || !(await reserveCheck(house.db, id, { before, now }))) return;
  const answer = updateFromFornitore(house, id).catch((error: unknown) => {
    // When the provider is down, the page says that the payment is being verified.
    if (!(error instanceof PortalError)) house.monitoring.report(error, { route: 'pagamenti' });
  });
  const enough = new AbortController();
  await Promise.race([answer, pause(PATIENCE_MS, undefined, { signal: enough.signal }).catch(() => undefined)]);
  enough.abort();
}

/** Hourly: attempts that the outbox no longer asks about, and spontaneous payments that were not paid. */
export async function expireAbandoned(house: PortalHouse): Promise<void> {
  const now = house.now();
  const forgotten = await listForgotten(house.db, now - HOUR_MS);
  // An order lives for longer than the outbox asks about it: it may be paid in its last hours, and its notification be lost.
  const ended = await listEndedOrders(house.db, { since: now - HOUR_MS, notBefore: now - RECEIPT_WAIT_MS });
  for (const { id } of [...forgotten, ...ended]) {
    try {
      await updateFromFornitore(house, id);
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
    }
  }
  await cancelAbandoned(house.db, now);
}
