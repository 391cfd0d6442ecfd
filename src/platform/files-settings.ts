/** The setting of the bucket that files are kept in: an address with its credentials, or with those of the usual AWS names. */
import type { SettingReader } from '../settings.ts';
import { LOOPBACK_NAMES, SettingError } from './setting.ts';

/** @property url of the bucket and the prefix within it, with a final slash @property encrypted the server is asked to encrypt */
export type FilesSettings = { url: string; key: string; secret: string; region: string; encrypted: boolean };

const FILES_EXAMPLE = 'https://chiave:segreto@host/bucket/prefisso?region=eu-south-1';
const filesRefused = (why: string) => new SettingError(`FILES_URL ${why}: per esempio ${FILES_EXAMPLE}.`);

/** @throws SettingError which never shows the address: it holds a secret */
export function readFiles(given: SettingReader): FilesSettings | undefined {
  const text = given('FILES_URL');
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.hash) throw filesRefused('non è un indirizzo valido');
  if (url.protocol === 'http:' && !LOOPBACK_NAMES.includes(url.hostname))
    throw filesRefused('deve iniziare con https://, tranne che su questa macchina');
  const path = url.pathname.split('/').filter(Boolean);
  if (path.length === 0 || !path.every((name) => /^[\w.-]+$/.test(name)))
    throw filesRefused('deve nominare il bucket, e bucket e prefisso hanno solo lettere, cifre, punti e trattini');
  const odd = [...url.searchParams.keys()].find((name) => name !== 'region' && name !== 'encryption');
  if (odd) throw filesRefused(`ha il parametro sconosciuto «${odd}»`);
  const encryption = url.searchParams.get('encryption');
  if (encryption !== null && encryption !== 'none') throw filesRefused('ammette solo encryption=none');
  const key = decodePart(url.username) || given('AWS_ACCESS_KEY_ID');
  const secret = decodePart(url.password) || given('AWS_SECRET_ACCESS_KEY');
  if (!key || !secret) throw filesRefused('è senza credenziali, e mancano AWS_ACCESS_KEY_ID e AWS_SECRET_ACCESS_KEY');
  return {
    url: `${url.origin}/${path.join('/')}/`,
    key,
    secret,
    encrypted: encryption === null,
    region: url.searchParams.get('region') || given('AWS_REGION') || 'us-east-1',
  };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw filesRefused('ha un % senza le sue due cifre (il segno % si scrive %25)');
  }
}
