/**
 * Settings of the payment providers, and the file with the data of each ente at pagoPA. A provider is set completely or not at
 * all.
 */
import { readFileSync } from 'node:fs';
import type { SettingName, SettingReader } from '../settings.ts';
import { isPartitaIva } from './atoms/check-digit.ts';
import type { EntePagopa, MooneySettings, PagopaSettings } from './payments-settings.ts';
import { SettingError } from './setting.ts';

type PortalMode = 'sandbox' | 'production';

/** Checkout answers with an address of its own gateway, which redirects to its pages (pagoPA, Checkout carts). */
const CHECKOUT_PAGES = 'https://checkout.pagopa.it';
/** The ente that pagoPA gives to everybody for tests: its check digit is wrong on purpose. */
const TEST_BODY = '77777777777';
/** A shorter secret can be found by trying against an intercepted notification. */
const SECRET_LENGTH = 32;

/**
 * @returns undefined for a provider that is not set: it is not offered
 * @throws SettingError naming the setting, and the ente when it is about one
 */
export function readPayments(given: SettingReader, mode: PortalMode) {
  return { pagopa: readPagopa(given, mode), mooney: readMooney(given, mode) };
}

function readPagopa(given: SettingReader, mode: PortalMode): PagopaSettings | undefined {
  const needed = ['PAGOPA_CHECKOUT_URL', 'PAGOPA_GPD_URL', 'PAGOPA_RECEIPTS_URL', 'PAGOPA_CONFIG_FILE'] as const;
  if (!isConfigured(given, needed, ['PAGOPA_KEY', 'PAGOPA_REDIRECT_ORIGINS'])) return undefined;
  const checkoutUrl = readBaseUrl('PAGOPA_CHECKOUT_URL', given, mode);
  const key = given('PAGOPA_KEY');
  return {
    checkoutUrl,
    gpdUrl: readBaseUrl('PAGOPA_GPD_URL', given, mode),
    receiptsUrl: readBaseUrl('PAGOPA_RECEIPTS_URL', given, mode),
    key,
    origins: readOrigins('PAGOPA_REDIRECT_ORIGINS', given, mode) ?? [new URL(checkoutUrl).origin, CHECKOUT_PAGES],
    enti: readEnti(given('PAGOPA_CONFIG_FILE') as string, key !== undefined),
  };
}

function readMooney(given: SettingReader, mode: PortalMode): MooneySettings | undefined {
  if (!isConfigured(given, ['MOONEY_URL', 'MOONEY_SECRET'], ['MOONEY_REDIRECT_ORIGINS'])) return undefined;
  const url = readBaseUrl('MOONEY_URL', given, mode);
  const secret = given('MOONEY_SECRET') as string;
  if (secret.length < SECRET_LENGTH) throw new SettingError(`MOONEY_SECRET: almeno ${SECRET_LENGTH} caratteri.`);
  return { url, secret, origins: readOrigins('MOONEY_REDIRECT_ORIGINS', given, mode) ?? [new URL(url).origin] };
}

/** @returns false when nothing of it is set @throws SettingError when only a part is */
function isConfigured(given: SettingReader, needed: readonly SettingName[], more: readonly SettingName[]): boolean {
  const one = [...needed, ...more].find((name) => given(name));
  if (!one) return false;
  const missing = needed.filter((name) => !given(name));
  if (missing.length > 0) throw new SettingError(`Con ${one} mancano: ${missing.join(', ')}.`);
  return true;
}

/** An address to which paths are appended, so without a final slash. */
function readBaseUrl(name: SettingName, given: SettingReader, mode: PortalMode): string {
  const url = URL.parse(given(name) ?? '');
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new SettingError(`${name} non è un indirizzo valido: serve https://host/percorso, senza parametri.`);
  checkEncrypted(name, url, mode);
  return url.href.replace(/\/+$/, '');
}

function readOrigins(name: SettingName, given: SettingReader, mode: PortalMode): string[] | undefined {
  const texts = given(name)
    ?.split(',')
    .map((text) => text.trim());
  return texts?.filter(Boolean).map((text) => {
    const url = URL.parse(text);
    if (
      !url ||
      !/^https?:$/.test(url.protocol) ||
      url.username ||
      url.password ||
      url.pathname !== '/' ||
      url.search ||
      url.hash
    )
      throw new SettingError(`${name}: «${text}» non è un’origine, ad esempio ${CHECKOUT_PAGES}.`);
    checkEncrypted(name, url, mode);
    return url.origin;
  });
}

function checkEncrypted(name: SettingName, url: URL, mode: PortalMode): void {
  if (mode === 'production' && url.protocol !== 'https:')
    throw new SettingError(`${name} in production deve iniziare con https://.`);
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
  if (!isObject(written) || Object.keys(written).length === 0)
    throw new SettingError('PAGOPA_CONFIG_FILE: serve un oggetto con almeno un ente: {"codice fiscale": {…}}.');
  return Object.fromEntries(
    Object.entries(written).map(([ente, fields]) => [ente, readEnte(ente, fields, hasSharedKey)]),
  );
}

function readEnte(ente: string, fields: unknown, hasSharedKey: boolean): EntePagopa {
  const no = (why: string): never => {
    throw new SettingError(`PAGOPA_CONFIG_FILE, ente ${ente}: ${why}`);
  };
  if (!isPartitaIva(ente) && ente !== TEST_BODY) no('il codice fiscale dell’ente ha 11 cifre e l’ultima deve tornare.');
  if (!isObject(fields)) return no('servono segregazione e iban.');
  const { chiave, segregazione, iban, ...others } = fields;
  const unknownField = Object.keys(others)[0];
  if (unknownField !== undefined) no(`campo sconosciuto «${unknownField}»: i campi sono chiave, segregazione e iban.`);
  if (chiave !== undefined && (typeof chiave !== 'string' || chiave.trim() === '')) no('chiave deve essere un testo.');
  if (chiave === undefined && !hasSharedKey) no('manca la chiave: scrivila qui, oppure in PAGOPA_KEY per tutti.');
  if (typeof segregazione !== 'string' || !/^\d{2}$/.test(segregazione))
    return no('segregazione è il codice di due cifre tra virgolette, ad esempio "01".');
  const cleanIban = typeof iban === 'string' ? iban.replace(/\s/g, '').toUpperCase() : '';
  if (!isIban(cleanIban)) no('iban non è giusto: controlla le cifre.');
  return { ...(typeof chiave === 'string' && { key: chiave.trim() }), segregazione, iban: cleanIban };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks form and check digits modulo 97 (ISO 13616); Italian IBANs have 27 characters. @param s without blanks, in capitals */
function isIban(s: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(s) || (s.startsWith('IT') && s.length !== 27)) return false;
  let rest = 0;
  for (const c of s.slice(4) + s.slice(0, 4)) {
    const value = Number.parseInt(c, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
