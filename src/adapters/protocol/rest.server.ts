/** The protocol of an ente behind HTTP: the contract in docs/protocol.openapi.json, which an integrator of the municipality serves. */
import { todayInRome } from '../../platform/atoms/date.ts';
import { type callOutside, OutsideError } from '../../platform/outside.server.ts';
import { ProtocolError, type ProtocolPlace, type ProtocolPort, readProtocolAnswer } from '../../platform/protocol.ts';

const MAX_ANSWER_BYTES = 64 * 1024;
const ANSWER_MS = 10_000;
/** Of a file, which may take a while on a slow line. */
const UPLOAD_MS = 15_000;

/** @param call how an address is reached that an administrator wrote */
export function restProtocol({
  call,
  now,
}: {
  call: (asked: Parameters<typeof callOutside>[0]) => ReturnType<typeof callOutside>;
  now: () => number;
}): ProtocolPort {
  const post = async (
    { indirizzo, key }: ProtocolPlace,
    { path, type, body, maxMs }: { path: string; type: string; body: Buffer; maxMs: number },
  ) => {
    const headers = {
      authorization: `Bearer ${key}`,
      accept: 'application/json',
      'content-type': type,
      'content-length': String(body.length),
    };
    const url = indirizzo.replace(/\/+$/, '') + path;
    try {
      return await call({ method: 'POST', url, headers, body, maxBytes: MAX_ANSWER_BYTES, maxMs });
    } catch (error) {
      if (error instanceof OutsideError) throw new ProtocolError('away', error.message, error);
      throw error;
    }
  };
  return {
    handOver: async (place, { documenti }, { n, bytes }) => {
      const document = documenti[n];
      if (!document) throw new RangeError(`no document ${n}`);
      const { status } = await post(place, {
        path: `/documenti/${document.sha256}`,
        type: document.tipo,
        body: Buffer.from(bytes),
        maxMs: UPLOAD_MS,
      });
      if (status < 200 || status > 299) throw faultOf(status, `il documento «${document.nome}»`);
    },
    register: async (place, request) => {
      const { status, body } = await post(place, {
        path: '/registrazioni',
        type: 'application/json',
        body: Buffer.from(JSON.stringify(request)),
        maxMs: ANSWER_MS,
      });
      if (status === 202) return undefined;
      if (status !== 200 && status !== 201) throw faultOf(status, 'la registrazione', reasonIn(body));
      return readProtocolAnswer(request.id, jsonIn(body), todayInRome(now()));
    },
  };
}

/** Only what the system says of the content is a refusal: a wrong address or key is mended by somebody, and asked again. */
function faultOf(status: number, what: string, reason?: string): ProtocolError {
  if (status === 401 || status === 403)
    return new ProtocolError('away', 'Il protocollo non accetta la chiave: controllala nella pagina «Protocollo».');
  if (status === 422) return new ProtocolError('refused', reason ?? `Il protocollo ha rifiutato ${what}.`);
  return new ProtocolError('away', `Il protocollo ha risposto ${status} per ${what}.`);
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** `{"motivo": "…"}` */
function reasonIn(body: Buffer): string | undefined {
  const { motivo } = Object(jsonIn(body)) as { motivo?: unknown };
  return typeof motivo === 'string' && motivo.trim() ? motivo.trim().slice(0, 300) : undefined;
}
