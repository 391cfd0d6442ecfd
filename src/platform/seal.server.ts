/** Encrypts what the store keeps and nobody may read in it, as the key of a provider (AES-256-GCM). */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { PortalSigner } from './signer.server.ts';

/** @property about what it belongs to: sealed for one thing, it opens for no other */
export type SealUse = { purpose: string; about: string };
type SealKeys = Pick<PortalSigner, 'keys'>;

const SEAL_CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @returns one key of 256 bits per secret, first secret first */
const keysOf = (signer: SealKeys, purpose: string) => signer.keys(purpose).map((key) => Buffer.from(key, 'base64url'));

/** Seals a text with the first secret. */
export function sealText(signer: SealKeys, { purpose, about }: SealUse, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(SEAL_CIPHER, keysOf(signer, purpose)[0] as Buffer, iv).setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @returns the text, and whether it was sealed with the first secret; undefined when no secret opens it */
export function openText(
  signer: SealKeys,
  { purpose, about }: SealUse,
  sealed: string,
): { text: string; isByFirst: boolean } | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  if (tag.length < TAG_BYTES) return undefined;
  for (const [n, key] of keysOf(signer, purpose).entries()) {
    try {
      const decipher = createDecipheriv(SEAL_CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about));
      const plain = Buffer.concat([
        decipher.setAuthTag(tag).update(bytes.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]);
      return { text: plain.toString('utf8'), isByFirst: n === 0 };
    } catch {
      // Sealed with another secret, or not by this portal.
    }
  }
  return undefined;
}

/** @returns what an earlier secret has sealed, sealed with the first one, so that the earlier can be removed from PORTAL_SECRET; undefined when there is nothing to change */
export function resealText(signer: SealKeys, use: SealUse, sealed: string): string | undefined {
  const opened = openText(signer, use, sealed);
  return opened && !opened.isByFirst ? sealText(signer, use, opened.text) : undefined;
}
