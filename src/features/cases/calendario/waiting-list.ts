/**
 * The waiting list of a calendar: whom a time that has become free is offered, and until when it is held for them. Pure.
 *
 * A time has become free for a person when it is free, earlier than theirs, and not among the times that they know. They know those that
 * were free when they joined the list, and those that they were offered, as long as no appointment takes them: what is taken and free again
 * is new. So nobody is offered a time twice, whatever ends in between, and nothing has to be noted when a time becomes free.
 */
import { addDays, midnightInRome, todayInRome } from '../../../platform/atoms/date.ts';
import type { OfficeDays } from '../../../platform/atoms/giorni-lavorativi.ts';
import type { Calendario } from './calendario.ts';
import { freeDesk, freeTimes, type TakenTime, type TimeSpan } from './free-times.ts';
import { hourOf } from './words.ts';

const HOUR_MS = 3600_000;
/** An offered time is held for so long (product rule). */
export const OFFER_MS = HOUR_MS;
/** Offers leave from this hour on, and before the other, by the clock in Rome: the hour does not run while people sleep. */
const FIRST_HOUR = 8;
const LAST_HOUR = 20;

const clockHour = (instant: number): number => Number(hourOf(instant).slice(0, 2));

/**
 * A time that becomes free at night is held from then on, and its mail leaves in the morning.
 * @returns when an offer that is made now leaves, and until when it is held
 */
export function offerHours(now: number): { leaves: number; lapses: number } {
  const hour = clockHour(now);
  if (hour >= FIRST_HOUR && hour < LAST_HOUR) return { leaves: now, lapses: now + OFFER_MS };
  const today = todayInRome(now);
  const near = midnightInRome(hour < FIRST_HOUR ? today : addDays(today, 1)) + FIRST_HOUR * HOUR_MS;
  // On two days of the year eight hours after midnight it is seven or nine.
  const leaves = near + (FIRST_HOUR - clockHour(near)) * HOUR_MS;
  return { leaves, lapses: leaves + OFFER_MS };
}

/** The first instant that can be offered now: the notice of the office is intact when the hour is over. */
export const firstOffered = ({ preavviso_ore }: Pick<Calendario, 'preavviso_ore'>, now: number): number =>
  offerHours(now).lapses + preavviso_ore * HOUR_MS;

/** The columns of an appointment whose citizen does not wait for an earlier time. */
export const OFF_THE_LIST = { in_lista_dal: null, orari_noti: null } as const;

const OFFER_MARK = 'lista:';
/** Owner of a hold: the person with this appointment, to whom the time is offered. */
export const offerOwner = (appuntamento: string): string => OFFER_MARK + appuntamento;
export const isOffer = ({ proprietario }: { proprietario: string | null }): boolean =>
  proprietario?.startsWith(OFFER_MARK) ?? false;

/**
 * Somebody on the list. @property id of their appointment @property inizio when it begins @property minuti how long it takes
 * @property deadline until when they may move it @property known starts of free times that are not offered to them
 */
export type WaitingPerson = { id: string; inizio: number; minuti: number; deadline: number; known: readonly number[] };

/** @property isBooked false while it is only held */
type KnownTaken = TakenTime & { isBooked: boolean };

/** A calendar with what is taken, and when the municipality is closed. */
export type AwaitedCalendar = { calendario: Calendario; closed: OfficeDays; taken: readonly KnownTaken[] };

/** The starts of the free times that a person knows on joining the list. */
export function timesKnownAtFirst(
  { calendario, closed, taken }: AwaitedCalendar,
  { minuti, inizio, now }: { minuti: number; inizio: number; now: number },
): number[] {
  const days = { from: todayInRome(now), to: todayInRome(inizio) };
  const free = freeTimes(calendario, minuti, { ...days, closed, taken, now: offerHours(now).lapses });
  return free.map((time) => time.inizio).filter((start) => start < inizio);
}

/** @property offers who gets which time at which desk @property known what persons know by now, by their id, where that has changed */
export type OfferPlan = {
  offers: { person: WaitingPerson; time: TimeSpan & { postazione: number } }[];
  known: Map<string, number[]>;
};

/**
 * Each time goes to one person at once, and each person has one offer at once.
 * @param waiting the longest on the list comes first @param answering ids of those to whom a time is offered at this moment
 * @param now holds that have lapsed are not among `taken` any more
 */
export function planOffers(
  { calendario, closed, taken: before }: AwaitedCalendar,
  { waiting, answering, now }: { waiting: readonly WaitingPerson[]; answering: ReadonlySet<string>; now: number },
): OfferPlan {
  const plan: OfferPlan = { offers: [], known: new Map() };
  const { lapses } = offerHours(now);
  const days = { from: todayInRome(now), to: todayInRome(Math.max(...waiting.map(({ inizio }) => inizio))) };
  const taken = [...before];
  const freeIn = (minuti: number, rows: readonly TakenTime[]) =>
    freeTimes(calendario, minuti, { ...days, closed, taken: rows, now: lapses });
  const free = readingOnce((minuti) => freeIn(minuti, taken));
  const unbooked = readingOnce(
    (minuti) =>
      new Set(
        freeIn(
          minuti,
          before.filter(({ isBooked }) => isBooked),
        ).map(({ inizio }) => inizio),
      ),
  );
  for (const person of waiting) {
    if (answering.has(person.id)) continue;
    const { minuti, inizio, deadline } = person;
    const known = new Set(person.known.filter((start) => unbooked.of(minuti).has(start)));
    const earlier = free.of(minuti).filter((time) => time.inizio < inizio);
    const time = lapses <= deadline ? earlier.find((t) => !known.has(t.inizio)) : undefined;
    const postazione = time && freeDesk(calendario, taken, time);
    if (time && postazione !== undefined) {
      plan.offers.push({ person, time: { ...time, postazione } });
      taken.push({ ...time, postazione, isBooked: false });
      free.forget();
      // Of a whole day that opens they hear once.
      for (const other of earlier) known.add(other.inizio);
    }
    if (known.size !== person.known.length || time)
      plan.known.set(
        person.id,
        [...known].sort((a, b) => a - b),
      );
  }
  return plan;
}

/** The same length of time is worked out once, until something changes. */
function readingOnce<T>(read: (minuti: number) => T): { of(minuti: number): T; forget(): void } {
  const found = new Map<number, T>();
  return {
    of: (minuti) => {
      const value = found.get(minuti) ?? read(minuti);
      found.set(minuti, value);
      return value;
    },
    forget: () => found.clear(),
  };
}
