import { expect, test } from 'vitest';
import { createSigner, isSameSecret, randomId } from './signer.server.ts';

const [OLD, NEW] = ['vecchio-segreto-di-almeno-32-caratteri', 'nuovo-segreto-di-almeno-32-caratteri-'];

test('a signer without a secret is refused', () => {
  expect(() => createSigner([])).toThrow('PORTAL_SECRET');
});

test('a signature is valid for one purpose and one text', () => {
  const s = createSigner([NEW]);
  const signature = s.sign('otp', 'testo');
  expect(s.verify('otp', 'testo', signature)).toBe(true);
  expect(s.verify('csrf', 'testo', signature)).toBe(false);
  expect(s.verify('otp', 'testi', signature)).toBe(false);
  expect(s.verify('otp', 'testo', '')).toBe(false);
});

test('purpose and text cannot be shifted into each other', () => {
  const s = createSigner([NEW]);
  expect(s.sign('a', 'bc')).not.toBe(s.sign('ab', 'c'));
});

test('a retired secret still verifies, the first one signs', () => {
  const before = createSigner([OLD]).sign('otp', 'testo');
  const now = createSigner([NEW, OLD]);
  expect(now.verify('otp', 'testo', before)).toBe(true);
  expect(now.sign('otp', 'testo')).toBe(createSigner([NEW]).sign('otp', 'testo'));
  expect(createSigner([NEW]).verify('otp', 'testo', before)).toBe(false);
});

test('ids hold at least 128 random bits and do not repeat', () => {
  const ids = Array.from({ length: 5000 }, randomId);
  expect(new Set(ids).size).toBe(5000);
  const bytes = ids.map((id) => Buffer.from(id, 'base64url'));
  expect(Math.min(...bytes.map((b) => b.length))).toBeGreaterThanOrEqual(16);
  // Each byte takes nearly every value: no counter, no clock, no fixed part.
  for (let i = 0; i < 16; i++) expect(new Set(bytes.map((b) => b[i])).size).toBeGreaterThan(240);
});

test('texts of different length are not equal', () => {
  expect(isSameSecret('a', 'ab')).toBe(false);
  expect(isSameSecret('ab', 'ab')).toBe(true);
});
