/**
 * The Node host: headers for every answer, precompressed files, compression, time-outs, graceful stop, Astro. It
 * holds no state and imports no stateful module of the portal: the bundle has its own copy of every module.
 */
process.env.NODE_ENV ??= 'production'; // Unset, React renders with its development build.

import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';
import sirv from 'sirv';
import { askedHost, clientAddress, networkOf } from './platform/address.ts';
import { createFairBegin } from './platform/host/fair-begin.ts';
import { FILES_ROUTE, followRequest, placeOf } from './platform/host/follow.server.ts';
import { houseForHost } from './platform/host/house-for-host.ts';
import { prerenderedPages } from './platform/host/prerendered.server.ts';
import { isAllowed, refuseUnreadable } from './platform/host/refuse.server.ts';
import { dropSlowBodies } from './platform/host/slow.ts';
import { answerStopping, createStop, type HostStop } from './platform/host/stop.server.ts';
import { writeSentence } from './platform/log.server.ts';
import { errorLine } from './platform/monitoring/monitoring.server.ts';
import { duringRequest } from './platform/monitoring/request.server.ts';
import { isHttps } from './platform/origin.ts';
import { SettingError } from './platform/setting.ts';
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
const clientUrl = new URL('client/', distUrl);

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

/** Answers every request: by the host itself, by the sandbox's identity provider, with a file, or by Astro. */
async function createAnswer(
  settings: PortalSettings,
  headers: readonly [string, string][],
  stop: HostStop,
): Promise<RequestListener> {
  const { handler } = (await import(new URL('server/entry.mjs', distUrl).href)) as { handler: AstroHandler };
  const files = builtFiles();
  const pages = prerenderedPages(clientUrl);
  const idp =
    settings.mode === 'sandbox' && !settings.backEnd && !settings.oidc.cittadini
      ? sandboxIdp(settings.publicUrl)
      : undefined;
  const compress = settings.compress ? await pageCompression() : undefined;
  const beginFairly = createFairBegin();

  return (req, res) => {
    const place = placeOf(req, settings.trustProxy > 0);
    followRequest(req, res, place, settings.accessLog);
    stop.track(res);
    for (const [name, value] of headers) res.setHeader(name, value);
    req.headers.host = askedHost(req.headers.host, req.headersDistinct['x-forwarded-host'], settings.trustProxy);
    if (!isAllowed(req, res)) return;
    if (stop.hasBegun()) {
      // A proxy that keeps its connections opens the next one to another host.
      res.setHeader('connection', 'close');
      if (req.url?.split('?')[0] === '/readyz') return answerStopping(res, place);
    }
    const stillRoute = settings.compress ? houseForHost.answerStill?.(req, res) : undefined;
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
    const page = () => void handler(req, res, undefined, { address, ...pages });
    const astro = () => duringRequest(place, () => (compress ? compress(req, res, page) : page()));
    if (req.url === WORKER_PATH && !settings.offlineForm) {
      place.route = FILES_ROUTE;
      return answerNoWorker(res);
    }
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
}

/** The worker that keeps the form of a report for when there is no connection: it fetches from here alone. */
const WORKER_PATH = '/senza-linea.js';
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";
/** In its place where OFFLINE_FORM=0: a browser that has it asks for this at its next visit, and forgets all that it stored. */
const NO_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('senza-linea:')) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

function answerNoWorker(res: ServerResponse): void {
  res.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': WORKER_POLICY,
    'cache-control': 'no-cache',
  });
  res.end(NO_WORKER);
}

/** What the build has made of scripts, style and pictures, with its compressed forms. */
function builtFiles() {
  return sirv(fileURLToPath(clientUrl), {
    brotli: true,
    gzip: true,
    etag: true,
    dev: false,
    setHeaders: (res, path) => {
      if (path === WORKER_PATH) {
        res.setHeader('content-security-policy', WORKER_POLICY);
        res.setHeader('cache-control', 'no-cache');
        return;
      }
      res.setHeader(
        'cache-control',
        path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
}

/** A server that gives up a client who is too slow, or gone. */
function createPortalServer(): Server {
  const server = createServer({
    // Headers within 10 s, checked every second. A photo over a slow line may take minutes, as long as data arrives.
    headersTimeout: 10_000,
    requestTimeout: 600_000,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 5_000,
    maxHeaderSize: 16 * 1024,
  });
  server.maxRequestsPerSocket = 10_000;
  // A client that is silent for this long is gone.
  server.setTimeout(30_000);
  dropSlowBodies(server);
  return server;
}

async function startHost(): Promise<void> {
  const settings = readSettings(process.env);
  const headers = commonHeaders(settings);
  const server = createPortalServer();
  const stop = createStop(server, settings.drainSeconds);
  const answer = await createAnswer(settings, headers, stop);
  server.on('request', answer);
  refuseUnreadable(server, headers);

  // @astrojs/node swallows rejections outside a request: here they end the process, after a line in the log.
  process.on('unhandledRejection', (reason) => {
    console.error(errorLine(reason, { route: 'host' }, 'fatal'));
    void stop.begin(1);
  });
  process.on('SIGTERM', () => void stop.begin(0));
  process.on('SIGINT', () => void stop.begin(0));

  // Loads middleware, store and routes. Until then the port is closed: a caller is told at once, and a proxy asks another host.
  writeSentence('info', 'Avvio il portale.');
  const ready = await askInside(answer, '/readyz');
  const first = ready === 200 ? await askInside(answer, '/segnalazione') : ready;
  // Of the page also 404, where no municipality takes reports: it was rendered all the same.
  if (ready !== 200 || first >= 500) {
    writeSentence('error', `Il portale non parte: ${houseForHost.whyNot ?? `la prima pagina risponde ${first}`}`);
    return stop.begin(1);
  }
  server.on('error', (error) => {
    writeSentence('error', `Il portale non parte: ${error.message}`);
    void stop.begin(1);
  });
  if (!stop.hasBegun())
    server.listen(settings.port, settings.host, () => writeSentence('info', `Portale pronto: ${settings.publicUrl}`));
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

/** Files have an ending; pages have none. Prerendered pages are left to Astro, which sends their policy. */
function isFile(req: IncomingMessage): boolean {
  return (
    (req.method === 'GET' || req.method === 'HEAD') &&
    (req.url === WORKER_PATH || /^\/[\w/-]+\.(svg|ico|png|woff2|txt|webmanifest)(\?|$)/.test(req.url ?? ''))
  );
}

startHost().catch((error: unknown) => {
  writeSentence('error', `Il portale non parte: ${error instanceof Error ? error.message : error}`);
  if (!(error instanceof SettingError)) console.error(errorLine(error, { route: 'host' }, 'fatal'));
  process.exit(1);
});
