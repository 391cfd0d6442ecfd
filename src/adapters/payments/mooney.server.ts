/**
 * The second provider: a hosted payment page reached by a redirect, paid at once or later at a shop, with signed notifications.
 * Mooney publishes no contract: this one is ours, after the pattern of similar gateways, and is not verified against the
 * provider.
 */
import type * as z from 'zod/mini';
import {
  type AvvisoToPay,
  type Carrello,
  type FornitoreEsito,
  PaymentError,
  type PaymentsPort,
} from '../../platform/payments.ts';
import type { MooneySettings } from '../../platform/payments-settings.server.ts';
import {
  type MooneyOrder,
  type NewOrder,
  notificationSchema,
  type OrderStatus,
  openedOrderSchema,
  orderSchema,
} from './mooney.schemas.ts';
import { type CallMooney, type MooneyOptions, mooneyCaller, parseAnswerJson } from './mooney-call.server.ts';
import { isSignatureGood } from './mooney-signature.server.ts';

/** One notice at a time; amounts that Mooney accepts at a shop (1.00–999.99 €). */
const CART_LIMITS = { avvisi: 1, min_cent: 100, max_cent: 99_999 };

const STATO_BY_STATUS: Readonly<Record<OrderStatus, FornitoreEsito['stato']>> = {
  CREATED: 'aperto',
  PENDING: 'in_attesa',
  PAID: 'pagato',
  EXPIRED: 'scaduto',
  CANCELLED: 'annullato',
  FAILED: 'fallito',
};

export function mooneyPayments(settings: MooneySettings, options: MooneyOptions = {}): PaymentsPort {
  const callMooney = mooneyCaller(settings, options);
  return {
    fornitore: 'mooney',
    name: 'Mooney',
    limits: CART_LIMITS,
    origins: settings.origins,
    open: (carrello) => openOrder(carrello, callMooney, settings.origins),
    readEsito: async ({ riferimento, rif, avvisi }) => {
      const { status, json } = await callMooney('GET', `/orders/${orderSegment(rif)}`);
      if (status === 404) throw new PaymentError('unknown', 'Mooney non conosce l’ordine');
      return esitoOf(checkOwnOrder(parseAnswer(orderSchema, json), { riferimento, rif, avvisi }));
    },
    // Correctly signed but unreadable is not a forgery: it is thrown, so that it is reported.
    readNotification: (body, signature, now) => {
      if (!isSignatureGood(settings.secret, now, { body, signature })) return null;
      const { eventId, order } = parseAnswer(notificationSchema, parseAnswerJson(body));
      return { evento: eventId, riferimento: order.reference, ...esitoOf(order) };
    },
    cancel: async ({ riferimento, rif }) => {
      const { status, json } = await callMooney('POST', `/orders/${orderSegment(rif)}/cancel`);
      if (status === 404) throw new PaymentError('unknown', 'Mooney non conosce l’ordine');
      return (
        status === 200 && checkOwnOrder(parseAnswer(orderSchema, json), { riferimento, rif }).status === 'CANCELLED'
      );
    },
  };
}

async function openOrder(carrello: Carrello, callMooney: CallMooney, origins: readonly string[]) {
  const { riferimento } = carrello;
  const [avviso, other] = carrello.avvisi;
  if (!avviso || other || avviso.importo_cent < CART_LIMITS.min_cent || avviso.importo_cent > CART_LIMITS.max_cent)
    throw new PaymentError('refused', 'Mooney prende un avviso alla volta, da 1,00 a 999,99 €');
  const { ok, annullato: cancelled, errore: error, attesa: pending } = carrello.returnUrls;
  const newOrder: NewOrder = {
    reference: riferimento,
    amount: avviso.importo_cent,
    currency: 'EUR',
    description: avviso.causale,
    email: carrello.email,
    notice: { creditor: avviso.dominioEC, number: avviso.numero_avviso },
    returnUrls: { ok, cancel: cancelled, error, pending },
    notifyUrl: carrello.notifyUrl,
  };
  const { status, json } = await callMooney('POST', '/orders', {
    body: JSON.stringify(newOrder),
    sendKey: riferimento,
  });
  if (status !== 200 && status !== 201) throw new PaymentError('refused', `Mooney rifiuta l’ordine (${status})`);
  const { orderId, redirectUrl, expiresAt } = parseAnswer(openedOrderSchema, json);
  return { redirect: checkRedirect(redirectUrl, origins), rif: orderId, scade: Date.parse(expiresAt) };
}

/** @throws PaymentError unless the browser may be sent there */
function checkRedirect(address: string, origins: readonly string[]): string {
  const url = new URL(address);
  if (!origins.includes(url.origin) || url.username || url.password)
    throw new PaymentError('away', `Mooney manda a un’origine non ammessa: ${url.origin}`);
  return url.href;
}

function esitoOf({ status, notice, voucher, payments }: MooneyOrder): FornitoreEsito {
  return {
    stato: STATO_BY_STATUS[status],
    ...(status === 'PENDING' && voucher && { shopCode: voucher }),
    ricevute: payments.map(({ id, amount, paidAt, shop }) => ({
      dominioEC: notice.creditor,
      numero_avviso: notice.number,
      rif: id,
      importo_cent: amount,
      pagato_il: Date.parse(paidAt),
      intermediario: shop ?? null,
    })),
  };
}

/** An answer about another order says nothing about ours. */
function checkOwnOrder(
  order: MooneyOrder,
  ours: { riferimento: string; rif: string | null; avvisi?: readonly AvvisoToPay[] },
): MooneyOrder {
  const avviso = ours.avvisi?.[0];
  const { creditor, number } = order.notice;
  const other = avviso && (avviso.dominioEC !== creditor || avviso.numero_avviso !== number);
  if (order.orderId !== ours.rif || order.reference !== ours.riferimento || other)
    throw new PaymentError('away', 'Mooney risponde di un altro ordine');
  return order;
}

/** An order whose opening was never answered has no id: no citizen was sent there. */
function orderSegment(rif: string | null): string {
  if (rif === null) throw new PaymentError('unknown', 'Mooney: ordine senza identificativo');
  return encodeURIComponent(rif);
}

function parseAnswer<T extends z.ZodMiniType>(schema: T, json: unknown): z.output<T> {
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new PaymentError('away', 'Mooney: risposta non prevista', parsed.error);
  return parsed.data;
}
