/**
 * The Node host: headers for every answer, precompressed files, compression, time-outs, graceful stop, Astro. It
 * holds no state and imports no stateful module of the portal: the bundle has its own copy of every module.
 */
process.env.NODE_ENV ??= 'production'; // Unset, React renders with its development build.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';
import sirv from 'sirv';
import { askedHost, clientAddress, networkOf } from './platform/address.ts';
import { createFairBegin } from './platform/fair-begin.ts';
import { escapeHtml } from './platform/html.ts';
import { writeLog, writeSentence } from './platform/log.server.ts';
import type { MetricsPort } from './platform/monitoring/metrics.ts';
import { errorLine } from './platform/monitoring/monitoring.server.ts';
import {
  duringRequest,
  REQUEST_ID_HEADER,
  type RequestPlace,
  requestIdOf,
} from './platform/monitoring/request.server.ts';
import { isHttps } from './platform/origin.ts';
import type { ResendForm } from './platform/page.server.ts';
import { SettingError } from './platform/setting.ts';
import { dropSlowBodies } from './platform/slow.ts';
import type { StillPages } from './platform/still.server.ts';
import { sandboxIdp } from './sandbox/idp.server.ts';
import { IDP_PATH } from './sandbox/idp.ts';
import { type PortalSettings, readSettings } from './settings.ts';

type NextHandler = (error?: unknown) => void;
type AstroHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next: NextHandler | undefined,
  locals: object,
) => Promise<void>;

const distUrl = new URL('../dist/', import.meta.url);
/**
 * Set by the bundle: how to close the house, how to end what lasts, how requests are counted, which pages are still true, and why the
 * house could not be opened.
 */
const STOP_SYMBOL = Symbol.for('portale.stop');
const DRAIN_SYMBOL = Symbol.for('portale.drain');
const METRICS_SYMBOL = Symbol.for('portale.metrics');
const STILL_SYMBOL = Symbol.for('portale.still');
const WHY_NOT = Symbol.for('portale.whyNot');
/** How long running requests, and the whole shutdown, may take after SIGTERM, in ms. */
const GRACE_MS = 10_000;
const LAST_MS = 15_000;
/** How long a host that stops looks for a moment without new connections, and how short a turn of its event loop is then, in ms. */
const WAITING_MS = 2_000;
const SHORT_TURN_MS = 0.2;

/** Sent with every answer. HSTS only where the portal is behind https. */
function commonHeaders(settings: PortalSettings): [string, string][] {
  return [
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', 'geolocation=(self), camera=(self), microphone=(), payment=(), usb=()'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['content-security-policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"],
    ...(isHttps(settings)
      ? [['strict-transport-security', 'max-age=63072000; includeSubDomains'] as [string, string]]
      : []),
  ];
}

/** A prerendered page needs no store. Its policy is in its head; the header must be the same, not a stricter one. */
function prerenderedPage(file: string, status: number): (fill?: string) => Response {
  const html = readFileSync(new URL(`client/${file}`, distUrl), 'utf8');
  const policy =
    /<meta http-equiv="content-security-policy" content="([^"]+)"/i.exec(html)?.[1] ?? "default-src 'self'";
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy,
  };
  return (fill = '') =>
    new Response(
      html.replace(RESEND_PLACE, () => fill),
      { status, headers },
    );
}

/** The place on the 503 page for the form that was posted. */
const RESEND_PLACE = '<div id="di-nuovo"></div>';

/** @returns the content of that place: a form that sends the same again, or what to do with files */
function sendAgain(again: ResendForm | undefined): string {
  if (!again) return '<p>Aspetta qualche secondo e ricarica la pagina.</p>';
  const once = again.fields.some(([name]) => name === '_chiave');
  const twice = once ? ' Se era già arrivato, non arriva due volte.' : '';
  if (again.files)
    return `<p>Quello che hai appena inviato, file compresi, lo conserva il tuo browser: aspetta qualche secondo, ricarica la pagina e conferma il nuovo invio.${twice}</p>`;
  const fields = again.fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<p>Quello che hai appena scritto è ancora in questa pagina: aspetta qualche secondo e invialo di nuovo.${twice}</p>
<form method="post">${fields.join('')}<button class="btn btn-primary">Invia di nuovo</button></form>`;
}

async function startHost(): Promise<void> {
  let stopping = false;
  const settings = readSettings(process.env);
  const { handler } = (await import(new URL('server/entry.mjs', distUrl).href)) as { handler: AstroHandler };
  const files = sirv(fileURLToPath(new URL('client/', distUrl)), {
    brotli: true,
    gzip: true,
    etag: true,
    dev: false,
    setHeaders: (res, path) => {
      res.setHeader(
        'cache-control',
        path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  const brokenPage = prerenderedPage('500.html', 500);
  const withForm = prerenderedPage('503/index.html', 503);
  const awayPage = (again: ResendForm | undefined) => withForm(sendAgain(again));
  const idp =
    settings.mode === 'sandbox' && !settings.backEnd && !settings.oidc.cittadini
      ? sandboxIdp(settings.publicUrl)
      : undefined;
  const headers = commonHeaders(settings);
  const compress = settings.compress ? await pageCompression() : undefined;

  const beginFairly = createFairBegin();
  const unanswered = new Set<ServerResponse>();
  const answer: RequestListener = (req, res) => {
    const place = placeOf(req, settings.trustProxy > 0);
    followRequest(req, res, place, settings.accessLog);
    unanswered.add(res);
    res.once('close', () => unanswered.delete(res));
    for (const [name, value] of headers) res.setHeader(name, value);
    req.headers.host = askedHost(req.headers.host, req.headersDistinct['x-forwarded-host'], settings.trustProxy);
    if (!isAllowed(req, res)) return;
    if (stopping) {
      // A proxy that keeps its connections opens the next one to another host.
      res.setHeader('connection', 'close');
      if (req.url?.split('?')[0] === '/readyz') return answerStopping(res, place);
    }
    const stillRoute = settings.compress ? answerStill(req, res) : undefined;
    if (stillRoute) {
      place.route = stillRoute;
      return;
    }
    const address = clientAddress(req.socket.remoteAddress ?? '', req.headers['x-forwarded-for'], settings.trustProxy);
    const identity = idp?.(req);
    if (identity) {
      place.route = IDP_PATH;
      return duringRequest(place, () => identity(req, res));
    }
    const page = () => void handler(req, res, undefined, { address, brokenPage: () => brokenPage(), awayPage });
    const astro = () => duringRequest(place, () => (compress ? compress(req, res, page) : page()));
    if (req.url?.startsWith('/_astro/') || isFile(req)) {
      place.route = FILES_ROUTE;
      files(req as never, res as never, () => {
        // A file that is not there is a page of Astro's.
        delete place.route;
        astro();
      });
    }
    // All data that has arrived is read first (measured at 50 connections: a list costs up to a tenth less).
    else beginFairly(networkOf(address), astro);
  };
  const server = createServer(
    // Headers within 10 s, checked every second. A photo over a slow line may take minutes, as long as data arrives.
    {
      headersTimeout: 10_000,
      requestTimeout: 600_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 5_000,
      maxHeaderSize: 16 * 1024,
    },
    answer,
  );
  server.maxRequestsPerSocket = 10_000;
  // A client that is silent for this long is gone.
  server.setTimeout(30_000);
  dropSlowBodies(server);

  // Requests that Node's parser refuses are answered with the same headers as all others.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return void socket.destroy();
    const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400;
    const lines = [...headers, ['connection', 'close'], ['content-length', '0']].map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    // Ended only, it would stay open for as long as its sender goes on sending.
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`, () => socket.destroy());
  });

  // @astrojs/node swallows rejections outside a request: here they end the process, after a line in the log.
  process.on('unhandledRejection', (reason) => {
    console.error(errorLine(reason, { route: 'host' }, 'fatal'));
    void stop(1);
  });

  async function stop(code: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    ((globalThis as Record<symbol, unknown>)[DRAIN_SYMBOL] as (() => void) | undefined)?.();
    // Load balancers learn from /readyz that no new requests should come, and need some time to notice.
    // What was asked before the signal closes its connection, too: a proxy must have none left to send on when they are all closed.
    for (const res of unanswered) if (!res.headersSent) res.setHeader('connection', 'close');
    if (code === 0) await pause(settings.drainSeconds * 1000);
    // A mail server or a database may hang: unacknowledged work is not lost work, and queued mail leaves later.
    setTimeout(() => {
      writeSentence('error', 'Fermata forzata: qualcosa non ha finito in tempo.');
      process.exit(1);
    }, LAST_MS).unref();
    await takeWaiting(server);
    const forced = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    // A kept-alive socket that was busy turns idle later: it must not delay the exit.
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    await new Promise<void>((done) => {
      server.close(() => done());
      server.closeIdleConnections();
    });
    clearTimeout(forced);
    clearInterval(idle);
    const close = (globalThis as Record<symbol, unknown>)[STOP_SYMBOL] as (() => Promise<void>) | undefined;
    await close?.();
    process.exit(code);
  }
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));

  // Loads middleware, store and routes. Until then the port is closed: a caller is told at once, and a proxy asks another host.
  writeSentence('info', 'Avvio il portale.');
  const ready = await askInside(answer, '/readyz');
  const first = ready === 200 ? await askInside(answer, '/segnalazione') : ready;
  // Of the page also 404, where no municipality takes reports: it was rendered all the same.
  if (ready !== 200 || first >= 500) {
    const told = (globalThis as Record<symbol, unknown>)[WHY_NOT];
    writeSentence('error', `Il portale non parte: ${told ?? `la prima pagina risponde ${first}`}`);
    return stop(1);
  }
  server.on('error', (error) => {
    writeSentence('error', `Il portale non parte: ${error.message}`);
    void stop(1);
  });
  if (!stopping)
    server.listen(settings.port, settings.host, () => writeSentence('info', `Portale pronto: ${settings.publicUrl}`));
}

/** @returns the route of the answer; undefined when the page has to be made */
function answerStill(req: IncomingMessage, res: ServerResponse): string | undefined {
  const answer = (globalThis as Record<symbol, unknown>)[STILL_SYMBOL] as StillPages['answer'] | undefined;
  return answer?.(req, res);
}

/**
 * A page compressed by gzip costs one and a half times what it costs alone, by brotli twice (docs/bench.md). With brotli's own window
 * of 4 MB it would be four times, for as many bytes; quality 5 saves a tenth and costs 100 bytes, which the longest pages do not have.
 */
async function pageCompression() {
  const { default: compressed } = await import('compression');
  return compressed({
    threshold: 860,
    brotli: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: 16 },
    },
  }) as unknown as (req: IncomingMessage, res: ServerResponse, next: () => void) => void;
}

/**
 * Asks the portal for a page before anybody else can. On a server of its own, which has no limits of time: a busy machine may take
 * minutes to load what the first page needs.
 * @returns the status of the answer
 */
async function askInside(answer: RequestListener, path: string): Promise<number> {
  const inside = createServer({ headersTimeout: 0, requestTimeout: 0 }, answer).listen(0, '127.0.0.1');
  await once(inside, 'listening');
  const { port } = inside.address() as AddressInfo;
  const call = request({ host: '127.0.0.1', port, path, agent: false }).end();
  const [page] = (await once(call, 'response')) as [IncomingMessage];
  await once(page.resume(), 'end');
  inside.close();
  return page.statusCode ?? 0;
}

/**
 * Takes the connections that wait. The system completes a connection by itself, and a proxy sends its request at once: if the host
 * closed its port before it has taken the connection, the request would be lost, and a proxy does not send a POST twice.
 * @returns in the short turn of the event loop in which there was none, for the caller to close the port at once
 */
async function takeWaiting(server: Server): Promise<void> {
  const until = performance.now() + WAITING_MS;
  let taken: boolean;
  const take = () => {
    taken = true;
  };
  server.on('connection', take);
  for (let began = performance.now(), ended = began; began < until; began = ended) {
    taken = false;
    await nextTurn();
    ended = performance.now();
    if (!taken && ended - began < SHORT_TURN_MS) break;
  }
  server.off('connection', take);
}

/** What requests for files, and requests that the host itself refuses, are called in figures and log. */
const FILES_ROUTE = '/{file}';
const REFUSED_ROUTE = '/{refused}';
/** Any other method would be a label that a caller chooses. */
const ALLOWED_METHODS = ['GET', 'HEAD', 'POST', 'DELETE'];

/** @param trusted the request comes from our own proxy, which has set or checked its headers */
function placeOf({ headers }: IncomingMessage, trusted: boolean): RequestPlace & { began: number } {
  const { [REQUEST_ID_HEADER]: id, traceparent } = headers;
  return {
    id: requestIdOf(id, trusted),
    began: performance.now(),
    traceparent: trusted && typeof traceparent === 'string' ? traceparent : undefined,
  };
}

/** Counts the request, and logs it where that is wanted, when its answer has been sent or its caller has left. */
function followRequest(
  req: IncomingMessage,
  res: ServerResponse,
  place: ReturnType<typeof placeOf>,
  logs: boolean,
): void {
  const { socket } = req;
  const before = socket.bytesWritten;
  res.once('close', () => {
    const { id, began, route = REFUSED_ROUTE, operation, streamsFrom } = place;
    const ms = (streamsFrom ?? performance.now()) - began;
    const method = ALLOWED_METHODS.includes(req.method ?? '') ? (req.method as string) : 'other';
    const status = res.writableFinished || streamsFrom ? res.statusCode : 'aborted';
    const metrics = (globalThis as Record<symbol, unknown>)[METRICS_SYMBOL] as MetricsPort | undefined;
    metrics?.request({ method, route, status, ms, place });
    if (!logs) return;
    const bytes = socket.bytesWritten - before;
    writeLog('info', 'richiesta', {
      method,
      route,
      operation,
      status,
      ms: Math.round(ms * 10) / 10,
      bytes,
      request_id: id,
    });
  });
}

function answerStopping(res: ServerResponse, place: RequestPlace): void {
  place.route = '/readyz';
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '5' };
  res.writeHead(503, headers).end('In chiusura.\n');
}

/**
 * Refuses TRACE and other methods that no address takes; a target that is an absolute URL or badly percent-encoded; and a `Host` that is
 * missing, repeated, or more than a name and a port, which would give another address than the requested one.
 * The answer says nothing.
 */
function isAllowed(req: IncomingMessage, res: ServerResponse): boolean {
  const method = ALLOWED_METHODS.includes(req.method ?? '');
  if (method && req.url?.startsWith('/') && isDecodable(req.url) && fromHost(req)) return true;
  res.writeHead(method ? 400 : 501).end();
  return false;
}

const HOST_FORM = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i;

function fromHost({ headers: { host = '' }, headersDistinct, url }: IncomingMessage): boolean {
  // A name of that shape may still be no address: 999.999.999.999, a port beyond 65535.
  return headersDistinct.host?.length === 1 && HOST_FORM.test(host) && URL.canParse(`http://${host}${url}`);
}

function isDecodable(url: string): boolean {
  try {
    decodeURI(url.split('?')[0] as string);
    return true;
  } catch {
    return false;
  }
}

/** Files have an ending; pages have none. Prerendered pages are left to Astro, which sends their policy. */
function isFile(req: IncomingMessage): boolean {
  return (
    (req.method === 'GET' || req.method === 'HEAD') &&
    /^\/[\w/-]+\.(svg|ico|png|woff2|txt|webmanifest)(\?|$)/.test(req.url ?? '')
  );
}

startHost().catch((error: unknown) => {
  writeSentence('error', `Il portale non parte: ${error instanceof Error ? error.message : error}`);
  if (!(error instanceof SettingError)) console.error(errorLine(error, { route: 'host' }, 'fatal'));
  process.exit(1);
});
