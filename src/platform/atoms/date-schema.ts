/** The checks of a calendar day and of a day of every year, in calls and in the data file. */
import { isDate } from './date.ts';
import { atomSchema, type OwnWords } from './localised.ts';

/** A day as people write it, "20/11/2026", becomes what a date field sends. */
const cleanDate = (typed: string): string =>
  /^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$/.test(typed.trim()) ? knownDate(typed) : typed.trim();

/** A day as a date field sends it, or as it is written. */
export const dateSchema = (own?: OwnWords) =>
  atomSchema(
    { clean: cleanDate, valid: isDate, json: { format: 'date' } },
    { missing: 'Scrivi la data.', wrong: 'Controlla la data: deve esistere nel calendario, ad esempio 20/11/2026.' },
    own,
  );

const twoDigits = (part: string): string => part.padStart(2, '0');

/** `20/11/1987`, `11.1987` or `1987` as `1987-11-20`, `1987-11` or `1987`; anything else as it is. */
export function knownDate(typed: string): string {
  const [, day, month, year] = /^(?:(?:(\d{1,2})[/.-])?(\d{1,2})[/.-])?(\d{4})$/.exec(typed.replace(/\s/g, '')) ?? [];
  return year === undefined
    ? typed.trim()
    : [year, month, day].flatMap((part) => (part ? twoDigits(part) : [])).join('-');
}

/** @param known as {@link knownDate} makes it */
export const isKnownDate = (known: string): boolean => isDate(known) || /^[12]\d{3}(-(0[1-9]|1[0-2]))?$/.test(known);

/** A day of the past, or as much of it as is known: the month and year, or the year. */
export const knownDateSchema = (own?: OwnWords) =>
  atomSchema(
    {
      clean: knownDate,
      valid: isKnownDate,
      json: { pattern: '^\\d{4}(-\\d\\d){0,2}$', examples: ['1987-11-20', '1987-11', '1987'] },
    },
    {
      missing: 'Scrivi la data, oppure solo l’anno.',
      wrong: 'Controlla la data: ad esempio 20/11/1987, oppure solo l’anno, 1987.',
    },
    own,
  );

const ISO_INSTANT = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** An instant, ISO 8601 with its offset: without one, the hour that the clock shows twice in autumn would be two. It becomes UTC. */
export const instantSchema = (missing: string) =>
  atomSchema(
    {
      clean: (s) => (isInstant(s.trim()) ? new Date(s.trim()).toISOString() : s.trim()),
      valid: isInstant,
      json: { format: 'date-time' },
    },
    { missing, wrong: 'Scegli un orario dell’elenco.' },
  );

const isInstant = (s: string): boolean => ISO_INSTANT.test(s) && isDate(s.slice(0, 10)) && !Number.isNaN(Date.parse(s));

/** `06-24`; 29 February is valid. */
export const dayOfYearSchema = () =>
  atomSchema(
    { valid: (s) => isDate(`2024-${s}`), json: { pattern: '^\\d\\d-\\d\\d$' } },
    { missing: 'Scrivi il giorno.', wrong: 'Il giorno si scrive mese-giorno: il 24 giugno è 06-24.' },
  );
