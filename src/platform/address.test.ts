import { expect, test } from 'vitest';
import { askedHost, clientAddress } from './address.ts';

test('without trusted proxies X-Forwarded-For is ignored', () => {
  expect(clientAddress('203.0.113.7', '6.6.6.6', 0)).toBe('203.0.113.7');
});

test('behind one proxy the entry that it wrote counts, not those that the caller wrote before', () => {
  expect(clientAddress('10.0.0.1', '6.6.6.6, 203.0.113.7', 1)).toBe('203.0.113.7');
});

test('behind two proxies the entry of the outer one counts', () => {
  expect(clientAddress('10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2', 2)).toBe('203.0.113.7');
});

test('a header sent in several lines is one list', () => {
  expect(clientAddress('10.0.0.1', ['6.6.6.6', '203.0.113.7'], 1)).toBe('203.0.113.7');
});

test("without the header, or with an empty one, the address is the peer's", () => {
  expect(clientAddress('10.0.0.1', undefined, 1)).toBe('10.0.0.1');
  expect(clientAddress('10.0.0.1', ' , ', 1)).toBe('10.0.0.1');
});

test('IPv4 inside IPv6 is the same host as IPv4', () => {
  expect(clientAddress('::ffff:203.0.113.7', undefined, 0)).toBe('203.0.113.7');
});

test('an entry without end is cut short', () => {
  expect(clientAddress('10.0.0.1', 'x'.repeat(10_000), 1)).toHaveLength(60);
});

test('a host that the browser asked for is believed of a trusted proxy alone', () => {
  expect(askedHost('interno.example', 'borgo.example', 0)).toBe('interno.example');
  expect(askedHost('interno.example', 'inventato.example, borgo.example', 1)).toBe('borgo.example');
  expect(askedHost('borgo.example', undefined, 1)).toBe('borgo.example');
});
