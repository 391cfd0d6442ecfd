/** Signs cookies, links and codes so that the portal recognises its own; makes random ids and hashes. */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Signs with PORTAL_SECRET: the first secret signs, all of them verify, so that a secret can be retired. */
export type PortalSigner = {
  /** HMAC-SHA-256 of the text for one purpose, base64url */
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
  /** One signature per known secret, first secret first */
  signatures(purpose: string, text: string): string[];
  /** Keys for one purpose, one per secret, for libraries that sign by themselves */
  keys(purpose: string): string[];
};

/** An id with a mark that only the portal can make, for the link of a mail. */
export const signedId = (signer: PortalSigner, purpose: string, id: string): string =>
  `${id}.${signer.sign(purpose, id)}`;

/** @returns the id of words that {@link signedId} made for the same purpose; undefined for any others */
export function readSignedId(signer: PortalSigner, purpose: string, words: string): string | undefined {
  const [id, mark, more] = words.split('.');
  if (!id || !mark || more !== undefined) return undefined;
  return signer.verify(purpose, id, mark) ? id : undefined;
}

/** @param secrets at least one, at least 32 characters each */
export function createSigner(secrets: readonly string[]): PortalSigner {
  const [first] = secrets;
  if (!first) throw new Error('PORTAL_SECRET manca.');
  const hmac = (secret: string, purpose: string, text: string) =>
    createHmac('sha256', secret).update(`${purpose}\0${text}`).digest('base64url');
  return {
    sign: (purpose, text) => hmac(first, purpose, text),
    verify: (purpose, text, signature) =>
      secrets.some((secret) => isSameSecret(hmac(secret, purpose, text), signature)),
    signatures: (purpose, text) => secrets.map((secret) => hmac(secret, purpose, text)),
    keys: (purpose) => secrets.map((secret) => hmac(secret, purpose, 'key')),
  };
}

/** Compares in constant time for equal lengths. */
export function isSameSecret(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

/** @returns 144 random bits, base64url: ids of cases, files, events, visitors */
export function randomId(): string {
  return randomBytes(18).toString('base64url');
}

export function sha256Of(text: string): string {
  return hash('sha256', text, 'base64url');
}
