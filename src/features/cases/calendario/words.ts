/** Days and hours of an appointment in words, in Rome. Pure. */

import { DAY_NAMES, giornoOf } from '../../../platform/atoms/apertura.ts';
import { dateInWords, todayInRome, wallClockInRome } from '../../../platform/atoms/date.ts';
import type { TimeSpan } from './free-times.ts';

/** @param instant epoch ms @returns "10:00" */
export const hourOf = (instant: number): string => wallClockInRome(instant).slice(11);

/** @param when a day, or epoch ms @returns "giovedì 11 marzo 2027" */
export function dayInWords(when: string | number): string {
  const day = typeof when === 'string' ? when : todayInRome(when);
  return `${DAY_NAMES[giornoOf(day)]} ${dateInWords(day)}`;
}

/** @returns "giovedì 11 marzo 2027 ore 10:00" */
export const startInWords = (inizio: number): string => `${dayInWords(inizio)} ore ${hourOf(inizio)}`;

/** @returns "giovedì 11 marzo 2027 dalle ore 10:00 alle ore 10:30" */
export const spanInWords = ({ inizio, fine }: TimeSpan): string =>
  `${dayInWords(inizio)} dalle ore ${hourOf(inizio)} alle ore ${hourOf(fine)}`;

/** Label of day and hours among the contents of a case. */
export const DATE_FACT = 'Data e orario';
