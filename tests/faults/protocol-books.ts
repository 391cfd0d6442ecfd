/** The protocol of every ente outside of the portal, with a book of what it has registered; it fails in all ways that a network knows. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { todayInRome } from '../../src/platform/atoms/date.ts';
import { protocolRequest } from '../../src/platform/protocol.ts';
import { startProviderServer } from '../doubles/provider-server.ts';

/** @property asked how often it was asked for */
type BookedRegistration = { numero: string; ente: string; tipo: string; asked: number };

/** @property book by the id of the registration @property orphans documents that a registration names and that never came */
export type BookedProtocol = {
  url: string;
  book: ReadonlyMap<string, BookedRegistration>;
  orphans: readonly string[];
  close(): Promise<void>;
};

/** Slower than a kill is fast, and faster than the portal gives up. */
const SLOW_MS = 200;

export async function startBookedProtocol(): Promise<BookedProtocol> {
  const server = await startProviderServer();
  const book = new Map<string, BookedRegistration>();
  const documents = new Set<string>();
  const orphans: string[] = [];
  server.answer = async (request) => {
    const { pathname } = new URL(request.url);
    if (randomInt(25) === 0) return new Response(null, { status: 503 });
    const sha256 = /^\/documenti\/(\w+)$/.exec(pathname)?.[1];
    if (sha256) {
      documents.add(sha256);
      return new Response(null, { status: 204 });
    }
    const asked = z.parse(protocolRequest, await request.json());
    orphans.push(...asked.documenti.flatMap((one) => (documents.has(one.sha256) ? [] : one.sha256)));
    const known = book.get(asked.id);
    if (!known && randomInt(6) === 0) return new Response(null, { status: 202 });
    const numero = known?.numero ?? String(book.size + 1).padStart(7, '0');
    book.set(asked.id, { numero, ente: asked.ente.codice, tipo: asked.tipo, asked: (known?.asked ?? 0) + 1 });
    await pause(randomInt(SLOW_MS)); // a clerk’s system is slow
    // Registered, and the answer is lost on its way: what is most dangerous.
    if (randomInt(8) === 0) return new Response('<!doctype html><title>504</title>', { status: 504 });
    return Response.json({ id: asked.id, numero, data: todayInRome(Date.now()), registro: 'Generale' });
  };
  return { url: server.url, book, orphans, close: server.close };
}
