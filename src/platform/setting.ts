/** A setting is one row: its name, the schema that turns its text into a value, and what it means. Rows are read in groups. */
import * as z from 'zod/mini';

/** Refuses the start: the message names the setting and says what to do. */
export class SettingError extends Error {}

/** Texts without blanks around them, by name; what is empty is left out. */
export type SettingTexts = Readonly<Record<string, string | undefined>>;

export type PortalMode = 'sandbox' | 'production';

/** @property schema takes undefined when the environment says nothing; the words of its refusals follow the name */
export type SettingRow = { name: string; schema: z.ZodMiniType<unknown, string | undefined>; meaning: string };

/** By the property that has the value in the portal. */
export type SettingRows = Readonly<Record<string, SettingRow>>;
export type ValuesOf<Rows extends SettingRows> = {
  [Property in keyof Rows]: z.output<Rows[Property]['schema']>;
};

/** @throws SettingError naming the first setting that is wrong */
export function readRows<Rows extends SettingRows>(rows: Rows, env: SettingTexts): ValuesOf<Rows> {
  const values = Object.entries(rows).map(([property, { name, schema }]) => {
    const { data, error } = z.safeParse(schema, env[name]);
    if (error) throw new SettingError(`${name}${error.issues[0]?.message}`);
    return [property, data] as const;
  });
  return Object.fromEntries(values) as ValuesOf<Rows>;
}

/**
 * @returns undefined when none of the rows is set
 * @throws SettingError when only a part of those that are needed is
 */
export function readWhole<Rows extends SettingRows>(rows: Rows, env: SettingTexts): ValuesOf<Rows> | undefined {
  const [one] = namesSet(Object.values(rows), env);
  if (one === undefined) return undefined;
  const missing = namesMissing(Object.values(rows), env);
  if (missing.length > 0) throw new SettingError(`Con ${one} mancano: ${missing.join(', ')}.`);
  return readRows(rows, env);
}

export const namesSet = (rows: readonly SettingRow[], env: SettingTexts): string[] =>
  rows.map(({ name }) => name).filter((name) => env[name] !== undefined);

/** Names of the rows that have no value, though their schemas need one. */
export const namesMissing = (rows: readonly SettingRow[], env: SettingTexts): string[] =>
  rows
    .filter(({ name, schema }) => env[name] === undefined && !z.safeParse(schema, undefined).success)
    .map(({ name }) => name);

/** @throws SettingError in production for an address that is reached without encryption */
export function requireEncryption(mode: PortalMode, { name }: SettingRow, address: string): void {
  if (mode === 'production' && !address.startsWith('https://'))
    throw new SettingError(`${name} in production deve iniziare con https://.`);
}

/** Host names, as addresses have them, of the machine itself: only there may something be reached without encryption. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** @returns false for an address that is reached without encryption on another machine */
export function isSafe(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || LOOPBACK_NAMES.includes(url.hostname));
}

export const wholeNumber = z.pipe(
  z.string().check(z.regex(/^\d{1,9}$/, ' deve essere un numero intero.')),
  z.transform(Number),
);

export const numberBetween = (least: number, most: number, unit: string) =>
  wholeNumber.check(z.refine((n) => n >= least && n <= most, ` va da ${least} a ${most} ${unit}.`));

export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, ` può essere: ${words.join(', ')}.`);

/** @param protocol as `/^https?$/` */
export const addressOf = (protocol: RegExp) => z.url({ protocol, error: ' non è un indirizzo valido.' });

export const safeAddress = addressOf(/^https?$/).check(
  z.refine(isSafe, ' deve iniziare con https://, tranne che su questa macchina.'),
);

/** An address to which paths are appended, so without a final slash. Its text is in no refusal: it may hold a password. */
export const baseAddress = z.pipe(
  z
    .string()
    .check(
      z.refine(isBase, ' non è un indirizzo valido: serve https://host/percorso, senza credenziali né parametri.'),
    ),
  z.transform((text) => new URL(text).href.replace(/\/+$/, '')),
);

function isBase(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !(url.username || url.password || url.search || url.hash);
}

/** Without a final slash. */
export const webOrigin = z.pipe(
  z.string().check(
    z.refine((text) => isBase(text) && new URL(text).pathname === '/', {
      error: ({ input }) => `: «${input}» non è un’origine, ad esempio https://comune.example.`,
    }),
  ),
  z.transform((text) => new URL(text).origin),
);

/** Separated by commas. */
export const listOf = <Item extends z.ZodMiniType<unknown, string>>(item: Item) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) =>
        text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      ),
    ),
    z.array(item),
  );

export const jsonObject = z.pipe(
  z.pipe(z.string(), z.transform(parseJson)),
  z.record(z.string(), z.unknown(), ' deve essere un oggetto JSON, per esempio {"chiave":"valore"}.'),
);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
