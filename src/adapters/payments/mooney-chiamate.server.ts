/** One signed call to the second provider. Whatever is no answer of its own in time and in form is "away". */
import { PaymentError } from '../../platform/payments.ts';
import type { MooneySettings } from '../../platform/payments-settings.ts';
import { line } from './line.server.ts';
import { firmaChiamata, HEADER_FIRMA } from './mooney-firma.server.ts';

/**
 * @property timeoutMs for the whole of a call, its answer's body too; 10 s unless told @property fetch how it is
 * reached
 */
export type MooneyOptions = { fetch?: typeof fetch; timeoutMs?: number; now?: () => number };

export type Risposta = { status: number; json: unknown };
/** @param invio JSON text, and the key under which doing it again changes nothing @throws PaymentError `away` */
export type Chiama = (
  metodo: 'GET' | 'POST',
  percorso: string,
  invio?: { corpo: string; chiave: string },
) => Promise<Risposta>;

/** Statuses that say something of the order; all others, 3xx too, speak of the line or of our set-up. */
const PARLANTI = new Set([200, 201, 404, 409, 422]);

export function chiamate(settings: MooneySettings, options: MooneyOptions): Chiama {
  const { fetch: reach = fetch, timeoutMs = 10_000, now = Date.now } = options;
  const chiedi = line({ fetch: reach, timeoutMs, now });
  return async (metodo, percorso, invio) => {
    const corpo = invio?.corpo ?? '';
    const headers = {
      accept: 'application/json',
      [HEADER_FIRMA]: firmaChiamata(settings.secret, now(), { metodo, percorso, corpo }),
      ...(invio && { 'content-type': 'application/json', 'idempotency-key': invio.chiave }),
    };
    const init: RequestInit = { method: metodo, headers };
    const { status, text } = await chiedi(settings.url + percorso, invio ? { ...init, body: corpo } : init);
    if (!PARLANTI.has(status)) throw new PaymentError('away', `Mooney risponde ${status}`);
    return { status, json: status >= 400 ? undefined : jsonDi(text) };
  };
}

/** @throws PaymentError `away` */
export function jsonDi(testo: string): unknown {
  try {
    return JSON.parse(testo);
  } catch (error) {
    throw new PaymentError('away', 'Mooney: risposta o notifica illeggibile', error);
  }
}
