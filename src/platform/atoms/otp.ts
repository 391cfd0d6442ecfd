/** Checks the form of the one-time code with which a citizen confirms an e-mail address. */
import { atomSchema, type OwnWords } from './localised.ts';

/** A one-time code: a string of exactly six ASCII digits. Only the blanks that are copied with it are removed, so that no look-alike passes. */
export const otpSchema = (own?: OwnWords) =>
  atomSchema(
    {
      clean: (typed) => typed.replace(/\s/g, ''),
      valid: (s) => /^[0-9]{6}$/.test(s),
      json: { pattern: '^[0-9]{6}$', examples: ['123456'] },
    },
    {
      missing: 'Scrivi il codice che hai ricevuto per e-mail.',
      wrong: 'Controlla il codice: sono 6 cifre, come nell’e-mail che hai ricevuto.',
    },
    own,
  );
