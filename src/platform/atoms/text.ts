/** Free text and tick boxes of forms and calls: how they are cleaned, how long a text may be, what counts as empty. */
import * as z from 'zod/mini';
import { atomSchema, defaultWords } from './localised.ts';

/**
 * @property max longest text, in characters as {@link countCharacters} counts them
 * @property min shortest text, 1 unless told
 * @property required sentence for an empty field
 */
export type TextLimits = { max: number; min?: number; required?: string; tooShort?: string; tooLong?: string };

/** Length in code points, a line end counts one: the counter below a textarea shows the same number. */
export const countCharacters = (s: string): number => [...s].length;

/** Blank, or made only of marks that cannot be seen. */
const isBlank = (s: string): boolean => !/[^\s\p{Cc}\p{Cf}\p{Cs}]/u.test(s);

function limitedText(limits: TextLimits, tidy: (s: string) => string) {
  const { max, min = 1, required = defaultWords.missing } = limits;
  const {
    tooShort = `Scrivi almeno ${min} caratteri.`,
    tooLong = `Il testo è troppo lungo: scrivi al massimo ${max} caratteri.`,
  } = limits;
  const clean = (typed: string): string => {
    const s = tidy(typed).trim();
    // Composing costs the square of the marks on one letter; no script needs more than 30 (Unicode TR 15, stream-safe).
    return isBlank(s) ? '' : /\p{M}{31}/u.test(s) ? s : s.normalize('NFC');
  };
  const long = (s: string): boolean => s.length > max * 2 || countCharacters(s) > max;
  const short = (s: string): boolean => countCharacters(s) < min;
  const words = { missing: required, wrong: defaultWords.wrong };
  return atomSchema({ clean, valid: (s) => !!s, json: { minLength: min, maxLength: max } }, words).check(
    z.refine((s) => !s || !long(s), { error: tooLong }),
    z.refine((s) => !s || long(s) || !short(s), { error: tooShort }),
  );
}

/**
 * One line of text. A line end inside it is refused: no field of one line can type it, and it is how headers are forged. Tabs
 * become blanks; other control characters, halves of characters and overrides of the writing direction go: text is shown as written.
 */
export const textSchema = (limits: TextLimits) =>
  limitedText(limits, (s) =>
    s.replace(/\t+/g, ' ').replace(/(?![\n-\r\x85])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ''),
  ).check(z.refine((s) => !/[\n-\r\x85\u2028\u2029]/.test(s), { error: 'Scrivi il testo su una sola riga.' }));

/** A text of several lines: line ends are `\n`, tabs become blanks, what {@link textSchema} drops goes here, too. */
export const longTextSchema = (limits: TextLimits) =>
  limitedText(limits, (s) =>
    s
      .replace(/\r\n?|[\x85\u2028\u2029]/g, '\n')
      .replace(/\t/g, ' ')
      .replace(/(?!\n)[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ''),
  );

/** A field that may stay empty: '' (what a form sends), blanks and a missing key are `undefined`. */
export const optionalSchema = <T extends z.core.SomeType>(schema: T) =>
  z.pipe(
    z.transform((v: unknown) => (typeof v === 'string' && !v.trim() ? undefined : v)),
    z.optional(schema),
  );

/** 'on' or 'si' from a form, true or 'true' from a program. */
const isTicked = (v: unknown): boolean => v === true || v === 'on' || v === 'si' || v === 'true';

/** A box that must be ticked. Unticked, it hides no other fault. */
export const requiredTickSchema = (message: string = defaultWords.missing) =>
  z.pipe(z.transform(isTicked), z.boolean().check(z.refine(Boolean, { error: message })));

/** The same among the data of a form, which the browser checks too: there `z.boolean` would weigh on the checks of every form. */
export const declarationSchema = (message: string) =>
  z
    .pipe(
      z.transform((v: unknown): string => (isTicked(v) ? 'on' : '')),
      z.string().check(z.refine(Boolean, { error: message })),
    )
    .register(z.globalRegistry, { type: 'boolean', const: true });

const UNTICKED_VALUES: readonly unknown[] = [undefined, null, false, '', 'off', 'no', 'false'];

/** A box that may be ticked. What is neither a tick nor its absence is refused: nobody's wish is taken for the contrary. */
export const optionalTickSchema = () =>
  z
    .pipe(
      z.transform((v: unknown) => (UNTICKED_VALUES.includes(v) ? false : isTicked(v) || v)),
      z.custom<boolean>((v) => typeof v === 'boolean'),
    )
    .register(z.globalRegistry, { type: 'boolean', 'x-default': false });
