/** One signed call to the second provider. Any answer that is late or malformed counts as "away". */
import { PaymentError } from '../../platform/payments.ts';
import type { MooneySettings } from '../../platform/payments-settings.server.ts';
import { providerLine } from './line.server.ts';
import { SIGNATURE_HEADER, signCall } from './mooney-signature.server.ts';

/**
 * @property timeoutMs for the whole call, including its answer; 10 s by default @property fetch how it is reached
 */
export type MooneyOptions = { fetch?: typeof fetch; timeoutMs?: number; now?: () => number };

type MooneyAnswer = { status: number; json: unknown };
/** @param invio JSON text, and the key under which a repetition changes nothing @throws PaymentError `away` */
export type CallMooney = (
  method: 'GET' | 'POST',
  path: string,
  invio?: { body: string; sendKey: string },
) => Promise<MooneyAnswer>;

/** Statuses about the order; all others, 3xx too, are about the connection or our set-up. */
const TELLING_STATUSES = new Set([200, 201, 404, 409, 422]);

export function mooneyCaller(settings: MooneySettings, options: MooneyOptions): CallMooney {
  const { fetch: reach = fetch, timeoutMs = 10_000, now = Date.now } = options;
  const ask = providerLine({ fetch: reach, timeoutMs, now });
  return async (method, path, invio) => {
    const body = invio?.body ?? '';
    const headers = {
      accept: 'application/json',
      [SIGNATURE_HEADER]: signCall(settings.secret, now(), { method, path, body }),
      ...(invio && { 'content-type': 'application/json', 'idempotency-key': invio.sendKey }),
    };
    const init: RequestInit = { method, headers };
    const { status, text } = await ask(settings.url + path, invio ? { ...init, body } : init);
    if (!TELLING_STATUSES.has(status)) throw new PaymentError('away', `Mooney risponde ${status}`);
    return { status, json: status >= 400 ? undefined : parseAnswerJson(text) };
  };
}

/** @throws PaymentError `away` */
export function parseAnswerJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PaymentError('away', 'Mooney: risposta o notifica illeggibile', error);
  }
}
