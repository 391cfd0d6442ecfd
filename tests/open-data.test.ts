/** The open data of the built portal, as a program of another site reads them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readElements } from '../src/platform/xml-read.server.ts';
import { type Portal, portal } from './portal.ts';

const OF_BORGOSERENO = 'ente=borgosereno';

let house: Portal;
beforeAll(async () => {
  house = await portal();
}, 30_000);
afterAll(() => house?.end());

const ask = (path: string, init: RequestInit = {}) =>
  fetch(house.base + path, {
    redirect: 'manual',
    ...init,
    headers: { origin: 'https://mappe.example', ...init.headers },
  });

test.each([
  ['/open311/v2/discovery.xml', 'text/xml'],
  ['/open311/v2/services.json?jurisdiction_id=borgosereno', 'application/json'],
  ['/open311/v2/requests.xml?jurisdiction_id=borgosereno', 'text/xml'],
  [`/api/v1/portale/segnalazioni.geojson?${OF_BORGOSERENO}`, 'application/geo+json'],
  [`/api/v1/portale/segnalazioni.csv?${OF_BORGOSERENO}`, 'text/csv'],
  [`/api/v1/portale/segnalazioni.atom?${OF_BORGOSERENO}`, 'application/atom+xml'],
  [`/api/v1/portale/segnalazioni.jsonld?${OF_BORGOSERENO}`, 'application/ld+json'],
])('is read from another site without a cookie: %s', async (path, type) => {
  const { status, headers } = await ask(path);
  expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect([headers.get('set-cookie'), headers.get('access-control-allow-credentials')]).toEqual([null, null]);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('the demonstration has public reports in every format', async () => {
  const { features } = await (await ask(`/api/v1/portale/segnalazioni.geojson?${OF_BORGOSERENO}`)).json();
  expect(features.length).toBeGreaterThan(0);
  const feed = await (await ask(`/api/v1/portale/segnalazioni.atom?${OF_BORGOSERENO}`)).text();
  expect(readElements(feed, 'entry').length).toBeGreaterThan(0);
});

test('an answer that the client has already is not sent again, also through the host', async () => {
  const path = '/open311/v2/services.xml?jurisdiction_id=borgosereno';
  const tag = (await ask(path)).headers.get('etag') ?? '';
  expect((await ask(path, { headers: { 'if-none-match': tag } })).status).toBe(304);
});

test('what Open311 does not have is said in its own form, and so is why a report without a key is not taken', async () => {
  const wrong = await ask('/open311/v2/requests.csv?jurisdiction_id=borgosereno');
  expect([wrong.status, await wrong.text()]).toEqual([404, expect.stringContaining('<errors><error><code>404</code>')]);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = await ask('/open311/v2/requests.json', {
    method: 'POST',
    body: 'jurisdiction_id=borgosereno',
    headers: form,
  });
  expect([sent.status, (await sent.json())[0].code]).toEqual([403, 403]);
});

test('the public list leads to all of them', async () => {
  const page = await (await ask('/segnalazioni?ente=borgosereno')).text();
  const head = page.slice(0, page.indexOf('</head>'));
  for (const type of ['application/geo+json', 'text/csv', 'application/atom+xml', 'application/ld+json'])
    expect(head).toMatch(new RegExp(`<link rel="alternate" type="${type.replace('+', '\\+')}"`));
  const section = page.slice(page.indexOf('id="dati-aperti"'));
  const links = [...section.matchAll(/href="(\/(?:api|open311)\/[^"]+)"/g)].map(([, href]) =>
    (href ?? '').replaceAll('&amp;', '&'),
  );
  expect(links).toHaveLength(5);
  for (const href of links) expect((await ask(href)).status, href).toBe(200);
});
