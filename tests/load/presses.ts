/**
 * `npm run bench -- presses`: how long the pages take to answer a press, and how long they keep the main thread busy while somebody types,
 * on a processor that Chromium makes four times slower. The answer to a press is what Event Timing counts (from the press to the next
 * paint, the worst event of the press, as Interaction to Next Paint does); where the press loads another page, the time until that paints;
 * where a file is chosen, the time until the next frame.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import sharp from 'sharp';
import type { PageBudget } from '../../scripts/check/budgets.ts';
import { cartOfFive, caseOfOlga, chatOfANewCase, confirmEmail, reachAs, reachAt } from '../../scripts/check/visit.ts';
import { type Citizen, segnalazione } from '../citizen.ts';
import type { SmtpMailboxes } from '../smtp.ts';
import { openBrowser, openPage } from './browser.ts';
import { medianOf } from './measure.ts';
import { measureRows, SPEED_TURNS, type SpeedSite, visitOf } from './speed.ts';

const SLOWER = 4;
const MAX_ANSWER_MS = 200;
const MAX_TASK_MS = 100;
/** After a press, until all that it brings about has come. */
const AFTERMATH_MS = 2000;
/** So many times, until another page has painted. */
const MAX_WAITS = 10;
/** Event Timing tells of no event that is answered earlier. */
const LEAST_EVENT_MS = 16;
/** Between two keys: a fast typist's. */
const KEY_MS = 60;

/**
 * Something that a person does on a page.
 * @property prepare what is done before the processor is slowed
 * @property types the act is typing, whose long tasks are judged, too
 * @property loads the act loads another page
 * @property atDesk with a mouse on a wide screen, else on a telephone
 */
type PressScene = {
  name: string;
  reach: PageBudget['reach'];
  prepare?(page: Page): Promise<unknown>;
  act(page: Page): Promise<unknown>;
  types?: boolean;
  loads?: boolean;
  atDesk?: boolean;
};

const ENTE = 'borgosereno';
const WORDS = 'Il lampione davanti al civico 4 è spento da una settimana, e di sera non si vede nulla.';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A report that lacks nothing, at one of its steps. */
const readyReport = (step: 'dati' | 'riepilogo') => async (citizen: Citizen, mails: SmtpMailboxes) => {
  const email = `prova.${randomUUID().slice(0, 8)}@esempio.it`;
  await citizen.arrive();
  await confirmEmail(citizen, mails, email);
  const { filesAllegati: _, privacy, ...texts } = segnalazione(ENTE, email);
  const values = { ...texts, privacy: privacy ? 'on' : '', codice_inviato_a: email };
  const saved = await citizen.post('/api/v1/portale/bozze', { percorso: '/segnalazione', passo: step, valori: values });
  if (saved.status !== 200) throw new Error(`the draft is answered with ${saved.status}: ${saved.message}`);
  return `/segnalazione?passo=${step}`;
};

/** As a telephone takes it: large, and full of detail. @returns its path; what Playwright sends a page as bytes keeps the page busy */
async function photo(): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 };
  const path = fileURLToPath(new URL('../../node_modules/.cache/foto.jpg', import.meta.url));
  await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 80 })
    .toFile(path);
  return path;
}

const typing = (page: Page, selector: string) => page.locator(selector).pressSequentially(WORDS, { delay: KEY_MS });

/** Those that come to life when somebody turns to them. */
async function wakeIslands(page: Page): Promise<void> {
  await page.locator('astro-island[client=touched]').last().dispatchEvent('pointerover');
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
}

const SCENES: readonly PressScene[] = [
  {
    name: 'report: from the privacy text to the data',
    reach: reachAt('/segnalazione'),
    prepare: (page) => page.getByLabel(/informativa sulla privacy/).check(),
    act: (page) => button(page, 'Avanti').click(),
  },
  {
    name: 'report: from the data to the summary',
    reach: readyReport('dati'),
    act: (page) => button(page, 'Avanti').click(),
  },
  {
    name: 'report: a type is chosen',
    reach: readyReport('dati'),
    act: (page) => page.locator('input[type=radio]:not(:checked)').first().check(),
  },
  {
    name: 'report: a photo is added',
    reach: readyReport('dati'),
    act: async (page) => page.locator('#file').setInputFiles(await photo()),
  },
  {
    name: 'report: the last question opens (dialog)',
    reach: readyReport('riepilogo'),
    act: (page) => button(page, 'Invia').click(),
  },
  {
    name: 'report: sent',
    reach: readyReport('riepilogo'),
    prepare: (page) => button(page, 'Invia').click(),
    act: (page) => button(page, 'Conferma e invia').click(),
  },
  {
    name: 'pay: a notice leaves the cart',
    reach: cartOfFive,
    act: (page) =>
      page
        .getByRole('button', { name: /^Togli/ })
        .first()
        .click(),
  },
  {
    name: 'chat: a message is sent',
    reach: chatOfANewCase,
    prepare: (page) => page.getByLabel('Messaggio', { exact: true }).fill(WORDS),
    act: (page) => button(page, 'Invia').click(),
  },
  {
    name: 'menu: Servizi (another page)',
    loads: true,
    reach: reachAt('/'),
    act: (page) => page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Servizi' }).click(),
  },
  {
    name: 'home: a search (another page)',
    loads: true,
    reach: reachAt('/'),
    prepare: (page) => page.locator('#cerca').fill('pagare'),
    act: (page) => page.locator('#cerca').press('Enter'),
  },
  {
    name: 'documents: filtered by state (another page)',
    loads: true,
    reach: reachAs('mario', '/area-riservata?scheda=documenti'),
    act: (page) =>
      page
        .getByRole('navigation', { name: 'Filtra i documenti per stato' })
        .getByRole('link', { name: /^Scaduti/ })
        .click(),
  },
  {
    name: 'documents: one is ticked',
    reach: reachAs('mario', '/area-riservata?scheda=documenti'),
    act: (page) => page.getByRole('checkbox').first().check(),
  },
  {
    name: 'documents: the menu of a row opens',
    reach: reachAs('mario', '/area-riservata?scheda=documenti'),
    act: (page) => page.locator('table.documenti summary').first().click(),
  },
  {
    name: 'positions: one is to be removed (dialog)',
    reach: reachAs('mario', '/area-riservata?scheda=posizioni'),
    prepare: wakeIslands,
    act: (page) =>
      page
        .locator('main')
        .getByText(/^Togli/)
        .first()
        .click(),
  },
  {
    name: 'map of reports: nearer',
    reach: reachAt('/segnalazioni?ente=borgosereno&vista=mappa'),
    act: (page) => page.locator('.leaflet-control-zoom-in').click(),
  },
  {
    name: 'desk: a row is ticked',
    atDesk: true,
    reach: reachAs('olga', '/operatore'),
    act: (page) => page.locator('table.pratiche input[type=checkbox]').first().check(),
  },
  {
    name: 'desk: to the next row (key J)',
    atDesk: true,
    reach: reachAs('olga', '/operatore'),
    act: (page) => page.keyboard.press('j'),
  },
  {
    name: 'desk: the keys are shown (dialog)',
    atDesk: true,
    reach: reachAs('olga', '/operatore'),
    act: (page) => page.keyboard.press('?'),
  },
  {
    name: 'desk: a row is opened (another page)',
    loads: true,
    atDesk: true,
    reach: reachAs('olga', '/operatore'),
    act: (page) => page.locator('table.pratiche tbody th a').first().click(),
  },
  {
    name: 'report: the description is typed',
    types: true,
    reach: readyReport('dati'),
    act: (page) => typing(page, '#descrizione'),
  },
  {
    name: 'report: the address is typed',
    types: true,
    reach: readyReport('dati'),
    act: (page) => typing(page, '#indirizzo'),
  },
  {
    name: 'chat: a message is typed',
    types: true,
    reach: chatOfANewCase,
    act: (page) => page.getByLabel('Messaggio', { exact: true }).pressSequentially(WORDS, { delay: KEY_MS }),
  },
  { name: 'home: a search is typed', types: true, reach: reachAt('/'), act: (page) => typing(page, '#cerca') },
  {
    name: 'desk: a search is typed',
    types: true,
    atDesk: true,
    reach: reachAs('olga', '/operatore'),
    act: (page) => typing(page, '#q'),
  },
  {
    name: 'desk: a message is typed',
    types: true,
    atDesk: true,
    reach: caseOfOlga,
    act: (page) => page.locator('textarea').first().pressSequentially(WORDS, { delay: KEY_MS }),
  },
];

export async function benchPresses(): Promise<void> {
  const browser = await openBrowser();
  try {
    const head = ['what is done', 'answer ms', 'from – to', 'longest task ms', 'goal'];
    await measureRows('presses', head, SCENES, async (scene, site) => {
      const turns: SceneResult[] = [];
      for (let n = 0; n < SPEED_TURNS; n++) turns.push(await play(scene, site, browser));
      const answers = turns.map(({ answer }) => answer);
      const [answer, task] = [medianOf(answers), medianOf(turns.map((turn) => turn.task))];
      return {
        cells: [
          inMs(answer),
          `${inMs(Math.min(...answers))} – ${inMs(Math.max(...answers))}`,
          task === 0 ? 'none' : task,
        ],
        missed: [
          ...(answer > MAX_ANSWER_MS ? [`answered after ${answer} ms, ${MAX_ANSWER_MS} allowed`] : []),
          ...(scene.types && task > MAX_TASK_MS ? [`a task of ${task} ms, ${MAX_TASK_MS} allowed`] : []),
        ],
      };
    });
  } finally {
    await browser.close();
  }
}

const inMs = (ms: number) => (ms < LEAST_EVENT_MS ? `< ${LEAST_EVENT_MS}` : String(ms));

/** @property answer of the slowest event, in ms @property task the longest, in ms; 0 where none took more than 50 */
type SceneResult = { answer: number; task: number };
/** What a page tells. `pressed` and `painted` are instants of the machine's clock, the others durations, all in ms. */
type SpeedNote = { kind: 'event' | 'task' | 'pressed' | 'painted'; ms: number };

/** Does it once, as a new visitor on a page that has come to rest. */
async function play(
  scene: PressScene,
  site: SpeedSite,
  browser: Awaited<ReturnType<typeof openBrowser>>,
): Promise<SceneResult> {
  const visit = await visitOf(scene, site);
  const { page, devtools, close } = await openPage(browser, site.portal.base, visit, scene.atDesk);
  try {
    const notes: SpeedNote[] = [];
    await page.exposeBinding('noteSpeed', (_, note: SpeedNote) => notes.push(note));
    await page.addInitScript(noteAnswers);
    await page.goto(visit.path, { waitUntil: 'networkidle' });
    await page.waitForFunction(() => !document.querySelector('astro-island[ssr]:is([client=idle], [client=load])'));
    await scene.prepare?.(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await pause(AFTERMATH_MS);
    notes.length = 0;
    await scene.act(page);
    for (let waits = 0; waits === 0 || (scene.loads && waits < MAX_WAITS && !isLoaded(notes)); waits++)
      await pause(AFTERMATH_MS);
    return resultOf(notes, scene.loads);
  } finally {
    await close();
  }
}

const notedOf = (notes: readonly SpeedNote[], kind: SpeedNote['kind']) =>
  notes.filter((note) => note.kind === kind).map(({ ms }) => ms);

/** From the press to the first paint of the page that it has loaded, in ms; NaN or less than 0 until then. */
const loadedAfter = (notes: readonly SpeedNote[]) =>
  (notedOf(notes, 'painted').at(-1) ?? Number.NaN) - (notedOf(notes, 'pressed').at(-1) ?? Number.NaN);
const isLoaded = (notes: readonly SpeedNote[]) => loadedAfter(notes) > 0;

/** Before another page the old one may still have painted something: what is waited for is the new one. */
const resultOf = (notes: readonly SpeedNote[], loads = false): SceneResult => ({
  answer: Math.round(loads ? loadedAfter(notes) : Math.max(0, ...notedOf(notes, 'event'))),
  task: Math.round(Math.max(0, ...notedOf(notes, 'task'))),
});

/** TypeScript does not know of interactions yet. */
type TimedEntry = PerformanceEntry & { interactionId: number };

/** Runs in each page: tells of what the browser has timed. */
function noteAnswers(): void {
  const { noteSpeed } = globalThis as unknown as { noteSpeed(note: SpeedNote): void };
  const clock = (ms: number) => performance.timeOrigin + ms;
  const watch = (type: string, told: (entry: TimedEntry) => void, least?: number) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) told(entry as TimedEntry);
    }).observe({ type, buffered: true, ...(least !== undefined && { durationThreshold: least }) });
  watch('event', ({ interactionId, duration }) => interactionId && noteSpeed({ kind: 'event', ms: duration }), 16);
  watch('longtask', ({ duration }) => noteSpeed({ kind: 'task', ms: duration }));
  watch(
    'paint',
    ({ name, startTime }) => name === 'first-contentful-paint' && noteSpeed({ kind: 'painted', ms: clock(startTime) }),
  );
  for (const type of ['pointerup', 'keydown'])
    addEventListener(type, ({ timeStamp }) => noteSpeed({ kind: 'pressed', ms: clock(timeStamp) }), true);
  addEventListener(
    'change',
    ({ target, timeStamp }) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => noteSpeed({ kind: 'event', ms: performance.now() - timeStamp });
        port2.postMessage('');
      });
    },
    true,
  );
}
