import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startRecaptcha } from '../../../tests/doubles/recaptcha-server.ts';
import { altchaBotCheck } from '../../adapters/bot-check/altcha.server.ts';
import { recaptchaBotCheck } from '../../adapters/bot-check/recaptcha.server.ts';
import { type BotCheck, botConfigOf } from './bot-check.ts';

const ROUTES = '/segnalazione /segnalazione/chat/{email}/{id}';
const HERE = '/src/platform/bot-check/';
const google = await startRecaptcha();
const own = altchaBotCheck({ secrets: ['segreto'] });

/** Serves two kinds of page, the modules under test without their types, and challenges. */
let bot: BotCheck = own;
let away: 'reset' | 'silent' | undefined;
const server = createServer(async (request, response) => {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const send = (type: string, body: string) => response.setHeader('Content-Type', type).end(body);
  if (pathname === '/api/v1/portale/sfida') {
    send('application/json', JSON.stringify({ data: await bot.challenge(Date.now()) }));
  } else if (search === '?worker&url') {
    send('text/javascript', `export default '${pathname}'`); // the export of a `?url` import, as the bundler makes it
  } else if (pathname.endsWith('.worker.ts') && away) {
    if (away === 'reset') request.socket.destroy();
  } else if (pathname.startsWith('/src/') || pathname.startsWith('/node_modules/')) {
    const source = await readFile(new URL(`../../..${pathname}`, import.meta.url), 'utf8');
    const code = pathname.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
    send(
      'text/javascript',
      code.replace(/'altcha-lib(\/.+)?'/g, (_, path) => `'${moduleOf(path ?? '')}'`),
    );
  } else if (pathname === '/start.js') {
    const source = `import { guardNavigation } from '${HERE}navigation.browser.ts';`;
    send('text/javascript', `${source} guardNavigation(); window.started = true;`);
  } else {
    response.setHeader('Content-Security-Policy', `default-src 'self'; img-src data:; script-src 'self' ${google.url}`);
    send('text/html', pageOf(pathname));
  }
});

/** Where the server above serves what the package exports. */
const moduleOf = (path: string) =>
  import.meta.resolve(`altcha-lib${path}`).replace(new URL('../../..', import.meta.url).href, '/');
const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const pageOf = (pathname: string) => `<!doctype html><html lang="it"><title>${pathname}</title>
  <link rel="icon" href="data:,">
  <meta name="portale-bot" content="${attribute(JSON.stringify(botConfigOf(bot, { challenge: '/api/v1/portale/sfida', here: pathname !== '/altrove' })))}">
  <meta name="portale-bot-rotte" content="${ROUTES}">
  ${pathname === '/' ? '<script type="module" src="/start.js"></script>' : ''}
  <main><p><a href="/segnalazione"><b>Segnala</b></a> <a href="/login">Accedi</a> <a href="#qui">Qui</a>
  <a href="/segnalazione" target="_blank">Altra scheda</a></p></main>`;

let browser: Browser;
let page: Page;
let url: string;
const errors: string[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const installed = '/usr/bin/chromium';
  const executablePath = existsSync(installed) ? installed : await sparticuz.executablePath();
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
}, 30_000);

afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await google.close();
});

beforeEach(async () => {
  bot = own;
  away = undefined;
  google.setDown(false);
  google.hits.length = 0;
  errors.length = 0;
  page = await browser.newPage();
  page.setDefaultTimeout(4000);
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
});
afterEach(() => page.context().close());

const open = async () => {
  await page.goto(`${url}/`);
  await page.waitForFunction('window.started');
};
const useGoogle = async (consent?: 'si' | 'no') => {
  bot = recaptchaBotCheck({ ...google, ownHosts: async () => ['127.0.0.1'] });
  if (consent) await page.context().addCookies([{ name: 'consenso-bot', value: consent, url }]);
};
// As text: the test runner would rewrite an import inside a function.
const token = (call = 'botToken', use = 'spent') =>
  page.evaluate<string | undefined>(`import('${HERE}bot-check.browser.ts').then((module) => module.${call}('${use}'))`);
const verify = (value = '') => bot.verify(value, { now: Date.now(), address: '127.0.0.1' });

describe('a link to a page with the check', () => {
  test('a link to a page with the check is followed once the solver has loaded', async () => {
    await open();
    await page.getByRole('link', { name: 'Segnala' }).click();

    await page.waitForURL(`${url}/segnalazione`);
  });

  test.each(['reset', 'silent'] as const)(
    'a link to a page with the check is not followed without the solver, and the page says so (%s)',
    async (how) => {
      await page.clock.install();
      await open();
      away = how;
      await page.getByRole('link', { name: 'Segnala' }).click();
      await page.clock.runFor(8000);

      await page.getByRole('main').getByRole('alert').getByText('La pagina non si è aperta').waitFor();
      expect(page.url()).toBe(`${url}/`);

      away = undefined;
      await page.getByRole('link', { name: 'Riprova' }).click();
      await page.waitForURL(`${url}/segnalazione`);
    },
  );

  test('a link in a new window, to another page or to a place of the same page is left alone', async () => {
    await open();
    away = 'reset';
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByText('Altra scheda').click()]);
    await popup.waitForURL(`${url}/segnalazione`);
    await page.getByText('Qui').click();
    await page.waitForURL(`${url}/#qui`);
    await page.getByText('Accedi').click();

    await page.waitForURL(`${url}/login`);
  });

  test('a link that waits does not overtake a link clicked later', async () => {
    await page.clock.install();
    await open();
    away = 'silent';
    await page.getByRole('link', { name: 'Segnala' }).click();
    await page.getByText('Qui').click();
    await page.clock.runFor(8000);

    expect(page.url()).toBe(`${url}/#qui`);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('a link is followed without touching Google before consent, or after a refusal', async () => {
    await useGoogle();
    await open();
    await page.getByRole('link', { name: 'Segnala' }).click();
    await page.waitForURL(`${url}/segnalazione`);
    await useGoogle('no');
    await open();
    await page.getByRole('link', { name: 'Segnala' }).click();
    await page.waitForURL(`${url}/segnalazione`);

    expect(google.hits).toEqual([]);
  });

  test('with consent a link is not followed when Google’s script does not load', async () => {
    await useGoogle('si');
    await open();
    google.setDown(true);
    await page.getByRole('link', { name: 'Segnala' }).click();
    await page.getByRole('alert').waitFor();
    expect(page.url()).toBe(`${url}/`);

    google.setDown(false);
    await page.getByRole('link', { name: 'Riprova' }).click();
    await page.waitForURL(`${url}/segnalazione`);
  });
});

describe('a token of the check', () => {
  test('a token is accepted, and never given twice', async () => {
    await open();
    await token('startBotCheck');
    const given = await Promise.all([token(), token()]);
    given.push(await token('refreshBotToken'));

    expect(new Set(given).size).toBe(3);
    for (const each of given) expect(await verify(each)).toMatchObject({ outcome: 'human' });
    expect(errors).toEqual([]);
  });

  test('the request proceeds without a token when the check cannot start', async () => {
    await open();
    away = 'reset';
    expect(await token()).toBeUndefined();
    expect(errors).toContain('recaptcha not started');

    away = undefined;
    expect(await verify(await token())).toMatchObject({ outcome: 'human' });
  });

  test('a token of Google is asked for at the send, after consent', async () => {
    await useGoogle('si');
    await open();
    await token('startBotCheck');

    expect(await verify(await token())).toEqual({ outcome: 'human' });
    expect(await verify(await token('refreshBotToken'))).toEqual({ outcome: 'human' });
    expect(errors).toEqual([]);
  });

  test('without consent there is no token of Google, and nothing of Google is touched', async () => {
    await useGoogle('no');
    await open();
    await token('startBotCheck');

    expect(await token()).toBeUndefined();
    expect(errors).toEqual(['recaptcha not started']);
    expect(google.hits).toEqual([]);
  });

  test('on a route without the check nothing is loaded until a call spends a token', async () => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto(`${url}/altrove`);
    await token('startBotCheck');

    expect(await token('botToken', 'checked')).toBeUndefined();
    expect(fetched.filter((path) => /sfida|worker\.ts$/.test(path))).toEqual([]);
    expect(errors).toEqual([]);
    expect(await verify(await token())).toMatchObject({ outcome: 'human' });
  });

  test('a send goes without a token when Google does not answer for 8 seconds', async () => {
    await page.clock.install();
    await useGoogle('si');
    await open();
    google.setDown('silent');
    const waiting = token();
    await expect.poll(() => google.hits.length).toBe(1);
    await page.clock.runFor(8000);

    expect(await waiting).toBeUndefined();
  });
});
