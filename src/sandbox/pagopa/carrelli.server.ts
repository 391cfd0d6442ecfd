/** Checkout of the test pagoPA: carts, and the page where the tester chooses how the payment goes. */
import * as z from 'zod/mini';
import { CART_MS, CART_REFUSALS, CartRequest, MAX_NOTICES } from '../../platform/pagopa-wire.ts';
import { randomId } from '../../platform/signer.server.ts';
import type { Banco } from './banco.ts';
import { paginaCarrello, paginaParole } from './pagina.ts';
import { incassa, pagato } from './ricevute.server.ts';
import { altrove, campiDi, jsonDi, pagina, problema } from './risposte.server.ts';
import { isScelta, SCELTE, type Scelta } from './scelte.ts';
import { PAGOPA_PATH } from './settings.ts';

/** `POST /carts` */
export async function creaCarrello(banco: Banco, request: Request): Promise<Response> {
  const body = await jsonDi(request);
  const quanti = z.safeParse(z.object({ paymentNotices: z.array(z.unknown()) }), body);
  if (quanti.success && quanti.data.paymentNotices.length > MAX_NOTICES) return rifiuto('tooMany');
  const letto = z.safeParse(CartRequest, body);
  if (!letto.success) return problema(400, 'Request validation error', 'The input request is invalid');
  const { paymentNotices, returnUrls } = letto.data;
  // The test pages send nobody but to the portal.
  if (!Object.values(returnUrls).every((url) => banco.ritorni.includes(new URL(url).origin))) {
    return problema(400, 'Request validation error', 'Return URL of another site');
  }
  if (new Set(paymentNotices.map((n) => n.fiscalCode + n.noticeNumber)).size < paymentNotices.length) {
    return rifiuto('twice');
  }
  const pagati = await Promise.all(paymentNotices.map((notice) => pagato(banco, notice)));
  if (pagati.includes(true)) return rifiuto('notPayable');
  const id = randomId();
  const quando = banco.now();
  await banco.memoria.dimentica('carrello', quando - 2 * CART_MS);
  await banco.memoria.scrivi('carrello', id, { dati: letto.data, quando });
  return altrove(`${banco.publicUrl}${PAGOPA_PATH}/c/${id}`, 302);
}

const rifiuto = (why: keyof typeof CART_REFUSALS) => problema(422, CART_REFUSALS[why].title, CART_REFUSALS[why].detail);

/** The page of a cart, and what was chosen on it. Chosen twice it goes as the first time. */
export async function rispondiCarrello(banco: Banco, id: string, request: Request): Promise<Response> {
  const voce = await banco.memoria.leggi('carrello', id);
  const scelto = (await banco.memoria.leggi('scelta', id))?.dati as Scelta | undefined;
  if (!voce || (!scelto && banco.now() >= voce.quando + CART_MS)) return pagina(404, dimenticato);
  const carrello = voce.dati as CartRequest;
  if (scelto) {
    const ritorno = carrello.returnUrls[SCELTE[scelto].ritorno];
    return request.method === 'POST' ? altrove(ritorno) : pagina(200, concluso(ritorno));
  }
  if (request.method !== 'POST') return pagina(200, paginaCarrello(carrello));
  const chiesta = (await campiDi(request)).get('scelta');
  if (!isScelta(chiesta)) return pagina(422, paginaCarrello(carrello));
  const pagati = await Promise.all(carrello.paymentNotices.map((notice) => pagato(banco, notice)));
  // Paid in another window meanwhile: as the real one, it is not paid again.
  const scelta = SCELTE[chiesta].paga && pagati.includes(true) ? 'fallisci' : chiesta;
  const prima = await banco.memoria.aggiungi('scelta', id, { dati: scelta, quando: banco.now() });
  if (!prima) return rispondiCarrello(banco, id, request);
  const { ritorno, paga } = SCELTE[scelta];
  if (paga) await Promise.all(carrello.paymentNotices.map((notice, n) => incassa(banco, notice, paga(n))));
  return altrove(carrello.returnUrls[ritorno]);
}

const dimenticato = paginaParole(
  'Il tempo per pagare è passato',
  '<p>Checkout dimentica un carrello dopo 10 minuti. Torna al portale e comincia di nuovo il pagamento.</p>',
);

const concluso = (ritorno: string) =>
  paginaParole('Questo pagamento è già concluso', '<p>Qui non c’è più niente da fare.</p>', ritorno);
