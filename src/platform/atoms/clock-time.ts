/** An hour of the day as people and files write it. */
import { atomSchema, type OwnWords } from './localised.ts';

/** `9`, `9.00`, `9,30`, `930` or `9:00` as `09:00`; anything else as it is. */
function cleanTime(typed: string): string {
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[.:,]?(\d\d))?$/.exec(typed.replace(/\s/g, '')) ?? [];
  return hour === undefined ? typed.trim() : `${hour.padStart(2, '0')}:${minute}`;
}

/** `HH:MM`, from 00:00 to 23:59. */
export const clockTimeSchema = (own?: OwnWords) =>
  atomSchema(
    {
      clean: cleanTime,
      valid: (s) => /^([01]\d|2[0-3]):[0-5]\d$/.test(s),
      json: { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: ['09:00'] },
    },
    { missing: 'Scrivi l’ora.', wrong: 'L’ora si scrive così: 9:00. Il giorno va da 0:00 a 23:59.' },
    own,
  );
