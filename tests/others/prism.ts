/**
 * Prism judges every request that the portal sends to pagoPA, and every answer of the test pagoPA, by pagoPA's own OpenAPI files. They
 * carry no licence, so that the project has no copy: PAGOPA_OPENAPI names a folder with them (pagopa/pagopa-api, folder `openapi`). Not
 * judged are the pages of Checkout, which browsers open. Prism's own proxy follows the redirect by which Checkout answers a cart: here the
 * test pagoPA answers, and Prism is given both sides.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pagopaPayments } from '../../src/adapters/payments/pagopa.server.ts';
import { carrello } from '../../src/adapters/payments/payments.contract-test.ts';
import { iuvOf } from '../../src/platform/atoms/numero-avviso.ts';
import type { AvvisoToPay } from '../../src/platform/payments.ts';
import type { PagopaSettings } from '../../src/platform/payments-settings.server.ts';
import { avvisi } from '../../src/sandbox/demo/avvisi.ts';
import { answerPagopa } from '../../src/sandbox/pagopa/pagopa.server.ts';
import { PAGOPA_PATH, sandboxPagopa } from '../../src/sandbox/pagopa/settings.ts';
import { Citizen } from '../citizen.ts';
import { pagopaDouble } from '../doubles/pagopa.ts';
import { type ProviderServer, startProviderServer } from '../doubles/provider-server.ts';
import { installOutside } from '../load/outside.ts';
import { freePort, type Portal, portal } from '../portal.ts';
import type { OtherFinding, OtherJudgement } from './runs.ts';
import { versionOf } from './version.ts';

/** An ente of the demonstration. */
const BORGO = '80000015554';
/** The portal looks for receipts and flows each minute. */
const PATIENCE_MS = 150_000;

type Exchange = { line: string; request: Request; body: string; response: Response };

export async function judgePagopaCalls(): Promise<OtherJudgement> {
  const folder = installOutside('@stoplight/prism-cli@5.16.0');
  const specs = await readSpecs(folder);
  const exchanges = await exchangesOfPortal();
  const findings: OtherFinding[] = [];
  for (const exchange of exchanges) findings.push(...(await specs.judge(exchange)));
  const counts = new Map<string, number>();
  for (const { line } of exchanges) counts.set(line, (counts.get(line) ?? 0) + 1);
  return {
    version: versionOf('@stoplight/prism-cli', folder),
    judged: exchanges.length,
    findings,
    notes: [...counts].map(([line, count]) => `${line}: ${count}`),
  };
}

/** What the portal sends while citizens pay, and while it reads what was paid and transferred. */
async function exchangesOfPortal(): Promise<Exchange[]> {
  const server = await startProviderServer();
  const exchanges: Exchange[] = [];
  const provider = { ...pagopaDouble(server.url), now: Date.now };
  const port = await freePort();
  const returnOrigins = [...provider.returnOrigins, `http://127.0.0.1:${port}`];
  server.answer = async (request) => {
    const copy = request.clone();
    const response = await answerPagopa(request, { ...provider, returnOrigins });
    const { pathname } = new URL(request.url);
    const line = `${request.method} ${pathname.slice(PAGOPA_PATH.length).replaceAll(/\d{11,}|(?<=fdrs\/)[\w-]+/g, '…')} → ${response.status}`;
    if (FILES.some(({ path }) => pathname.startsWith(PAGOPA_PATH + path)))
      exchanges.push({ line, request: copy, body: await copy.clone().text(), response: response.clone() });
    return response;
  };
  const settings = sandboxPagopa(server.url);
  const files = mkdtempSync(join(tmpdir(), 'portale-prism-'));
  let house: Portal | undefined;
  try {
    await payByAdapter(server, settings);
    house = await portal({ PORT: String(port), LIMITS_FACTOR: '1000', ...settingsOf(settings, files) });
    await payInPortal(house);
    await until('The portal has read no flow.', () => exchanges.some(({ line }) => /psps\/.*\/payments/.test(line)));
  } finally {
    await house?.end();
    await server.close();
    rmSync(files, { recursive: true });
  }
  return exchanges;
}

function settingsOf(
  { checkoutUrl, gpdUrl, receiptsUrl, flowsUrl = '', key = '', others, origins }: PagopaSettings,
  files: string,
) {
  const PAGOPA_CONFIG_FILE = join(files, 'enti.json');
  writeFileSync(PAGOPA_CONFIG_FILE, JSON.stringify({ [BORGO]: { segregazione: '47', iban: others?.iban } }));
  return {
    PAGOPA_CHECKOUT_URL: checkoutUrl,
    PAGOPA_GPD_URL: gpdUrl,
    PAGOPA_RECEIPTS_URL: receiptsUrl,
    PAGOPA_FLOWS_URL: flowsUrl,
    PAGOPA_KEY: key,
    PAGOPA_CONFIG_FILE,
    PAGOPA_REDIRECT_ORIGINS: origins.join(','),
  };
}

/** A debt position that is there already, and payments which were transferred before the portal starts: it finds them. */
async function payByAdapter(server: ProviderServer, settings: PagopaSettings): Promise<void> {
  const pagopa = pagopaPayments(settings);
  const numero_avviso = '347000000000000017';
  const avviso: AvvisoToPay = {
    ente: 'borgosereno',
    dominioEC: BORGO,
    enteName: 'Comune di Borgosereno',
    numero_avviso,
    iuv: iuvOf(numero_avviso),
    causale: 'Imposta di bollo',
    importo_cent: 2100,
  };
  const posizione = {
    iupd: 'portale-prism-1',
    taxonomy: '9/0101109IM/',
    avviso,
    scadenza: '2027-12-31',
    pagatore: { nome: 'Maria', cognome: 'Rossi', codice_fiscale: 'RSSMRA80A41H501W' },
    stamp: {
      importo_cent: 1600,
      hashDocument: 'a/CWqtFtCEyA/ymBySahGSaqKMiak5mlX3BoX0jupy8=',
      provincia: 'RM',
      taxonomy: '9/0301150IM/',
    },
  };
  await pagopa.createDebtPosition?.(posizione);
  await pagopa.createDebtPosition?.(posizione);
  const { redirect } = await pagopa.open(carrello([avviso]));
  await fetch(redirect, { method: 'POST', body: new URLSearchParams({ scelta: 'paga' }), redirect: 'manual' });
  const transfer = new URLSearchParams({ ente: BORGO, come: 'giusto' });
  const { status } = await fetch(`${server.url}${PAGOPA_PATH}/riversa`, { method: 'POST', body: transfer });
  if (status !== 200) throw new Error(`the test pagoPA transfers nothing: ${status}`);
}

/** A notice, and a payment without one, which has a debt position made. */
async function payInPortal(house: Portal): Promise<void> {
  const citizen = await new Citizen(house.base).arrive();
  const today = new Date().toISOString().slice(0, 10);
  const [notice] = avvisi(today).filter(({ ente, stato }) => ente === 'borgosereno' && stato === 'da_pagare');
  const emailDebitore = 'anna@esempio.it';
  await pay(citizen, '/api/v1/payments/pagopa/richiesta', {
    IUV: iuvOf(notice?.numero_avviso ?? ''),
    dominioEC: BORGO,
    emailDebitore,
  });
  await pay(citizen, '/api/v1/payments/pagopa/pagamento-non-predeterminato', {
    ente: 'borgosereno',
    servizio: 'certificati',
    campi: { certificato: 'Stato di famiglia' },
    pagatore: { nome: 'Anna', cognome: 'Bianchi', codice_fiscale: 'BNCNNA80A41H501R' },
    emailDebitore,
  });
}

/** @throws Error when it is not paid in the end */
async function pay(citizen: Citizen, call: string, fields: object): Promise<void> {
  const opened = await citizen.post(call, fields);
  if (opened.status !== 200)
    throw new Error(`${call}: ${opened.status} ${opened.message} ${JSON.stringify(opened.errors)}`);
  const { riferimento, redirect } = opened.data as { riferimento: string; redirect: string };
  await citizen.get(`/api/v1/payments/pagopa/ricevuta?riferimento=${riferimento}`);
  const paying = await fetch(redirect, {
    method: 'POST',
    body: new URLSearchParams({ scelta: 'paga' }),
    redirect: 'manual',
  });
  const back = new URL(paying.headers.get('location') ?? '');
  await until(`${call}: not paid`, async () => {
    const page = await citizen.get(back.pathname + back.search);
    return String(page.data).includes('Pagamento effettuato');
  });
}

/** @throws Error with these words when it is not so in time */
async function until(words: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(words);
    await pause(500); // the portal asks pagoPA at times of its own
  }
}

/** Each of pagoPA's services, where the test pagoPA has it. */
const FILES = [
  { path: '/checkout/ec/v2', file: 'checkout_v2.json' },
  { path: '/gpd/debt-positions-service/v1', file: 'gpd.json' },
  { path: '/gpd/payments-receipts-service/v1', file: 'gpd_payments.json' },
  { path: '/fdr-org/service/v1', file: 'fdr_organization.json' },
] as const;

/** The parts of Prism that are used: it is none of the project's packages. */
type HttpSide = { headers: Record<string, string>; body: unknown };
type PrismRequest = HttpSide & { method: string; url: { path: string; query: Record<string, string> } };
type PrismResponse = HttpSide & { statusCode: number };
type Diagnosis = { message: string; severity: number; path?: (string | number)[] };
type PrismAnswer = { _tag: string; left?: Error; right?: { validations: { input: Diagnosis[]; output: Diagnosis[] } } };
type Prism = { request(request: PrismRequest, operations: object): () => Promise<PrismAnswer> };
type PrismModule = {
  getHttpOperationsFromSpec(document: object): Promise<object>;
  createInstance(config: object, components: object): Prism;
};

async function readSpecs(folder: string) {
  const place = process.env.PAGOPA_OPENAPI;
  if (place === undefined)
    throw new Error('PAGOPA_OPENAPI names no folder with the OpenAPI files of pagopa/pagopa-api.');
  const prism = createRequire(join(folder, 'prism.cjs'))('@stoplight/prism-http') as PrismModule;
  const operations = new Map<string, object>();
  for (const { path, file } of FILES) {
    const document: object = JSON.parse(readFileSync(join(place, file), 'utf8'));
    operations.set(PAGOPA_PATH + path, await prism.getHttpOperationsFromSpec(document));
  }
  return {
    judge: async ({ line, request, body, response }: Exchange): Promise<OtherFinding[]> => {
      const { pathname, searchParams } = new URL(request.url);
      const [base, known] = [...operations].find(([path]) => pathname.startsWith(path)) ?? ['', {}];
      const output: PrismResponse = { statusCode: response.status, ...sideOf(response.headers, await response.text()) };
      const answer = await instanceFor(prism, output).request(
        {
          method: request.method.toLowerCase(),
          url: { path: pathname.slice(base.length), query: Object.fromEntries(searchParams) },
          ...sideOf(request.headers, body),
        },
        known,
      )();
      const { input, output: said } = answer.right?.validations ?? { input: [], output: [] };
      return [
        ...(answer.left ? [{ of: line, words: answer.left.message }] : []),
        ...input.map((one) => ({ of: line, words: `richiesta: ${wordsOf(one)}` })),
        ...said.map((one) => ({ of: line, words: `risposta: ${wordsOf(one)}` })),
      ];
    },
  };
}

const wordsOf = ({ message, path = [] }: Diagnosis): string => `${path.join('.')} ${message}`;

function sideOf(headers: Headers, text: string): HttpSide {
  const isJson = /json/.test(headers.get('content-type') ?? '');
  return { headers: Object.fromEntries(headers), body: text === '' ? undefined : isJson ? JSON.parse(text) : text };
}

/** As its proxy is, with an answer that has come already. */
function instanceFor({ createInstance }: PrismModule, output: PrismResponse): Prism {
  const silent = { child: () => silent, info() {}, warn() {}, error() {}, debug() {}, trace() {}, success() {} };
  const checks = { checkSecurity: true, validateRequest: true, validateResponse: true, errors: true };
  return createInstance(
    { isProxy: true, upstream: new URL('http://127.0.0.1'), mock: { dynamic: false }, ...checks },
    { logger: silent, forward: () => () => async () => ({ _tag: 'Right', right: output }) },
  );
}
