/** How many bytes a page may take to transfer, measured on the built portal. */

import { sheetPathOf } from '../../src/features/cases/ente/servizi.ts';
import { SERVICE_ROWS } from '../../src/services.ts';
import { Citizen } from '../../tests/citizen.ts';
import { loginAs } from '../../tests/login.ts';
import { portal } from '../../tests/portal.ts';
import { startMailboxes } from '../../tests/smtp.ts';
import { buildWhenStale } from '../build.ts';
import type { CheckPart } from './part.ts';
import {
  actForOthers,
  cartOfFive,
  caseOfOlga,
  chatOfANewCase,
  formOnDocuments,
  outcomeOfAPayment,
  reachAs,
  reachAt,
  stepAfterPrivacy,
  stepOfDevices,
  twoHundredDevices,
} from './visit.ts';
import { BYTES_PER_KB, type PageWeight, weighPage } from './weigh.ts';

/**
 * One page.
 * @property first bytes of headers and HTML with all its style, with brotli: what the first round trip of a connection carries.
 * Every browser accepts brotli over https, and production is https only; the bytes with gzip are printed, not limited.
 * @property script bytes of JavaScript that the page loads by itself, compressed
 */
export type PageBudget = {
  name: string;
  status: number;
  first: number;
  script: number;
  react: boolean;
  /** @returns path of the page, reached without JavaScript */
  reach(citizen: Citizen, mails: Awaited<ReturnType<typeof startMailboxes>>): Promise<string>;
};

/** Public pages, and the first step of every form: what arrives in the first flight of a slow line. */
export const FIRST_STEP_BYTES = 14_600;
/** Further steps, conversations, and pages behind a login. */
const LATER_PAGE_BYTES = 24_000;
/** What brotli makes of React varies by a hundred bytes with the names that the bundler gives to what it imports. */
const FORM_BYTES = 105_000;
const CHAT_BYTES = 115_000;
/** Leaflet, and what puts points near each other together. */
const MAP_SCRIPT_BYTES = 60_000;

/** The second step of a request without JavaScript: every block is there. */
const requestBudget = (name: string, reach: PageBudget['reach']): PageBudget => ({
  name: `${name}, data`,
  status: 200,
  first: LATER_PAGE_BYTES,
  script: FORM_BYTES,
  react: true,
  reach,
});

export const PAGE_BUDGETS: readonly PageBudget[] = [
  { name: 'home', status: 200, first: FIRST_STEP_BYTES, script: 3 * BYTES_PER_KB, react: false, reach: reachAt('/') },
  ...['/?cerca=pagare', '/servizi', ...SERVICE_ROWS.map(sheetPathOf)].map(
    (path): PageBudget => ({
      name: path,
      status: 200,
      first: FIRST_STEP_BYTES,
      script: 3 * BYTES_PER_KB,
      react: false,
      reach: reachAt(path),
    }),
  ),
  {
    name: 'not found',
    status: 404,
    first: FIRST_STEP_BYTES,
    script: 3 * BYTES_PER_KB,
    react: false,
    reach: reachAt('/non-esiste'),
  },
  {
    name: 'other device',
    status: 200,
    first: FIRST_STEP_BYTES,
    script: 3 * BYTES_PER_KB,
    react: false,
    reach: reachAt('/altro-dispositivo'),
  },
  {
    name: 'privacy text',
    status: 200,
    first: FIRST_STEP_BYTES,
    script: 3 * BYTES_PER_KB,
    react: false,
    reach: reachAt('/informazioni/privacy'),
  },
  {
    name: 'login',
    status: 200,
    first: FIRST_STEP_BYTES,
    script: 3 * BYTES_PER_KB,
    react: false,
    reach: reachAt('/login'),
  },
  {
    name: 'report',
    status: 200,
    first: FIRST_STEP_BYTES,
    script: FORM_BYTES,
    react: true,
    reach: reachAt('/segnalazione'),
  },
  {
    name: 'report, data',
    status: 200,
    first: FIRST_STEP_BYTES,
    script: FORM_BYTES,
    react: true,
    reach: (citizen) => stepAfterPrivacy(citizen, '/segnalazione'),
  },
  {
    name: 'desk',
    status: 200,
    first: FIRST_STEP_BYTES,
    script: 3 * BYTES_PER_KB,
    react: false,
    reach: reachAt('/sportello-territoriale?ente=borgosereno'),
  },
  {
    name: 'desk, form',
    status: 200,
    first: FIRST_STEP_BYTES,
    script: FORM_BYTES,
    react: true,
    reach: (citizen) => stepAfterPrivacy(citizen, '/sportello-territoriale?passo=privacy&ente=borgosereno'),
  },
  {
    name: 'pay',
    status: 200,
    first: FIRST_STEP_BYTES,
    script: FORM_BYTES,
    react: true,
    reach: reachAt('/servizio/paga-online'),
  },
  {
    name: 'pay, without a notice',
    status: 200,
    first: FIRST_STEP_BYTES,
    script: FORM_BYTES,
    react: true,
    reach: reachAt('/servizio/paga-online?modo=spontaneo&ente=borgosereno&servizio=mensa'),
  },
  { name: 'pay, cart', status: 200, first: FIRST_STEP_BYTES, script: FORM_BYTES, react: true, reach: cartOfFive },
  {
    name: 'pay, outcome',
    status: 200,
    first: FIRST_STEP_BYTES,
    script: 4 * BYTES_PER_KB,
    react: false,
    reach: outcomeOfAPayment,
  },
  ...['riesame', 'rateizza-un-pagamento', 'rinegozia-un-pagamento', 'istanza-contribuente'].map((servizio) =>
    requestBudget(servizio, (citizen: Citizen) => formOnDocuments(citizen, servizio)),
  ),
  {
    name: 'choice of documents',
    status: 200,
    first: FIRST_STEP_BYTES,
    script: FORM_BYTES,
    react: true,
    reach: async (citizen) => {
      await formOnDocuments(citizen, 'riesame');
      return '/servizio/riesame';
    },
  },
  ...['allacciamento-lampade-votive', 'abbonamento-parcheggi', 'affissione-manifesti'].map((servizio) =>
    requestBudget(servizio, (citizen: Citizen) => stepAfterPrivacy(citizen, `/servizio/${servizio}?passo=privacy`)),
  ),
  requestBudget('delega-ufficio', async (citizen: Citizen) => {
    await loginAs(citizen, 'mario');
    return stepAfterPrivacy(citizen, '/servizio/delega-ufficio?passo=privacy');
  }),
  {
    name: 'appointment',
    status: 200,
    first: FIRST_STEP_BYTES,
    script: 3 * BYTES_PER_KB,
    react: false,
    reach: reachAt('/servizio/appuntamento?ente=borgosereno'),
  },
  {
    name: 'devices',
    status: 200,
    first: FIRST_STEP_BYTES,
    script: FORM_BYTES,
    react: true,
    reach: reachAt('/servizio/mezzo-permanente?tipo=variazione'),
  },
  requestBudget('devices', (citizen) => stepOfDevices(citizen, 'richiedente')),
  ...(['tipo', 'allegati', 'riepilogo'] as const).map(
    (step): PageBudget => ({
      name: `devices, ${step}`,
      status: 200,
      first: FIRST_STEP_BYTES,
      ...(step === 'tipo' ? { script: 3 * BYTES_PER_KB, react: false } : { script: FORM_BYTES, react: true }),
      reach: async (citizen) => {
        await loginAs(citizen, 'mario');
        return stepOfDevices(citizen, step);
      },
    }),
  ),
  {
    // Its buttons are calls, whose script is loaded with the first of them.
    name: 'devices, list',
    status: 200,
    first: FIRST_STEP_BYTES,
    script: 4 * BYTES_PER_KB,
    react: false,
    reach: async (citizen) => {
      await loginAs(citizen, 'mario');
      return stepOfDevices(citizen, 'mezzi');
    },
  },
  {
    name: 'devices, one',
    status: 200,
    first: LATER_PAGE_BYTES,
    script: FORM_BYTES,
    react: true,
    reach: async (citizen) => {
      await loginAs(citizen, 'mario');
      return `${await stepOfDevices(citizen, 'mezzi')}?mezzo=nuovo`;
    },
  },
  {
    name: 'devices, 200',
    status: 200,
    first: 40 * BYTES_PER_KB,
    script: 4 * BYTES_PER_KB,
    react: false,
    reach: async (citizen) => {
      await loginAs(citizen, 'mario');
      return twoHundredDevices(citizen);
    },
  },
  { name: 'chat', status: 200, first: LATER_PAGE_BYTES, script: CHAT_BYTES, react: true, reach: chatOfANewCase },
  {
    name: 'area',
    status: 200,
    first: LATER_PAGE_BYTES,
    script: 6 * BYTES_PER_KB,
    react: false,
    reach: reachAs('mario', '/area-riservata'),
  },
  {
    name: 'area, positions',
    status: 200,
    first: LATER_PAGE_BYTES,
    script: FORM_BYTES,
    react: true,
    reach: reachAs('mario', '/area-riservata?scheda=posizioni'),
  },
  {
    name: 'area, cases',
    status: 200,
    first: LATER_PAGE_BYTES,
    script: 6 * BYTES_PER_KB,
    react: false,
    reach: reachAs('mario', '/area-riservata?scheda=pratiche'),
  },
  {
    name: 'area, documents',
    status: 200,
    first: LATER_PAGE_BYTES,
    // Adds up what is ticked.
    script: 4 * BYTES_PER_KB,
    react: false,
    reach: reachAs('mario', '/area-riservata?scheda=documenti'),
  },
  {
    name: 'profile',
    status: 200,
    first: LATER_PAGE_BYTES,
    script: FORM_BYTES,
    react: true,
    reach: reachAs('mario', '/area-riservata/profilo-utente'),
  },
  ...[
    { name: 'delegations', path: '/area-riservata/deleghe' },
    { name: 'delegations, for whom one acts', path: '/area-riservata/deleghe/posizioni' },
    // Adds up what is ticked, as the area does.
    { name: 'delegations, one position', path: undefined, script: 6 * BYTES_PER_KB },
  ].map(
    ({ name, path, script = 3 * BYTES_PER_KB }): PageBudget => ({
      name,
      status: 200,
      first: LATER_PAGE_BYTES,
      script,
      react: false,
      reach: async (citizen) => {
        const [first] = await actForOthers(citizen);
        return path ?? `/area-riservata/documenti/${first?.idRappresentanza}/${first?.ente}`;
      },
    }),
  ),
  {
    name: 'operators',
    status: 200,
    first: LATER_PAGE_BYTES,
    // Keys, ticks and counts are loaded by it once the page is there.
    script: 4 * BYTES_PER_KB,
    react: false,
    reach: reachAs('olga', '/operatore'),
  },
  {
    name: 'operators, one case',
    status: 200,
    first: LATER_PAGE_BYTES,
    script: CHAT_BYTES,
    react: true,
    reach: caseOfOlga,
  },
  ...[
    { name: 'public reports', path: '/segnalazioni?ente=borgosereno', script: 3 * BYTES_PER_KB },
    { name: 'public reports, map', path: '/segnalazioni?ente=borgosereno&vista=mappa', script: MAP_SCRIPT_BYTES },
    { name: 'public reports, one', path: '/segnalazioni/demo-borgosereno-1', script: 3 * BYTES_PER_KB },
    { name: 'proof of service', path: '/trasparenza?ente=borgosereno', script: 3 * BYTES_PER_KB },
    { name: 'developers', path: '/sviluppatori', script: 3 * BYTES_PER_KB },
  ].map(({ path, ...budget }) => ({
    ...budget,
    status: 200,
    first: FIRST_STEP_BYTES,
    react: false,
    reach: async () => path,
  })),
  ...[
    { name: 'developers, most calls', path: '/sviluppatori/operatore' },
    { name: 'operators, agenda', path: '/operatore/agenda' },
    { name: 'operators, figures', path: '/operatore/andamento' },
    { name: 'operators, money', path: '/operatore/incassi' },
    { name: 'operators, one receipt', path: '/operatore/incasso/demo-incasso-due' },
    { name: 'operators, settlements', path: '/operatore/riversamenti' },
    { name: 'operators, who calls', path: '/operatore/chi-chiama' },
    { name: 'operators, at the counter', path: '/operatore/per-conto' },
    { name: 'operators, map', path: '/operatore/mappa', script: MAP_SCRIPT_BYTES },
    { name: 'setting up', path: '/gestione' },
    { name: 'setting up, pagoPA', path: '/gestione/pagopa' },
    { name: 'setting up, protocol', path: '/gestione/protocollo' },
    { name: 'setting up, App IO', path: '/gestione/app-io' },
    { name: 'setting up, files', path: '/gestione/importazioni' },
    { name: 'setting up, data', path: '/gestione/dati?parte=servizi' },
    { name: 'setting up, offer', path: '/gestione/dati?parte=offerta-SF300' },
  ].map(({ name, path, script = 3 * BYTES_PER_KB }: { name: string; path: string; script?: number }) => ({
    name,
    script,
    status: 200,
    first: LATER_PAGE_BYTES,
    react: false,
    reach: reachAs('olga', path),
  })),
];

/** @returns a sentence for each number above its budget */
export function excessOf(budget: Omit<PageBudget, 'reach'>, weight: PageWeight): string[] {
  const { name } = budget;
  const over = (what: string, is: number, may: number) =>
    is > may ? [`${name}: ${what} ${is} bytes, ${may} allowed`] : [];
  return [
    ...(weight.status === budget.status ? [] : [`${name}: status ${weight.status} instead of ${budget.status}`]),
    ...over('headers and HTML with br', weight.br, budget.first),
    ...over('JavaScript', weight.script, budget.script).map((fault) =>
      [fault, ...weight.files.map(inWords)].join('\n  '),
    ),
    ...(weight.react && !budget.react ? [`${name}: loads React`] : []),
    ...weight.blocking.map((url) => `${name}: ${url} blocks the page`),
    ...weight.foreign.map((url) => `${name}: ${url} is fetched from another host`),
  ];
}

const inWords = ({ path, bytes }: PageWeight['files'][number]) => `${String(bytes).padStart(6)} ${path}`;

const REPORT_HEAD = ['page', 'br', 'gzip', 'of', 'JavaScript', 'of', 'files'];

async function measurePages(): Promise<{ faults: string[]; notes: string[] }> {
  const mails = await startMailboxes();
  const house = await portal({ SMTP_URL: mails.url });
  const faults: string[] = [];
  const rows = [REPORT_HEAD];
  try {
    for (const budget of PAGE_BUDGETS) {
      const citizen = new Citizen(house.base);
      try {
        const weight = await weighPage(house.base, await budget.reach(citizen, mails), citizen.cookies);
        faults.push(...excessOf(budget, weight));
        const numbers = [weight.br, weight.gzip, budget.first, weight.script, budget.script, weight.files.length];
        rows.push([budget.name, ...numbers.map(String)]);
      } catch (error) {
        faults.push(`${budget.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await house.end();
    await mails.close();
  }
  return {
    faults,
    notes: rows.map(([name = '', ...cells]) => name.padEnd(40) + cells.map((c) => c.padStart(11)).join('')),
  };
}

export const budgetsPart: CheckPart = {
  name: 'budgets',
  promise: 'every page arrives in the first round trip, and loads little',
  look: async () => (buildWhenStale() === 0 ? measurePages() : { faults: ['the build fails'] }),
};
