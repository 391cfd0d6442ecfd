/** An order at the sandbox's Mooney: what the portal asks for, what is remembered of it, what is told of it. */
import * as z from 'zod/mini';

export type StatoOrdine = 'CREATED' | 'PENDING' | 'PAID' | 'EXPIRED' | 'CANCELLED' | 'FAILED';
/** Nothing final has happened. */
export const APERTI: readonly StatoOrdine[] = ['CREATED', 'PENDING'];

const indirizzo = () => z.url().check(z.maxLength(500));

/** Body of `POST /orders`. Amounts in cents, within what can be paid at a shop. */
export const nuovoOrdine = z.object({
  reference: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  amount: z.int().check(z.gte(100), z.lte(99_999)),
  currency: z.literal('EUR'),
  description: z.string().check(z.minLength(1), z.maxLength(140)),
  email: z.email(),
  notice: z.object({
    creditor: z.string().check(z.regex(/^\d{11}$/)),
    number: z.string().check(z.regex(/^\d{18}$/)),
  }),
  returnUrls: z.object({ ok: indirizzo(), cancel: indirizzo(), error: indirizzo(), pending: indirizzo() }),
  notifyUrl: indirizzo(),
});
export type NuovoOrdine = z.infer<typeof nuovoOrdine>;

type Versamento = { id: string; amount: number; paidAt: string; shop?: string };

/**
 * Instants are ms since the epoch.
 * @property vistaDal until then the order is told as to be paid still @property lentaFino until then it is told slowly
 */
export type Ordine = NuovoOrdine & {
  orderId: string;
  status: StatoOrdine;
  payments: Versamento[];
  creato: number;
  scade: number;
  vistaDal: number;
  lentaFino: number;
};

/** As the portal reads it, in answers and notifications. */
export function vista({ orderId, reference, status, currency, notice, payments }: Ordine) {
  return { orderId, reference, status, currency, notice, payments };
}
