// biome-ignore-all lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures a fixture needs
import { basename } from 'node:path';
import type { SQLOutputValue } from 'node:sqlite';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { judgeByAxe } from '../audit/axe.ts';
import type { AuditFinding } from '../audit/findings.ts';
import { judgeMails } from '../audit/judge-mails.ts';
import { judgeState } from '../audit/judge-state.ts';
import { givenStyle, losesFocus, noteActions } from '../audit/page-judges.ts';
import { type Portal, portal } from '../portal.ts';
import { processorMs } from '../processor.ts';
import { type SmtpMailboxes, startMailboxes } from '../smtp.ts';
import { PROCESSOR_NOTE, TIMES_FILE } from '../test-times.ts';
import { openContext } from './context.ts';
import { type SharedBrowser, shareBrowser } from './shared-browser.ts';
import { isJudged, STATE_NOTE, stateNote } from './states.ts';
import { withStore } from './store.ts';

/** The cookie of the visitor, as their browser has it. */
export const VISITOR_COOKIE = 'visitatore';

type StoreRow = Record<string, SQLOutputValue>;
type Once = {
  smtp: SmtpMailboxes;
  house: Portal;
  mezzi: StoreRow[];
  settings: Record<string, string>;
  /** The same page where the checker's own script may run, and the page's may not */
  still: (page: Page) => Promise<Page>;
  shared: SharedBrowser;
};
type Each = {
  /** True for a test that says what its browser is, turns its clock, cuts its line or writes scripts for its pages: all this outlives a page. */
  ownBrowser: boolean;
  /** Whether each action and each expectation waits until the page's islands are alive. False where a test acts before they are. */
  onceAlive: boolean;
  /** Console errors of this test that are part of what it shows */
  expected: { errors: RegExp[] };
  /** The page has come to a state of {@link PAGE_STATES}: in it nobody with a screen reader or a keyboard stumbles over anything. */
  accessible: (page: Page, state: string) => Promise<void>;
  /** Notes the processor time of each test, when it is measured where the time goes */
  processor: undefined;
  code: (email: string, nth?: number) => Promise<string>;
  /** A page of another browser, which knows nothing of this one */
  otherBrowser: () => Promise<Page>;
};

/** Where each state is judged by all judges, and kept: only for the audit. */
const { AUDIT_FOLDER } = process.env;

/** Of this worker: the pages of a journey that is walked twice are judged once. */
const judgedStates = new Set<string>();

/** What the browser itself prints of an answer that the screen then puts into words. */
const REFUSED = /^Failed to load resource: .* status of (404|409|413|415|419|422|429) /;
/** What the bot check says after its eight seconds, on a busy machine: the send goes on. Its own tests ask for the token. */
const CHECK_LATE = /^recaptcha not started$/;

/**
 * Deletes what a test began, paid or asked for in the name of a person of the sandbox; cases and their files stay.
 * @param mezzi the advertising devices of the positions, as they were
 */
function asInTheBeginning(house: Portal, mezzi: StoreRow[]): void {
  withStore(house, (db) => {
    db.exec(`
      begin immediate;
      delete from mezzi_dichiarati;
      delete from dichiarazioni_mezzi;
      delete from mezzi;
      delete from bozze;
      delete from allegati where pratica is null;
      -- The money of the demo's year stays.
      delete from ricevute where id not like 'demo-incasso-%';
      delete from decisioni_incassi;
      delete from accrediti where id not like 'demo-accredito-%';
      delete from pagamenti_avvisi;
      delete from pagamenti;
      delete from notifiche;
      delete from fornitori_sandbox;
      delete from avvisi where stato_da in ('portale', 'decisione');
      update avvisi set stato = 'da_pagare', stato_da = 'import' where stato_da = 'ricevuta' and not exists
        (select 1 from ricevute r where r.numero_avviso = avvisi.numero_avviso and r.ente = avvisi.ente);
      update documenti set stato = 'da_pagare', stato_da = 'import' where stato_da <> 'import';
      -- The portal offers a guest's case to the citizen whose tax code it carries.
      update pratiche set codice_fiscale = null where utente is null;
      update richieste_documenti set aperta = 0;
      delete from targhe;
      delete from appuntamenti where id not like 'demo%';
      delete from bolli;
      delete from deleghe_posizioni;
      delete from deleghe;
      delete from rappresentanze where delegata = 1;
    `);
    for (const mezzo of mezzi) {
      const names = Object.keys(mezzo);
      db.prepare(`insert into mezzi (${names}) values (${names.map(() => '?')})`).run(...Object.values(mezzo));
    }
    db.exec('commit');
  });
}

/**
 * An error on the console of a page fails its test, unless the test expects it. The sandbox has few people: what one test began in a
 * person's name is deleted before the next.
 */
export const test = base.extend<Each, Once>({
  settings: [{}, { option: true, scope: 'worker' }],
  smtp: [
    async ({ browser }, use) => {
      const boxes = await startMailboxes();
      await use(boxes);
      if (AUDIT_FOLDER !== undefined) await judgeMails(browser, boxes.all(), AUDIT_FOLDER);
      await boxes.close();
    },
    { scope: 'worker' },
  ],
  house: [
    async ({ smtp, settings }, use) => {
      // Compressed pages are for the tests of the host and for the budgets.
      const env = { SMTP_URL: smtp.url, LIMITS_FACTOR: '1000', COMPRESS: '0', ...settings };
      const house = await portal(env);
      await use(house);
      await house.end();
    },
    { scope: 'worker', timeout: 30_000 },
  ],
  mezzi: [
    async ({ house }, use) => use(withStore(house, (db) => db.prepare('select * from mezzi').all())),
    { scope: 'worker' },
  ],
  processor: [
    async ({}, use, testInfo) => {
      const before = TIMES_FILE ? processorMs() : 0;
      await use(undefined);
      if (TIMES_FILE) testInfo.annotations.push({ type: PROCESSOR_NOTE, description: String(processorMs() - before) });
    },
    { auto: true },
  ],
  baseURL: async ({ house }, use) => use(house.base),
  onceAlive: [true, { option: true }],
  expected: async ({}, use) => use({ errors: [] }),
  ownBrowser: [false, { option: true }],
  shared: [
    async ({ browser, house }, use) => {
      const shared = shareBrowser(browser, house.base);
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, shared, ownBrowser, onceAlive, javaScriptEnabled, serviceWorkers }, use) => {
    const isOwn = ownBrowser || !onceAlive || serviceWorkers === 'allow' || AUDIT_FOLDER !== undefined;
    const isScripted = javaScriptEnabled !== false;
    const context = isOwn ? await openContext(browser, onceAlive && isScripted) : await shared.context(isScripted);
    if (AUDIT_FOLDER !== undefined) await context.addInitScript(noteActions);
    await use(context);
    await (isOwn ? context.close() : shared.forget());
  },
  otherBrowser: async ({ browser, baseURL, onceAlive, javaScriptEnabled }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await openContext(browser, onceAlive && javaScriptEnabled !== false, {
        javaScriptEnabled,
        baseURL,
      });
      opened.push(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
  page: async ({ page, expected, house, mezzi }, use, testInfo) => {
    asInTheBeginning(house, mezzi);
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(`${error.name}: ${error.message}`));
    await use(page);
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('portal.log', { body: house.log().slice(-20_000) });
      await testInfo.attach('page.txt', {
        body: `${page.url()}\n${await page.locator('main').ariaSnapshot({ timeout: 5000 }).catch(String)}`,
      });
    }
    const known = [REFUSED, CHECK_LATE, ...expected.errors];
    expect(errors.filter((text) => !known.some((line) => line.test(text)))).toEqual([]);
  },
  // One page for all the copies of a worker: a new one each time costs more than the check, and in this one the checker's script is read once.
  still: [
    async ({ browser, house }, use) => {
      const context = await browser.newContext({ javaScriptEnabled: true });
      const copy = await context.newPage();
      await copy.route('**/', (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 });
      await copy.goto(house.base);
      await use(async (page) => {
        await copy.setViewportSize(page.viewportSize() ?? { width: 360, height: 800 });
        // Scripting is enabled in the copy, so the noscript tags are removed to show their content, as the page does.
        await copy.setContent((await page.content()).replace(/<script\b.*?<\/script>|<\/?noscript>/gs, ''));
        return copy;
      });
      await context.close();
    },
    { scope: 'worker' },
  ],
  accessible: async ({ still, javaScriptEnabled }, use, testInfo) => {
    const journey = basename(testInfo.file).replace(/(\.both|\.nojs)?\.spec\.ts$/, '');
    const way = javaScriptEnabled === false ? 'plain' : 'scripts';
    await use(async (page, state) => {
      const note = stateNote(journey, state);
      if (!isJudged(journey, state, way) || judgedStates.has(note)) return;
      judgedStates.add(note);
      testInfo.annotations.push({ type: STATE_NOTE, description: note });
      // What a test waited for may be there before the end of the page.
      await page.waitForLoadState('domcontentloaded');
      const judged = way === 'plain' ? await still(page) : page;
      await atRest(judged);
      const found = await judgeByAxe(judged);
      if (AUDIT_FOLDER === undefined)
        return expect(found.map(({ rule, element }) => `${state}: ${rule} ${element}`)).toEqual([]);
      const lost = way === 'scripts' ? await page.evaluate(losesFocus) : [];
      found.push(...lost.map((one): AuditFinding => ({ judge: 'focus', criteria: ['2.4.3'], ...one })));
      const copy = way === 'plain' ? judged : await still(page);
      // Style that a script has given the page is in no markup.
      for (const content of way === 'plain' ? [] : await page.evaluate(givenStyle)) await copy.addStyleTag({ content });
      const of = { journey, state, way, url: new URL(page.url()).pathname, title: await page.title() } as const;
      await judgeState({ copy, folder: AUDIT_FOLDER }, of, found);
    });
  },
  code: async ({ smtp }, use) => {
    await use(async (email, nth = 0) => {
      const mail = await smtp.mailTo(email, /codice di verifica/, nth);
      const found = /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1];
      if (!found) throw new Error(`Nessun codice in: ${mail.text}`);
      return found;
    });
  },
});

/** A colour on its way from one state to the next is none that anybody reads. What turns for ever is not waited for. */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // One that is cancelled has come to rest, too.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

export { expect };

/** An address that no other test of the run uses. */
export function newEmail(name: string): string {
  return `${name}.${crypto.randomUUID().slice(0, 8)}@esempio.it`;
}
