/** A login under way: what ties the provider's answer to this browser, kept by the browser in a signed cookie until then. */
import { hostName, setCookie } from '../../../platform/cookie.ts';
import type { Pending } from '../../../platform/identity.ts';
import type { Signer } from '../../../platform/signer.server.ts';

/** How long somebody may take at the provider, in seconds (product rule). */
const DURATA = 600;
const SCOPO = 'accesso-in-corso';

/** @property da own path to go to afterwards */
export type InCorso = Pending & { da: string | null };

export const nomeInCorso = (secure: boolean) => hostName('accesso-in-corso', secure);

/** @param now ms @returns a Set-Cookie line */
export function cookieInCorso(
  signer: Signer,
  login: InCorso,
  { now, secure }: { now: number; secure: boolean },
): string {
  const text = Buffer.from(JSON.stringify({ ...login, scade: now + DURATA * 1000 })).toString('base64url');
  return riga(`${text}.${signer.sign(SCOPO, text)}`, secure, DURATA);
}

/** The cookie serves one answer of the provider: whatever that was, it goes. */
export const cookieInCorsoTolto = (secure: boolean) => riga('', secure, 0);

/** @returns null for a cookie that we did not make, or that is too old */
export function leggiInCorso(signer: Signer, cookie: string | undefined, now: number): InCorso | null {
  const [text, signature, more] = cookie?.split('.') ?? [];
  if (!text || !signature || more !== undefined || !signer.verify(SCOPO, text, signature)) return null;
  const { scade, ...login } = JSON.parse(Buffer.from(text, 'base64url').toString()) as InCorso & { scade: number };
  return now < scade ? login : null;
}

const riga = (value: string, secure: boolean, seconds: number) =>
  setCookie({ name: nomeInCorso(secure), value, secure, seconds });
