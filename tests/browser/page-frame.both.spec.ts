/** The frame of every page: overlay, ways in and out, narrow screens, large text, paper; nothing from elsewhere. */
import type { Page } from '@playwright/test';
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, openReadyBozza, pressSend, readProtocollo, sendSegnalazione } from './flow.ts';

const STILL = [
  '/',
  '/?cerca=buca',
  '/?cerca=xyzzy',
  '/servizi',
  '/servizi/abbonamento-parcheggi',
  '/informazioni/privacy',
  '/informazioni/note-legali',
  '/informazioni/accessibilita',
  '/informazioni/faq',
  '/non-esiste',
];

/** As much as a reader may ask for (WCAG 1.4.12). */
const SPACED_OUT =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';

/** Every kind of page there is, one after the other. */
async function visitEverywhere(
  page: Page,
  site: Parameters<typeof openReadyBozza>[1],
  look: (what: string) => Promise<void>,
): Promise<void> {
  const long = { oggetto: 'Precipitevolissimevolmente'.repeat(3), descrizione: 'x'.repeat(600), nome: 'N'.repeat(60) };
  const sent = await sendSegnalazione(site, newEmail('ovunque'), long);
  await openReadyBozza(page, site, newEmail('passi'));
  for (const url of [
    ...STILL,
    ...['', '?passo=privacy', '?passo=dati', '?passo=riepilogo'].map((query) => `/segnalazione${query}`),
    sent.chatUrl,
    sent.operatorUrl,
  ]) {
    await page.goto(url);
    await look(url);
  }
}

test('every page is in Italian, has one h1 and a title of its own, and loads nothing from other sites', {
  tag: '@scripts',
}, async ({ page, house, smtp }) => {
  const elsewhere: string[] = [];
  const titles = new Set<string>();
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== house.base)
      elsewhere.push(request.url());
  });
  let pages = 0;
  await visitEverywhere(page, { house, smtp }, async (what) => {
    pages++;
    titles.add(await page.title());
    await expect(page.locator('html'), what).toHaveAttribute('lang', 'it');
    await expect(page.locator('h1'), what).toHaveCount(1);
    await expect(page.locator('meta[name="portale-dsn"]'), what).toHaveCount(0);
    // Conformity rule C.SE.1.3: headings and paragraphs in Titillium Web.
    const fonts = await page
      .locator('h1, h2, h3, h4, h5, h6, p')
      .evaluateAll((all) => [...new Set(all.map((el) => getComputedStyle(el).fontFamily.split(',')[0]))]);
    expect(fonts, what).toEqual(['"Titillium Web"']);
  });
  expect(elsewhere).toEqual([]);
  // The question about the draft has the title of the service, the steps their own.
  expect(titles.size).toBe(pages);
});

test('no page scrolls sideways at 320 pixels, nor with text that is spaced out or twice as large', async ({
  page,
  house,
  smtp,
}) => {
  const fits = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement;
      return scrollWidth - clientWidth;
    });
  const expectFitting = async (what: string) => {
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await fits(), `${what}, 320 px`).toBeLessThanOrEqual(0);
    await page.evaluate((spaced) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(spaced);
      document.adoptedStyleSheets.push(sheet);
    }, SPACED_OUT);
    expect(await fits(), `${what}, spaced out`).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await fits(), `${what}, 200 %`).toBeLessThanOrEqual(0);
  };
  await visitEverywhere(page, { house, smtp }, expectFitting);
  // The name of the town and that of a citizen share one row.
  const path = '/segnalazioni/demo-borgosereno-1';
  await logIn(page, 'mario', path);
  await expectFitting(`${path}, logged in`);
});

test('the first press of the tab key leads past the header', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Vai al contenuto principale' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#contenuto')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('every page has the data-element hooks of the national model', { tag: '@plain' }, async ({
  page,
  house,
  smtp,
}) => {
  const hook = (name: string) => page.locator(`[data-element="${name}"]`);
  await page.goto('/');
  for (const name of ['faq', 'report-inefficiency', 'privacy-policy-link', 'legal-notes', 'accessibility-link']) {
    await expect(page.getByRole('contentinfo').locator(`[data-element="${name}"]`), name).toHaveAttribute('href', /./);
  }
  await expect(hook('faq')).toHaveText(/FAQ|domande frequenti/i);
  await expect(hook('report-inefficiency')).toHaveText(/disservizio/);
  for (const name of ['main-navigation', 'all-services', 'contacts', 'service-link'])
    await expect(hook(name).first(), name).toBeVisible();
  await page.goto('/servizi/segnalazione');
  const sheet = [
    'title',
    'description',
    'status',
    'addressed',
    'needed',
    'calendar-text',
    'achieved',
    'how-to',
    'area',
  ];
  for (const name of [...sheet, 'generic-access', 'online-access'].map((part) => `service-${part}`))
    await expect(hook(name), name).toBeVisible();
  await openReadyBozza(page, { house, smtp }, newEmail('ganci'));
  for (const name of ['breadcrumb', 'contacts', 'appointment-booking']) await expect(hook(name), name).toBeVisible();
  await page.goto('/informazioni/note-legali');
  await expect(hook('legal-notes-body')).toBeVisible();
  // The rule reads the whole text of the element that it names so.
  await expect(hook('legal-notes-section')).toHaveText('Licenza dei contenuti');
});

test('a citizen who asks for help writes to a desk of the ente in a form, without a mail program', {
  tag: '@scripts',
}, async ({ page }) => {
  await page.goto('/segnalazione');
  await page.getByRole('link', { name: 'Richiedi assistenza' }).click();
  await expect(page).toHaveURL(/\/sportello-territoriale\?passo=privacy$/);
  await page.goto('/sportello-territoriale?ente=borgosereno');
  await page.getByRole('link', { name: 'Richiedi assistenza' }).click();
  await acceptPrivacy(page);
  await expect(page.locator('#ente')).toHaveValue('borgosereno');
});

test('a page that may be found or shared says in one sentence what it is', { tag: '@plain' }, async ({
  page,
  house,
  smtp,
}) => {
  const { chatUrl } = await sendSegnalazione({ house, smtp }, newEmail('frase'));
  const said: (string | null)[] = [];
  for (const url of [
    '/',
    '/servizi',
    '/servizi/segnalazione',
    '/servizi/riesame',
    '/login',
    chatUrl,
    ...STILL.filter((path) => path.startsWith('/informazioni')),
  ]) {
    await page.goto(url);
    said.push(await page.locator('meta[name="description"]').getAttribute('content', { timeout: 1000 }));
  }
  for (const text of said) expect(text?.length).toBeGreaterThan(30);
  expect(new Set(said).size).toBe(said.length);
});

test('in forced colours buttons keep an edge, and the current item differs from the others', async ({
  page,
  house,
  smtp,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openReadyBozza(page, { house, smtp }, newEmail('colori'));
  const css = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((el, property) => getComputedStyle(el).getPropertyValue(property), name);
  expect(await css('main .btn-primary', 'border-top-width')).toBe('1px');
  expect(await css('.steppers-header li.active', 'background-color')).not.toBe(
    await css('.steppers-header li.confirmed', 'background-color'),
  );
  await page.goto('/');
  expect(await css('.it-nav a[aria-current]', 'background-color')).not.toBe(
    await css('.it-nav a:not([aria-current])', 'background-color'),
  );
});

test('in a narrow window name and logout stand in one row, and a page with a form has no other above it', async ({
  page,
}) => {
  await logIn(page, 'mario');
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of ['/', '/segnalazione']) {
      await page.goto(path);
      const box = async (selector: string) =>
        (await page.locator(selector).boundingBox()) ?? { x: 0, y: 0, height: 0, width: 0 };
      const user = await box('.it-user');
      expect(user.x + user.width).toBeGreaterThan(width - 30);
      expect(user.x + user.width).toBeLessThanOrEqual(width);
      const bar = await box('.it-header-slim-wrapper');
      expect(bar.height).toBeLessThanOrEqual(56);
      for (const button of await page.locator('.it-user .btn').all())
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await expect(page.getByRole('banner').getByRole('button', { name: 'Esci' })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Principale' })).toBeVisible({ visible: path === '/' });
      await expect(page.getByRole('banner').getByRole('link', { name: /^Portale del cittadino/ })).toBeVisible();
      const header = await box('.it-header-wrapper');
      const sandbox = await box('.prova');
      if (path !== '/') expect(header.height - sandbox.height).toBeLessThanOrEqual(56);
    }
  }
});

test('a search by the words of people leads to the start page of the service, or says what else there is', {
  tag: '@plain',
}, async ({ page, accessible }) => {
  await page.goto('/');
  await accessible(page, 'home');
  const search = page.getByRole('searchbox', { name: 'Che cosa devi fare?' });
  await search.fill('C’è una buca in strada');
  await page.getByRole('button', { name: 'Cerca' }).click();
  await expect(page).toHaveTitle(/^Ricerca: C’è una buca in strada/);
  await expect(search).toHaveValue('C’è una buca in strada');
  const results = page.getByRole('region', { name: /risultat/ });
  await expect(results.getByRole('listitem').first()).toContainText('Segnalazione disservizio');
  await accessible(page, 'results');
  await results.getByRole('link', { name: 'Segnalazione disservizio' }).click();
  await expect(page).toHaveURL('/servizi/segnalazione');
  await accessible(page, 'start page');
  await page.goto('/?cerca=xyzzy');
  await expect(page.getByRole('heading', { name: 'Nessun risultato per «xyzzy»' })).toBeVisible();
  await accessible(page, 'nothing found');
  await page.getByRole('main').getByRole('link', { name: 'tutti i servizi' }).click();
  await expect(page).toHaveURL('/servizi');
  await accessible(page, 'all services');
});

test('on a phone the home page is four screens at most, and nothing moves while it loads', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(2600);
  if (javaScriptEnabled === false) return;
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
  expect(shift).toBeLessThan(0.1);
});

test('on a phone no word of a tile of the home page goes on in the next line', { tag: '@plain' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  // The first page may be there before its fonts.
  await page.reload();
  expect(await page.locator('.riquadri a').evaluateAll(brokenWords)).toEqual([]);
});

test('an address that leads nowhere is a 404 with ways back', { tag: '@plain' }, async ({ page }) => {
  expect((await page.goto('/non/esiste'))?.status()).toBe(404);
  await expect(page.getByRole('main').getByRole('link', { name: /pagina iniziale/ })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Segnala un disservizio/ })
    .click();
  await expect(page).toHaveURL(/\/segnalazione$|passo=privacy/);
  expect((await page.goto('/Segnalazione'))?.status()).toBe(404);
});

test('a printed page has the content, and nothing to press', { tag: '@scripts' }, async ({ page, house, smtp }) => {
  await openReadyBozza(page, { house, smtp }, newEmail('carta'));
  await page.emulateMedia({ media: 'print' });
  const away = ['.it-nav', '.it-header-slim-wrapper .btn', '.it-footer nav', '.breadcrumb-container', '.cmp-nav-steps'];
  for (const name of away) await expect(page.locator(name).first(), name).toBeHidden();
  // Whose paper it is, and where to write.
  const name = page.getByRole('banner').getByText('Comune di Borgosereno');
  await expect(name).toBeVisible();
  await expect(name).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.getByRole('contentinfo').getByText(/E-mail/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Lampione spento', { exact: true })).toBeVisible();
});

test('a printed confirmation says the number, the day and the address of the case, and has nothing to press', {
  tag: '@scripts',
}, async ({ page, house, smtp, javaScriptEnabled }) => {
  await openReadyBozza(page, { house, smtp }, newEmail('carta'));
  await pressSend(page, javaScriptEnabled !== false);
  const numero = await readProtocollo(page);
  const main = page.getByRole('main');
  const address = main.getByText(/^Segui la segnalazione: http/);
  await expect(address).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(main.getByText(numero)).toBeVisible();
  await expect(main.getByText(/^Avrai risposta entro/)).toBeVisible();
  await expect(address).toContainText('/segnalazione/chat/');
  await expect(main.getByRole('button').filter({ visible: true })).toHaveCount(0);
  await expect(main.locator('a.btn').filter({ visible: true })).toHaveCount(0);
});

test.describe('with a clock that is turned', () => {
  test.use({ ownBrowser: true });

  test('the overlay shows on the first page of a visit only, for a moment, and never where it could not be hidden', async ({
    page,
    javaScriptEnabled,
  }) => {
    const overlay = page.locator('#avvio');
    if (javaScriptEnabled === false) {
      await page.goto('/');
      return expect(overlay).toBeHidden();
    }
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await page.goto('/');
    await expect(overlay).toBeVisible();
    await expect(overlay).toHaveAttribute('aria-hidden', 'true');
    await expect(overlay).toHaveCSS('pointer-events', 'none');
    await page.clock.runFor(1499);
    await expect(overlay).toBeVisible();
    await page.clock.runFor(1);
    await expect(overlay).toHaveCount(0);
    await page.goto('/informazioni/faq');
    await expect(overlay).toBeHidden();
  });
});

/** Words that go on in the next line, runs in the page. */
function brokenWords(elements: Element[]): string[] {
  const isBroken = (text: Node, start: number, end: number) => {
    const range = document.createRange();
    range.setStart(text, start);
    range.setEnd(text, end);
    return range.getClientRects().length > 1;
  };
  return elements.flatMap((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\S+/g))
        if (isBroken(text, index, index + word.length)) found.push(word);
    return found;
  });
}
