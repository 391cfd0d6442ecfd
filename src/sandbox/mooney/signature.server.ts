/** The provider's side of the signatures: checks those of the portal's calls, makes those of the notifications. */
import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../platform/signer.server.ts';

export const SIGNATURE_HEADER = 'x-mooney-signature';
const MAX_AGE_MS = 5 * 60_000;

const hmacOf = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

type SignedCall = { method: string; path: string; body: string; signature: string };

/**
 * @param now ms since the epoch @returns false for a call signed without the secret, or older than five minutes
 */
export function isSignedCall(secret: string, now: number, { method, path, body, signature }: SignedCall): boolean {
  const [, t, v1] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (!t || !v1 || Math.abs(now - Number(t) * 1000) > MAX_AGE_MS) return false;
  return isSameSecret(hmacOf(secret, `${t}.${method} ${path}.${body}`), v1);
}

export function signNotification(secret: string, now: number, body: string): string {
  const t = Math.floor(now / 1000);
  return `t=${t},v1=${hmacOf(secret, `${t}.${body}`)}`;
}
