/** Free text and tick boxes of forms and calls: how they are cleaned, how long a text may be, what counts as empty. */
import * as z from 'zod/mini';
import { trimUnseen } from './characters.ts';
import { atomSchema, defaultWords } from './localised.ts';

/**
 * @property max longest text, in characters as {@link countCharacters} counts them
 * @property min shortest text, 1 by default
 * @property required message for an empty field
 */
export type TextLimits = { max: number; min?: number; required?: string; tooShort?: string; tooLong?: string };

/** Length in code points; a line end counts as one. The counter below a textarea shows the same number. */
export const countCharacters = (s: string): number => [...s].length;

/** True for a text that is blank or made only of characters that cannot be seen. */
const isBlank = (s: string): boolean => !/[^\s\p{Cc}\p{Cf}\p{Cs}]/u.test(s);

function limitedText(limits: TextLimits, tidy: (s: string) => string) {
  const { max, min = 1, required = defaultWords.missing } = limits;
  const {
    tooShort = `Scrivi almeno ${min} caratteri.`,
    tooLong = `Il testo è troppo lungo: scrivi al massimo ${max} caratteri.`,
  } = limits;
  const clean = (typed: string): string => {
    const s = trimUnseen(tidy(typed));
    // Composing takes time quadratic in the marks on one letter. No script needs more than 30 (Unicode TR 15, stream-safe).
    return isBlank(s) ? '' : /\p{M}{31}/u.test(s) ? s : s.normalize('NFC');
  };
  const long = (s: string): boolean => s.length > max * 2 || countCharacters(s) > max;
  const short = (s: string): boolean => countCharacters(s) < min;
  const words = { missing: required, wrong: defaultWords.wrong };
  return atomSchema({ prose: true, clean, valid: (s) => !!s, json: { minLength: min, maxLength: max } }, words).check(
    z.refine((s) => !s || !long(s), { error: tooLong }),
    z.refine((s) => !s || long(s) || !short(s), { error: tooShort }),
  );
}

/**
 * One line of text. A line end inside it is refused: no one-line field can produce it, and headers are forged with it. Tabs
 * become blanks. Other control characters, lone surrogates, and marks and overrides of the writing direction are removed, so that a text
 * is shown as it was written.
 */
export const textSchema = (limits: TextLimits) =>
  limitedText(limits, (s) =>
    s.replace(/\t+/g, ' ').replace(/(?![\n-\r\x85])[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ''),
  ).check(z.refine((s) => !/[\n-\r\x85\u2028\u2029]/.test(s), { error: 'Scrivi il testo su una sola riga.' }));

/**
 * A text of several lines: line ends are `\n`, tabs become blanks, and what {@link textSchema} removes is removed here, too, but for the
 * marks with which scripts that are written from the right keep numbers in their place.
 */
export const longTextSchema = (limits: TextLimits) =>
  limitedText(limits, (s) =>
    s
      .replace(/\r\n?|[\x85\u2028\u2029]/g, '\n')
      .replace(/\t/g, ' ')
      .replace(/(?!\n)[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ''),
  );

/** A field that may stay empty: '' (which a form sends), blanks and a missing key become `undefined`. */
export const optionalSchema = <T extends z.core.SomeType>(schema: T) =>
  z.pipe(
    z.transform((v: unknown) => (typeof v === 'string' && !trimUnseen(v) ? undefined : v)),
    z.optional(schema),
  );

/** 'on' or 'si' from a form, '1' from an address, true or 'true' from a program. */
const isTicked = (v: unknown): boolean => v === true || v === 'on' || v === 'si' || v === '1' || v === 'true';

/** A box that must be ticked: true, whatever a form or a program writes for it. Unticked, it hides no other fault. */
export const requiredTickSchema = (message: string = defaultWords.missing) =>
  z
    .pipe(z.transform(isTicked), z.boolean().check(z.refine(Boolean, { error: message })))
    .register(z.globalRegistry, { type: 'boolean', const: true });

const UNTICKED_VALUES: readonly unknown[] = [undefined, null, false, '', 'off', 'no', '0', 'false'];

/**
 * A box that may be ticked. A value that is neither a tick nor its absence is refused, so that no wish is turned into its
 * opposite.
 */
export const optionalTickSchema = () =>
  z
    .pipe(
      z.transform((v: unknown) => (UNTICKED_VALUES.includes(v) ? false : isTicked(v) || v)),
      z.custom<boolean>((v) => typeof v === 'boolean'),
    )
    .register(z.globalRegistry, { type: 'boolean', 'x-default': false });
