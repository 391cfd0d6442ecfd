/**
 * Keeps the waiting list of a calendar: who wants to come earlier joins it, and a time that has become free is held for an hour for one
 * after the other.
 */
import * as z from 'zod/mini';
import type { CallContext, PortalHouse } from '../../../context.ts';
import { addDays, midnightInRome, todayInRome } from '../../../platform/atoms/date.ts';
import type { OfficeDays } from '../../../platform/atoms/giorni-lavorativi.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Appuntamento, StoreDb } from '../../../store/tables.ts';
import { findEnte } from '../ente/ente.server.ts';
import {
  changeAppuntamento,
  findHold,
  readTaken,
  removeHolds,
  removeLapsedOf,
  writeAppuntamento,
} from './appuntamenti.db.ts';
import { lockCalendario } from './appuntamenti.server.ts';
import { type Booked, canChange, deadlineOf } from './booked.server.ts';
import { findCalendario } from './calendari.db.ts';
import type { Calendario } from './calendario.ts';
import { type CalendarKey, listAwaited, listWaiting, noteKnown, removeOver } from './waiting-list.db.ts';
import {
  type AwaitedCalendar,
  firstOffered,
  OFF_THE_LIST,
  OFFER_MS,
  type OfferPlan,
  offerHours,
  offerOwner,
  planOffers,
  timesKnownAtFirst,
  type WaitingPerson,
} from './waiting-list.ts';
import { EARLIER_OFFERED, tellFreed } from './waiting-list-outbox.ts';

const HOUR_MS = 3600_000;

/** Whether a citizen may ask to be told of an earlier time: there can be one, they may move, and have an address for the mail. */
export const canJoin = (booked: Booked, now: number): boolean =>
  booked.place !== undefined &&
  booked.hasEmail &&
  canChange(booked, now) &&
  firstOffered(booked.place.calendario, now) < booked.appuntamento.inizio;

/**
 * Puts the citizen of an appointment at the end of the list, in a transaction that locks its case; who is on it keeps their place.
 * @throws PortalError `conflict` when no earlier time can be offered to them
 */
export async function joinList(ctx: CallContext, booked: Booked): Promise<Booked> {
  const { appuntamento, place } = booked;
  if (appuntamento.in_lista_dal !== null) return booked;
  if (!place || !canJoin(booked, ctx.now))
    throw new PortalError('conflict', {
      message: booked.hasEmail
        ? 'Per questo appuntamento non c’è più tempo per proporti un orario prima.'
        : 'Per avvisarti ci serve un tuo indirizzo e-mail, e questo appuntamento non ne ha uno.',
    });
  const { ente, calendario, motivo } = place;
  const { inizio } = appuntamento;
  const awaited = await readAwaited(ctx.db, { calendario, closed: ente }, { until: inizio, now: ctx.now });
  const known = timesKnownAtFirst(awaited, { minuti: motivo.minuti, inizio, now: ctx.now });
  const changes = { in_lista_dal: ctx.now, orari_noti: JSON.stringify(known) };
  await changeAppuntamento(ctx.db, appuntamento.id, changes);
  return { ...booked, appuntamento: { ...appuntamento, ...changes } };
}

/** Takes the citizen of an appointment off the list; what was offered to them goes to the next one. */
export async function leaveList(ctx: CallContext, booked: Booked): Promise<Booked> {
  await changeAppuntamento(ctx.db, booked.appuntamento.id, OFF_THE_LIST);
  const left = await declineOffer(ctx, booked);
  return { ...left, appuntamento: { ...booked.appuntamento, ...OFF_THE_LIST } };
}

/** What was offered goes to the next one; its citizen stays on the list, and is not offered this time again. */
export async function declineOffer({ db, house }: CallContext, booked: Booked): Promise<Booked> {
  const { id, ente, calendario } = booked.appuntamento;
  await removeHolds(db, offerOwner(id));
  await tellFreed({ db, house }, { ente, codice: calendario });
  return { ...booked, offer: undefined };
}

/** The work of every minute: whatever has become free is offered, and offers that have lapsed are passed on. */
export async function offerFreedTimes(house: PortalHouse): Promise<void> {
  await removeOver(house.db, house.now());
  for (const key of await listAwaited(house.db)) await offerFreedAt(house, key);
}

/** The same of one calendar. Mostly there is nothing to offer, and a question locks nothing. */
export async function offerFreedAt(house: PortalHouse, key: CalendarKey): Promise<void> {
  // Read before the transaction, which has the only connection of SQLite.
  const closed = await findEnte(house, key.ente);
  if (!closed) return;
  const asked = { key, closed, now: house.now() };
  if (isNothing(await planAt(house.db, asked))) return;
  await house.db.transaction().execute(async (tx) => {
    await lockCalendario({ db: tx, house }, key);
    await writePlan({ db: tx, house }, asked, await planAt(tx, asked));
  });
}

type AskedPlan = { key: CalendarKey; closed: OfficeDays; now: number };
type ReadPlan = OfferPlan & { rows: ReadonlyMap<string, Appuntamento> };

const isNothing = ({ offers, known }: OfferPlan): boolean => offers.length === 0 && known.size === 0;

async function planAt(db: StoreDb, { key, closed, now }: AskedPlan): Promise<ReadPlan> {
  const calendario = await findCalendario(db, key);
  const rows = calendario ? await listWaiting(db, key, now) : [];
  if (!calendario || rows.length === 0) return { offers: [], known: new Map(), rows: new Map() };
  const until = Math.max(...rows.map(({ inizio }) => inizio));
  const awaited = await readAwaited(db, { calendario, closed }, { until, now });
  const waiting = rows.map((row) => personOf(row, calendario));
  const answering = new Set(rows.map(({ id }) => id).filter((id) => awaited.owners.has(offerOwner(id))));
  return { ...planOffers(awaited, { waiting, answering, now }), rows: new Map(rows.map((row) => [row.id, row])) };
}

/** What is taken until the end of a day. @property owners those who hold something of it */
async function readAwaited(
  db: StoreDb,
  { calendario, closed }: { calendario: Calendario; closed: OfficeDays },
  { until, now }: { until: number; now: number },
): Promise<AwaitedCalendar & { owners: ReadonlySet<string> }> {
  const span = { inizio: now, fine: midnightInRome(addDays(todayInRome(until), 1)) };
  const rows = await readTaken(db, calendario, { span, now, except: {} });
  return {
    calendario,
    closed,
    taken: rows.map(({ proprietario, ...time }) => ({ ...time, isBooked: proprietario === null })),
    owners: new Set(rows.flatMap(({ proprietario }) => proprietario ?? [])),
  };
}

function personOf(row: Appuntamento, calendario: Calendario): WaitingPerson {
  const { id, inizio, fine, motivo, orari_noti } = row;
  return {
    id,
    inizio,
    minuti: calendario.motivi.find(({ codice }) => codice === motivo)?.minuti ?? (fine - inizio) / 60_000,
    deadline: deadlineOf(row, calendario),
    known: storedTimes.parse(JSON.parse(orari_noti ?? '[]')),
  };
}

const storedTimes = z.array(z.number());

async function writePlan(
  { db, house }: Pick<CallContext, 'db' | 'house'>,
  { key, now }: AskedPlan,
  { offers, known, rows }: ReadPlan,
): Promise<void> {
  // Somebody who moves or cancels at this moment is not on the list any more: one of the two waits for the other.
  const left = new Set<string>();
  for (const [id, starts] of known) if (!(await noteKnown(db, id, starts))) left.add(id);
  const { leaves, lapses } = offerHours(now);
  for (const { person, time } of offers) {
    const row = rows.get(person.id);
    if (!row?.pratica || left.has(row.id)) continue;
    await removeLapsedOf(db, key, time, now);
    const held = { ...time, stato: 'tenuto' as const, proprietario: offerOwner(row.id), scade: lapses };
    const own = { id: randomId(), pratica: null, sequenza: 0, creato: now, da_spostare: null, ...OFF_THE_LIST };
    await writeAppuntamento(db, { ...row, ...own, ...held });
    const offer = { pratica: row.pratica, inizio: time.inizio };
    await enqueueEntries(db, house.now, outboxEntry(EARLIER_OFFERED, offer, { delay: leaves - now }));
  }
}

/**
 * The hour begins when the mail leaves, as far as the notice of the office allows it.
 * @returns the offered time with its end; undefined when it is not held any more
 */
export async function beginHour(
  house: PortalHouse,
  { appuntamento, calendario, inizio }: { appuntamento: Appuntamento; calendario: Calendario; inizio: number },
): Promise<Appuntamento | undefined> {
  return house.db.transaction().execute(async (db) => {
    await lockCalendario({ db, house }, calendario);
    const now = house.now();
    const held = await findHold(db, offerOwner(appuntamento.id), now);
    if (held?.inizio !== inizio || held.scade === null) return undefined;
    const until = Math.max(held.scade, Math.min(now + OFFER_MS, inizio - calendario.preavviso_ore * HOUR_MS));
    await changeAppuntamento(db, held.id, { scade: until });
    return { ...held, scade: until };
  });
}
