/**
 * Settings of the payment providers, and the file with the data of each ente at pagoPA. A provider is set completely or not at
 * all.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { isPartitaIva } from './atoms/check-digit.ts';
import { isIban, normaliseIban } from './atoms/iban.ts';
import {
  baseAddress,
  listOf,
  type PortalMode,
  readWhole,
  requireEncryption,
  SettingError,
  type SettingRow,
  type SettingRows,
  type SettingTexts,
  type ValuesOf,
  webOrigin,
} from './setting.ts';

/** Checkout answers with an address of its own gateway, which redirects to its pages (pagoPA, Checkout carts). */
const CHECKOUT_PAGES = 'https://checkout.pagopa.it';
/** The ente that pagoPA gives to everybody for tests: its check digit is wrong on purpose. */
const TEST_BODY = '77777777777';

export const PAGOPA_ROWS = {
  checkoutUrl: {
    name: 'PAGOPA_CHECKOUT_URL',
    schema: baseAddress,
    meaning:
      'Base address of pagoPA Checkout, with version: https://api.platform.pagopa.it/checkout/ec/v2. Without the PAGOPA_ settings pagoPA is not offered (sandbox: test pages).',
  },
  gpdUrl: {
    name: 'PAGOPA_GPD_URL',
    schema: baseAddress,
    meaning:
      'Base address of the debt positions (GPD): https://api.platform.pagopa.it/gpd/debt-positions-service/v1. Required with PAGOPA_CHECKOUT_URL.',
  },
  receiptsUrl: {
    name: 'PAGOPA_RECEIPTS_URL',
    schema: baseAddress,
    meaning:
      'Base address of the receipts: https://api.platform.pagopa.it/gpd/payments-receipts-service/v1. Required with PAGOPA_CHECKOUT_URL.',
  },
  flowsUrl: {
    name: 'PAGOPA_FLOWS_URL',
    schema: z.optional(baseAddress),
    meaning:
      'Base address of the settlement flows (FdR): https://api.platform.pagopa.it/fdr-org/service/v1. Without it no settlement is read.',
  },
  configFile: {
    name: 'PAGOPA_CONFIG_FILE',
    schema: z.optional(z.string()),
    meaning:
      'JSON file, tax code of the ente → `{"chiave": "…", "segregazione": "01", "iban": "IT…"}`; `chiave` may be left out where PAGOPA_KEY serves. Read at the start. What an administrator writes at `/gestione/pagopa` counts in its place.',
  },
  key: {
    name: 'PAGOPA_KEY',
    schema: z.optional(z.string()),
    meaning: 'Subscription key at pagoPA for the enti that have none of their own.',
  },
  origins: {
    name: 'PAGOPA_REDIRECT_ORIGINS',
    schema: z.optional(listOf(webOrigin)),
    meaning:
      'Origins that pagoPA may send a citizen’s browser to, comma-separated. Without it that of PAGOPA_CHECKOUT_URL and https://checkout.pagopa.it.',
  },
} as const satisfies SettingRows;

export const MOONEY_ROWS = {
  url: {
    name: 'MOONEY_URL',
    schema: baseAddress,
    meaning:
      'Base address of the second payment provider (Mooney), which is not offered without it (sandbox: test pages).',
  },
  secret: {
    name: 'MOONEY_SECRET',
    // A shorter secret can be found by trying against an intercepted notification.
    schema: z.string().check(z.minLength(32, ': almeno 32 caratteri.')),
    meaning:
      'Secret of at least 32 characters shared with that provider: signs our requests and its notifications. Required with MOONEY_URL.',
  },
  origins: {
    name: 'MOONEY_REDIRECT_ORIGINS',
    schema: z.optional(listOf(webOrigin)),
    meaning: 'Origins that it may send a citizen’s browser to, comma-separated. Without it that of MOONEY_URL.',
  },
} as const satisfies SettingRows;

/** @property segregazione two digits of the notice numbers this portal makes @property iban where the money goes */
export type EntePagopa = { key?: string | undefined; segregazione: string; iban: string };

/**
 * @property key subscription key for enti without one of their own @property origins where a cart may redirect to
 * @property enti of the file, by tax code @property others for every other ente: the sandbox lists none by name
 */
export type PagopaSettings = Omit<ValuesOf<typeof PAGOPA_ROWS>, 'configFile' | 'origins'> & {
  origins: readonly string[];
  enti: Readonly<Record<string, EntePagopa>>;
  others?: EntePagopa;
};

/** @property secret shared with the provider: signs requests and notifications */
export type MooneySettings = Omit<ValuesOf<typeof MOONEY_ROWS>, 'origins'> & { origins: readonly string[] };

/**
 * @returns undefined for a provider that is not set: it is not offered
 * @throws SettingError naming the setting, and the ente when it is about one
 */
export function readPayments(env: SettingTexts, mode: PortalMode) {
  return { pagopa: readPagopa(env, mode), mooney: readMooney(env, mode) };
}

function readPagopa(env: SettingTexts, mode: PortalMode): PagopaSettings | undefined {
  const given = readWhole(PAGOPA_ROWS, env);
  if (!given) return undefined;
  const { configFile, origins, ...pagopa } = given;
  for (const address of ['checkoutUrl', 'gpdUrl', 'receiptsUrl', 'flowsUrl'] as const)
    if (pagopa[address] !== undefined) requireEncryption(mode, PAGOPA_ROWS[address], pagopa[address]);
  return {
    ...pagopa,
    origins: originsOf(PAGOPA_ROWS.origins, mode, origins) ?? [new URL(pagopa.checkoutUrl).origin, CHECKOUT_PAGES],
    enti: configFile === undefined ? {} : readEnti(configFile, pagopa.key !== undefined),
  };
}

function readMooney(env: SettingTexts, mode: PortalMode): MooneySettings | undefined {
  const given = readWhole(MOONEY_ROWS, env);
  if (!given) return undefined;
  requireEncryption(mode, MOONEY_ROWS.url, given.url);
  return { ...given, origins: originsOf(MOONEY_ROWS.origins, mode, given.origins) ?? [new URL(given.url).origin] };
}

function originsOf(row: SettingRow, mode: PortalMode, origins: string[] | undefined): string[] | undefined {
  for (const one of origins ?? []) requireEncryption(mode, row, one);
  return origins;
}

/** @param path of a JSON file: tax code of the ente → `{ "chiave"?, "segregazione", "iban" }` */
function readEnti(path: string, hasSharedKey: boolean): Record<string, EntePagopa> {
  let written: unknown;
  try {
    written = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // The parser's own message quotes the file, which holds keys.
    const why = (error as NodeJS.ErrnoException).code ?? 'non è JSON';
    throw new SettingError(`PAGOPA_CONFIG_FILE: non riesco a leggere ${path} (${why}).`);
  }
  const { data: enti, error } = z.safeParse(z.record(z.string(), z.unknown()), written);
  if (error || Object.keys(enti).length === 0)
    throw new SettingError('PAGOPA_CONFIG_FILE: serve un oggetto con almeno un ente: {"codice fiscale": {…}}.');
  return Object.fromEntries(Object.entries(enti).map(([ente, fields]) => [ente, readEnte(ente, fields, hasSharedKey)]));
}

const KEY_WORDS = 'chiave deve essere un testo.';
const SEGREGAZIONE_WORDS = 'segregazione è il codice di due cifre tra virgolette, ad esempio "01".';
const IBAN_WORDS = 'iban non è giusto: controlla le cifre.';

const enteFields = z.strictObject(
  {
    chiave: z.optional(z.string(KEY_WORDS).check(z.trim(), z.minLength(1, KEY_WORDS))),
    segregazione: z.string(SEGREGAZIONE_WORDS).check(z.regex(/^\d{2}$/, SEGREGAZIONE_WORDS)),
    iban: z.pipe(z.string(IBAN_WORDS), z.transform(normaliseIban)).check(z.refine(isIban, IBAN_WORDS)),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `campo sconosciuto «${issue.keys[0]}»: i campi sono chiave, segregazione e iban.`
        : 'servono segregazione e iban.',
  },
);

function readEnte(ente: string, fields: unknown, hasSharedKey: boolean): EntePagopa {
  const refused = (why: string) => new SettingError(`PAGOPA_CONFIG_FILE, ente ${ente}: ${why}`);
  if (!isPartitaIva(ente) && ente !== TEST_BODY)
    throw refused('il codice fiscale dell’ente ha 11 cifre e l’ultima deve tornare.');
  const { data, error } = z.safeParse(enteFields, fields);
  if (error) throw refused(error.issues[0]?.message ?? '');
  const { chiave, segregazione, iban } = data;
  if (chiave === undefined && !hasSharedKey)
    throw refused('manca la chiave: scrivila qui, oppure in PAGOPA_KEY per tutti.');
  return { key: chiave, segregazione, iban };
}
