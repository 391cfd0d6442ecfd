/** The check of a calendar day, in calls and in the data file. */
import { isData } from './date.ts';
import { atom, type OwnWords } from './localised.ts';

/** A day as a date field sends it. */
export const data = (own?: OwnWords) =>
  atom(
    { clean: (typed) => typed.trim(), valid: isData, json: { format: 'date' } },
    { missing: 'Scrivi la data.', wrong: 'Controlla la data: deve esistere nel calendario, ad esempio 20/11/2026.' },
    own,
  );
