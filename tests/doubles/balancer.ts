/** The proxy in front of several hosts, with the rules of docs/operations/nginx.conf and nginx-several-hosts.conf. */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * @property url what browsers see
 * @property answered how many requests each host has answered, by its address
 */
export type Balancer = { url: string; answered: ReadonlyMap<string, number>; close(): Promise<void> };

/**
 * Sends each request of a person to another host than the one before. A host that refuses the connection has not seen the request,
 * so that another one gets it; a read goes to another one also when its host breaks off.
 * @param hosts addresses of the hosts, asked at each request
 */
export async function balancer(hosts: () => readonly string[]): Promise<Balancer> {
  const turns = new Map<string, number>();
  const answered = new Map<string, number>();
  const agent = new Agent({ keepAlive: true, timeout: 4_000 });

  const pass = (host: string, asked: IncomingMessage, res: ServerResponse, body: Buffer) =>
    new Promise<IncomingMessage>((answer, failed) => {
      const { method, url, headers } = asked;
      const onwards = request(host + url, { method, headers: { ...headers, connection: 'keep-alive' }, agent });
      onwards.on('response', answer).on('error', failed);
      // A browser that leaves is a browser less for the host, too.
      res.once('close', () => onwards.destroy());
      onwards.end(body);
    });

  async function answer(asked: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await buffer(asked);
    const person = /visitatore=([^;]*)/.exec(asked.headers.cookie ?? '')?.[1] ?? '';
    const turn = turns.get(person) ?? 0;
    turns.set(person, turn + 1);
    const all = hosts();
    for (let next = 0; next < all.length; next++) {
      const host = all[(turn + next) % all.length] as string;
      try {
        const got = await pass(host, asked, res, body);
        answered.set(host, (answered.get(host) ?? 0) + 1);
        res.writeHead(got.statusCode ?? 502, got.headers);
        got.on('error', () => res.destroy());
        return void got.pipe(res);
      } catch (error) {
        const unseen = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
        if (!unseen && asked.method !== 'GET' && asked.method !== 'HEAD') break;
      }
    }
    res.writeHead(502).end('Bad Gateway');
  }

  const server = createServer((asked, res) => void answer(asked, res).catch(() => res.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    answered,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
