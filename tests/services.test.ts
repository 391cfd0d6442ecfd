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
  '/servizio/appuntamento',
];
const START_PAGES = NOT_OFFERED.map((path) => path.replace('/servizio/', '/servizi/'));

test('the home of a municipality shows the services it offers, the portal’s those that at least one offers', async () => {
  const allLinks = serviceLinks((await openPage('127.0.0.1', '/')).html);
  expect(allLinks).toEqual(expect.arrayContaining(START_PAGES));
  expect(serviceLinks((await openPage('borgosereno.localhost', '/')).html)).toEqual(allLinks);
  const ownLinks = serviceLinks((await openPage('portolieve.localhost', '/')).html);
  expect(ownLinks).toEqual(allLinks.filter((href) => !START_PAGES.includes(href)));
});

test.each([...NOT_OFFERED, ...START_PAGES, '/servizio/variazione-cessazione-mezzo-pubblicitario'])(
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

test('the page of all services shows the same as the home, and a search finds nothing that is not offered', async () => {
  for (const host of ['127.0.0.1', 'portolieve.localhost']) {
    const home = serviceLinks((await openPage(host, '/')).html);
    expect(serviceLinks((await openPage(host, '/servizi')).html)).toEqual(home);
  }
  const lamps = `href="${START_PAGES[2]}"`;
  expect((await openPage('borgosereno.localhost', '/?cerca=cimitero')).html).toContain(lamps);
  const { html } = await openPage('portolieve.localhost', '/?cerca=cimitero');
  expect(html.includes(lamps)).toBe(false);
  expect(/<h2[^>]*>([^<]+)/.exec(html)?.[1]).toBe('Nessun risultato per «cimitero»');
});

test('every service has a start page with days and prices of the municipality, and leads to its form', async () => {
  for (const href of serviceLinks((await openPage('borgosereno.localhost', '/')).html)) {
    if (!href.startsWith('/servizi/')) continue;
    const { status, html } = await openPage('borgosereno.localhost', href);
    expect([href, status]).toEqual([href, 200]);
    const [, form = ''] = /href="([^"]+)" data-element="service-generic-access"/.exec(html) ?? [];
    expect(form.slice(form.lastIndexOf('/'))).toBe(href.slice(href.lastIndexOf('/')));
  }
  const parking = (await openPage('borgosereno.localhost', '/servizi/abbonamento-parcheggi')).html;
  expect(parking).toMatch(/Lavoratore nella zona, Zona A, centro storico<\/th><td>35,00\s€/);
  const rates = (await openPage('borgosereno.localhost', '/servizi/rateizza-un-pagamento')).html;
  expect(rates).toContain('entro 60 giorni');
  expect(rates).toContain('un interesse del 2,5 % l’anno');
  expect((await openPage('127.0.0.1', '/servizi/abbonamento-parcheggi')).html).toContain(
    'Il resto dipende dall’ente che scegli.',
  );
  expect((await openPage('borgosereno.localhost', '/servizi/nessuno')).status).toBe(404);
});

test('the crest of a municipality is on its pages and their icon, kept for a year, and runs nothing', async () => {
  const { html } = await openPage('borgosereno.localhost', '/');
  const [, crest = ''] = /<link rel="icon" href="([^"]+)" type="image\/svg\+xml">/.exec(html) ?? [];
  expect(crest).toMatch(/^\/immagini\/borgosereno\/[\w-]{22}\.svg$/);
  expect(html.split(`src="${crest}"`).length).toBeGreaterThan(2);
  const picture = await fetch(`${house.local}${crest}`, { headers: { cookie: 'accesso=x; visitatore=x' } });
  expect(picture.status).toBe(200);
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  expect(picture.headers.get('set-cookie')).toBeNull();
  expect(await picture.text()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  const wrong = [crest.replace('.svg', '.png'), crest.replace('.svg', ''), crest.replace('borgosereno', 'collelume')];
  for (const address of [...wrong, '/immagini/borgosereno/x.svg', '/immagini/x/x.y.svg'])
    expect([address, (await fetch(`${house.local}${address}`)).status]).toEqual([address, 404]);
  expect((await openPage('127.0.0.1', '/')).html.includes('/favicon.svg')).toBe(true);
});

test('what a municipality announces is on its home and start pages, its links and logos in every footer', async () => {
  const home = (await openPage('borgosereno.localhost', '/')).html;
  const sheet = (await openPage('borgosereno.localhost', '/servizi/segnalazione')).html;
  for (const html of [home, sheet]) {
    expect(html.includes('Lunedì gli uffici sono chiusi.')).toBe(true);
    expect(html.includes('>Amministrazione trasparente</a>')).toBe(true);
    expect(html.includes('alt="Finanziato con fondi di prova"')).toBe(true);
  }
  expect((await openPage('collelume.localhost', '/')).html.includes('Lunedì gli uffici')).toBe(false);
});

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
