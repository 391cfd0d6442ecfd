/**
 * The sandbox's Mooney: the API that the portal's adapter calls, and the page where the tester decides what happens. A pure
 * handler over a table of the store; it keeps nothing in memory.
 */
import * as z from 'zod/mini';
import { BODY_LIMIT, readText } from '../../platform/body.server.ts';
import type { SandboxPage } from '../idp.page.ts';
import { deliverDue } from './delivery.server.ts';
import type { Mooney } from './mooney.ts';
import { type MooneyOrder, orderAsWire, orderRequest, orderStatus } from './order.ts';
import { ORDER_CHOICES } from './order-choices.ts';
import { orderPage, ordersPage, unknownOrderPage } from './order-pages.ts';
import { listNotifications, listOrders } from './orders.db.ts';
import { applyChoice, cancelOrder, createOrder, findOrder } from './orders.server.ts';
import { MOONEY_PATH } from './settings.ts';
import { isSignedCall, SIGNATURE_HEADER } from './signature.server.ts';

/** Longer than the portal's adapter waits, in ms. */
const SLOW_ANSWER_MS = 15_000;
const LISTED_ORDERS = 50;

/** Answers requests under {@link MOONEY_PATH}. */
export async function mooneySandbox(request: Request, mooney: Mooney): Promise<Response> {
  const path = new URL(request.url).pathname.slice(MOONEY_PATH.length);
  const [, resource = '', id = '', azione] = path.split('/');
  const response =
    resource === 'orders'
      ? await answerApi(request, mooney, { path, id, azione })
      : await answerPage(request, mooney, { resource, id });
  mooney.wake();
  return response;
}

type ApiPath = { path: string; id: string; azione: string | undefined };

async function answerApi(request: Request, mooney: Mooney, { path, id, azione }: ApiPath): Promise<Response> {
  const { method } = request;
  const body = await readText(request, BODY_LIMIT);
  const signature = request.headers.get(SIGNATURE_HEADER) ?? '';
  if (!isSignedCall(mooney.settings.secret, mooney.now(), { method, path, body, signature })) return jsonResponse(401);
  if (method === 'POST' && id === '') return answerCreate(mooney, body);
  const order = id === '' ? undefined : await findOrder(mooney, id);
  if (!order) return jsonResponse(404);
  if (mooney.now() < order.slowUntil) await mooney.wait(SLOW_ANSWER_MS);
  if (method === 'GET' && azione === undefined) {
    const isEarly = mooney.now() < order.vistaDal;
    return jsonResponse(200, orderAsWire(isEarly ? { ...order, status: 'PENDING', payments: [] } : order));
  }
  if (method !== 'POST' || azione !== 'cancel') return jsonResponse(404);
  const cancelled = await cancelOrder(mooney, order);
  return cancelled ? jsonResponse(200, orderAsWire(cancelled)) : jsonResponse(409);
}

async function answerCreate(mooney: Mooney, body: string): Promise<Response> {
  const parsed = orderRequest.safeParse(parseJson(body));
  if (!parsed.success) return jsonResponse(422, { issues: parsed.error.issues.map(({ path }) => path.join('.')) });
  const { returnUrls, notifyUrl } = parsed.data;
  const isOurs =
    Object.values(returnUrls).every((url) => mooney.returnOrigins.includes(new URL(url).origin)) &&
    mooney.settings.origins.includes(new URL(notifyUrl).origin);
  // The browser, and the sandbox itself, are sent only to the portal.
  if (!isOurs) return jsonResponse(422, { issues: ['returnUrls', 'notifyUrl'] });
  const order = await createOrder(mooney, parsed.data);
  if (!order) return jsonResponse(409);
  const { orderId, scade } = order;
  const redirectUrl = `${mooney.settings.url}/paga/${orderId}`;
  return jsonResponse(201, { orderId, redirectUrl, expiresAt: new Date(scade).toISOString() });
}

const sentNotification = z.object({ eventId: z.string(), order: z.object({ status: orderStatus }) });

async function answerPage(
  request: Request,
  mooney: Mooney,
  { resource, id }: { resource: string; id: string },
): Promise<Response> {
  if (resource === '') return pageResponse(200, ordersPage(await listOrders(mooney.db, LISTED_ORDERS)));
  const order = resource === 'paga' ? await findOrder(mooney, id) : undefined;
  if (!order) return pageResponse(404, unknownOrderPage());
  if (request.method === 'POST') return answerChoice(request, mooney, order);
  const notifications = (await listNotifications(mooney.db, order.orderId)).map(
    ({ quando: at, sent, dati: content }) => {
      const { eventId: evento, order } = sentNotification.parse(JSON.parse(content.corpo));
      return { evento, told: order.status, quando: at, sent, stato: content.stato, tentativi: content.tentativi };
    },
  );
  return pageResponse(200, orderPage(order, notifications));
}

/** Immediate notifications have been sent before the browser is back at the portal. */
async function answerChoice(request: Request, mooney: Mooney, order: MooneyOrder): Promise<Response> {
  const name = new URLSearchParams(await readText(request, BODY_LIMIT)).get('scelta') ?? '';
  const choice = Object.hasOwn(ORDER_CHOICES, name) ? ORDER_CHOICES[name] : undefined;
  const after = choice && (await applyChoice(mooney, order, choice));
  if (after) await deliverDue(mooney);
  // A choice that is no longer possible (two tabs, the back button) leads to the current state of the order.
  const orderPath = `${MOONEY_PATH}/paga/${order.orderId}`;
  const location = after && choice?.returnTo ? order.returnUrls[choice.returnTo] : orderPath;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Malformed JSON gets the same answer as JSON of another shape.
    return undefined;
  }
}

const jsonResponse = (status: number, content: object = {}) =>
  new Response(JSON.stringify(content), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });

const pageResponse = (status: number, { html, policy }: SandboxPage) =>
  new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  });
