/** A house of the tests behind real HTTP plays a back end for a portal in front of it; with its answers in other words, if told. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { setCookie } from '../../src/platform/cookie.ts';
import { answerCall } from '../../src/platform/http.server.ts';
import { csrfToken, newVisitor, readVisitor, visitorCookie } from '../../src/platform/visitor.server.ts';
import { BEHIND_COOKIE, gateOf, type Rig, rigApi, userBehind } from '../rig.ts';

/** Says the calls and answers of the contract otherwise: what a back end of another make does by itself. */
export type CallTranslation = {
  request(request: Request): Request | Promise<Request>;
  response(response: Response): Response | Promise<Response>;
};

/** A request as it came. @property bytes of its body that have arrived so far */
type SeenRequest = { method: string; path: string; headers: Record<string, string>; bytes: number };

/**
 * @property url origin, without a final slash
 * @property seen every request, in order
 */
export type PortalBehind = { url: string; seen: SeenRequest[]; close(): Promise<void> };

/** @param rig whose house answers; it trusts the address that the portal in front of it tells */
export async function startPortalBehind(rig: Rig, translation?: CallTranslation): Promise<PortalBehind> {
  const house = { ...rig.house, settings: { ...rig.house.settings, trustProxy: 1 } };
  const behind: PortalBehind = {
    url: '',
    seen: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch((cause: Error) => outgoing.destroy(cause));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  behind.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return behind;

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const came = noteRequest(behind, incoming);
    const request = translation ? await translation.request(came) : came;
    const answered = await answer(request, incoming.socket.remoteAddress);
    const response = translation ? await translation.response(answered) : answered;
    const cookies = response.headers.getSetCookie();
    outgoing.writeHead(response.status, {
      ...Object.fromEntries(response.headers),
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    });
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  }

  async function answer(request: Request, peer = '127.0.0.1'): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/sanctum/csrf-cookie') return tokenResponse(request);
    if (!pathname.startsWith('/api/')) return new Response('nothing here', { status: 404 });
    const user = userBehind(request);
    return answerCall(request, rigApi, await gateOf(request, house, { peer, ...(user && { user }) }));
  }

  /** As src/pages/sanctum/csrf-cookie.ts answers. */
  function tokenResponse(request: Request): Response {
    const given = new RegExp(`(?:^|; )${OWN_COOKIE}=([^;]+)`).exec(request.headers.get('cookie') ?? '')?.[1];
    const visitor = readVisitor(house.signer, given) ?? newVisitor();
    const token = encodeURIComponent(csrfToken(house.signer, visitor));
    const headers = new Headers({ 'cache-control': 'no-store' });
    headers.append(
      'set-cookie',
      setCookie({ name: BEHIND_COOKIE, value: visitorCookie(house.signer, visitor), secure: false }),
    );
    headers.append('set-cookie', setCookie({ name: 'XSRF-TOKEN', value: token, secure: false, forScripts: true }));
    return new Response(null, { status: 204, headers });
  }
}

/** The visitor of the house that plays the back end. */
const OWN_COOKIE = 'visitatore';

function noteRequest({ url, seen }: PortalBehind, incoming: IncomingMessage): Request {
  const { method = 'GET', url: path = '/' } = incoming;
  const came = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const note: SeenRequest = { method, path, headers: came, bytes: 0 };
  const cookie = (came.cookie ?? '').replace(`${BEHIND_COOKIE}=`, `${OWN_COOKIE}=`);
  const headers = { ...came, cookie };
  seen.push(note);
  if (method !== 'POST') return new Request(url + path, { method, headers });
  const body = new PassThrough();
  incoming.on('data', (part: Buffer) => {
    note.bytes += part.length;
  });
  incoming.on('error', (cause) => body.destroy(cause)).on('aborted', () => body.destroy(new Error('aborted')));
  incoming.pipe(body);
  return new Request(url + path, {
    method,
    headers,
    duplex: 'half',
    body: Readable.toWeb(body) as ReadableStream<Uint8Array>,
  } as RequestInit);
}
