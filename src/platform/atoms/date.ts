/** Days are `YYYY-MM-DD` strings, instants epoch milliseconds; a municipality's day is the one in Rome. */
const ZONE = 'Europe/Rome';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const dateFormatters = new Map<string, Intl.DateTimeFormat>();

/** Building a formatter costs a thousand times as much as using it, so each is built once, at first use. */
function formatterOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + Object.keys(options);
  let format = dateFormatters.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { timeZone: ZONE, ...options });
    dateFormatters.set(key, format);
  }
  return format;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** True for a day of the calendar from 1000 to 2999; a year typed with two figures (0026) is not one. */
export function isDate(s: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(s)) return false;
  const ms = Date.parse(s);
  // Some engines read 30 February as 2 March, others reject it.
  return !Number.isNaN(ms) && dayOf(ms) === s;
}

let lastAsked = { minute: Number.NaN, day: '' };

/** @param now epoch ms @returns today's date in Rome */
export function todayInRome(now: number): string {
  // Every page asks several times (measured: a hundredth of its time). A day can only change when a minute does.
  const minute = Math.floor(now / 60_000);
  if (minute !== lastAsked.minute) lastAsked = { minute, day: formatterOf('sv-SE', {}).format(now) };
  return lastAsked.day;
}
/** @param now epoch ms @returns the current year in Rome */
export const yearInRome = (now: number): number => +todayInRome(now).slice(0, 4);

/** @param n days, negative to go back @returns the day, whatever clock changes lie between */
export const addDays = (day: string, n: number): string => dayOf(Date.parse(day) + n * DAY_MS);

/** @returns whole days from a to b, negative when b is earlier */
export const daysBetween = (a: string, b: string): number => (Date.parse(b) - Date.parse(a)) / DAY_MS;

/** @returns 0 for a Monday, 6 for a Sunday */
export const daysSinceMonday = (day: string): number => (new Date(day).getUTCDay() + 6) % 7;

/** @param month `YYYY-MM` @param n months, negative to go back */
export const shiftMonth = (month: string, n: number): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + n)).toISOString().slice(0, 7);

/** @returns the instant at which a day begins in Rome, epoch ms */
export const midnightInRome = (day: string): number => {
  const utc = Date.parse(day);
  // One hour before midnight UTC in winter, two in summer.
  return todayInRome(utc - 2 * HOUR_MS) === day ? utc - 2 * HOUR_MS : utc - HOUR_MS;
};

/** @param month `YYYY-MM` @returns "novembre 2026" */
export const monthInWords = (month: string): string =>
  formatterOf('it-IT', { month: 'long', year: 'numeric' }).format(Date.parse(`${month}-01`));

/** @param when a day, or epoch ms @returns "20 novembre 2026", "1º novembre 2026" */
export const dateInWords = (when: string | number): string =>
  // Midnight UTC is the same day in Rome, so a bare day needs no second formatter.
  formatterOf('it-IT', { day: 'numeric', month: 'long', year: 'numeric' })
    .format(typeof when === 'string' ? Date.parse(when) : when)
    .replace(/^1 /, '1º ');

/** @param when a day, or epoch ms @returns "20/11/2026", for tables */
export const shortDate = (when: string | number): string =>
  (typeof when === 'string' ? when : todayInRome(when)).split('-').reverse().join('/');

/**
 * @param date as {@link dateInWords}, {@link shortDate} or {@link instantInWords} write it
 * @returns the date with its article, which the eighth and the eleventh shorten: "il 7 gennaio 2027", "l’8 gennaio 2027",
 * "dall’11/01/2027"
 */
export const withArticle = (article: 'il' | 'al' | 'dal' | 'del' | 'Dal', date: string): string =>
  /^(0?8|11)(?!\d)/.test(date) ? `${article.replace('il', '')}l’${date}` : `${article} ${date}`;

/** @param ms epoch ms @returns "alle 09:05", with the day in front of it unless it is today: "il 20 novembre 2026 alle 09:05" */
export const momentInWords = (ms: number, now: number): string => {
  const time = formatterOf('it-IT', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms);
  const day = todayInRome(ms);
  return day === todayInRome(now) ? `alle ${time}` : `${withArticle('il', dateInWords(day))} alle ${time}`;
};

/** @param ms epoch ms @returns "20 novembre 2026, ore 9:05", the time in Rome */
export const instantInWords = (ms: number): string => {
  const time = formatterOf('it-IT', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms);
  return `${dateInWords(ms)}, ore ${time.replace(/^0/, '')}`;
};

/** @param ms epoch ms @returns what the clock in Rome shows: "2026-11-20 09:05" */
export const wallClockInRome = (ms: number): string =>
  formatterOf('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(ms);

/** @param ms epoch ms @returns ISO 8601 in UTC */
export const isoInstant = (ms: number): string => new Date(ms).toISOString();
