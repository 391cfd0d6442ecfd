/**
 * The times at which a calendar still receives: computed from its hours, the closing days and what is taken. Pure.
 *
 * Hours are those of the clock in Rome. A time that the clock skips in spring or shows twice in autumn is not offered, and neither
 * is one during which the clock moves: nobody could say when it ends.
 */
import { giornoOf, isClosedOn } from '../../../platform/atoms/apertura.ts';
import { addDays, midnightInRome, todayInRome, wallClockInRome } from '../../../platform/atoms/date.ts';
import type { OfficeDays } from '../../../platform/atoms/giorni-lavorativi.ts';
import type { Calendario, ChiusuraCalendario } from './calendario.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MINUTES = 24 * 60;

/** From one instant to another, epoch ms. */
export type TimeSpan = { inizio: number; fine: number };

/** A time at a desk that somebody holds or has. @property postazione from 1 */
export type TakenTime = TimeSpan & { postazione: number };

/** Hours of one day, in minutes after midnight by the clock. */
type ClockSpan = { from: number; to: number };

/**
 * @param calendario whose times they are @param minuti how long each lasts @param closed days on which the municipality is closed
 * @param days the first and the last one, `YYYY-MM-DD` @returns what the hours offer, in order, whether it is taken or not
 */
export function offeredTimes(
  calendario: Calendario,
  minuti: number,
  { from, to, closed }: { from: string; to: string; closed: OfficeDays },
): TimeSpan[] {
  const times: TimeSpan[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const starts = new Set(openSpans(calendario, day, closed).flatMap((span) => startsWithin(span, minuti)));
    const shut = closedSpans(calendario, day);
    if (starts.size === 0 || shut === 'all day') continue;
    const toInstant = clockOf(day);
    for (const start of [...starts].sort((a, b) => a - b)) {
      const end = start + minuti;
      if (shut.some((span) => start < span.to && span.from < end)) continue;
      const [inizio, fine] = [toInstant(start), toInstant(end)];
      if (inizio !== undefined && fine !== undefined && fine - inizio === minuti * MINUTE_MS)
        times.push({ inizio, fine });
    }
  }
  return times;
}

/** Every opening begins its own row of times, one after the other. */
function startsWithin({ from, to }: ClockSpan, minuti: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor((to - from) / minuti)) }, (_, n) => from + n * minuti);
}

/** An extra opening also counts on a day on which the municipality is closed. */
function openSpans({ orari, aperture_straordinarie }: Calendario, day: string, closed: OfficeDays): ClockSpan[] {
  const weekday = giornoOf(day);
  const weekly = isClosedOn(day, closed)
    ? []
    : orari.filter(({ giorni, dal, al }) => giorni.includes(weekday) && (!dal || dal <= day) && (!al || day <= al));
  return [...weekly, ...aperture_straordinarie.filter(({ giorno }) => giorno === day)].map(clockSpan);
}

/** What the calendar itself is closed for, which no opening overrides. */
function closedSpans({ chiusure }: Calendario, day: string): ClockSpan[] | 'all day' {
  const today = chiusure.filter(({ dal, al }) => dal <= day && day <= al);
  if (today.some(isWholeDay)) return 'all day';
  return today.map(({ dalle = '00:00', alle = '24:00' }) => clockSpan({ dalle, alle }));
}

const isWholeDay = ({ dalle, alle }: ChiusuraCalendario) => !dalle && !alle;

const clockSpan = ({ dalle, alle }: { dalle: string; alle: string }): ClockSpan => ({
  from: minutesOf(dalle),
  to: minutesOf(alle),
});

/** @param time `HH:MM` */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** @returns what turns minutes after midnight of this day into an instant; undefined for a time that is not there exactly once */
function clockOf(day: string): (minutes: number) => number | undefined {
  const midnight = midnightInRome(day);
  const isWhole = midnightInRome(addDays(day, 1)) - midnight === DAY_MINUTES * MINUTE_MS;
  if (isWhole) return (minutes) => midnight + minutes * MINUTE_MS;
  return (minutes) => {
    if (minutes >= DAY_MINUTES) return undefined;
    const clock = `${day} ${[Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0')).join(':')}`;
    const found = [-1, 0, 1]
      .map((shift) => midnight + minutes * MINUTE_MS + shift * HOUR_MS)
      .filter((instant) => wallClockInRome(instant) === clock);
    return found.length === 1 ? found[0] : undefined;
  };
}

/** @returns the first desk that is free during this time; undefined when all are taken */
export function freeDesk(
  { postazioni }: Pick<Calendario, 'postazioni'>,
  taken: readonly TakenTime[],
  { inizio, fine }: TimeSpan,
): number | undefined {
  const busy = new Set(taken.filter((t) => t.inizio < fine && inizio < t.fine).map(({ postazione }) => postazione));
  // An office that has fewer desks by now receives no more people than it has desks, whatever their numbers.
  if (busy.size >= postazioni) return undefined;
  for (let desk = 1; desk <= postazioni; desk++) if (!busy.has(desk)) return desk;
  return undefined;
}

/** When a calendar takes bookings at an instant. @property earliest first instant @property lastDay `YYYY-MM-DD` */
export const bookableFrom = (
  { preavviso_ore, orizzonte_giorni }: Pick<Calendario, 'preavviso_ore' | 'orizzonte_giorni'>,
  now: number,
): { earliest: number; lastDay: string } => ({
  // A time that begins at this instant is over for whoever reads of it.
  earliest: Math.max(now + preavviso_ore * HOUR_MS, now + 1),
  lastDay: addDays(todayInRome(now), orizzonte_giorni),
});

/**
 * @param taken of these days at least
 * @returns those of the offered times at which a desk is free, from the earliest that may be booked
 */
export function freeTimes(
  calendario: Calendario,
  minuti: number,
  {
    from,
    to,
    closed,
    taken,
    now,
  }: { from: string; to: string; closed: OfficeDays; taken: readonly TakenTime[]; now: number },
): TimeSpan[] {
  const { earliest, lastDay } = bookableFrom(calendario, now);
  const offered = offeredTimes(calendario, minuti, { from, to: to < lastDay ? to : lastDay, closed });
  const inOrder = taken.toSorted((a, b) => a.inizio - b.inizio);
  let next = 0;
  let near: TakenTime[] = [];
  return offered.filter((time) => {
    if (time.inizio < earliest) return false;
    // Only what may still overlap is looked at: both lists are in order.
    near = near.filter(({ fine }) => fine > time.inizio);
    for (; next < inOrder.length && (inOrder[next] as TakenTime).inizio < time.fine; next++)
      near.push(inOrder[next] as TakenTime);
    return freeDesk(calendario, near, time) !== undefined;
  });
}
