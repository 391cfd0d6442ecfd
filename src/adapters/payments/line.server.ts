/**
 * The connection to a provider: every call ends in time, stays at its host, and a provider that is down is not called for a
 * while.
 */
import { ProviderDown } from '../../platform/payments.ts';

/** @property timeoutMs for the whole call, including its answer */
export type LineOptions = { fetch: typeof fetch; timeoutMs: number; now: () => number };
/** @property location of a redirect: the caller checks it; it is never followed */
export type ProviderAnswer = { status: number; location: string | null; text: string };
export type ProviderLine = (url: string, init?: RequestInit) => Promise<ProviderAnswer>;

/** The longest answers are receipts, of some KB. */
const MAX_BYTES = 256 * 1024;
/**
 * After this many faults in a row the provider is not called for a while, so that citizens do not wait eight seconds for an answer that
 * will not come.
 */
const MAX_FAULTS = 5;
const PAUSE_MS = 10_000;
/** The longest pause that a provider over its limit may ask for. */
const MAX_PAUSE_MS = 60_000;

/** @returns a function that throws ProviderDown without a proper answer: too slow, no connection, 429, 5xx, too long */
export function providerLine({ fetch, timeoutMs, now }: LineOptions): ProviderLine {
  let faults = 0;
  let closedUntil = 0;
  const away = (what: string, cause?: unknown): never => {
    if (++faults >= MAX_FAULTS) closedUntil = Math.max(closedUntil, now() + PAUSE_MS);
    throw new ProviderDown(what, cause);
  };
  return async (url, init) => {
    if (now() < closedUntil) throw new ProviderDown('in pausa dopo troppi errori');
    const signal = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, { ...init, redirect: 'manual', signal });
      text = await readWithin(response);
    } catch (cause) {
      return away('nessuna risposta', cause);
    }
    const { status, headers } = response;
    if (status === 429) {
      closedUntil = now() + pauseOf(headers.get('retry-after'), now());
      throw new ProviderDown('oltre il limite di chiamate');
    }
    if (status >= 500) return away(`risposta ${status}`);
    faults = 0;
    return { status, location: headers.get('location'), text };
  };
}

/** @param after seconds, or a date (RFC 9110 §10.2.3) @returns ms */
function pauseOf(after: string | null, now: number): number {
  const asked = after === null ? Number.NaN : /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now;
  return Number.isNaN(asked) ? PAUSE_MS : Math.min(Math.max(asked, 0), MAX_PAUSE_MS);
}

async function readWithin(response: Response): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > MAX_BYTES) {
      await reader.cancel();
      throw new Error('risposta troppo lunga');
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}
