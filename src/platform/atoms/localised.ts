/** The base of every atom in this folder, so that a citizen reads Italian sentences that say what to do. */
import * as z from 'zod/mini';
import { withoutMarks } from './characters.ts';

/** The messages for a missing value and for a wrong one. Each sentence says what to do. */
export type AtomWords = { missing: string; wrong: string };

/** One sentence for every fault, or only the messages that differ from an atom's own. */
export type OwnWords = string | Partial<AtomWords>;

/** The last resort, for a schema without messages of its own. */
export const defaultWords: AtomWords = {
  missing: 'Compila questo campo.',
  wrong: 'Controlla questo dato: non è nel formato previsto.',
};

type FailedValue = { readonly input?: unknown };

/** Picks the message for one failed value: missing or wrong. */
const sentenceFor =
  (words: AtomWords) =>
  (failed: FailedValue): string =>
    failed.input == null || failed.input === '' ? words.missing : words.wrong;

// Importing any atom is enough to set this. Zod's own text ("Invalid input") is English and would reach a citizen.
z.config({ customError: sentenceFor(defaultWords) });

/**
 * How one atom cleans and checks a string, and what its JSON schema adds for the API documentation.
 * @property prose in its words a mark that cannot be seen may mean something; from all other values such marks are removed
 */
export type AtomRule = {
  prose?: true;
  clean?: (typed: string) => string;
  valid: (cleaned: string) => boolean;
  json?: object;
};

/**
 * The schema of one value: a string is cleaned, then checked as a whole, so that a field has one message at a time.
 * A value of another type gets the same message and is never converted.
 */
export function atomSchema(rule: AtomRule, defaults: AtomWords, own: OwnWords = {}) {
  const words = typeof own === 'string' ? { missing: own, wrong: own } : { ...defaults, ...own };
  const error = sentenceFor(words);
  const { prose, clean = (typed: string) => typed } = rule;
  return z
    .string({ error })
    .check(
      z.overwrite((typed) => clean(prose ? typed : withoutMarks(typed))),
      z.refine(rule.valid, { error }),
    )
    .register(z.globalRegistry, { ...rule.json });
}
