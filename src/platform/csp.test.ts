import { expect, test } from 'vitest';
import { completeCsp } from './csp.ts';

const astro = "default-src 'self'; script-src 'self' 'sha256-s'; style-src 'self' 'sha256-t';";
const bare = { publicUrl: 'https://portale.example', sentryDsn: undefined, recaptcha: undefined };
const complete = (over: Partial<Parameters<typeof completeCsp>[1]['settings']> = {}, img: string[] = []) =>
  completeCsp(astro, { settings: { ...bare, ...over }, styleHashes: ['foglio', 'colori'], img });
const sources = (policy: string, directive: string) =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${directive} `))
    ?.split(' ')
    .slice(1);

test('each directive occurs once, because the browser keeps the first of two', () => {
  const names = complete()
    .split('; ')
    .map((part) => part.split(' ')[0]);
  expect(new Set(names).size).toBe(names.length);
});

test('the colours of the ente are allowed by their hash, and no other inline style is', () => {
  expect(sources(complete(), 'style-src')).toEqual(["'sha256-foglio'", "'sha256-colori'", "'self'", "'sha256-t'"]);
  expect(complete()).not.toContain('unsafe-inline');
});

test('with no provider set the browser talks to the portal only', () => {
  const policy = complete();
  for (const directive of ['connect-src', 'frame-src', 'form-action', 'worker-src']) {
    expect(sources(policy, directive)).toEqual(["'self'"]);
  }
  expect(sources(policy, 'script-src')).toEqual(["'self'", "'sha256-s'"]);
});

test('the host of the error reporter is added, without its key', () => {
  const policy = complete({ sentryDsn: 'https://chiave@errori.example/7' });
  expect(sources(policy, 'connect-src')).toEqual(["'self'", 'https://errori.example']);
  expect(policy).not.toContain('chiave');
});

test('the hosts of reCAPTCHA are added only when it is in use', () => {
  const scriptUrl = 'https://www.google.com/recaptcha/api.js';
  const policy = complete({ recaptcha: { siteKey: 'k', secret: 's', verifyUrl: scriptUrl, scriptUrl } });
  expect(sources(policy, 'script-src')).toContain('https://www.google.com');
  expect(sources(policy, 'frame-src')).toContain('https://www.google.com');
  expect(complete()).not.toContain('google');
});

test('map tiles are allowed on the page that shows a map', () => {
  expect(sources(complete({}, ['https://tasselli.example']), 'img-src')).toContain('https://tasselli.example');
});

test('https is enforced where there is https', () => {
  expect(complete()).toContain('upgrade-insecure-requests');
  expect(complete({ publicUrl: 'http://127.0.0.1:4321' })).not.toContain('upgrade-insecure-requests');
});
