/** Checks the VAT number that an applicant gives for a firm, with or without its country prefix. */
import { isPartitaIva } from './check-digit.ts';
import { atomSchema, type OwnWords } from './localised.ts';

/** Removes blanks and the prefixes `IT` (VIES) and `VATIT-` (SPID claim). */
const cleanPartitaIva = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/^(VATIT-|IT)/, '');

/**
 * A partita IVA, stored as eleven digits. Only its form is checked: whether it is active only the Agenzia delle Entrate can tell.
 */
export const partitaIvaSchema = (own?: OwnWords) =>
  atomSchema(
    { clean: cleanPartitaIva, valid: isPartitaIva, json: { examples: ['12345678903'] } },
    { missing: 'Scrivi la partita IVA.', wrong: 'Controlla la partita IVA: sono 11 cifre, ad esempio 12345678903.' },
    own,
  );
