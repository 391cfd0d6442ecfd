/** The settings of the bucket that files are kept in: an address with its credentials, or with those of the usual AWS names. */
import * as z from 'zod/mini';
import { isSafe, readRows, SettingError, type SettingRows, type SettingTexts } from './setting.ts';

const FILES_EXAMPLE = 'https://chiave:segreto@host/bucket/prefisso?region=eu-south-1';
/** The address is in no refusal: it holds a secret. */
const filesWords = (why: string) => ` ${why}: per esempio ${FILES_EXAMPLE}.`;
/** Nothing is asked of an address that fails. */
const refusedFor = (why: string) => ({ error: filesWords(why), abort: true });

export const bucketAddress = z
  .pipe(
    z.pipe(
      z.string(),
      z.transform((text) => URL.parse(text)),
    ),
    z.instanceof(URL, refusedFor('non è un indirizzo valido')),
  )
  .check(
    z.refine(({ protocol, hash }) => /^https?:$/.test(protocol) && !hash, refusedFor('non è un indirizzo valido')),
    z.refine(({ href }) => isSafe(href), refusedFor('deve iniziare con https://, tranne che su questa macchina')),
    z.refine(
      (url) => bucketPath(url).length > 0 && bucketPath(url).every((name) => /^[\w.-]+$/.test(name)),
      refusedFor('deve nominare il bucket, e bucket e prefisso hanno solo lettere, cifre, punti e trattini'),
    ),
    z.refine(
      ({ searchParams }) => [...searchParams.keys()].every((name) => name === 'region' || name === 'encryption'),
      refusedFor('ammette solo i parametri region ed encryption'),
    ),
    z.refine(
      ({ searchParams }) => (searchParams.get('encryption') ?? 'none') === 'none',
      refusedFor('ammette solo encryption=none'),
    ),
    z.refine(
      ({ username, password }) => [username, password].every((text) => !/%(?![0-9a-f]{2})/i.test(text)),
      refusedFor('ha un % senza le sue due cifre (il segno % si scrive %25)'),
    ),
  );

const bucketPath = ({ pathname }: URL): string[] => pathname.split('/').filter(Boolean);

export const FILES_ROWS = {
  url: {
    name: 'FILES_URL',
    schema: z.optional(bucketAddress),
    meaning:
      'Bucket of an S3-compatible server for the files that citizens send, instead of the store: https://key:secret@host/bucket/prefix?region=eu-south-1, with percent signs for special characters of the secret (`/` is %2F). http only on this machine. `&encryption=none` for a server that refuses to encrypt (AES256 is asked for). Moving files, and what a backup then holds: docs/deploy.md.',
  },
  key: {
    name: 'AWS_ACCESS_KEY_ID',
    schema: z.optional(z.string()),
    meaning: 'Key for FILES_URL, when the address has none.',
  },
  secret: {
    name: 'AWS_SECRET_ACCESS_KEY',
    schema: z.optional(z.string()),
    meaning: 'Secret for FILES_URL, when the address has none.',
  },
  region: {
    name: 'AWS_REGION',
    schema: z.prefault(z.string(), 'us-east-1'),
    meaning: 'Region for FILES_URL, when the address has none; many servers take any.',
  },
} as const satisfies SettingRows;

/** @property url of the bucket and the prefix within it, with a final slash @property encrypted the server is asked to encrypt */
export type FilesSettings = ReturnType<typeof bucketOf>;

/** @throws SettingError which never shows the address */
export function readFiles(env: SettingTexts) {
  const { url, ...aws } = readRows(FILES_ROWS, env);
  return url && bucketOf(FILES_ROWS.url.name, url, aws);
}

/** @param name of the setting that has the address @throws SettingError without credentials */
export function bucketOf(
  name: string,
  url: URL,
  aws: { key?: string | undefined; secret?: string | undefined; region: string },
) {
  const key = decodeURIComponent(url.username) || aws.key;
  const secret = decodeURIComponent(url.password) || aws.secret;
  if (!key || !secret)
    throw new SettingError(
      name + filesWords('è senza credenziali, e mancano AWS_ACCESS_KEY_ID e AWS_SECRET_ACCESS_KEY'),
    );
  return {
    url: `${url.origin}/${bucketPath(url).join('/')}/`,
    key,
    secret,
    region: url.searchParams.get('region') || aws.region,
    encrypted: !url.searchParams.has('encryption'),
  };
}
