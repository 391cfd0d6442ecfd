/** One signed call to the second provider. Whatever is no answer of its own in time and in form is "away". */
import { PaymentError } from '../../platform/payments.ts';
import type { MooneySettings } from '../../platform/payments-settings.ts';
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

/** Bytes of an answer: an order has some hundreds. */
const MASSIMO = 64 * 1024;
/** Statuses that say something of the order; all others, 3xx too, speak of the line or of our set-up. */
const PARLANTI = new Set([200, 201, 404, 409, 422]);

export function chiamate(settings: MooneySettings, options: MooneyOptions): Chiama {
  const { fetch: chiedi = fetch, timeoutMs = 10_000, now = Date.now } = options;
  return async (metodo, percorso, invio) => {
    const corpo = invio?.corpo ?? '';
    const headers = {
      accept: 'application/json',
      [HEADER_FIRMA]: firmaChiamata(settings.secret, now(), { metodo, percorso, corpo }),
      ...(invio && { 'content-type': 'application/json', 'idempotency-key': invio.chiave }),
    };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      // A redirect is never followed: it could lead anywhere, our signature in hand.
      const init: RequestInit = { method: metodo, headers, redirect: 'manual', signal };
      const risposta = await chiedi(settings.url + percorso, invio ? { ...init, body: corpo } : init);
      return await leggi(risposta);
    } catch (error) {
      if (error instanceof PaymentError) throw error;
      throw new PaymentError('away', 'Mooney non risponde', error);
    }
  };
}

async function leggi(risposta: Response): Promise<Risposta> {
  const { status, headers, body } = risposta;
  if (!PARLANTI.has(status)) {
    await body?.cancel();
    throw new PaymentError('away', `Mooney risponde ${status}`);
  }
  if (status >= 400) {
    await body?.cancel();
    return { status, json: undefined };
  }
  if (!headers.get('content-type')?.startsWith('application/json')) {
    await body?.cancel();
    throw new PaymentError('away', 'Mooney non risponde in JSON');
  }
  return { status, json: JSON.parse(await testoDi(body)) };
}

async function testoDi(body: Response['body']): Promise<string> {
  const pezzi: Uint8Array[] = [];
  let misura = 0;
  const lettore = body?.getReader();
  for (;;) {
    const pezzo = (await lettore?.read())?.value;
    if (!pezzo) return Buffer.concat(pezzi).toString('utf8');
    misura += pezzo.length;
    if (misura > MASSIMO) {
      await lettore?.cancel();
      throw new PaymentError('away', 'Mooney risponde troppo a lungo');
    }
    pezzi.push(pezzo);
  }
}
