/** A real HTTP server on a free port of the loopback that answers like a payment provider, or fails in one of its ways. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * `silent` takes requests and never answers · `reset` breaks the connection · `html` a page with status 200 · `garbage` bytes without
 * meaning · `endless` an answer without end · `elsewhere` redirects to `elsewhere` · `nowhere` 302 without an address
 */
export type ProviderFault =
  | 'silent'
  | 'reset'
  | 'html'
  | 'garbage'
  | 'endless'
  | 'elsewhere'
  | 'nowhere'
  | 'unavailable';

export type ProviderServer = {
  /** Origin, without a trailing slash */
  url: string;
  /** Method and path of every request, in order */
  calls: { line: string; headers: Record<string, string>; body: string }[];
  /** Gives the answer to each request from now on */
  answer: (request: Request) => Response | Promise<Response>;
  /** When set, every request fails this way */
  fault: ProviderFault | undefined;
  /** Where `elsewhere` redirects to */
  elsewhere: string;
  close(): Promise<void>;
};

export async function startProviderServer(): Promise<ProviderServer> {
  const provider: ProviderServer = {
    url: '',
    calls: [],
    answer: () => new Response('nothing here', { status: 404 }),
    fault: undefined,
    elsewhere: '',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((incoming, outgoing) => {
    serve(provider, incoming, outgoing).catch((cause: Error) => outgoing.destroy(cause));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}

async function serve(provider: ProviderServer, incoming: IncomingMessage, out: ServerResponse): Promise<void> {
  const body = await buffer(incoming);
  const { method = 'GET', url = '/' } = incoming;
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  provider.calls.push({ line: `${method} ${url}`, headers, body: body.toString() });
  if (provider.fault) return failures[provider.fault](out, provider);
  const withBody = method !== 'GET' && method !== 'HEAD';
  const response = await provider.answer(
    new Request(provider.url + url, { method, headers, ...(withBody && { body: new Uint8Array(body) }) }),
  );
  out.writeHead(response.status, Object.fromEntries(response.headers)).end(Buffer.from(await response.arrayBuffer()));
}

const html = { 'content-type': 'text/html; charset=utf-8' };

const failures: Record<ProviderFault, (out: ServerResponse, provider: ProviderServer) => void> = {
  silent: () => {},
  reset: (out) => out.destroy(),
  html: (out) => out.writeHead(200, html).end('<!doctype html><title>Manutenzione</title><p>Torniamo presto.</p>'),
  garbage: (out) => out.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([0x7b, 0xff, 0, 0x3c])),
  endless: (out) => {
    out.writeHead(200, { 'content-type': 'application/xml' });
    const more = () => {
      while (!out.destroyed && out.write('<a>'.repeat(10_000)));
      out.once('drain', more);
    };
    more();
  },
  elsewhere: (out, { elsewhere }) => out.writeHead(302, { location: elsewhere }).end(),
  nowhere: (out) => out.writeHead(302).end(),
  unavailable: (out) => out.writeHead(503, { 'content-type': 'application/problem+json' }).end('{"status":503}'),
};
