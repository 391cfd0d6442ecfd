/**
 * The second provider: a hosted payment page reached by a redirect, paid at once or later at a shop, with signed
 * notifications. Mooney publishes no contract: this one is ours, after the pattern of gateways that offer it. It is not
 * verified against the
 * provider.
 */
import type * as z from 'zod/mini';
import {
  type AvvisoDaPagare,
  type Carrello,
  type EsitoFornitore,
  PaymentError,
  type Payments,
} from '../../platform/payments.ts';
import type { MooneySettings } from '../../platform/payments-settings.ts';
import { type NuovoOrdine, notifica, type Ordine, ordine, ordineAperto, type StatoOrdine } from './mooney.schemas.ts';
import { type Chiama, chiamate, jsonDi, type MooneyOptions } from './mooney-chiamate.server.ts';
import { firmaBuona } from './mooney-firma.server.ts';

/** One notice at a time; amounts as Mooney takes them at a shop (1.00–999.99 €). */
const LIMITI = { avvisi: 1, min_cent: 100, max_cent: 99_999 };

const STATI: Readonly<Record<StatoOrdine, EsitoFornitore['stato']>> = {
  CREATED: 'aperto',
  PENDING: 'in_attesa',
  PAID: 'pagato',
  EXPIRED: 'scaduto',
  CANCELLED: 'annullato',
  FAILED: 'fallito',
};

export function mooneyPayments(settings: MooneySettings, options: MooneyOptions = {}): Payments {
  const chiama = chiamate(settings, options);
  return {
    fornitore: 'mooney',
    nome: 'Mooney',
    limiti: LIMITI,
    origini: settings.origini,
    apri: (carrello) => apri(carrello, chiama, settings.origini),
    esito: async ({ riferimento, rif, avvisi }) => {
      const { status, json } = await chiama('GET', `/orders/${segmento(rif)}`);
      if (status === 404) throw new PaymentError('unknown', 'Mooney non conosce l’ordine');
      return esitoDi(proprio(leggi(ordine, json), { riferimento, rif, avvisi }));
    },
    // Well signed and yet unreadable is no forgery: it is thrown, so that somebody looks at it.
    leggiNotifica: (corpo, firma, now) => {
      if (!firmaBuona(settings.secret, now, { corpo, firma })) return null;
      const { eventId, order } = leggi(notifica, jsonDi(corpo));
      return { evento: eventId, riferimento: order.reference, ...esitoDi(order) };
    },
    annulla: async ({ riferimento, rif }) => {
      const { status, json } = await chiama('POST', `/orders/${segmento(rif)}/cancel`);
      if (status === 404) throw new PaymentError('unknown', 'Mooney non conosce l’ordine');
      return status === 200 && proprio(leggi(ordine, json), { riferimento, rif }).status === 'CANCELLED';
    },
  };
}

async function apri(carrello: Carrello, chiama: Chiama, origini: readonly string[]) {
  const { riferimento } = carrello;
  const [avviso, altro] = carrello.avvisi;
  if (!avviso || altro || avviso.importo_cent < LIMITI.min_cent || avviso.importo_cent > LIMITI.max_cent)
    throw new PaymentError('refused', 'Mooney prende un avviso alla volta, da 1,00 a 999,99 €');
  const { ok, annullato, errore, attesa } = carrello.ritorni;
  const nuovo: NuovoOrdine = {
    reference: riferimento,
    amount: avviso.importo_cent,
    currency: 'EUR',
    description: avviso.causale,
    email: carrello.email,
    notice: { creditor: avviso.dominioEC, number: avviso.numero_avviso },
    returnUrls: { ok, cancel: annullato, error: errore, pending: attesa },
    notifyUrl: carrello.notifica,
  };
  const { status, json } = await chiama('POST', '/orders', { corpo: JSON.stringify(nuovo), chiave: riferimento });
  if (status !== 200 && status !== 201) throw new PaymentError('refused', `Mooney rifiuta l’ordine (${status})`);
  const { orderId, redirectUrl, expiresAt } = leggi(ordineAperto, json);
  return { redirect: ammesso(redirectUrl, origini), rif: orderId, scade: Date.parse(expiresAt) };
}

/** @throws PaymentError unless the browser may be sent there */
function ammesso(indirizzo: string, origini: readonly string[]): string {
  const url = new URL(indirizzo);
  if (!origini.includes(url.origin) || url.username || url.password)
    throw new PaymentError('away', `Mooney manda a un’origine non ammessa: ${url.origin}`);
  return url.href;
}

function esitoDi({ status, notice, payments }: Ordine): EsitoFornitore {
  return {
    stato: STATI[status],
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

/** What is told of another order says nothing of ours. */
function proprio(
  letto: Ordine,
  nostro: { riferimento: string; rif: string | null; avvisi?: readonly AvvisoDaPagare[] },
): Ordine {
  const avviso = nostro.avvisi?.[0];
  const { creditor, number } = letto.notice;
  const altro = avviso && (avviso.dominioEC !== creditor || avviso.numero_avviso !== number);
  if (letto.orderId !== nostro.rif || letto.reference !== nostro.riferimento || altro)
    throw new PaymentError('away', 'Mooney risponde di un altro ordine');
  return letto;
}

/** An order whose opening was never answered has no id: nobody was sent there. */
function segmento(rif: string | null): string {
  if (rif === null) throw new PaymentError('unknown', 'Mooney: ordine senza identificativo');
  return encodeURIComponent(rif);
}

function leggi<T extends z.ZodMiniType>(schema: T, json: unknown): z.output<T> {
  const letto = schema.safeParse(json);
  if (!letto.success) throw new PaymentError('away', 'Mooney: risposta non prevista', letto.error);
  return letto.data;
}
