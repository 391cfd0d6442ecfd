/** Services that a municipality does not offer, at its own host name, as the host serves it. */
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Portal, portal } from './portal.ts';

let house: Portal;
beforeAll(async () => {
  house = await portal();
}, 30_000);
afterAll(() => house?.end());

/** @param host name without port; fetch lets nobody choose it */
async function openPage(host: string, path: string): Promise<{ status: number | undefined; html: string }> {
  const port = new URL(house.local).port;
  const page = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${house.local}${path}`, { headers: { host: `${host}:${port}` } }, resolve).on('error', reject);
  });
  return { status: page.statusCode, html: (await text(page)).replace(/<!--.*?-->/g, '') };
}

const serviceLinks = (html: string): string[] =>
  [...html.matchAll(/href="([^"]+)" data-element="service-link"/g)].map(([, href = '']) => href);

/** Portolieve offers none of these, the two others all. */
const NOT_OFFERED = [
  '/servizio/affissione-manifesti',
  '/servizio/mezzo-permanente',
  '/servizio/allacciamento-lampade-votive',
];

test('the home of a municipality shows the services it offers, the portal’s those that at least one offers', async () => {
  const allLinks = serviceLinks((await openPage('127.0.0.1', '/')).html);
  expect(allLinks).toEqual(expect.arrayContaining(NOT_OFFERED));
  expect(serviceLinks((await openPage('borgosereno.localhost', '/')).html)).toEqual(allLinks);
  const ownLinks = serviceLinks((await openPage('portolieve.localhost', '/')).html);
  expect(ownLinks).toEqual(allLinks.filter((href) => !NOT_OFFERED.includes(href)));
});

test.each([...NOT_OFFERED, '/servizio/variazione-cessazione-mezzo-pubblicitario'])(
  '%s, opened by hand where it is not offered, says so and leads to those who offer it',
  async (path) => {
    const { status, html } = await openPage('portolieve.localhost', path);
    expect(status).toBe(404);
    expect(html).toContain('Città di Portolieve non offre questo servizio online.');
    expect(html).not.toMatch(/<form\b[^>]*method="post"/);
    const elsewhere = [...html.matchAll(/href="(http:[^"]+)">([^<]+)</g)].map(([, href = '', name]) => [
      new URL(href),
      name,
    ]);
    expect(elsewhere.map(([url, name]) => [(url as URL).hostname, name])).toEqual([
      ['borgosereno.localhost', 'Comune di Borgosereno'],
      ['collelume.localhost', 'Comune di Collelume'],
    ]);
    for (const [url] of elsewhere) {
      const { hostname, pathname } = url as URL;
      expect((await openPage(hostname, pathname)).status).toBe(200);
    }
  },
);

test('a request that was sent stays in sight where the service is no longer offered', async () => {
  const { status } = await openPage('portolieve.localhost', `${NOT_OFFERED[2]}?passo=conferma&pratica=nessuna-pratica`);
  expect(status).toBe(303);
});

test('where a service can be asked of several, only those who offer it can be chosen', async () => {
  const { html } = await openPage('127.0.0.1', '/servizio/mezzo-permanente?tipo=nuovo');
  const [select = ''] = /<select[^>]*name="ente"[\s\S]*?<\/select>/.exec(html) ?? [];
  expect([...select.matchAll(/<option[^>]*value="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    'borgosereno',
    'collelume',
  ]);
});
