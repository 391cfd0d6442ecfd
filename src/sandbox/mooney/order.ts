/** An order at the sandbox's Mooney: its request, its stored form, and its form in answers. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

export const orderStatus = z.enum(['CREATED', 'PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'FAILED']);
export type OrderStatus = z.infer<typeof orderStatus>;
/** States before a final one. */
export const OPEN_STATUSES: readonly OrderStatus[] = ['CREATED', 'PENDING'];

const urlSchema = () => z.url().check(z.maxLength(500));

/** Body of `POST /orders`. Amounts in cents, within the limits of a shop. */
export const orderRequest = z.object({
  reference: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  amount: z.int().check(z.gte(100), z.lte(99_999)),
  currency: z.literal('EUR'),
  description: z.string().check(z.minLength(1), z.maxLength(140)),
  email: z.email(),
  notice: z.object({
    creditor: z.string().check(z.regex(/^\d{11}$/)),
    number: z.string().check(z.regex(/^\d{18}$/)),
  }),
  returnUrls: z.object({ ok: urlSchema(), cancel: urlSchema(), error: urlSchema(), pending: urlSchema() }),
  notifyUrl: urlSchema(),
});
export type OrderRequest = z.infer<typeof orderRequest>;

/**
 * Instants are ms since the epoch.
 * @property vistaDal until then the order is reported as still to be paid @property slowUntil until then answers are slow
 */
export const storedOrder = z.extend(orderRequest, {
  orderId: z.string(),
  status: orderStatus,
  payments: z.array(z.object({ id: z.string(), amount: z.number(), paidAt: z.string(), shop: z.optional(z.string()) })),
  creato: z.number(),
  scade: z.number(),
  vistaDal: z.number(),
  // Orders from before it had this name are not slow.
  slowUntil: z._default(z.number(), 0),
});
export type MooneyOrder = z.infer<typeof storedOrder>;

/** What a shop asks for: the same for the same order. */
export function voucherOf({ orderId, amount }: Pick<MooneyOrder, 'orderId' | 'amount'>): { code: string; qr: string } {
  const digits = Array.from(createHash('sha256').update(orderId).digest().subarray(0, 12), (byte) => byte % 10);
  const code = digits.join('');
  return { code, qr: `MOONEY|${code}|${amount}` };
}

/** The order as the portal reads it, in answers and notifications. */
export function orderAsWire({ status, ...order }: MooneyOrder) {
  const { orderId, reference, currency, notice, payments } = order;
  const voucher = status === 'PENDING' ? { voucher: voucherOf(order) } : {};
  return { orderId, reference, status, currency, notice, payments, ...voucher };
}
