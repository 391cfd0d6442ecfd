/** Refuses what is no request of a browser or a program to the portal, before anything else looks at it. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';

/** Any other method would be a label that a caller chooses. */
export const ALLOWED_METHODS = ['GET', 'HEAD', 'POST', 'DELETE'];

/**
 * Refuses TRACE and other methods that no address takes; a target that is an absolute URL or badly percent-encoded; and a `Host` that is
 * missing, repeated, or more than a name and a port, which would give another address than the requested one.
 * The answer says nothing.
 */
export function isAllowed(req: IncomingMessage, res: ServerResponse): boolean {
  const method = ALLOWED_METHODS.includes(req.method ?? '');
  if (method && req.url?.startsWith('/') && isDecodable(req.url) && fromHost(req)) return true;
  res.writeHead(method ? 400 : 501).end();
  return false;
}

const HOST_FORM = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i;

function fromHost({ headers: { host = '' }, headersDistinct, url }: IncomingMessage): boolean {
  // A name of that shape may still be no address: 999.999.999.999, a port beyond 65535.
  return headersDistinct.host?.length === 1 && HOST_FORM.test(host) && URL.canParse(`http://${host}${url}`);
}

function isDecodable(url: string): boolean {
  try {
    decodeURI(url.split('?')[0] as string);
    return true;
  } catch {
    return false;
  }
}

/** Requests that Node's parser refuses are answered with the same headers as all others. */
export function refuseUnreadable(server: Server, headers: readonly [string, string][]): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return void socket.destroy();
    const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400;
    const lines = [...headers, ['connection', 'close'], ['content-length', '0']].map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    // Ended only, it would stay open for as long as its sender goes on sending.
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`, () => socket.destroy());
  });
}
