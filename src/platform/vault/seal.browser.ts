/** Encrypts what the browser stores (AES-GCM), so that only the person who has the key reads it. */

const IV_BYTES = 12;

/** @param hex of 16 bytes */
export function importKey(hex: string): Promise<CryptoKey> {
  const raw = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** @param name under which it is stored */
export async function sealValue(key: CryptoKey, name: string, value: unknown): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(value));
  const sealed = new Uint8Array(await crypto.subtle.encrypt(cipherOf(iv, name), key, plain));
  return encodeBase64(iv) + encodeBase64(sealed);
}

/** @throws DOMException when it is of another key, or was tampered with */
export async function openSealed(key: CryptoKey, name: string, text: string): Promise<unknown> {
  const bytes = decodeBase64(text);
  const iv = bytes.subarray(0, IV_BYTES);
  const plain = await crypto.subtle.decrypt(cipherOf(iv, name), key, bytes.subarray(IV_BYTES));
  return JSON.parse(new TextDecoder().decode(plain));
}

/** The name is authenticated with the content: what is copied under another name cannot be decrypted. */
function cipherOf(iv: Uint8Array<ArrayBuffer>, name: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(name) };
}

/** Base64; the 12 bytes of the IV give 16 characters without padding, so the two parts can be joined. */
function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
