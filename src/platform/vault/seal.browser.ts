/** Encrypts what the browser stores (AES-GCM), so that only the person who has the key reads it. */

const IV_BYTES = 12;

/** @param hex of 16 bytes */
export function importKey(hex: string): Promise<CryptoKey> {
  const raw = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** @param name under which it is stored */
export async function sealValue(key: CryptoKey, name: string, value: unknown): Promise<string> {
  return encodeBase64(await sealBytes(key, name, new TextEncoder().encode(JSON.stringify(value))));
}

/** @throws DOMException when it is of another key, or was tampered with */
export async function openSealed(key: CryptoKey, name: string, text: string): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await openBytes(key, name, decodeBase64(text))));
}

/** As {@link sealValue}, of bytes. @returns the IV and after it what is encrypted */
export async function sealBytes(
  key: CryptoKey,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = new Uint8Array(await crypto.subtle.encrypt(cipherOf(iv, name), key, bytes));
  const joined = new Uint8Array(IV_BYTES + sealed.length);
  joined.set(iv);
  joined.set(sealed, IV_BYTES);
  return joined;
}

/** @throws DOMException as {@link openSealed} does */
export async function openBytes(
  key: CryptoKey,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = bytes.subarray(0, IV_BYTES);
  return new Uint8Array(await crypto.subtle.decrypt(cipherOf(iv, name), key, bytes.subarray(IV_BYTES)));
}

/** The name is authenticated with the content: what is copied under another name cannot be decrypted. */
function cipherOf(iv: Uint8Array<ArrayBuffer>, name: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(name) };
}

function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
