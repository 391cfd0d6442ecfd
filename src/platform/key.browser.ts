/** @returns a fresh idempotency key, 128 random bits; works on http too, where `crypto.randomUUID` does not */
export function newSendKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
