/** The checks of a calendar day and of a day of every year, in calls and in the data file. */
import { isDate } from './date.ts';
import { atomSchema, type OwnWords } from './localised.ts';

/** A day as people write it, "20/11/2026", becomes what a date field sends. */
const cleanDate = (typed: string): string => {
  const [, day = '', month = '', year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(typed.trim()) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed.trim();
};

/** A day as a date field sends it, or as it is written. */
export const dateSchema = (own?: OwnWords) =>
  atomSchema(
    { clean: cleanDate, valid: isDate, json: { format: 'date' } },
    { missing: 'Scrivi la data.', wrong: 'Controlla la data: deve esistere nel calendario, ad esempio 20/11/2026.' },
    own,
  );

/** `06-24`; 29 February is valid. */
export const dayOfYearSchema = () =>
  atomSchema(
    { valid: (s) => isDate(`2024-${s}`), json: { pattern: '^\\d\\d-\\d\\d$' } },
    { missing: 'Scrivi il giorno.', wrong: 'Il giorno si scrive mese-giorno: il 24 giugno è 06-24.' },
  );
