/** Checks the postcode and the province of a citizen's address. */
import { atomSchema, type OwnWords } from './localised.ts';

export const WRONG_CAP = 'Controlla il CAP: sono 5 cifre.';

/** Italian postcode. */
export const capSchema = (own?: OwnWords) =>
  atomSchema(
    { clean: (typed) => typed.trim(), valid: (s) => /^\d{5}$/.test(s), json: { pattern: '^\\d{5}$' } },
    { missing: 'Scrivi il CAP.', wrong: WRONG_CAP },
    own,
  );

/** Two letters of a province; `EE` stands for a place abroad. */
export const provinciaSchema = (own?: OwnWords) =>
  atomSchema(
    {
      clean: (typed) => typed.trim().toUpperCase(),
      valid: (s) => /^[A-Z]{2}$/.test(s),
      json: { pattern: '^[A-Z]{2}$' },
    },
    {
      missing: 'Scrivi la sigla della provincia.',
      wrong: 'Controlla la provincia: è la sigla di due lettere, ad esempio RM. Se abiti all’estero scrivi EE.',
    },
    own,
  );
