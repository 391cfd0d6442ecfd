/** Protects the host from clients that occupy connections by sending very slowly. */
import type { IncomingMessage, Server } from 'node:http';

/**
 * The least number of bytes of a body in a period: a tenth of a bad mobile line. The first bytes have half that time, because the
 * connection exists already and only has to be used.
 */
const LEAST_BYTES = 16 * 1024;
const WITHIN_MS = 20_000;

/** @property until when, on the monotonic clock, the next bytes must have come @property read bytes of the connection at that time */
type WatchedSocket = { until: number; read: number };

/**
 * Ends connections whose body trickles (one byte a second would occupy a connection for ever), and spares slow telephones.
 * @param within ms; shorter in tests
 */
export function dropSlowBodies(server: Server, within = WITHIN_MS): void {
  const watched = new Map<IncomingMessage, WatchedSocket>();
  server.prependListener('request', (req) => {
    if (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined) return;
    watched.set(req, { until: performance.now() + within / 2, read: req.socket.bytesRead });
    const forget = () => watched.delete(req);
    req.once('end', forget);
    req.once('close', forget);
  });
  const look = () => {
    const now = performance.now();
    for (const [req, mark] of watched) {
      if (now < mark.until) continue;
      if (req.socket.bytesRead - mark.read < LEAST_BYTES) req.socket.destroy();
      else watched.set(req, { until: now + within, read: req.socket.bytesRead });
    }
  };
  setInterval(look, within / 8).unref();
}
