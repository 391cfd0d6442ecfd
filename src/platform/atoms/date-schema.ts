/** The check of a calendar day, in calls and in the data file. */
import { isDate } from './date.ts';
import { atomSchema, type OwnWords } from './localised.ts';

/** A day as a date field sends it. */
export const dateSchema = (own?: OwnWords) =>
  atomSchema(
    { clean: (typed) => typed.trim(), valid: isDate, json: { format: 'date' } },
    { missing: 'Scrivi la data.', wrong: 'Controlla la data: deve esistere nel calendario, ad esempio 20/11/2026.' },
    own,
  );
