/** When an office is open: is it now, and when will it be? Server and browser. */
import { addDays, dateInWords, daysSinceMonday, todayInRome, withArticle } from './date.ts';
import { type Chiusura, isHoliday } from './giorni-lavorativi.ts';

/** The week as Italy counts it. */
export const GIORNI = ['lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi', 'sabato', 'domenica'] as const;
export type Giorno = (typeof GIORNI)[number];

/** Hours on some days of the week. @property dalle `HH:MM`, like `alle` */
export type Apertura = { giorni: readonly Giorno[]; dalle: string; alle: string };

type ClosedDays = { patrono?: string | null | undefined; chiusure?: readonly Chiusura[] | undefined };

/** As they are read. */
export const DAY_NAMES: Readonly<Record<Giorno, string>> = {
  lunedi: 'lunedì',
  martedi: 'martedì',
  mercoledi: 'mercoledì',
  giovedi: 'giovedì',
  venerdi: 'venerdì',
  sabato: 'sabato',
  domenica: 'domenica',
};
/** An office that opens later than this says so by its hours. */
const MAX_AHEAD_DAYS = 30;

export const giornoOf = (day: string): Giorno => GIORNI[daysSinceMonday(day)] as Giorno;

const romeClock = new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' });

/** "9:00", as hours are written. */
const hourInWords = (time: string): string => time.replace(/^0/, '');

/** @returns "Aperto ora, fino alle 12:30." or "Chiuso ora: apre giovedì alle 15:00."; undefined where no hours say it */
export function openingInWords(
  aperture: readonly Apertura[],
  now: number,
  closed: ClosedDays = {},
): string | undefined {
  if (aperture.length === 0) return undefined;
  const [today, time] = [todayInRome(now), romeClock.format(now)];
  const hoursOf = (day: string) =>
    isClosedOn(day, closed)
      ? []
      : aperture
          .filter(({ giorni }) => giorni.includes(giornoOf(day)))
          .toSorted((a, b) => a.dalle.localeCompare(b.dalle));
  const current = hoursOf(today).find(({ dalle, alle }) => dalle <= time && time < alle);
  if (current) return `Aperto ora, fino alle ${hourInWords(current.alle)}.`;
  for (let ahead = 0; ahead <= MAX_AHEAD_DAYS; ahead++) {
    const day = addDays(today, ahead);
    const next = hoursOf(day).find(({ dalle }) => ahead > 0 || dalle > time);
    if (next) return `Chiuso ora: apre ${dayInWords(day, ahead)} alle ${hourInWords(next.dalle)}.`;
  }
  return 'Chiuso ora.';
}

/** Whether a day is a public holiday, or one on which the offices are closed. */
export function isClosedOn(day: string, { patrono, chiusure = [] }: ClosedDays): boolean {
  return isHoliday(day, patrono) || chiusure.some(({ dal, al = dal }) => dal <= day && day <= al);
}

function dayInWords(day: string, ahead: number): string {
  if (ahead === 0) return 'oggi';
  if (ahead === 1) return 'domani';
  return ahead < 7 ? DAY_NAMES[giornoOf(day)] : withArticle('il', dateInWords(day));
}
