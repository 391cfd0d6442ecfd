/**
 * A double of a municipality's back end made with Laravel and Sanctum, on the loopback: an nginx and a PHP application that
 * speak the calls of the portal to a single-page application, as strictly as the real ones. Nothing is stored on disk.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BodyTooLarge, readBackEndBody } from './sanctum/body.ts';
import { caseRoutes } from './sanctum/case-routes.ts';
import { type BackEndFaults, faultReply, faultTable } from './sanctum/faults.ts';
import { backEndKernel } from './sanctum/kernel.ts';
import { nginxPage } from './sanctum/laravel.ts';
import { MEZZI_ROUTES } from './sanctum/mezzi-routes.ts';
import { refuseBody, sendReply } from './sanctum/nginx.ts';
import { PAYMENT_ROUTES } from './sanctum/payment-routes.ts';
import { POSIZIONE_ROUTES } from './sanctum/posizione-routes.ts';
import { serviceRoutes } from './sanctum/service-routes.ts';
import { type CookieOptions, sessionStore } from './sanctum/session.ts';
import {
  answerAsOperator,
  type BackEndEnte,
  makeTown,
  type OperatorAnswer,
  SANDBOX_ENTI,
  type Town,
} from './sanctum/town.ts';
import { USER_ROUTES } from './sanctum/user-routes.ts';
import { WEB_ROUTES } from './sanctum/web-routes.ts';

/**
 * @property prefix path under which the application lies, '/backend'; none by default
 * @property stateful hosts of the application's pages as in Sanctum's configuration: `host`, `host:port`, `*` for any letters;
 *   by default 127.0.0.1:4321. Also a field of the server, to be changed when the portal's port is known
 * @property enti municipalities that it serves; those of the sandbox by default
 * @property json419 a wrong anti-forgery token is answered in JSON when JSON is asked for; else always by an HTML page
 * @property lenientBot a POST may come without `g-recaptcha-response`
 * @property lean answers have the fields that every back end has, and none of the portal's own wishes
 * @property gzip nginx compresses JSON and pages
 * @property maxBody most bytes that nginx takes of a multipart body, 12 MiB by default
 * @property maxFile largest file in bytes, 10 MiB by default
 * @property port where it listens, one that is free by default
 */
export type SanctumOptions = CookieOptions & {
  prefix?: string;
  stateful?: readonly string[];
  enti?: readonly BackEndEnte[];
  json419?: boolean;
  lenientBot?: boolean;
  lean?: boolean;
  gzip?: boolean;
  maxBody?: number;
  maxFile?: number;
  port?: number;
};

/** @property path with its query, as it arrived @property body text, or the number of bytes of a multipart body */
type LoggedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string | number };

export type SanctumServer = {
  /** Address with the prefix, without a slash at its end */
  url: string;
  stateful: string[];
  /** Every request, in order, as soon as its head arrived; the body is there when it was read */
  log: LoggedRequest[];
  /** Last one-time code by e-mail, in small letters */
  codes: ReadonlyMap<string, string>;
  /** Makes answers wrong, and right again */
  reply: BackEndFaults;
  /** What it holds: citizens, positions, cases, files (digest and size), payments */
  town: Town;
  /** An operator writes in a case, or changes its state. @throws Error for a case that is not there */
  operate(id: string, answer: OperatorAnswer): void;
  /** Every session is lost, as when Laravel's storage is cleared */
  endSessions(): void;
  close(): Promise<void>;
};

const MEGABYTE = 1024 * 1024;
/** Bodies without a file. */
const FIELDS_LIMIT = 64 * 1024;

export async function sanctumServer(options: SanctumOptions = {}): Promise<SanctumServer> {
  const { prefix = '', enti = SANDBOX_ENTI, maxBody = 12 * MEGABYTE, maxFile = 10 * MEGABYTE, gzip } = options;
  const { json419 = false, lenientBot = false, lean = false } = options;
  const town = makeTown(enti);
  const sessions = sessionStore(options);
  const faults = faultTable();
  const server = createServer((request, response) => {
    serve(request, response).catch((cause: Error) => response.destroy(cause));
  });
  const double: SanctumServer = {
    url: '',
    stateful: [...(options.stateful ?? ['127.0.0.1:4321'])],
    log: [],
    codes: town.codes,
    town,
    reply: { break: faults.break, mend: faults.mend },
    operate: (id, answer) => {
      const pratica = town.pratiche.get(id);
      if (!pratica) throw new Error(`no case ${id}`);
      answerAsOperator(pratica, answer);
    },
    endSessions: sessions.endAll,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  const answerOf = backEndKernel({
    town,
    sessions,
    json419,
    lenientBot,
    lean,
    stateful: double.stateful,
    url: () => double.url,
    routes: [
      ...WEB_ROUTES,
      ...USER_ROUTES,
      ...caseRoutes(),
      ...POSIZIONE_ROUTES,
      ...serviceRoutes(maxFile),
      ...MEZZI_ROUTES,
      ...PAYMENT_ROUTES,
    ],
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const entry: LoggedRequest = { method, path: url, headers, body: '' };
    double.log.push(entry);
    response.on('error', () => undefined);
    const read = await readBackEndBody(request, { body: maxBody, fields: FIELDS_LIMIT }).catch((error: unknown) => {
      if (error instanceof BodyTooLarge) return undefined;
      throw error;
    });
    if (!read) return refuseBody({ request, response });
    entry.body = read.logged;
    const { pathname, searchParams: query } = new URL(url, 'http://localhost');
    if (pathname !== prefix && !pathname.startsWith(`${prefix}/`))
      return sendReply({ request, response }, nginxPage(404));
    const path = pathname.slice(prefix.length).replace(/\/$/, '') || '/';
    const fault = faults.next(path);
    const instead = fault && faultReply(fault);
    const { reply, cookies } = answerOf({ method, path, query, headers, read, instead });
    sendReply({ request, response }, reply, { cookies: reply.bare ? [] : cookies, fault, gzip });
  }

  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done));
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
  return double;
}
