/** Values that only the data file has: each schema cleans the value and says in one sentence what is wrong. */
import * as z from 'zod/mini';
import { isPartitaIva } from '../../../platform/atoms/check-digit.ts';
import { atomSchema } from '../../../platform/atoms/localised.ts';
import { telefonoSchema } from '../../../platform/atoms/telefono.ts';
import { countCharacters } from '../../../platform/atoms/text.ts';
import { LIST_WANTED, OBJECT_WANTED } from '../../../platform/data-file-fields.ts';
import { SANDBOX_TILES } from '../../../platform/tiles.ts';
import { readableColour } from '../../../ui/theme.ts';

const HOST_LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST_NAME = new RegExp(`^(?=.{4,253}$)(?:${HOST_LABEL}\\.)+(?=[a-z0-9-]*[a-z])${HOST_LABEL}$`);

/** The ente that pagoPA gives to everybody for tests: its check digit is wrong on purpose. */
const TEST_ENTE = '77777777777';

/** `borgosereno`: an id never changes, because addresses and the cases of the ente contain it. @param missing what is said where it is empty */
export const recordIdSchema = (missing = 'Scrivi l’identificativo.') =>
  atomSchema(
    { valid: (s) => /^[a-z0-9-]{2,40}$/.test(s), json: { pattern: '^[a-z0-9-]{2,40}$' } },
    {
      missing,
      wrong: 'L’identificativo ha da 2 a 40 caratteri: lettere minuscole senza accenti, cifre e trattini.',
    },
  );

/** A latitude or longitude. @param max degrees from the equator or from Greenwich */
export function degreesSchema(max: 90 | 180) {
  const words = `Serve un numero da -${max} a ${max}, con il punto per i decimali.`;
  return z.number(words).check(z.gte(-max, words), z.lte(max, words));
}

/** A host name as browsers send it: lower case, punycode, no protocol, no port, not an address. */
export const hostNameSchema = () =>
  atomSchema(
    { clean: (s) => s.trim().toLowerCase(), valid: (s) => HOST_NAME.test(s), json: { format: 'hostname' } },
    {
      missing: 'Scrivi il nome host, oppure null se l’ente usa quello del portale.',
      wrong: 'Il nome host è come servizi.comune.esempio.it: senza https://, senza porta e senza barre.',
    },
  );

/** `#rrggbb`; one too light for white text is darkened as far as it has to be. Stored in lower case. */
export const coloreSchema = () =>
  z.pipe(
    atomSchema(
      {
        clean: (s) => s.trim().toLowerCase(),
        valid: (s) => /^#[0-9a-f]{6}$/.test(s),
        json: { examples: ['#0066cc'] },
      },
      { missing: 'Scrivi il colore.', wrong: 'Il colore si scrive # e sei cifre esadecimali, ad esempio #0066cc.' },
    ),
    z.string().check(z.overwrite(readableColour)),
  );

/** Tax code of an ente, eleven digits; empty only where the record is not an ente. */
export const enteCodiceFiscaleSchema = () =>
  atomSchema(
    {
      clean: (s) => s.replace(/\s/g, ''),
      valid: (s) => !s || isPartitaIva(s) || s === TEST_ENTE,
      json: { examples: ['80000015554'] },
    },
    {
      missing: 'Scrivi il codice fiscale dell’ente: 11 cifre.',
      wrong: 'Controlla il codice fiscale dell’ente: sono 11 cifre e l’ultima deve tornare con le altre.',
    },
  );

/** A telephone number kept as it was written, because it is shown that way. */
export const shownTelefonoSchema = () =>
  atomSchema(
    { clean: (s) => s.trim(), valid: (s) => s.length <= 30 && z.safeParse(telefonoSchema(), s).success },
    { missing: 'Scrivi il numero di telefono.', wrong: 'Controlla il numero di telefono: ad esempio 06 1234567.' },
  );

/** Whole days, 1–365. */
export const giorniSchema = () => {
  const words = 'I giorni sono un numero intero da 1 a 365.';
  return z.int(words).check(z.gte(1, words), z.lte(365, words));
};

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\]|.+\.(localhost|example))$/;

/** https, or in sandbox also http to this machine and to names that exist nowhere (RFC 2606). */
function isWebAddress(s: string, sandbox: boolean): boolean {
  // The parser would accept blanks, backslashes and braces in a host; the host also goes into a response header.
  if (countCharacters(s) > 500 || /[\s"'<>\\^`|]/.test(s) || !/^https?:\/\/[^/]/i.test(s)) return false;
  const url = URL.parse(s);
  if (!url || url.username || url.password) return false;
  const local = sandbox && LOOPBACK_HOST.test(url.hostname);
  return (local || HOST_NAME.test(url.hostname)) && (url.protocol === 'https:' || local);
}

/** A web address, stored as written. */
export const webUrlSchema = (sandbox: boolean) =>
  atomSchema(
    { clean: (s) => s.trim(), valid: (s) => isWebAddress(s, sandbox), json: { format: 'uri', maxLength: 500 } },
    {
      missing: 'Scrivi l’indirizzo, oppure togli il campo.',
      wrong: 'L’indirizzo deve essere completo e cominciare con https://, senza nome utente e senza spazi.',
    },
  );

/** Source of map tiles, with {z}, {x} and {y} once each and no other placeholder. */
export const tileUrlSchema = (sandbox: boolean) =>
  atomSchema(
    {
      clean: (s) => s.trim(),
      valid: (s) => {
        if (sandbox && s === SANDBOX_TILES) return true;
        const filled = ['{z}', '{x}', '{y}'].reduce((left, part) => left.replace(part, '0'), s);
        return filled.length === s.length - 6 && !/[{}]/.test(filled) && isWebAddress(filled, sandbox);
      },
      json: { examples: ['https://tile.esempio.it/{z}/{x}/{y}.png'] },
    },
    {
      missing: 'Scrivi l’indirizzo dei tasselli della mappa.',
      wrong: 'L’indirizzo dei tasselli comincia con https:// e contiene {z}, {x} e {y}, una volta ciascuno.',
    },
  );

export const NO_SUCH_CODE = 'Questo codice di servizio non esiste: i codici sono in docs/data.md.';

/** Values per service code, and under `*` for all other codes where that makes sense. */
export const byCodiceSchema = <T extends z.core.$ZodType>(codice: z.ZodMiniType<string>, value: T, others = false) => {
  const known = (key: string) => z.safeParse(codice, key).success || (others && key === '*');
  return z.record(z.string().check(z.refine(known)), value, {
    error: (issue) => (issue.code === 'invalid_key' ? NO_SUCH_CODE : OBJECT_WANTED),
  });
};

export const areDistinct = (values: readonly string[]) => new Set(values).size === values.length;

export const codiciSchema = (codice: z.ZodMiniType<string>) =>
  z.array(codice, LIST_WANTED).check(z.refine(areDistinct, 'Un codice è ripetuto: tienilo una volta.'));
