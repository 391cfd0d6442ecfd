/** HTTP for the doubles of a back end: what comes is a Request whose body may still be arriving, what goes is a Response. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came. @property bytes of its body that have been read so far */
type SeenRequest = { method: string; path: string; headers: Record<string, string>; bytes: number };

/**
 * @property url origin, without a final slash
 * @property seen every request, in order
 */
export type BackEndServer = { url: string; seen: SeenRequest[]; close(): Promise<void> };

/** @param peer address of the client @returns what is sent as it is, and broken off where its body fails */
type AnswerRequest = (request: Request, peer: string) => Promise<Response>;

export async function startBackEnd(answer: AnswerRequest, port = 0): Promise<BackEndServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const send = async () => {
      const response = await answer(noteRequest(seen, incoming), incoming.socket.remoteAddress ?? '127.0.0.1');
      const cookies = response.headers.getSetCookie();
      outgoing.writeHead(response.status, {
        ...Object.fromEntries(response.headers),
        ...(cookies.length > 0 && { 'set-cookie': cookies }),
      });
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    };
    send().catch((cause: Error) => outgoing.destroy(cause));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function noteRequest(seen: SeenRequest[], incoming: IncomingMessage): Request {
  const { method = 'GET', url: path = '/' } = incoming;
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const note: SeenRequest = { method, path, headers, bytes: 0 };
  seen.push(note);
  const url = `http://${headers.host}${path}`;
  if (method !== 'POST') return new Request(url, { method, headers });
  const parts = async function* () {
    for await (const part of incoming) {
      note.bytes += part.length;
      yield part;
    }
  };
  const init: object = { method, headers, duplex: 'half', body: parts() };
  return new Request(url, init);
}
