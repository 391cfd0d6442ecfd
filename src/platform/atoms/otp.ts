/** Checks the form of the one-time code with which a citizen confirms an e-mail address. */
import { atomSchema, type OwnWords } from './localised.ts';

/** A one-time code: a string of exactly six ASCII digits. It is not cleaned, so that no look-alike passes. */
export const otpSchema = (own?: OwnWords) =>
  atomSchema(
    { valid: (s) => /^[0-9]{6}$/.test(s), json: { pattern: '^[0-9]{6}$', examples: ['123456'] } },
    {
      missing: 'Scrivi il codice che hai ricevuto per e-mail.',
      wrong: 'Controlla il codice: sono 6 cifre, senza spazi, come nell’e-mail che hai ricevuto.',
    },
    own,
  );
