/** A server of plain TCP on the loopback that reads requests of HTTP/1.1 and answers byte by byte, as no proper server would. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A request as it came. @property connection number of the connection it came on, from 1 */
type RawRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Every line of the head after the first, in order */
  lines: string[];
  body: Buffer;
  connection: number;
};

/** Writes the answer, or does something worse. */
export type RawAnswer = (socket: Socket, request: RawRequest) => void;

/**
 * @property url origin, without a final slash
 * @property requests whole ones, in order
 * @property answer what the next requests get
 * @property onHead told of a request whose body is still arriving
 * @property open connections that nobody has closed
 */
export type RawServer = {
  url: string;
  requests: RawRequest[];
  answer: RawAnswer;
  onHead: RawAnswer | undefined;
  open(): number;
  close(): Promise<void>;
};

/** @param port a free one unless given */
export async function startRawServer(answer: RawAnswer, port = 0): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const raw: RawServer = {
    url: '',
    requests: [],
    answer,
    onHead: undefined,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    const connection = ++connections;
    let bytes: Buffer<ArrayBufferLike> = Buffer.alloc(0);
    let hasToldHead = false;
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (let head = readHead(bytes); head; head = readHead(bytes)) {
        if (!hasToldHead) raw.onHead?.(socket, { ...head, body: Buffer.alloc(0), connection });
        hasToldHead = true;
        const body = readBody(bytes.subarray(head.length), head.headers);
        if (!body) return;
        bytes = bytes.subarray(head.length + body.length);
        hasToldHead = false;
        const request = { ...head, body: body.bytes, connection };
        raw.requests.push(request);
        raw.answer(socket, request);
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  raw.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return raw;
}

type RequestHead = Omit<RawRequest, 'body' | 'connection'> & { length: number };

function readHead(bytes: Buffer): RequestHead | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const pairs = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.replace(/^[^:]*: */, '')]);
  return { method, path, lines, headers: Object.fromEntries(pairs), length: end + 4 };
}

/** @returns undefined until all of it is there; `length` as it came, with what frames the chunks */
function readBody(bytes: Buffer, headers: Record<string, string>): { bytes: Buffer; length: number } | undefined {
  if (headers['transfer-encoding'] !== 'chunked') {
    const length = Number(headers['content-length'] ?? 0);
    return bytes.length < length ? undefined : { bytes: bytes.subarray(0, length), length };
  }
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (bytes.length < line + 4 + size) return undefined;
    if (size === 0) return { bytes: Buffer.concat(chunks), length: line + 4 };
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 4 + size;
  }
}

/** @param headers lines of the head, besides the length @returns an answer as it goes over the wire */
export function rawAnswer(status: number, body: string, ...headers: string[]): string {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return [`HTTP/1.1 ${status} Answer`, ...headers, length, '', body].join('\r\n');
}

/** @param value sent as JSON */
export const rawJson = (status: number, value: unknown, ...headers: string[]): string =>
  rawAnswer(status, JSON.stringify(value), 'content-type: application/json', ...headers);
