import type { IncomingMessage, Server } from 'node:http';

/** A body must bring so many bytes in so long, or its place goes to somebody else: a tenth of a bad mobile line. */
const LEAST = 16 * 1024;
const WITHIN = 20_000;

type Watched = { at: number; read: number };

/**
 * Ends connections whose body trickles (one byte a second keeps a place for ever), and leaves a slow telephone alone.
 * @param within ms; shorter in tests
 */
export function dropSlowBodies(server: Server, within = WITHIN): void {
  const watched = new Map<IncomingMessage, Watched>();
  server.prependListener('request', (req) => {
    if (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined) return;
    watched.set(req, { at: Date.now(), read: req.socket.bytesRead });
    const forget = () => watched.delete(req);
    req.once('end', forget);
    req.once('close', forget);
  });
  const look = () => {
    const now = Date.now();
    for (const [req, mark] of watched) {
      if (now - mark.at < within) continue;
      if (req.socket.bytesRead - mark.read < LEAST) req.socket.destroy();
      else watched.set(req, { at: now, read: req.socket.bytesRead });
    }
  };
  setInterval(look, within / 4).unref();
}
