/** Schemas of values that the offers of several services have in common. */
import * as z from 'zod/mini';
import { atomSchema } from '../../../platform/atoms/localised.ts';
import { textSchema } from '../../../platform/atoms/text.ts';
import { describeField, LIST_WANTED, strictFields } from '../../../platform/data-file-fields.ts';

const CODICE_PATTERN = /^[a-z0-9-]{1,40}$/;

/** A code such as `zona-a`. It must not change while cases name it. */
export const itemCodice = () =>
  atomSchema(
    { valid: (s) => CODICE_PATTERN.test(s), json: { pattern: CODICE_PATTERN.source } },
    {
      missing: 'Scrivi il codice.',
      wrong: 'Il codice ha da 1 a 40 caratteri: lettere minuscole senza accenti, cifre e trattini.',
    },
  );

/** @param max inclusive */
export const integerBetween = (min: number, max: number) => {
  const words = `Serve un numero intero da ${min} a ${max}.`;
  return z.int(words).check(z.gte(min, words), z.lte(max, words));
};

/** A whole number of euro cents, zero included. */
export const wholeCents = () => {
  const words = 'L’importo è un numero intero di centesimi: 12,50 euro si scrive 1250.';
  return z.int(words).check(z.gte(0, words), z.lte(99_999_999, words));
};

/** A schema of the keys of `words`. */
export const oneOf = <K extends string>(words: Readonly<Record<K, string>>) => {
  const values = Object.keys(words) as [K, ...K[]];
  return z.enum(values, `Questo valore non esiste: i valori sono ${values.join(', ')}.`);
};

/** A list that is not empty and has no element twice. @param keyOf tells elements apart */
export const uniqueList = <T extends z.ZodMiniType>(item: T, keyOf: (v: z.output<T>) => string) =>
  z.array(item, LIST_WANTED).check(
    z.minLength(1, 'L’elenco è vuoto: serve almeno un elemento.'),
    z.refine((items) => new Set(items.map(keyOf)).size === items.length, 'Un elemento è ripetuto: tienilo una volta.'),
  );

/** The entries a citizen chooses from, each with code and name. @param kind what an entry is, in English, for the document */
export const codedItems = (kind: string) =>
  uniqueList(
    strictFields({
      codice: describeField(itemCodice(), `Code of ${kind}; unique for the ente.`),
      nome: describeField(textSchema({ max: 120, required: 'Scrivi il nome.' }), 'Name on screen.'),
    }),
    ({ codice }) => codice,
  );
export type CodedItem = { codice: string; nome: string };
