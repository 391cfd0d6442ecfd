/** Opens a payment: checks the avvisi, creates the carrello at the provider and records the attempt, once for repeated sends. */
import { type CallContext, ownerOf } from '../../../context.ts';
import { groupDigits } from '../../../platform/atoms/digit-groups.ts';
import { PortalError } from '../../../platform/errors.ts';
import { type AttemptLimit, countAttempts, giveBack } from '../../../platform/limit.server.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import {
  type Carrello,
  type Fornitore,
  type FornitoreCarrello,
  PaymentError,
  type PaymentsPort,
} from '../../../platform/payments.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { siteOf, townHost } from '../../cases/ente/ente.server.ts';
import { avvisoKeyText, findAvvisoRow, listAbandoned, listLiveTentativi, lockAvvisi } from './avvisi.db.ts';
import {
  type AvvisoQuery,
  checkNotAtPagopa,
  checkPayable,
  type FoundAvviso,
  findAvviso,
  findPending,
  isOwedByUser,
  unconfirmedRefusal,
} from './avvisi.server.ts';
import { readDelegheOfAvvisi } from './avvisi-deleghe.server.ts';
import { limitGuessing } from './avviso-guessing.server.ts';
import { GRACE_MS } from './esiti.ts';
import { reportFault } from './fornitore-fault.server.ts';
import { PAGAMENTO_VERIFICA } from './pagamento-outbox.ts';
import { RIFIUTO_TEXTS, rifiuto } from './rifiuti.ts';
import { findTentativo, writeTentativo } from './tentativi.db.ts';
import { FIRST_VERIFICA_MS, refreshPagamento } from './verifica.server.ts';

export type PagamentoRequest = {
  fornitore: Fornitore;
  queries: readonly AvvisoQuery[];
  email: string;
  conferma?: boolean | undefined;
};

/** A cart that the provider has opened and the portal has not recorded yet. */
export type OpenedCarrello = Omit<PagamentoRequest, 'queries'> & {
  riferimento: string;
  avvisi: readonly FoundAvviso[];
} & FornitoreCarrello;

/**
 * Result of the work before the transaction. A refusal is passed on, too: a repeated key is answered like the first time, even if the first
 * time is what blocks it now.
 */
export type PreparedSend<T> = { ready: T } | { rifiuto: PortalError };

/** Two equal sends by the same person at the same time (double click, two tabs) share one call to the provider. */
const inFlightByHouse = new WeakMap<CallContext['house'], Map<string, Promise<unknown>>>();

/** @throws Error of the work; a refusal comes back as a value */
export async function prepareOnce<T>(
  ctx: CallContext,
  request: unknown,
  work: () => Promise<T>,
): Promise<PreparedSend<T>> {
  const inFlight = inFlightByHouse.get(ctx.house) ?? new Map<string, Promise<unknown>>();
  inFlightByHouse.set(ctx.house, inFlight);
  const requestKey = `${ownerOf(ctx)}\0${JSON.stringify(request)}`;
  const shared = (inFlight.get(requestKey) as Promise<T> | undefined) ?? work();
  inFlight.set(requestKey, shared);
  try {
    return { ready: await shared };
  } catch (error) {
    if (error instanceof PortalError && error.reason) return { rifiuto: error };
    throw error;
  } finally {
    inFlight.delete(requestKey);
  }
}

/** @throws the refusal */
export function unwrapPrepared<T>(prepared: PreparedSend<T>): T {
  if ('rifiuto' in prepared) throw prepared.rifiuto;
  return prepared.ready;
}

/**
 * Checks the notices and opens the cart at the provider. Outside any transaction, because it waits for the network.
 * @param brake counts the call before the provider is called: a cart opened there stays open
 * @throws PortalError with its `reason`
 */
export async function openCarrello(
  ctx: CallContext,
  { queries, ...request }: PagamentoRequest,
  brake: () => Promise<void>,
): Promise<OpenedCarrello> {
  const { fornitore } = request;
  const provider = fornitoreOf(ctx, fornitore);
  const avvisi = await findChosenAvvisi(ctx, queries);
  if (avvisi.length > provider.limits.avvisi) throw rifiuto('TROPPI_AVVISI');
  await readDelegheOfAvvisi(ctx, avvisi);
  for (const avviso of avvisi) {
    await refreshLiveTentativi(ctx, avviso);
    const current = await findAvviso(ctx, avviso);
    await checkPayableNow(ctx, current, { ...request, amongSeveral: avvisi.length > 1 });
    const { min_cent, max_cent } = provider.limits;
    if (current.importo_cent < min_cent || current.importo_cent > max_cent) throw rifiuto('IMPORTO_NON_AMMESSO');
  }
  await brake();
  const limit = await openingLimit(ctx, fornitore, avvisi);
  const retryAfter = limit ? await countAttempts(ctx, [limit]) : 0;
  if (retryAfter > 0) throw openedTooOften(retryAfter);
  try {
    return await openAtFornitore(ctx, provider, { ...request, avvisi });
  } catch (error) {
    // Nothing was opened that would block the debtor.
    if (limit) await giveBack(ctx, [limit]);
    throw error;
  }
}

/** A caller who does not owe a notice may leave it open at the second provider twice a day, because that blocks the debtor. */
async function openingLimit(
  ctx: CallContext,
  fornitore: Fornitore,
  avvisi: readonly FoundAvviso[],
): Promise<AttemptLimit | undefined> {
  const [avviso] = avvisi;
  if (fornitore !== 'mooney' || !avviso || (await isOwedByUser(ctx, avviso))) return undefined;
  return { name: 'mooney:avviso', who: avvisoKeyText(avviso), times: 2, minutes: 24 * 60 };
}

const openedTooOften = (retryAfter: number): PortalError =>
  new PortalError('too_many', { message: RIFIUTO_TEXTS.openedTodayAlready, retryAfter });

/** @throws PortalError SERVIZIO_NON_DISPONIBILE */
export function fornitoreOf(ctx: CallContext, fornitore: Fornitore): PaymentsPort {
  const provider = ctx.house.payments[fornitore];
  if (!provider) throw rifiuto('SERVIZIO_NON_DISPONIBILE');
  return provider;
}

async function findChosenAvvisi(ctx: CallContext, queries: readonly AvvisoQuery[]): Promise<FoundAvviso[]> {
  const avvisi: FoundAvviso[] = [];
  for (const [i, query] of queries.entries()) {
    const avviso = await limitGuessing(ctx, () => findAvviso(ctx, query));
    if (avvisi.some((other) => avvisoKeyText(other) === avvisoKeyText(avviso))) {
      const { message } = rifiuto('AVVISO_RIPETUTO');
      throw rifiuto('AVVISO_RIPETUTO', { fields: { [i === 0 ? 'IUV' : `altri.${i - 1}.IUV`]: [message] } });
    }
    avvisi.push(avviso);
  }
  return avvisi;
}

/** Asks about earlier attempts on this notice first, so that a citizen who has just paid it is told so. */
export async function refreshLiveTentativi(ctx: CallContext, avviso: FoundAvviso): Promise<void> {
  const { ente, numero_avviso } = avviso;
  const [live, abandoned] = await Promise.all([
    listLiveTentativi(ctx.db, { ente, numero_avviso }),
    listAbandoned(ctx.db, { ente, numero_avviso, since: ctx.now - GRACE_MS }),
  ]);
  await Promise.all([...live, ...abandoned].map((pagamento) => refreshPagamento(ctx, pagamento)));
}

type PayableOptions = Pick<PagamentoRequest, 'fornitore' | 'conferma'> & { amongSeveral: boolean };

/** @throws PortalError; with several notices its message names the refused one */
async function checkPayableNow(
  ctx: CallContext,
  avviso: FoundAvviso,
  { fornitore, conferma, amongSeveral }: PayableOptions,
): Promise<void> {
  try {
    checkPayable(avviso, ctx.now);
    const pending = await findPending(ctx, avviso);
    if (pending && !(conferma && fornitore === 'pagopa')) throw unconfirmedRefusal(pending);
    if (fornitore === 'mooney' && !conferma) await checkNotAtPagopa(ctx, avviso);
  } catch (error) {
    if (!amongSeveral || !(error instanceof PortalError)) throw error;
    const { code, reason } = error;
    const message = `Avviso ${groupDigits(avviso.numero_avviso)}: ${error.message}`;
    throw new PortalError(code, { reason, message, ...(error.fields && { fields: { conferma: [message] } }) });
  }
}

/** @throws PortalError */
export async function openAtFornitore(
  ctx: CallContext,
  provider: PaymentsPort,
  { avvisi, email, conferma }: Pick<OpenedCarrello, 'avvisi' | 'email' | 'conferma'>,
): Promise<OpenedCarrello> {
  const riferimento = randomId();
  const carrello: Carrello = {
    riferimento,
    email,
    avvisi: avvisi.map(({ ente, dominioEC, enteName, numero_avviso, iuv, causale, importo_cent }) => {
      return { ente, dominioEC, enteName, numero_avviso, iuv, causale, importo_cent };
    }),
    ...(await returnAddresses(ctx, riferimento)),
  };
  const opened = await askFornitore(ctx.house, () => provider.open(carrello));
  // The adapter has checked it. The portal checks again before it sends a citizen there.
  if (!provider.origins.includes(URL.parse(opened.redirect)?.origin ?? '')) {
    ctx.house.monitoring.report(new Error(`${provider.name} manda a un indirizzo non previsto`), {
      route: 'pagamenti',
    });
    throw rifiuto('SERVIZIO_NON_DISPONIBILE');
  }
  return { riferimento, fornitore: provider.fornitore, avvisi, email, conferma, ...opened };
}

/**
 * The browser returns to the host that it left from, also that of a municipality: its cookies are there. These addresses prove nothing:
 * Checkout gives all of them to any browser that has the cart, before anybody pays.
 */
async function returnAddresses(
  { house, host }: CallContext,
  riferimento: string,
): Promise<Pick<Carrello, 'returnUrls' | 'notifyUrl'>> {
  const site = await siteOf(house, host);
  const returnAddress = (e: string) => `${site}/servizio/paga-online/pago-pa/esito?r=${riferimento}&e=${e}`;
  return {
    returnUrls: {
      ok: returnAddress('ok'),
      annullato: returnAddress('annullato'),
      errore: returnAddress('errore'),
      attesa: returnAddress('attesa'),
    },
    notifyUrl: `${house.settings.publicUrl}/api/v1/portale/pagamenti/notifiche/mooney`,
  };
}

/** The portal's words for what a provider refuses. @throws PortalError */
export async function askFornitore<T>(house: CallContext['house'], ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    reportFault(house, error);
    const cause = error;
    if (error.why === 'refused') throw rifiuto('PAGAMENTO_IN_CORSO', { message: RIFIUTO_TEXTS.elsewhere, cause });
    if (error.why === 'unknown')
      throw rifiuto('PAGAMENTO_SCONOSCIUTO', { message: RIFIUTO_TEXTS.notRegistered, cause });
    throw rifiuto('SERVIZIO_NON_DISPONIBILE', { cause });
  }
}

/**
 * Records the attempt, in the transaction that answers. Checks again, because another attempt may have been quicker.
 * @throws PortalError PAGAMENTO_IN_CORSO and the like
 */
export async function writeOpening(
  ctx: CallContext,
  opened: OpenedCarrello,
): Promise<{ riferimento: string; redirect: string }> {
  const { riferimento, redirect, fornitore, avvisi, email, conferma, rif, scade } = opened;
  await lockAvvisi(ctx, avvisi);
  if (await findTentativo(ctx.db, riferimento)) return { riferimento, redirect };
  for (const avviso of avvisi) {
    const current = await findAvvisoRow(ctx.db, avviso.ente, { numero_avviso: avviso.numero_avviso });
    const { stato, openAtMooney } = current ?? avviso;
    await checkPayableNow(
      ctx,
      { ...avviso, stato, openAtMooney },
      { fornitore, conferma, amongSeveral: avvisi.length > 1 },
    );
  }
  const delegaOf = await readDelegheOfAvvisi(ctx, avvisi);
  const pagamento = {
    id: riferimento,
    fornitore,
    stato: 'aperto',
    proprietario: ownerOf(ctx),
    utente: ctx.user?.ruolo === 'cittadino' ? ctx.user.id : null,
    email,
    importo_cent: avvisi.reduce((cent, avviso) => cent + avviso.importo_cent, 0),
    rif_fornitore: rif,
    creato: ctx.now,
    aggiornato: ctx.now,
    controllato: ctx.now,
    scade,
    host: await townHost(ctx),
    codice_negozio: null,
    qr_negozio: null,
  };
  await writeTentativo(
    ctx.db,
    pagamento,
    avvisi.map((avviso, i) => ({
      n: i + 1,
      ente: avviso.ente,
      numero_avviso: avviso.numero_avviso,
      causale: avviso.causale,
      importo_cent: avviso.importo_cent,
      delega: delegaOf(avviso)?.id ?? null,
    })),
  );
  const verifica = outboxEntry(PAGAMENTO_VERIFICA, { pagamento: riferimento }, { delay: FIRST_VERIFICA_MS });
  await enqueueEntries(ctx.db, ctx.house.now, verifica);
  return { riferimento, redirect };
}
