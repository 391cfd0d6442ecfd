/** What nginx does with an answer: its own headers, compression, and the refusal of a body that is too large. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type BackEndFault, faultReply, sendWrongly } from './faults.ts';
import { type BackEndReply, nginxPage } from './laravel.ts';

/** How long nginx goes on reading what it has refused, so that the client reads the answer. */
const LINGER_MS = 5000;

/** @property fault way in which the answer goes wrong on its way */
type Sending = { cookies?: readonly string[]; fault?: BackEndFault | undefined; gzip?: boolean | undefined };
type Exchange = { request: IncomingMessage; response: ServerResponse };

export function sendReply(
  { request, response }: Exchange,
  { status, body = '', type, bare, headers = {} }: BackEndReply,
  { cookies = [], fault, gzip }: Sending = {},
): void {
  response.statusCode = status;
  response.setHeader('Server', 'nginx');
  if (!bare) {
    response.setHeader('X-Powered-By', 'PHP/8.3');
    response.setHeader('Cache-Control', 'no-cache, private');
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
  if (type) response.setHeader('Content-Type', type);
  let bytes: Buffer = Buffer.from(body);
  if (gzip && bytes.length > 0 && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
    bytes = gzipSync(bytes);
    response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Vary', 'Accept-Encoding');
  }
  if (fault && !faultReply(fault)) {
    sendWrongly(fault, response, bytes);
    return;
  }
  const isEmpty = status === 204 || status === 304;
  if (!isEmpty) response.setHeader('Content-Length', bytes.length);
  response.end(isEmpty || request.method === 'HEAD' ? undefined : bytes);
}

/** Answers at once, and reads on for a while: a connection that is closed on a client that writes takes the answer along. */
export function refuseBody({ request, response }: Exchange): void {
  response.setHeader('Connection', 'close');
  sendReply({ request, response }, nginxPage(413));
  const timer = setTimeout(() => request.destroy(), LINGER_MS);
  request.on('close', () => clearTimeout(timer)).resume();
}
