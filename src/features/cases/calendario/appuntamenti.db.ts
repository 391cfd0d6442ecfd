/** Queries of the times that somebody holds or has booked. Each reads one calendar, between two instants. */
import type { Appuntamento, Pratica, StoreDb } from '../../../store/tables.ts';
import type { Calendario } from './calendario.ts';
import type { TakenTime, TimeSpan } from './free-times.ts';
import { offerOwner } from './waiting-list.ts';

type CalendarKey = Pick<Calendario, 'ente' | 'codice'>;

/** No appointment lasts longer than this: what began before cannot reach into a span (rule of the calendars). */
const LONGEST_MS = 240 * 60_000;

/**
 * @param span from its first instant to its last @param now holds that have lapsed then take nothing
 * @param except whose hold, or which appointment, does not count; nor does the time that is offered in its place
 */
export function readTaken(
  db: StoreDb,
  { ente, codice }: CalendarKey,
  { span, now, except }: { span: TimeSpan; now: number; except: { owner?: string; id?: string | undefined } },
): Promise<(TakenTime & Pick<Appuntamento, 'proprietario'>)[]> {
  const owners = [except.owner ?? '', offerOwner(except.id ?? '')];
  return db
    .selectFrom('appuntamenti')
    .select(['postazione', 'inizio', 'fine', 'proprietario'])
    .where('ente', '=', ente)
    .where('calendario', '=', codice)
    .where('inizio', '>', span.inizio - LONGEST_MS)
    .where('inizio', '<', span.fine)
    .where('fine', '>', span.inizio)
    .where('stato', '!=', 'annullato')
    .where((e) => e.or([e('scade', 'is', null), e('scade', '>', now)]))
    .where((e) => e.or([e('proprietario', 'is', null), e('proprietario', 'not in', owners)]))
    .where('id', '!=', except.id ?? '')
    .execute();
}

/** The time that somebody holds. At most one, unless they pressed in two tabs at the same instant. */
export const findHold = (db: StoreDb, owner: string, now: number): Promise<Appuntamento | undefined> =>
  db
    .selectFrom('appuntamenti')
    .selectAll()
    .where('proprietario', '=', owner)
    .where('scade', '>', now)
    .orderBy('creato', 'desc')
    .executeTakeFirst();

export async function removeHolds(db: StoreDb, owner: string): Promise<void> {
  await db.deleteFrom('appuntamenti').where('proprietario', '=', owner).execute();
}

/** Holds that have lapsed, of one calendar: the store allows one row for a desk and an instant. */
export async function removeLapsedOf(
  db: StoreDb,
  { ente, codice }: CalendarKey,
  span: TimeSpan,
  now: number,
): Promise<void> {
  await db
    .deleteFrom('appuntamenti')
    .where('ente', '=', ente)
    .where('calendario', '=', codice)
    .where('inizio', '>', span.inizio - LONGEST_MS)
    .where('inizio', '<', span.fine)
    .where('scade', '<=', now)
    .execute();
}

/** Those of every calendar, for the housekeeping. */
export async function removeLapsedHolds(db: StoreDb, now: number): Promise<void> {
  await db.deleteFrom('appuntamenti').where('scade', '<=', now).execute();
}

export async function writeAppuntamento(db: StoreDb, row: Appuntamento): Promise<void> {
  await db.insertInto('appuntamenti').values(row).execute();
}

export async function changeAppuntamento(db: StoreDb, id: string, changes: Partial<Appuntamento>): Promise<void> {
  await db.updateTable('appuntamenti').set(changes).where('id', '=', id).execute();
}

/** The appointment of a case: the last one, where an earlier one was cancelled. */
export const findOfPratica = (db: StoreDb, pratica: string): Promise<Appuntamento | undefined> =>
  db
    .selectFrom('appuntamenti')
    .selectAll()
    .where('pratica', '=', pratica)
    .orderBy('creato', 'desc')
    .orderBy('id')
    .executeTakeFirst();

/** By what an office knows a person again, whichever of these they gave. */
export type PersonKey = {
  email: string;
  utente?: string | null | undefined;
  codice_fiscale?: string | null | undefined;
};

/** The appointments to come that a person has at some calendars of an ente, in order; nobody's for a person who gave nothing. */
export async function listToComeOf(
  db: StoreDb,
  { utente, codice_fiscale, email }: PersonKey,
  { ente, calendari, now }: { ente: string; calendari: readonly string[]; now: number },
): Promise<Appuntamento[]> {
  if (calendari.length === 0) return [];
  // An ente has few appointments to come, and may have a million cases.
  return db
    .selectFrom('appuntamenti as a')
    .innerJoin('pratiche as p', 'p.id', 'a.pratica')
    .selectAll('a')
    .where('a.ente', '=', ente)
    .where('a.calendario', 'in', calendari)
    .where('a.inizio', '>', now)
    .where('a.stato', '=', 'fissato')
    .where((e) =>
      e.or([
        ...(utente ? [e('p.utente', '=', utente)] : []),
        ...(codice_fiscale ? [e('p.codice_fiscale', '=', codice_fiscale)] : []),
        ...(email ? [e(e.fn<string>('lower', ['p.email']), '=', email.toLowerCase())] : []),
      ]),
    )
    .orderBy('a.inizio')
    .execute();
}

/** More than anybody has: each office sets how many it allows. */
const MOST_OWN = 50;

/** The cases of a citizen that have an appointment to come, the next one first. */
export const listPraticheToCome = (db: StoreDb, utente: string, now: number): Promise<Pratica[]> =>
  db
    .selectFrom('pratiche as p')
    .innerJoin('appuntamenti as a', 'a.pratica', 'p.id')
    .selectAll('p')
    .where('p.utente', '=', utente)
    .where('a.stato', '=', 'fissato')
    .where('a.fine', '>', now)
    .orderBy('a.inizio')
    .limit(MOST_OWN)
    .execute();
