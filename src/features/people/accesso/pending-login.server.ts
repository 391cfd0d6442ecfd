/** A login in progress: a signed cookie ties the provider's answer to this browser. */
import * as z from 'zod/mini';
import { hostName, setCookie } from '../../../platform/cookie.ts';
import { LOGIN_WAYS, type StartedLogin } from '../../../platform/identity.ts';
import type { PortalSigner } from '../../../platform/signer.server.ts';

/** How long a person may take at the provider, in seconds (product rule). */
const LOGIN_SECONDS = 600;
const SIGN_PURPOSE = 'accesso-in-corso';

/** @property da own path to go to afterwards */
export type PendingLogin = StartedLogin & { da: string | null };

export const pendingCookieName = (secure: boolean) => hostName('accesso-in-corso', secure);

/** @param now ms @returns a Set-Cookie line */
export function pendingCookie(
  signer: PortalSigner,
  login: PendingLogin,
  { now, secure }: { now: number; secure: boolean },
): string {
  const text = Buffer.from(JSON.stringify({ ...login, scade: now + LOGIN_SECONDS * 1000 })).toString('base64url');
  return cookieLine(`${text}.${signer.sign(SIGN_PURPOSE, text)}`, secure, LOGIN_SECONDS);
}

/** The cookie serves one answer of the provider, whatever its outcome. */
export const clearedPendingCookie = (secure: boolean) => cookieLine('', secure, 0);

const sealedLogin = z.object({
  way: z.enum(LOGIN_WAYS),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  da: z.nullable(z.string()),
  scade: z.number(),
});

/** @returns null for a cookie that we did not make, or that is too old */
export function readPendingLogin(signer: PortalSigner, cookie: string | undefined, now: number): PendingLogin | null {
  const [text, signature, more] = cookie?.split('.') ?? [];
  if (!text || !signature || more !== undefined || !signer.verify(SIGN_PURPOSE, text, signature)) return null;
  const { data: sealed } = z.safeParse(sealedLogin, JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (!sealed) return null;
  const { scade, ...login } = sealed;
  return now < scade ? login : null;
}

const cookieLine = (value: string, secure: boolean, seconds: number) =>
  setCookie({ name: pendingCookieName(secure), value, secure, seconds });
