import { expect, test } from 'vitest';
import { sameOrigin } from './origin.ts';

const production = { publicUrl: 'https://portale.example', mode: 'production' as const };
const sandbox = { publicUrl: 'http://127.0.0.1:4321', mode: 'sandbox' as const };
const ask = (headers: Record<string, string>) => new Request('http://interno/', { method: 'POST', headers });

test('a write from a page of the portal passes', () => {
  const headers = { origin: 'https://portale.example', host: 'portale.example', 'sec-fetch-site': 'same-origin' };
  expect(sameOrigin(ask(headers), production)).toBe(true);
});

test('a program, which sends no origin, passes', () => {
  expect(sameOrigin(ask({ host: 'portale.example' }), production)).toBe(true);
});

test('a page at the own host name of an ente passes', () => {
  const headers = { origin: 'https://borgo.example', host: 'borgo.example', 'sec-fetch-site': 'same-origin' };
  expect(sameOrigin(ask(headers), production)).toBe(true);
});

test.each([
  'https://evil.test',
  'null',
  'http://portale.example',
  'https://portale.example.evil.test',
  'https://portale.example:444',
])('a write from %s is refused', (origin) => {
  expect(sameOrigin(ask({ origin, host: 'portale.example' }), production)).toBe(false);
});

test.each(['cross-site', 'same-site'])(
  'a request that the browser calls %s is refused, whatever the origin says',
  (site) => {
    const headers = { origin: 'https://portale.example', host: 'portale.example', 'sec-fetch-site': site };
    expect(sameOrigin(ask(headers), production)).toBe(false);
  },
);

test('in production a host that merely repeats the origin is no proof', () => {
  expect(sameOrigin(ask({ origin: 'https://evil.test', host: 'evil.test' }), production)).toBe(false);
});

test('in sandbox localhost is this machine as well as 127.0.0.1', () => {
  expect(sameOrigin(ask({ origin: 'http://localhost:4321', host: 'localhost:4321' }), sandbox)).toBe(true);
  expect(sameOrigin(ask({ origin: 'http://evil.test', host: 'localhost:4321' }), sandbox)).toBe(false);
});
