/** Stops the host in order: what has come is answered, what comes meanwhile is told to go elsewhere, and the house is closed last. */
import type { Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { writeSentence } from '../log.server.ts';
import type { RequestPlace } from '../monitoring/request.server.ts';
import { houseForHost } from './house-for-host.ts';

/** How long running requests, and the whole shutdown, may take after SIGTERM, in ms. */
const GRACE_MS = 10_000;
const LAST_MS = 15_000;
/** How long a host that stops looks for a moment without new connections, and how short a turn of its event loop is then, in ms. */
const WAITING_MS = 2_000;
const SHORT_TURN_MS = 0.2;

/**
 * @property hasBegun answers from then on close their connection
 * @property track is told of each answer before it is made
 * @property begin ends the process. @param code its exit code; with 0 load balancers get their time first
 */
export type HostStop = {
  hasBegun(): boolean;
  track(res: ServerResponse): void;
  begin(code: number): Promise<void>;
};

/** @param drainSeconds how long load balancers take to notice that no new requests should come */
export function createStop(server: Server, drainSeconds: number): HostStop {
  let stopping = false;
  const unanswered = new Set<ServerResponse>();

  return {
    hasBegun: () => stopping,
    track(res) {
      unanswered.add(res);
      res.once('close', () => unanswered.delete(res));
    },
    async begin(code) {
      if (stopping) return;
      stopping = true;
      houseForHost.drain?.();
      // Load balancers learn from /readyz that no new requests should come, and need some time to notice.
      // What was asked before the signal closes its connection, too: a proxy must have none left to send on when they are all closed.
      for (const res of unanswered) if (!res.headersSent) res.setHeader('connection', 'close');
      if (code === 0) await pause(drainSeconds * 1000);
      // A mail server or a database may hang: unacknowledged work is not lost work, and queued mail leaves later.
      setTimeout(() => {
        writeSentence('error', 'Fermata forzata: qualcosa non ha finito in tempo.');
        process.exit(1);
      }, LAST_MS).unref();
      await takeWaiting(server);
      await closeServer(server);
      await houseForHost.close?.();
      process.exit(code);
    },
  };
}

/** The answer to a load balancer that asks a host that stops. */
export function answerStopping(res: ServerResponse, place: RequestPlace): void {
  place.route = '/readyz';
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '5' };
  res.writeHead(503, headers).end('In chiusura.\n');
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

/** Closes the port at once, and waits for running requests within their grace. */
async function closeServer(server: Server): Promise<void> {
  const forced = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  // A kept-alive socket that was busy turns idle later: it must not delay the exit.
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await new Promise<void>((done) => {
    server.close(() => done());
    server.closeIdleConnections();
  });
  clearTimeout(forced);
  clearInterval(idle);
}
