/**
 * Every kind of screen looks as it did: at two widths it is compared with a picture in `tests/browser/pictures`. A portal of its own begins
 * on a fixed day. `npm test -- browser pictures --update-snapshots` renews the pictures of what was changed on purpose.
 */
import type { Page } from '@playwright/test';
import { ENTI } from '../../src/sandbox/demo/enti.ts';
import { Citizen } from '../citizen.ts';
import { loginAs } from '../login.ts';
import type { Portal } from '../portal.ts';
import { logIn, screensInTurn } from './accesso-flow.ts';
import { FIXED_DAY, fixedDaySettings } from './fixed-day.ts';
import { expect, test } from './fixtures.ts';
import { expectStatus, openReadyBozza, pdfFile, sendSegnalazione, uploadFile } from './flow.ts';
import { acceptRichiesta, operatorePath } from './richieste-flow.ts';
import { DEMO_SCREENS } from './screens.ts';

/** As many points as the digits of a time in a sentence; a box of another colour has hundreds. */
const MAX_DIFFERENT = 40;
const WIDTHS = [360, 1280] as const;

// Half as many points in each direction: a fault is still seen, and a picture weighs a quarter.
test.use({
  ownBrowser: true,
  settings: fixedDaySettings('immagini'),
  bypassCSP: true,
  deviceScaleFactor: 0.5,
  contextOptions: { reducedMotion: 'reduce' },
});

test('every kind of screen looks as in its picture, on a phone and on a wide screen', async ({ page, house, smtp }) => {
  test.slow();
  await page.clock.setFixedTime(FIXED_DAY);
  // Fonts that are late are left out: here they are waited for.
  await page.route(
    ({ port, pathname }) => port === new URL(house.base).port && !pathname.includes('.'),
    async (route) => {
      if (route.request().resourceType() !== 'document' || route.request().method() !== 'GET') return route.fallback();
      // A connection that the host closes for want of use may be chosen just then: a browser would take another, too.
      // The names of towns are known to the browser alone.
      const { host, pathname, search } = new URL(route.request().url());
      const headers = { ...route.request().headers(), host };
      const response = await route.fetch({
        url: house.base + pathname + search,
        headers,
        maxRedirects: 0,
        maxRetries: 3,
      });
      if (response.status() >= 300 && response.status() < 400) return route.fallback();
      const body = (await response.text()).replaceAll('font-display:optional', 'font-display:block');
      await route.fulfill({ response, body });
    },
  );

  for await (const screen of screensInTurn(page, DEMO_SCREENS)) {
    await page.goto(screen.path);
    await compare(page, screen.name);
  }

  await page.context().clearCookies();
  const site = { house, smtp };
  await openReadyBozza(page, site, 'anna.bianchi@esempio.it', 'dati');
  await compare(page, 'report-data');
  await page.goto('/segnalazione?passo=riepilogo');
  await compare(page, 'report-summary');
  const sent = await sendSegnalazione(site, 'bruno.verdi@esempio.it');
  await page.goto(sent.chatUrl);
  await compare(page, 'report-chat');
  const plan = await acceptedPlan(house);
  await logIn(page, 'mario', plan.pathname);
  await compare(page, 'accepted-plan');
  await page.goto('/area-riservata?scheda=pratiche');
  await compare(page, 'cases-accepted');
  await page.context().clearCookies();
  await logIn(page, 'olga', operatorePath(plan.href));
  await compare(page, 'operators-case');

  await page.context().clearCookies();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto('/');
  await compare(page, 'dark-home');
  await openReadyBozza(page, site, 'carla.neri@esempio.it', 'dati');
  await compare(page, 'dark-report-data');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });

  // Each town has a crest and a colour of its own: at the top of its pages.
  for (const { id, host } of ENTI) {
    if (!host) continue;
    await page.goto(`${house.base.replace('127.0.0.1', host)}/`);
    await compare(page, `town-${id}`, 'body');
  }
});

/** All differences of a run are told, not the first one alone. */
async function compare(page: Page, name: string, part = 'main'): Promise<void> {
  await expect(page.locator('#avvio')).toBeHidden();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // A map that became wider asks for more points, at a time of its own.
    if ((await page.locator('[data-mappa]').count()) > 0) {
      await page.reload();
      await expect(page.locator('#mappa-stato')).not.toBeEmpty();
    }
    await page.evaluate(() =>
      Promise.all(
        [...document.images].map((image) => {
          image.loading = 'eager';
          return image.decode();
        }),
      ),
    );
    await expect.soft(page.locator(part)).toHaveScreenshot(`${name}-${width}.png`, {
      scale: 'device',
      stylePath: 'tests/browser/pictures.css',
      maxDiffPixels: MAX_DIFFERENT,
    });
  }
}

/** Mario asked to pay his tax in four instalments, and an operator accepted. @returns address of his page of the case */
async function acceptedPlan(house: Portal): Promise<URL> {
  const mario = new Citizen(house.base);
  await loginAs(mario, 'mario');
  await mario.arrive();
  const user = expectStatus(await mario.get('/api/v1/user'), 200).data as Record<string, string>;
  const path = '/servizio/rateizza-un-pagamento/Rifiuti%20TARI/BS-100101-01,BS-100101-02';
  const { Id } = (await uploadFile(mario, pdfFile('prova.pdf'), path)).data as { Id: string };
  const asked = {
    ente: 'borgosereno',
    servizio: 'Rifiuti TARI',
    documenti: ['BS-100101-01', 'BS-100101-02'],
    privacy: true,
    rate: 4,
    prima_scadenza: '2030-07-31',
    motivo: 'Ho perso il lavoro.',
    difficolta: true,
    richiedente: { ruolo: 'persona_fisica', email: user.Email_Comunicazione__c, telefono: '333 1234567' },
    filesAllegati: [{ Id }],
  };
  const { id } = expectStatus(await mario.post('/api/v1/rateizzazione/new', asked), 201).data as { id: string };
  const chat = new URL(`/richiesta/chat/${encodeURIComponent(user.Email_Comunicazione__c ?? '')}/${id}`, house.base);
  await acceptRichiesta(house, chat.href);
  return chat;
}
