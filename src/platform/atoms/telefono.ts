/** Checks telephone numbers and brings them to one form, so that an ente can dial what a citizen typed. */
import { atomSchema, type OwnWords } from './localised.ts';

// AGCOM numbering plan: 0 landline, 3 mobile, 5 nomadic, 80x and 84x free and shared-cost.
const ITALIAN_NUMBER = /^\+39(0\d{5,10}|3\d{8,9}|5\d{8,9}|8[04]\d{4,7})$/;
/** E.164: country code and number, 15 digits at most. */
const FOREIGN_NUMBER = /^\+(?!39)[1-9]\d{6,14}$/;

/** Removes separators, turns `00` into `+`, assumes Italy without a country. The `(0)` of foreign numbers is not dialled. */
function cleanTelefono(typed: string): string {
  let s = typed.replace(/[\s.\-‐-―/]/g, '').replace(/^00/, '+');
  if (/^\+(?!39)/.test(s)) s = s.replace('(0)', '');
  s = s.replace(/[()]/g, '').replace(/^00/, '+');
  if (/^393\d{9}$/.test(s)) s = `+${s}`;
  return /^\d/.test(s) ? `+39${s}` : s;
}

/** A telephone number, Italian or of another country, stored as `+390612345678`. */
export const telefonoSchema = (own?: OwnWords) =>
  atomSchema(
    {
      clean: cleanTelefono,
      valid: (s) => ITALIAN_NUMBER.test(s) || FOREIGN_NUMBER.test(s),
      json: { examples: ['+393331234567', '06 1234567'] },
    },
    {
      missing: 'Scrivi il numero di telefono.',
      wrong: 'Controlla il numero di telefono: ad esempio 333 1234567, 06 1234567 o, per l’estero, +41 44 668 18 00.',
    },
    own,
  );

/** @param telefono as it was written, "0123 456712" @returns the link that calls it */
export const callHref = (telefono: string): string => `tel:${telefono.replace(/[^+\d]/g, '')}`;
