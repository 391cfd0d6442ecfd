/** Calls an address that somebody wrote into the portal or sent to it: never a machine of the municipality's own network by accident. */
import { lookup } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isInNetworks } from './networks.server.ts';
import { isOutsideUrl } from './outside-url.ts';

/** @property maxBytes of the answer; a longer one is a failure @property maxMs until the answer has ended */
export type OutsideCall = {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  maxBytes: number;
  maxMs: number;
  /** Also without encryption, for what is no secret */
  plain?: boolean;
};
export type OutsideAnswer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/**
 * Something on the way to an answer failed. Its words are shown to who administers: they say nothing of the portal's own network.
 * @property isUnsent nothing has reached the other side, so that the call may come again
 */
export class OutsideError extends Error {
  readonly isUnsent: boolean;
  constructor(message: string, { cause, isUnsent = true }: { cause?: unknown; isUnsent?: boolean } = {}) {
    super(message, { cause });
    this.isUnsent = isUnsent;
  }
}

const NOT_REACHABLE = 'L’indirizzo porta a una rete che il portale non può raggiungere.';

/**
 * The address is looked at when the connection is made, so that a name cannot show one address and lead to another. Private,
 * loopback and other special networks are refused. Redirects are answers like others: nobody follows them.
 * @param networks CIDR blocks that are reached although they are private, also without encryption (REACHABLE_NETWORKS)
 * @throws OutsideError
 */
export function callOutside(call: OutsideCall, networks: readonly string[]): Promise<OutsideAnswer> {
  const url = URL.parse(call.url);
  if (!url || !isOutsideUrl(call.url)) return Promise.reject(new OutsideError('L’indirizzo non è valido.'));
  const isEncrypted = url.protocol === 'https:';
  const isReachable = (address: string): boolean =>
    isInNetworks(address, networks) ||
    ((isEncrypted || call.plain === true) && ipaddr.process(address).range() === 'unicast');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isReachable(host)) return Promise.reject(new OutsideError(NOT_REACHABLE));
  const options: http.RequestOptions = {
    method: call.method,
    headers: call.headers ?? {},
    agent: false,
    lookup: lookupWhere(isReachable),
    signal: AbortSignal.timeout(call.maxMs),
  };
  return new Promise((resolve, reject) => {
    let isUnsent = true;
    const refuse = (cause: unknown) => reject(new OutsideError(wordsOf(cause, call), { cause, isUnsent }));
    const request = (isEncrypted ? https : http).request(url, options, (answer) => {
      readBody(answer, call.maxBytes).then(
        (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
        refuse,
      );
    });
    request.on('error', refuse);
    request.on('socket', (socket) =>
      socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
        isUnsent = false;
      }),
    );
    request.end(call.body);
  });
}

/** Finds a name's addresses as the connection does, and refuses it when one of them may not be reached. */
function lookupWhere(isReachable: (address: string) => boolean): LookupFunction {
  return (name, options, done) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      const first = found?.[0];
      if (error || !first) return done(error ?? new OutsideError('Il nome dell’indirizzo non si trova.'), '', 0);
      if (!found.every(({ address }) => isReachable(address))) return done(new OutsideError(NOT_REACHABLE), '', 0);
      return options.all ? done(null, found) : done(null, first.address, first.family);
    });
}

/** @throws OutsideError for one that is too long, which is not read to its end */
async function readBody(answer: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes)
      throw new OutsideError(`La risposta è più lunga di ${maxBytes.toLocaleString('it-IT')} byte.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function wordsOf(error: unknown, { maxMs }: OutsideCall): string {
  if (error instanceof OutsideError) return error.message;
  const { name, code = '' } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError')
    return `Nessuna risposta in ${Math.round(maxMs / 1000)} secondi.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Il nome dell’indirizzo non si trova.';
  if (code === 'ECONNREFUSED') return 'Nessuno risponde a questo indirizzo.';
  if (/CERT|SSL|TLS|SIGNED/.test(code)) return 'Il certificato dell’indirizzo non è valido.';
  return 'Il collegamento si è interrotto.';
}
