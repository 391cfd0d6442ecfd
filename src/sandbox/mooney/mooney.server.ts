/**
 * The sandbox's Mooney: the API that the portal's adapter calls, and the page where the tester decides what happens. A
 * pure handler over a table of the store: nothing of it is kept in memory.
 */
import { BODY_LIMIT, readText } from '../../platform/body.server.ts';
import type { Page } from '../idp.page.ts';
import { chiamataFirmata, HEADER_FIRMA } from './firma.server.ts';
import type { Mooney } from './mooney.ts';
import { nuovoOrdine, type Ordine, type StatoOrdine, vista } from './ordine.ts';
import { notificheDi, ultimiOrdini } from './ordini.db.ts';
import { annulla, decidi, nuovo, trova } from './ordini.server.ts';
import { paginaIgnota, paginaOrdine, paginaOrdini } from './pagina.ts';
import { consegna } from './postino.server.ts';
import { SCELTE } from './scelte.ts';
import { MOONEY_PATH } from './settings.ts';

/** Longer than the portal's adapter waits, in ms. */
const LENTEZZA = 15_000;
const ORDINI_IN_ELENCO = 50;

/** Answers what is asked under {@link MOONEY_PATH}. */
export async function mooneySandbox(request: Request, mooney: Mooney): Promise<Response> {
  const percorso = new URL(request.url).pathname.slice(MOONEY_PATH.length);
  const [, cosa = '', id = '', azione] = percorso.split('/');
  const risposta =
    cosa === 'orders'
      ? await api(request, mooney, { percorso, id, azione })
      : await pagine(request, mooney, { cosa, id });
  mooney.sveglia();
  return risposta;
}

type Chiesto = { percorso: string; id: string; azione: string | undefined };

async function api(request: Request, mooney: Mooney, { percorso, id, azione }: Chiesto): Promise<Response> {
  const { method: metodo } = request;
  const corpo = await readText(request, BODY_LIMIT);
  const firma = request.headers.get(HEADER_FIRMA) ?? '';
  if (!chiamataFirmata(mooney.settings.secret, mooney.now(), { metodo, percorso, corpo, firma })) return json(401);
  if (metodo === 'POST' && id === '') return crea(mooney, corpo);
  const ordine = id === '' ? undefined : await trova(mooney, id);
  if (!ordine) return json(404);
  if (mooney.now() < ordine.lentaFino) await mooney.attendi(LENTEZZA);
  if (metodo === 'GET' && azione === undefined) {
    const presto = mooney.now() < ordine.vistaDal;
    return json(200, vista(presto ? { ...ordine, status: 'PENDING', payments: [] } : ordine));
  }
  if (metodo !== 'POST' || azione !== 'cancel') return json(404);
  const annullato = await annulla(mooney, ordine);
  return annullato ? json(200, vista(annullato)) : json(409);
}

async function crea(mooney: Mooney, corpo: string): Promise<Response> {
  const letto = nuovoOrdine.safeParse(jsonDi(corpo));
  if (!letto.success) return json(422, { issues: letto.error.issues.map(({ path }) => path.join('.')) });
  const { returnUrls, notifyUrl } = letto.data;
  const nostri = [...Object.values(returnUrls), notifyUrl].every((url) =>
    mooney.settings.origini.includes(new URL(url).origin),
  );
  // The browser, and the sandbox itself, go nowhere but to the portal.
  if (!nostri) return json(422, { issues: ['returnUrls', 'notifyUrl'] });
  const ordine = await nuovo(mooney, letto.data);
  if (!ordine) return json(409);
  const { orderId, scade } = ordine;
  const redirectUrl = `${mooney.settings.url}/paga/${orderId}`;
  return json(201, { orderId, redirectUrl, expiresAt: new Date(scade).toISOString() });
}

async function pagine(request: Request, mooney: Mooney, { cosa, id }: { cosa: string; id: string }): Promise<Response> {
  if (cosa === '') return html(200, paginaOrdini(await ultimiOrdini(mooney.db, ORDINI_IN_ELENCO)));
  const ordine = cosa === 'paga' ? await trova(mooney, id) : undefined;
  if (!ordine) return html(404, paginaIgnota());
  if (request.method === 'POST') return scegli(request, mooney, ordine);
  const notifiche = (await notificheDi(mooney.db, ordine.orderId)).map(({ quando, spedita, dati }) => {
    const { eventId: evento, order } = JSON.parse(dati.corpo) as { eventId: string; order: { status: StatoOrdine } };
    return { evento, detto: order.status, quando, spedita, stato: dati.stato, tentativi: dati.tentativi };
  });
  return html(200, paginaOrdine(ordine, notifiche));
}

/** What is to be told at once has been told when the browser is back at the portal. */
async function scegli(request: Request, mooney: Mooney, ordine: Ordine): Promise<Response> {
  const nome = new URLSearchParams(await readText(request, BODY_LIMIT)).get('scelta') ?? '';
  const scelta = Object.hasOwn(SCELTE, nome) ? SCELTE[nome] : undefined;
  const dopo = scelta && (await decidi(mooney, ordine, scelta));
  if (dopo) await consegna(mooney);
  // A choice that is no longer possible (two tabs, the back button) leads to the order as it stands.
  const qui = `${MOONEY_PATH}/paga/${ordine.orderId}`;
  const location = dopo && scelta?.ritorno ? ordine.returnUrls[scelta.ritorno] : qui;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

function jsonDi(corpo: string): unknown {
  try {
    return JSON.parse(corpo);
  } catch {
    // No JSON at all is told like JSON of another shape.
    return undefined;
  }
}

const json = (status: number, dati: object = {}) =>
  new Response(JSON.stringify(dati), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });

const html = (status: number, { html, policy }: Page) =>
  new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  });
