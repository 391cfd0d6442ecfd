/** Checks the postcode and the province of a citizen's address. */
import * as z from 'zod/mini';
import { atomSchema, type OwnWords } from './localised.ts';

const WRONG_CAP = 'Controlla il CAP: sono 5 cifre. Se l’indirizzo è all’estero scrivi EE come provincia.';

const ITALIAN_CAP = /^\d{5}$/;
const FOREIGN_CAP = /^[A-Z\d][A-Z\d -]{1,9}$/;

/** A postcode, of Italy or of another country (`SW1A 1AA`, `1000-205`); {@link capOfPlace} checks which of the two it has to be. */
export const capSchema = (own?: OwnWords) =>
  atomSchema(
    {
      clean: (typed) => typed.trim().replace(/\s+/g, ' ').toUpperCase(),
      valid: (s) => FOREIGN_CAP.test(s),
      json: { examples: ['00100', 'SW1A 1AA'] },
    },
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

/**
 * In Italy a postcode has five digits; abroad it has the form of its country.
 * @param names of the two fields in the address
 */
export const capOfPlace = <C extends string, P extends string>({ cap, provincia }: { cap: C; provincia: P }) =>
  z.refine<{ [K in C | P]?: string | null | undefined }>(
    (address) =>
      address[provincia] === undefined ||
      address[provincia] === 'EE' ||
      !address[cap] ||
      !FOREIGN_CAP.test(address[cap]) ||
      ITALIAN_CAP.test(address[cap]),
    { path: [cap], error: WRONG_CAP, when: ({ value }) => typeof value === 'object' && value !== null },
  );
