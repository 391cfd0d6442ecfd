/** How much a page may weigh on the wire, measured on the built portal as it answers. */
import { Citizen } from '../../tests/citizen.ts';
import { loginAs } from '../../tests/login.ts';
import { portal } from '../../tests/portal.ts';
import { mailboxes } from '../../tests/smtp.ts';
import { buildWhenStale } from '../build.ts';
import type { Part } from './part.ts';
import {
  cartOfFive,
  chatOfANewCase,
  formOnDocuments,
  outcomeOfAPayment,
  stepAfterPrivacy,
  stepOfDevices,
  twoHundredDevices,
} from './visit.ts';
import { KB, type Weight, weigh } from './weigh.ts';

/**
 * One page.
 * @property first bytes of headers and HTML with all its style, with brotli: what the first round trip of a connection carries. Every
 *   browser takes brotli over https, and production is https alone; the bytes with gzip are printed, not limited.
 * @property script bytes of JavaScript the page loads by itself, compressed
 */
type Budget = {
  name: string;
  status: number;
  first: number;
  script: number;
  react: boolean;
  /** @returns path of the page, for somebody who arrives and has no JavaScript */
  reach(citizen: Citizen, mails: Awaited<ReturnType<typeof mailboxes>>): Promise<string>;
};

const FIRST = 14_600;
const FORM = 100_000;
const at = (path: string) => async () => path;

/** The second step of a request, for who has no JavaScript: every block is there. */
const request = (name: string, reach: Budget['reach']): Budget => ({
  ...{ name: `${name}, data`, status: 200, first: FIRST, script: FORM, react: true, reach },
});

export const BUDGETS: readonly Budget[] = [
  { name: 'home', status: 200, first: FIRST, script: 3 * KB, react: false, reach: at('/') },
  { name: 'not found', status: 404, first: FIRST, script: 3 * KB, react: false, reach: at('/non-esiste') },
  {
    name: 'privacy text',
    status: 200,
    first: FIRST,
    script: 3 * KB,
    react: false,
    reach: at('/informazioni/privacy'),
  },
  { name: 'report', status: 200, first: FIRST, script: FORM, react: true, reach: at('/segnalazione') },
  {
    name: 'report, data',
    status: 200,
    first: FIRST,
    script: FORM,
    react: true,
    reach: (citizen) => stepAfterPrivacy(citizen, '/segnalazione'),
  },
  {
    name: 'desk',
    status: 200,
    first: FIRST,
    script: 3 * KB,
    react: false,
    reach: at('/sportello-territoriale?ente=borgosereno'),
  },
  {
    name: 'desk, form',
    status: 200,
    first: FIRST,
    script: FORM,
    react: true,
    reach: (citizen) => stepAfterPrivacy(citizen, '/sportello-territoriale?passo=privacy&ente=borgosereno'),
  },
  { name: 'pay', status: 200, first: FIRST, script: FORM, react: true, reach: at('/servizio/paga-online') },
  {
    name: 'pay, without a notice',
    status: 200,
    first: FIRST,
    script: FORM,
    react: true,
    reach: at('/servizio/paga-online?modo=spontaneo&ente=borgosereno&servizio=mensa'),
  },
  { name: 'pay, cart', status: 200, first: FIRST, script: FORM, react: true, reach: cartOfFive },
  {
    name: 'pay, outcome',
    status: 200,
    first: FIRST,
    script: 4 * KB,
    react: false,
    reach: outcomeOfAPayment,
  },
  ...['riesame', 'rateizza-un-pagamento', 'rinegozia-un-pagamento', 'istanza-contribuente'].map((servizio) =>
    request(servizio, (citizen: Citizen) => formOnDocuments(citizen, servizio)),
  ),
  {
    ...{ name: 'choice of documents', status: 200, first: FIRST, script: FORM, react: true },
    reach: async (citizen) => {
      await formOnDocuments(citizen, 'riesame');
      return '/servizio/riesame';
    },
  },
  ...['allacciamento-lampade-votive', 'abbonamento-parcheggi', 'affissione-manifesti'].map((servizio) =>
    request(servizio, (citizen: Citizen) => stepAfterPrivacy(citizen, `/servizio/${servizio}?passo=privacy`)),
  ),
  {
    ...{ name: 'devices', status: 200, first: FIRST, script: FORM, react: true },
    reach: at('/servizio/mezzo-permanente?tipo=variazione'),
  },
  request('devices', (citizen) => stepOfDevices(citizen, 'richiedente')),
  ...(['tipo', 'allegati', 'riepilogo'] as const).map(
    (passo): Budget => ({
      ...{ name: `devices, ${passo}`, status: 200, first: FIRST },
      ...(passo === 'tipo' ? { script: 3 * KB, react: false } : { script: FORM, react: true }),
      reach: async (citizen) => {
        await loginAs(citizen, 'mario');
        return stepOfDevices(citizen, passo);
      },
    }),
  ),
  {
    // Its buttons are calls, whose script comes with the first of them.
    ...{ name: 'devices, list', status: 200, first: FIRST, script: 4 * KB, react: false },
    reach: async (citizen) => {
      await loginAs(citizen, 'mario');
      return stepOfDevices(citizen, 'mezzi');
    },
  },
  {
    ...{ name: 'devices, one', status: 200, first: FIRST, script: FORM, react: true },
    reach: async (citizen) => {
      await loginAs(citizen, 'mario');
      return `${await stepOfDevices(citizen, 'mezzi')}?mezzo=nuovo`;
    },
  },
  {
    ...{ name: 'devices, 200', status: 200, first: 40 * KB, script: 4 * KB, react: false },
    reach: async (citizen) => {
      await loginAs(citizen, 'mario');
      return twoHundredDevices(citizen);
    },
  },
  { name: 'chat', status: 200, first: FIRST, script: FORM, react: true, reach: chatOfANewCase },
  {
    name: 'area',
    status: 200,
    first: FIRST,
    script: FORM,
    react: true,
    reach: async (citizen) => {
      await loginAs(citizen, 'mario');
      return '/area-riservata';
    },
  },
  {
    name: 'area, cases',
    status: 200,
    first: FIRST,
    script: 5 * KB,
    react: false,
    reach: async (citizen) => {
      await loginAs(citizen, 'mario');
      return '/area-riservata?scheda=pratiche';
    },
  },
  {
    name: 'area, documents',
    status: 200,
    first: FIRST,
    script: 3 * KB,
    react: false,
    reach: async (citizen) => {
      await loginAs(citizen, 'mario');
      return '/area-riservata?scheda=documenti';
    },
  },
  {
    name: 'operators',
    status: 200,
    first: FIRST,
    script: 3 * KB,
    react: false,
    reach: async (citizen) => {
      await loginAs(citizen, 'olga');
      return '/operatore';
    },
  },
];

/** @returns what is above the budget, a sentence each */
export function excess(budget: Omit<Budget, 'reach'>, weight: Weight): string[] {
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
    ...weight.foreign.map((url) => `${name}: ${url} is asked of somebody else`),
  ];
}

const inWords = ({ path, bytes }: Weight['files'][number]) => `${String(bytes).padStart(6)} ${path}`;

const ROW = ['page', 'br', 'gzip', 'of', 'JavaScript', 'of', 'files'];

async function measure(): Promise<{ faults: string[]; notes: string[] }> {
  const mails = await mailboxes();
  const house = await portal({ SMTP_URL: mails.url });
  const faults: string[] = [];
  const rows = [ROW];
  try {
    for (const budget of BUDGETS) {
      const citizen = new Citizen(house.base);
      try {
        const weight = await weigh(house.base, await budget.reach(citizen, mails), citizen.cookies);
        faults.push(...excess(budget, weight));
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
    notes: rows.map(([name = '', ...cells]) => name.padEnd(14) + cells.map((c) => c.padStart(11)).join('')),
  };
}

export const budgets: Part = {
  name: 'budgets',
  promise: 'every page arrives in the first round trip, and loads little',
  look: async () => (buildWhenStale() === 0 ? measure() : { faults: ['the build fails'] }),
};
