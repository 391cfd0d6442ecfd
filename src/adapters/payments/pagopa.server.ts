/** pagoPA: Checkout carts v2 to pay, GPD for debt positions, the receipts of GPD to see what was paid. */
import * as z from 'zod/mini';
import { todayInRome } from '../../platform/atoms/date.ts';
import {
  CART_MS,
  CartRequest,
  cutText,
  KEY_HEADER,
  MAX_NOTICES,
  MAX_RECEIPTS,
  PagopaProblem,
  type PagopaReceipt,
  PagopaReceiptPage,
} from '../../platform/pagopa-wire.ts';
import {
  type AvvisoToPay,
  type Carrello,
  type FornitoreEsito,
  type FornitoreRicevuta,
  type PaidPage,
  type PaidQuery,
  PaymentError,
  type PaymentsPort,
} from '../../platform/payments.ts';
import type { EntePagopa, PagopaSettings } from '../../platform/payments-settings.server.ts';
import type { StoreDb } from '../../store/tables.ts';
import { type ProviderAnswer, type ProviderLine, providerLine } from './line.server.ts';
import { centsOf, paidAt, readReceipts } from './pagopa.xml.ts';
import { pagopaFlussi } from './pagopa-fdr.server.ts';
import { makePosition } from './pagopa-gpd.server.ts';

/** An ente that the store knows. @property isKeyLost it has a key that cannot be read any more, so that none is used */
type StoredEnte = EntePagopa & { isKeyLost?: true };
/** @param db of the transaction, inside one @returns undefined: the store knows nothing of the ente, and the settings count */
export type FindStoredEnte = (dominioEC: string, db?: StoreDb) => Promise<StoredEnte | undefined>;

/**
 * @property timeoutMs for each call, 8 s by default @property fetch how pagoPA is reached, when not by its own address
 * @property stored what counts before the settings
 */
export type PagopaOptions = { fetch?: typeof fetch; timeoutMs?: number; now?: () => number; stored?: FindStoredEnte };

/** pagoPA is not called before the first payment. An answer against its contract counts as `away`. */
export function pagopaPayments(settings: PagopaSettings, options: PagopaOptions = {}): PaymentsPort {
  const { fetch: reach = fetch, timeoutMs = 8_000, now = Date.now, stored } = options;
  // Each service has a connection of its own: carts may be down while receipts are not.
  const open = () => providerLine({ fetch: reach, timeoutMs, now });
  const [carts, positions, receipts, flows] = [open(), open(), open(), open()];
  const findEnte = async (dominioEC: string, db?: StoreDb): Promise<StoredEnte | undefined> => {
    const inSettings =
      (Object.hasOwn(settings.enti, dominioEC) ? settings.enti[dominioEC] : undefined) ?? settings.others;
    const ente = (await stored?.(dominioEC, db)) ?? inSettings;
    return ente && { ...ente, key: ente.key ?? inSettings?.key ?? settings.key };
  };
  const auth = async (dominioEC: string): Promise<KeyHeader> => {
    const ente = await findEnte(dominioEC);
    if (ente?.isKeyLost) throw new PaymentError('away', `ente ${dominioEC}: la chiave va scritta di nuovo`);
    return keyHeader(ente ? ente.key : settings.key);
  };
  const receiptsOf: ReceiptsAccess = { line: receipts, baseUrl: settings.receiptsUrl, auth, now };
  return {
    fornitore: 'pagopa',
    name: 'pagoPA',
    limits: { avvisi: MAX_NOTICES, min_cent: 1, max_cent: 99_999_999 },
    origins: settings.origins,
    enteOf: async (dominioEC, db) => {
      const ente = await findEnte(dominioEC, db);
      if (!ente) return undefined;
      const { segregazione, iban, key, isKeyLost } = ente;
      return { segregazione, iban, hasKey: key !== undefined && !isKeyLost };
    },
    checkAccess: async ({ dominioEC, key }) =>
      isTaken(receiptsOf, dominioEC, key === undefined ? await auth(dominioEC) : keyHeader(key)),
    open: async (carrello) => {
      const body = cartOf(carrello);
      const { status, location, text } = await carts(`${settings.checkoutUrl}/carts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(await auth(carrello.avvisi[0]?.dominioEC ?? '')) },
        body: JSON.stringify(body),
      });
      if (status === 422) throw new PaymentError('refused', wordsOf(text));
      if (status !== 302) throw new PaymentError('away', `carrello: risposta ${status} ${wordsOf(text)}`);
      return { redirect: checkRedirect(location, settings.origins), rif: null, scade: now() + CART_MS };
    },
    readEsito: async ({ avvisi }) =>
      esitoOf(avvisi, await Promise.allSettled(avvisi.map((avviso) => askReceipts(receiptsOf, avviso)))),
    listPaid: async (query) => pageIn(await askList(receiptsOf, query, await auth(query.dominioEC)), query),
    readPaid: (paid) => askReceipts(receiptsOf, paid),
    ...(settings.flowsUrl && { flussi: pagopaFlussi({ line: flows, baseUrl: settings.flowsUrl, auth }) }),
    createDebtPosition: async (posizione) => {
      const { dominioEC } = posizione.avviso;
      const ente = await findEnte(dominioEC);
      if (!ente) throw new PaymentError('away', `ente ${dominioEC} non configurato`);
      const headers = { 'content-type': 'application/json', ...(await auth(dominioEC)) };
      await makePosition({ line: positions, baseUrl: settings.gpdUrl, headers, iban: ente.iban }, posizione);
    },
  };
}

/** @throws PaymentError `refused` when our data of the notices does not make a cart: nothing is sent */
function cartOf({ riferimento, avvisi, email, returnUrls }: Carrello): CartRequest {
  const keys = new Set(avvisi.map(({ dominioEC, numero_avviso }) => dominioEC + numero_avviso));
  if (keys.size < avvisi.length) throw new PaymentError('refused', 'lo stesso avviso due volte');
  const cart = z.safeParse(CartRequest, {
    emailNotice: email,
    idCart: riferimento,
    paymentNotices: avvisi.map((avviso) => ({
      noticeNumber: avviso.numero_avviso,
      fiscalCode: avviso.dominioEC,
      amount: avviso.importo_cent,
      companyName: cutText(avviso.enteName),
      description: cutText(avviso.causale),
    })),
    returnUrls: {
      returnOkUrl: returnUrls.ok,
      returnCancelUrl: returnUrls.annullato,
      returnErrorUrl: returnUrls.errore,
      returnWaitingUrl: returnUrls.attesa,
    },
  });
  if (cart.success) return cart.data;
  throw new PaymentError('refused', `carrello: ${cart.error.issues.map(({ path }) => path.join('.')).join(', ')}`);
}

/** @throws PaymentError when there is no address, or its origin is not in the list */
function checkRedirect(location: string | null, origins: readonly string[]): string {
  const url = URL.parse(location ?? '');
  if (!url) throw new PaymentError('away', 'carrello: 302 senza indirizzo');
  if (!origins.includes(url.origin) || url.username !== '' || url.password !== '')
    throw new PaymentError('away', `carrello: indirizzo fuori elenco (${url.origin.slice(0, 100)})`);
  return url.href;
}

/** The reason of a refusal, for the report, without anything that may be personal data. */
function wordsOf(text: string): string {
  try {
    const { title = '', detail = '' } = z.parse(PagopaProblem, JSON.parse(text));
    return `${title}: ${detail}`.replace(/\d{6,}/g, '…').slice(0, 200);
  } catch {
    return '(senza spiegazione)';
  }
}

type KeyHeader = Record<string, string>;
const keyHeader = (key: string | undefined): KeyHeader => (key === undefined ? {} : { [KEY_HEADER]: key });

type ReceiptsAccess = {
  line: ProviderLine;
  baseUrl: string;
  auth: (dominioEC: string) => Promise<KeyHeader>;
  now: () => number;
};

/** Asks for a page of the list of what was paid to an ente. */
function askList({ line, baseUrl }: ReceiptsAccess, query: PaidQuery, key: KeyHeader): Promise<ProviderAnswer> {
  const { dominioEC, from, to, page } = query;
  const asked = new URLSearchParams({ from, to, pageNum: String(page), pageSize: String(MAX_RECEIPTS) });
  return line(`${baseUrl}/payments/${dominioEC}/receipts?${asked}`, {
    headers: { accept: 'application/json', ...key },
  });
}

/** Whether this key may read the receipts of the ente: it is asked for those of today. */
async function isTaken(receipts: ReceiptsAccess, dominioEC: string, key: KeyHeader): Promise<boolean> {
  const today = todayInRome(receipts.now());
  const query = { dominioEC, from: today, to: today, page: 0 };
  const answer = await askList(receipts, query, key);
  if (answer.status === 401 || answer.status === 403) return false;
  pageIn(answer, query);
  return true;
}

const noReceipts = z.object({ status: z.literal(404) });

/** How pagoPA answers where nothing was paid (gpd_payments.json: "No receipts found"). Any other 404 is that of a wrong address. */
function hasNoReceipts({ status, text }: ProviderAnswer): boolean {
  if (status !== 404) return false;
  try {
    return z.safeParse(noReceipts, JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** @throws PaymentError when the answer is not that page of the list */
function pageIn(answer: ProviderAnswer, { dominioEC, page }: PaidQuery): PaidPage {
  if (hasNoReceipts(answer)) return { paid: [], isLast: true };
  const { status, text } = answer;
  if (status !== 200) throw new PaymentError('away', `elenco delle ricevute: risposta ${status}`);
  let read: PagopaReceiptPage;
  try {
    read = z.parse(PagopaReceiptPage, JSON.parse(text));
  } catch (cause) {
    throw new PaymentError('away', 'elenco delle ricevute: risposta incomprensibile', cause);
  }
  const { currentPageNumber, totalPages, results } = read;
  if (currentPageNumber !== page) throw new PaymentError('away', 'elenco delle ricevute: un’altra pagina');
  if (results.some(({ organizationFiscalCode }) => organizationFiscalCode !== dominioEC))
    throw new PaymentError('away', 'elenco delle ricevute: di un altro ente');
  return { paid: results.map(({ iuv }) => iuv), isLast: page + 1 >= totalPages || results.length === 0 };
}

/** @param paid with the number, where it is known: a receipt of another one is refused @returns none while it is unpaid */
async function askReceipts(
  { line, baseUrl, auth, now }: ReceiptsAccess,
  paid: Pick<AvvisoToPay, 'dominioEC' | 'iuv'> & Partial<Pick<AvvisoToPay, 'numero_avviso'>>,
): Promise<FornitoreRicevuta[]> {
  const { dominioEC, iuv, numero_avviso } = paid;
  if (!/^\d{11}$/.test(dominioEC) || !/^\w{1,35}$/.test(iuv)) throw new PaymentError('away', 'IUV o ente non validi');
  const { status, text } = await line(`${baseUrl}/payments/${dominioEC}/receipts/${iuv}`, {
    headers: { accept: 'application/xml', ...(await auth(dominioEC)) },
  });
  // 422: the receipt is there, and its debt position is not settled yet.
  if (status === 404 || status === 422) return [];
  if (status !== 200) throw new PaymentError('away', `ricevuta: risposta ${status}`);
  let read: PagopaReceipt[];
  try {
    read = readReceipts(text);
  } catch (cause) {
    throw new PaymentError('away', 'ricevuta: risposta incomprensibile', cause);
  }
  const isOther = (r: PagopaReceipt) =>
    r.fiscalCode !== dominioEC || r.creditorReferenceId !== iuv || r.noticeNumber !== (numero_avviso ?? r.noticeNumber);
  if (read.some(isOther)) throw new PaymentError('away', 'ricevuta: di un altro avviso');
  return read
    .filter(({ outcome }) => outcome === 'OK')
    .map((receipt) => ({
      dominioEC,
      numero_avviso: receipt.noticeNumber,
      rif: receipt.receiptId,
      importo_cent: centsOf(receipt.paymentAmount),
      pagato_il: paidAt(receipt) ?? now(),
      ...(receipt.paymentDateTime === undefined && { dayOnly: true }),
      payerEmail: receipt.payer?.['e-mail'],
      intermediario: receipt.PSPCompanyName || null,
      causale: receipt.description,
    }));
}

/**
 * Paid when every notice has its receipt. When only some have one, these are returned and the rest is on its way; a receipt that
 * could not be fetched this time is fetched the next.
 * @throws the first fault, when there is no receipt at all
 */
function esitoOf(avvisi: readonly AvvisoToPay[], answers: PromiseSettledResult<FornitoreRicevuta[]>[]): FornitoreEsito {
  const ricevute = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const fault = answers.find((answer) => answer.status === 'rejected');
  if (fault && ricevute.length === 0) throw fault.reason;
  const paid = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.length > 0).length;
  if (paid === 0) return { stato: 'aperto', ricevute: [] };
  return { stato: paid === avvisi.length ? 'pagato' : 'in_attesa', ricevute };
}
