/** A double of Sentry that stores what it receives. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** One item of an envelope: its header (`type` is event, transaction, session…) and its parsed body. */
type EnvelopeItem = { header: { type: string }; body: Record<string, unknown> };

export type SentryDouble = {
  /** True: every connection is broken off. */
  away: boolean;
  /** How many it has broken off */
  refused: number;
  /** Forgets what it received, and is there */
  clear(): void;
  /** The value for SENTRY_DSN. */
  dsn: string;
  /** Every item received so far, in order. */
  items: EnvelopeItem[];
  /** All that was received, as it came: URL, headers and unpacked bytes, so that a test can search for what must not be there. */
  raw: string[];
  /** Items of one type. */
  events: (type?: string) => Record<string, unknown>[];
  close: () => Promise<void>;
};

const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
};

/** Listens on a free port of this machine, takes envelopes over real HTTP, and stores them for the test. */
export async function startSentry(): Promise<SentryDouble> {
  const items: EnvelopeItem[] = [];
  const raw: string[] = [];
  const server = createServer(async (request, response) => {
    if (double.away) {
      double.refused += 1;
      request.destroy();
      return;
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CORS_HEADERS).end();
      return;
    }
    const text = unpack(await buffer(request), request.headers['content-encoding']);
    raw.push(`${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${text}`);
    const known = /^\/api\/1\/envelope\//.test(request.url ?? '');
    if (known) items.push(...readEnvelope(text));
    response.writeHead(known ? 200 : 404, { ...CORS_HEADERS, 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const double: SentryDouble = {
    away: false,
    refused: 0,
    clear() {
      items.length = 0;
      raw.length = 0;
      double.away = false;
    },
    dsn: `http://${'f00dcafe'.repeat(4)}@127.0.0.1:${port}/1`,
    items,
    raw,
    events: (type = 'event') => items.filter((item) => item.header.type === type).map((item) => item.body),
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
  return double;
}

function unpack(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return bytes.toString();
}

/** An envelope is lines of JSON: its own header, then header and body of each item. */
function readEnvelope(text: string): EnvelopeItem[] {
  const lines = text.split('\n').filter(Boolean).slice(1);
  const items: EnvelopeItem[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    items.push({ header: JSON.parse(lines[at] ?? ''), body: JSON.parse(lines[at + 1] ?? '') });
  }
  return items;
}
