/** Checkout of the test pagoPA: carts, and the page where the tester chooses how the payment goes. */
import * as z from 'zod/mini';
import { CART_MS, CART_REFUSALS, CartRequest, MAX_NOTICES } from '../../platform/pagopa-wire.ts';
import { randomId } from '../../platform/signer.server.ts';
import { CARRELLO_CHOICES, type CarrelloChoice, isCarrelloChoice } from './carrello-choices.ts';
import { carrelloPage, wordsPage } from './pages.ts';
import type { PagopaProvider } from './provider.ts';
import { pageResponse, problemResponse, readFields, readJson, redirectTo } from './responses.server.ts';
import { isPaid, takePayment } from './ricevute.server.ts';
import { PAGOPA_PATH } from './settings.ts';

/** `POST /carts` */
export async function createCarrello(provider: PagopaProvider, request: Request): Promise<Response> {
  const body = await readJson(request);
  const counted = z.safeParse(z.object({ paymentNotices: z.array(z.unknown()) }), body);
  if (counted.success && counted.data.paymentNotices.length > MAX_NOTICES) return rifiuto('tooMany');
  const parsed = z.safeParse(CartRequest, body);
  if (!parsed.success) return problemResponse(400, 'Request validation error', 'The input request is invalid');
  const { paymentNotices, returnUrls } = parsed.data;
  // The test pages send browsers only to the portal.
  if (!Object.values(returnUrls).every((url) => provider.returnOrigins.includes(new URL(url).origin))) {
    return problemResponse(400, 'Request validation error', 'Return URL of another site');
  }
  if (new Set(paymentNotices.map((n) => n.fiscalCode + n.noticeNumber)).size < paymentNotices.length) {
    return rifiuto('twice');
  }
  const paid = await Promise.all(paymentNotices.map((notice) => isPaid(provider, notice)));
  if (paid.includes(true)) return rifiuto('notPayable');
  const id = randomId();
  const at = provider.now();
  await provider.memory.forget('carrello', at - 2 * CART_MS);
  await provider.memory.write('carrello', id, { dati: parsed.data, quando: at });
  return redirectTo(`${provider.publicUrl}${PAGOPA_PATH}/c/${id}`, 302);
}

/**
 * `GET /carts/{id}`: Checkout gives a cart with its return addresses to any browser that has its id, before anybody pays
 * (pagopa/pagopa-checkout-fe, `getCarts`).
 */
export async function readCarrello(provider: PagopaProvider, id: string): Promise<Response> {
  const entry = await provider.memory.read('carrello', id, CartRequest);
  return entry ? Response.json(entry.dati) : problemResponse(404, 'Cart not found', 'Cart not found');
}

const rifiuto = (why: keyof typeof CART_REFUSALS) =>
  problemResponse(422, CART_REFUSALS[why].title, CART_REFUSALS[why].detail);

const carrelloChoice = z.custom<CarrelloChoice>(isCarrelloChoice);

/** The page of a cart, and the choice made on it. A second choice has the result of the first. */
export async function answerCarrello(provider: PagopaProvider, id: string, request: Request): Promise<Response> {
  const entry = await provider.memory.read('carrello', id, CartRequest);
  const chosen = (await provider.memory.read('scelta', id, carrelloChoice))?.dati;
  if (!entry || (!chosen && provider.now() >= entry.quando + CART_MS)) return pageResponse(404, forgottenPage);
  const carrello = entry.dati;
  if (chosen) {
    const returnUrl = carrello.returnUrls[CARRELLO_CHOICES[chosen].returnKey];
    return request.method === 'POST' ? redirectTo(returnUrl) : pageResponse(200, concludedPage(returnUrl));
  }
  if (request.method !== 'POST') return pageResponse(200, carrelloPage(carrello));
  const asked = (await readFields(request)).get('scelta');
  if (!isCarrelloChoice(asked)) return pageResponse(422, carrelloPage(carrello));
  const paid = await Promise.all(carrello.paymentNotices.map((notice) => isPaid(provider, notice)));
  // Paid in another window meanwhile: like at the real one, it is not paid again.
  const choice = CARRELLO_CHOICES[asked].pay && paid.includes(true) ? 'fallisci' : asked;
  const isFirst = await provider.memory.add('scelta', id, { dati: choice, quando: provider.now() });
  if (!isFirst) return answerCarrello(provider, id, request);
  const { returnKey, pay } = CARRELLO_CHOICES[choice];
  if (pay) {
    const { paymentNotices, emailNotice } = carrello;
    await Promise.all(paymentNotices.map((notice, n) => takePayment(provider, notice, emailNotice, pay(n))));
  }
  return redirectTo(carrello.returnUrls[returnKey]);
}

const forgottenPage = wordsPage(
  'Il tempo per pagare è passato',
  '<p>Checkout dimentica un carrello dopo 10 minuti. Torna al portale e comincia di nuovo il pagamento.</p>',
);

const concludedPage = (returnUrl: string) =>
  wordsPage('Questo pagamento è già concluso', '<p>Qui non c’è più niente da fare.</p>', returnUrl);
