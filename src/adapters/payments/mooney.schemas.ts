/**
 * What goes over the wire to and from the second provider: a payment page of its own, paid there or later at a shop.
 */
import * as z from 'zod/mini';

/** CREATED: nothing done yet · PENDING: to be paid at a shop · the others are the end of it. */
export const statiOrdine = ['CREATED', 'PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'FAILED'] as const;
export type StatoOrdine = (typeof statiOrdine)[number];

const id = () => z.string().check(z.regex(/^[\w.:-]{1,100}$/));
/** Whole euro cents. */
const cent = () => z.int().check(z.gte(1));
const istante = () => z.iso.datetime({ offset: true });
const avviso = z.object({
  /** Tax code of the body */
  creditor: z.string().check(z.regex(/^\d{11}$/)),
  number: z.string().check(z.regex(/^\d{18}$/)),
});

/** Body of `POST /orders`. The same `reference` sent again gives the same order. */
export type NuovoOrdine = {
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
export const ordineAperto = z.object({ orderId: id(), redirectUrl: z.url(), expiresAt: istante() });

/**
 * Answer of `GET /orders/{orderId}` and of `POST /orders/{orderId}/cancel`. @property shop who took the money, as
 * printed
 */
export const ordine = z
  .object({
    orderId: id(),
    reference: id(),
    status: z.enum(statiOrdine),
    currency: z.literal('EUR'),
    notice: avviso,
    payments: z.array(
      z.object({
        id: id(),
        amount: cent(),
        paidAt: istante(),
        shop: z.optional(z.string().check(z.maxLength(140))),
      }),
    ),
  })
  // Paid without a payment, or a payment of an order that is not paid: neither may move money.
  .check(z.refine(({ status, payments }) => (status === 'PAID') === payments.length > 0));
export type Ordine = z.infer<typeof ordine>;

/** What the provider's server sends when something happened. @property eventId the same when it is sent again */
export const notifica = z.object({ eventId: id(), order: ordine });
