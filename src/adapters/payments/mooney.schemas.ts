/**
 * The messages exchanged with the second provider: a payment page of its own, where the citizen pays at once or later at a shop.
 */
import * as z from 'zod/mini';

/** CREATED: nothing done yet · PENDING: to be paid at a shop · the others are final. */
const orderStatuses = ['CREATED', 'PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'FAILED'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

const wireId = () => z.string().check(z.regex(/^[\w.:-]{1,100}$/));
/** Whole euro cents. */
const wireCents = () => z.int().check(z.gte(1));
const wireInstant = () => z.iso.datetime({ offset: true });
const avvisoSchema = z.object({
  /** Tax code of the ente */
  creditor: z.string().check(z.regex(/^\d{11}$/)),
  number: z.string().check(z.regex(/^\d{18}$/)),
});

/** Body of `POST /orders`. The same `reference` sent again gives the same order. */
export type NewOrder = {
  reference: string;
  amount: number;
  currency: 'EUR';
  description: string;
  email: string;
  notice: { creditor: string; number: string };
  returnUrls: { ok: string; cancel: string; error: string; pending: string };
  notifyUrl: string;
};

/** Its answer. @property expiresAt until when it can be paid, at a shop too */
export const openedOrderSchema = z.object({ orderId: wireId(), redirectUrl: z.url(), expiresAt: wireInstant() });

/** What is shown at a shop. @property code to be read out @property qr text of a QR code for the shop's reader */
const voucherSchema = z.object({
  code: z.string().check(z.regex(/^[0-9A-Z]{4,40}$/)),
  qr: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/))),
});

/**
 * Answer of `GET /orders/{orderId}` and of `POST /orders/{orderId}/cancel`. @property shop the name that the receipt prints
 */
export const orderSchema = z
  .object({
    orderId: wireId(),
    reference: wireId(),
    status: z.enum(orderStatuses),
    currency: z.literal('EUR'),
    notice: avvisoSchema,
    /** While it is PENDING */
    voucher: z.optional(voucherSchema),
    payments: z.array(
      z.object({
        id: wireId(),
        amount: wireCents(),
        paidAt: wireInstant(),
        shop: z.optional(z.string().check(z.maxLength(140))),
      }),
    ),
  })
  // Paid without a payment, or a payment of an unpaid order: neither may count as paid.
  .check(z.refine(({ status, payments }) => (status === 'PAID') === payments.length > 0));
export type MooneyOrder = z.infer<typeof orderSchema>;

/** A notification of the provider's server. @property eventId the same when it is sent again */
export const notificationSchema = z.object({ eventId: wireId(), order: orderSchema });
