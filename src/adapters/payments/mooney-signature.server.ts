/** Signatures between the portal and the second provider: HMAC-SHA-256 with a shared secret. */
import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../platform/signer.server.ts';

export const SIGNATURE_HEADER = 'x-mooney-signature';

/**
 * How far the clocks may differ and how long a message may take, in ms: an intercepted message is useless after that.
 */
const CLOCK_WINDOW = 5 * 60_000;

const SIGNATURE_FORM = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

const hmacOf = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

/**
 * Signs one of our calls. Its method and path are signed too, so that a call can be turned neither into another one nor into a
 * notification.
 * @param now ms since the epoch @returns value of {@link SIGNATURE_HEADER}: seconds since the epoch, and hex
 */
export function signCall(secret: string, now: number, call: { method: string; path: string; body: string }) {
  const t = Math.floor(now / 1000);
  return `t=${t},v1=${hmacOf(secret, `${t}.${call.method} ${call.path}.${call.body}`)}`;
}

/** @returns false when the notification was not signed with this secret within the last five minutes */
export function isSignatureGood(
  secret: string,
  now: number,
  { body, signature }: { body: string; signature: string },
): boolean {
  const [, t, v1] = SIGNATURE_FORM.exec(signature) ?? [];
  const fresh = Math.abs(now - Number(t) * 1000) <= CLOCK_WINDOW;
  if (!t || !v1 || !fresh) return false;
  return isSameSecret(hmacOf(secret, `${t}.${body}`), v1);
}
