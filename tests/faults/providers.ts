/**
 * Both payment providers outside of the portal, on a server of the test, with the books of what they took: the sandbox's pagoPA, and a Mooney
 * whose orders are paid and notified when the test says so. A bank transfers what was paid at pagoPA, by flows.
 */
import { createHmac, randomInt, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { iuvOf } from '../../src/platform/atoms/numero-avviso.ts';
import { answerPagopa } from '../../src/sandbox/pagopa/pagopa.server.ts';
import { takePayment } from '../../src/sandbox/pagopa/ricevute.server.ts';
import { PAGOPA_PATH, sandboxPagopa } from '../../src/sandbox/pagopa/settings.ts';
import { pagopaDouble } from '../doubles/pagopa.ts';
import { startProviderServer } from '../doubles/provider-server.ts';
import type { BookedReceipt, BookedTransfer } from './books-checker.ts';

const MOONEY_PATH = '/mooney';
const MOONEY_SECRET = 'segreto-condiviso-con-mooney-nelle-prove-di-guasto';
const HOUR_MS = 3_600_000;

/** @property creditor tax code of the ente */
export type PaidAvviso = { ente: string; creditor: string; numero_avviso: string; importo_cent: number };
type MooneyOrder = PaidAvviso & { reference: string; payment?: { id: string; amount: number; paidAt: string } };
type Delivery = { headers: Record<string, string>; body: string };

/**
 * @property settings of a portal that has these providers @property books what was paid, in the order of its payment
 * @property payAtPagopa by a bank or a cart; its receipt comes later by `delay`, and was paid so long `ago`
 * @property transfer has all that was paid at pagoPA to these enti, and has its receipt, transferred @property transfers what was transferred
 * @property payOrder of a reference; false: there is none
 * @property notification of an order, signed now: as it was when it was opened, or paid; each is always the same event
 */
export type Providers = {
  settings: Record<string, string>;
  books: readonly BookedReceipt[];
  payAtPagopa(avviso: PaidAvviso, how: { delay: number; ago: number; email?: string }): Promise<void>;
  transfer(enti: readonly Pick<PaidAvviso, 'ente' | 'creditor'>[]): Promise<void>;
  transfers: readonly BookedTransfer[];
  payOrder(avviso: PaidAvviso, reference: string): boolean;
  notification(reference: string, what: 'open' | 'paid'): Delivery;
  close(): Promise<void>;
};

/** @param portalUrl to which browsers are sent back @param configFile of the keys of the enti at pagoPA */
export async function startProviders(portalUrl: string, configFile: string): Promise<Providers> {
  const server = await startProviderServer();
  const books: BookedReceipt[] = [];
  const transfers: BookedTransfer[] = [];
  const pagopa = { ...pagopaDouble(server.url), now: Date.now, returnOrigins: [portalUrl] };
  const orders = new Map<string, MooneyOrder>();
  server.answer = (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(MOONEY_PATH)) return answerMooney(request, server.url, orders);
    // The whole of what it lists is asked for again after a page of the web.
    if (pathname.endsWith('/receipts') && randomInt(30) === 0)
      return new Response('<!doctype html><title>Torniamo presto');
    return answerPagopa(request, pagopa);
  };
  const { checkoutUrl, gpdUrl, receiptsUrl, flowsUrl = '' } = sandboxPagopa(server.url);
  return {
    settings: {
      PAGOPA_CHECKOUT_URL: checkoutUrl,
      PAGOPA_GPD_URL: gpdUrl,
      PAGOPA_RECEIPTS_URL: receiptsUrl,
      PAGOPA_FLOWS_URL: flowsUrl,
      PAGOPA_CONFIG_FILE: configFile,
      PAGOPA_KEY: 'prova',
      PAGOPA_REDIRECT_ORIGINS: server.url,
      MOONEY_URL: server.url + MOONEY_PATH,
      MOONEY_SECRET,
      MOONEY_REDIRECT_ORIGINS: server.url,
    },
    books,
    payAtPagopa: async (avviso, { delay, ago, email }) => {
      const { ente, creditor, numero_avviso, importo_cent } = avviso;
      const notice = {
        noticeNumber: numero_avviso,
        fiscalCode: creditor,
        amount: importo_cent,
        companyName: ente,
        description: 'Mensa',
      };
      const before = { ...pagopa, now: () => Date.now() - ago };
      await takePayment(before, notice, email, { receiptCount: 1, delay: delay + ago, slowFor: 0 });
      const kept = await pagopa.memory.read('ricevute', `${creditor}/${iuvOf(numero_avviso)}`, takenSchema);
      for (const { id } of kept?.dati ?? [])
        books.push({ fornitore: 'pagopa', ente, numero_avviso, rif: id, importo_cent });
    },
    transfer: async (enti) => {
      for (const { ente, creditor } of enti) {
        const body = new URLSearchParams({ ente: creditor, come: 'giusto' });
        await answerPagopa(new Request(`${server.url}${PAGOPA_PATH}/riversa`, { method: 'POST', body }), pagopa);
        const range = { prefix: `${creditor}/`, from: 0, to: Date.now() + 1, skip: 0, take: Number.MAX_SAFE_INTEGER };
        const { found } = await pagopa.memory.list('flusso', range, transferredSchema);
        // Each ente counts its flows from the first.
        const known = new Set(transfers.filter((booked) => booked.ente === ente).map(({ flow }) => flow));
        for (const { flow, payments } of found.map(({ dati }) => dati))
          if (!known.has(flow.fdr))
            for (const { iur, pay } of payments)
              transfers.push({ ente, flow: flow.fdr, rif: iur, importo_cent: Math.round(pay * 100) });
      }
    },
    transfers,
    payOrder: (avviso, reference) => {
      const order = orders.get(reference);
      if (!order || order.payment) return false;
      const { ente, numero_avviso, importo_cent } = avviso;
      order.payment = { id: `pay-${randomUUID()}`, amount: importo_cent, paidAt: new Date().toISOString() };
      books.push({ fornitore: 'mooney', ente, numero_avviso, rif: order.payment.id, importo_cent });
      return true;
    },
    notification: (reference, what) => {
      const { payment, ...order } = orders.get(reference) as MooneyOrder;
      const told = what === 'paid' && payment ? { ...order, payment } : order;
      return signed({ eventId: `evt-${what}-${reference}`, order: orderOf(told) });
    },
    close: () => server.close(),
  };
}

const takenSchema = z.array(z.object({ id: z.string() }));
const transferredSchema = z.object({
  flow: z.object({ fdr: z.string() }),
  payments: z.array(z.object({ iur: z.string(), pay: z.number() })),
});

const orderOf = ({ reference, creditor, numero_avviso, payment }: MooneyOrder) => ({
  orderId: reference,
  reference,
  status: payment ? 'PAID' : 'CREATED',
  currency: 'EUR',
  notice: { creditor, number: numero_avviso },
  payments: payment ? [payment] : [],
});

function signed(notification: object): Delivery {
  const t = Math.floor(Date.now() / 1000);
  const body = JSON.stringify(notification);
  const v1 = createHmac('sha256', MOONEY_SECRET).update(`${t}.${body}`).digest('hex');
  return { headers: { 'content-type': 'application/json', 'x-mooney-signature': `t=${t},v1=${v1}` }, body };
}

type OrderRequest = { reference: string; amount: number; notice: { creditor: string; number: string } };

async function answerMooney(request: Request, url: string, orders: Map<string, MooneyOrder>): Promise<Response> {
  const [, , , reference = '', cancel] = new URL(request.url).pathname.split('/');
  if (request.method === 'POST' && reference === '') {
    const asked = (await request.json()) as OrderRequest;
    const { creditor, number: numero_avviso } = asked.notice;
    const order = { reference: asked.reference, ente: '', creditor, numero_avviso, importo_cent: asked.amount };
    if (!orders.has(asked.reference)) orders.set(asked.reference, order);
    const expiresAt = new Date(Date.now() + 48 * HOUR_MS).toISOString();
    return Response.json(
      { orderId: asked.reference, redirectUrl: `${url}${MOONEY_PATH}/pagina`, expiresAt },
      { status: 201 },
    );
  }
  const order = orders.get(reference);
  if (!order) return new Response(null, { status: 404 });
  return cancel ? new Response(null, { status: 409 }) : Response.json(orderOf(order));
}
