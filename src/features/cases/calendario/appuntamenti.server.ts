/**
 * Finds free times, holds one while a form is filled in, and gives it to one person. Calls that take a time of one
 * calendar wait for each other, on all hosts.
 */
import { type CallContext, ownerOf } from '../../../context.ts';
import { addDays, midnightInRome, shiftMonth, todayInRome } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { oneAtATime } from '../../../platform/one-at-a-time.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Appuntamento } from '../../../store/tables.ts';
import type { Ente } from '../ente/ente.ts';
import {
  changeAppuntamento,
  findHold,
  listToComeOf,
  type PersonKey,
  readTaken,
  removeHolds,
  removeLapsedOf,
  writeAppuntamento,
} from './appuntamenti.db.ts';
import type { Calendario, MotivoCalendario } from './calendario.ts';
import { bookableFrom, freeDesk, freeTimes, offeredTimes, type TimeSpan } from './free-times.ts';
import { OFF_THE_LIST, offerOwner } from './waiting-list.ts';
import { tellFreed } from './waiting-list-outbox.ts';
import { startInWords } from './words.ts';

/** How long a chosen time is kept for somebody (product rule). */
const HOLD_MS = 10 * 60_000;
/** A refusal names so many other times. */
const NAMED_TIMES = 3;
/** Days that are read at once while a month is searched for its first free time. */
const SEARCH_DAYS = 7;

/** Where, and for what. */
export type AppointmentPlace = {
  ente: Pick<Ente, 'id' | 'patrono' | 'chiusure'>;
  calendario: Calendario;
  motivo: Pick<MotivoCalendario, 'codice' | 'nome' | 'minuti'>;
};

/** @property id of an appointment that is to be moved: its own time counts as free */
type TimeAsker = Pick<CallContext, 'db' | 'now'> & { owner: string; id?: string | undefined };

const askerOf = (ctx: CallContext, id?: string): TimeAsker => ({ db: ctx.db, now: ctx.now, owner: ownerOf(ctx), id });

/** The free times of some days. @param days the first and the last one */
async function readFree(
  { db, now, owner, id }: TimeAsker,
  { ente, calendario, motivo }: AppointmentPlace,
  { from, to }: { from: string; to: string },
): Promise<TimeSpan[]> {
  const span = { inizio: midnightInRome(from), fine: midnightInRome(addDays(to, 1)) };
  const taken = await readTaken(db, calendario, { span, now, except: { owner, id } });
  return freeTimes(calendario, motivo.minuti, { from, to, closed: ente, taken, now });
}

/** @returns the first free times from a day on */
export async function readFirstFree(
  asker: TimeAsker,
  place: AppointmentPlace,
  { from, to, count }: { from: string; to: string; count: number },
): Promise<TimeSpan[]> {
  const found: TimeSpan[] = [];
  for (let day = from; day <= to && found.length < count; day = addDays(day, SEARCH_DAYS)) {
    const last = addDays(day, SEARCH_DAYS - 1);
    found.push(...(await readFree(asker, place, { from: day, to: last < to ? last : to })));
  }
  return found.slice(0, count);
}

/** @property primo first free time of all @property mesi `YYYY-MM`, those that have one @property mese the one of `orari` */
export type FreeMonth = {
  primo: TimeSpan | undefined;
  mesi: string[];
  mese: string;
  orari: TimeSpan[];
};

/**
 * The months that have a free time, and the times of one of them.
 * @param wanted `YYYY-MM`; the first month, when it has none @param id of an appointment that is to be moved
 */
export async function readFreeMonth(
  ctx: CallContext,
  place: AppointmentPlace,
  { wanted, id }: { wanted?: string | undefined; id?: string | undefined } = {},
): Promise<FreeMonth> {
  const asker = askerOf(ctx, id);
  const { lastDay } = bookableFrom(place.calendario, ctx.now);
  const today = todayInRome(ctx.now);
  const mesi: string[] = [];
  let primo: TimeSpan | undefined;
  for (let month = today.slice(0, 7); month <= lastDay.slice(0, 7); month = shiftMonth(month, 1)) {
    const { from, to } = daysOf(month, today, lastDay);
    const [first] = await readFirstFree(asker, place, { from, to, count: 1 });
    if (!first) continue;
    primo ??= first;
    mesi.push(month);
  }
  const mese = wanted && mesi.includes(wanted) ? wanted : (mesi[0] ?? today.slice(0, 7));
  const orari = primo ? await readFree(asker, place, daysOf(mese, today, lastDay)) : [];
  return { primo, mesi, mese, orari };
}

/** The days of a month between two days. */
function daysOf(month: string, first: string, last: string): { from: string; to: string } {
  const [begin, end] = [`${month}-01`, addDays(`${shiftMonth(month, 1)}-01`, -1)];
  return { from: begin < first ? first : begin, to: end < last ? end : last };
}

/**
 * The time of a calendar that begins at an instant.
 * @throws PortalError `invalid` on `inizio` for one that the hours do not offer, or that may not be booked now
 */
function requireOffered({ now }: Pick<CallContext, 'now'>, place: AppointmentPlace, inizio: number): TimeSpan {
  const day = todayInRome(inizio);
  const time = offeredTimes(place.calendario, place.motivo.minuti, { from: day, to: day, closed: place.ente }).find(
    (t) => t.inizio === inizio,
  );
  if (!time) throw wrongTime('In questo ufficio non c’è un appuntamento a quest’ora: scegli un orario dell’elenco.');
  if (inizio <= now) throw wrongTime('Questo orario è già passato: scegline un altro.');
  if (day > bookableFrom(place.calendario, now).lastDay)
    throw wrongTime('È troppo presto per prenotare questo giorno: scegli un orario dell’elenco.');
  return time;
}

/** Beside {@link requireOffered}: what is held already may be booked although the office asks for more notice by now. */
function requireNotice(
  { now }: Pick<CallContext, 'now'>,
  { calendario }: AppointmentPlace,
  { inizio }: TimeSpan,
): void {
  if (inizio < bookableFrom(calendario, now).earliest)
    throw wrongTime('È troppo tardi per prenotare questo orario: scegline uno più avanti.');
}

const wrongTime = (words: string) => new PortalError('invalid', { fields: { inizio: [words] } });

/**
 * Holds a time for the caller, in the transaction of the call; what they held before is free again.
 * @throws PortalError `invalid` for a time that is none, `conflict` with the next free ones when no desk is free
 */
export async function holdTime(ctx: CallContext, place: AppointmentPlace, inizio: number): Promise<Appuntamento> {
  const owner = ownerOf(ctx);
  if (owner === '') throw new PortalError('token');
  const time = requireOffered(ctx, place, inizio);
  await lockCalendario(ctx, place.calendario);
  const held = await findHold(ctx.db, owner, ctx.now);
  const isSame = held && isHoldOf(held, place, time);
  if (!isSame) requireNotice(ctx, place, time);
  const postazione = isSame ? held.postazione : await takeDesk(ctx, place, time);
  await removeHolds(ctx.db, owner);
  const hold = newAppuntamento(ctx, place, { ...time, postazione });
  const row: Appuntamento = { ...hold, stato: 'tenuto', proprietario: owner, scade: ctx.now + HOLD_MS };
  await writeAppuntamento(ctx.db, row);
  return row;
}

/**
 * Fixes a time for a person, in the transaction that opens their case: the one that they hold, else a free one.
 * @param open opens the case, once the time is theirs @returns what `open` returns
 * @throws PortalError `invalid` for a time that is none; `conflict` when they have as many appointments as the office allows, and with the
 *   next free times when no desk is free
 */
export async function bookTime<T extends { id: string }>(
  ctx: CallContext,
  place: AppointmentPlace,
  { inizio, person, open }: { inizio: number; person: PersonKey; open(time: TimeSpan): Promise<T> },
): Promise<T> {
  const { calendario } = place;
  const owner = ownerOf(ctx);
  const time = requireOffered(ctx, place, inizio);
  await lockCalendario(ctx, calendario);
  const own = await listToComeOf(ctx.db, person, {
    ente: place.ente.id,
    calendari: [calendario.codice],
    now: ctx.now,
  });
  if (own.length >= calendario.massimo_per_persona) throw tooMany(calendario, own);
  const held = owner === '' ? undefined : await findHold(ctx.db, owner, ctx.now);
  const isHeld = held && isHoldOf(held, place, time);
  if (!isHeld) requireNotice(ctx, place, time);
  const postazione = isHeld ? held.postazione : await takeDesk(ctx, place, time);
  if (owner !== '') await removeHolds(ctx.db, owner);
  const opened = await open(time);
  const row = newAppuntamento(ctx, place, { ...time, postazione });
  await writeAppuntamento(ctx.db, { ...row, stato: 'fissato', pratica: opened.id });
  return opened;
}

/**
 * Gives an appointment another time, in the transaction of the call: the old one is free at once. Its citizen is on no waiting list then.
 * @throws PortalError as {@link bookTime}
 */
export async function moveTime(
  ctx: CallContext,
  place: AppointmentPlace,
  { appuntamento, inizio }: { appuntamento: Appuntamento; inizio: number },
): Promise<Appuntamento> {
  const time = requireOffered(ctx, place, inizio);
  requireNotice(ctx, place, time);
  await lockCalendario(ctx, place.calendario);
  const postazione = await takeDesk(ctx, place, time, appuntamento.id);
  const changes = {
    ...time,
    calendario: place.calendario.codice,
    postazione,
    stato: 'fissato' as const,
    sequenza: appuntamento.sequenza + 1,
    da_spostare: null,
    ...OFF_THE_LIST,
  };
  // What is held at this desk and instant goes first: the store has one row for them.
  if (ownerOf(ctx) !== '') await removeHolds(ctx.db, ownerOf(ctx));
  await freeTime(ctx, appuntamento);
  await changeAppuntamento(ctx.db, appuntamento.id, changes);
  return { ...appuntamento, ...changes };
}

/** The time is free at once. */
export async function cancelTime(ctx: CallContext, appuntamento: Appuntamento): Promise<Appuntamento> {
  const changes = { stato: 'annullato' as const, sequenza: appuntamento.sequenza + 1, ...OFF_THE_LIST };
  await changeAppuntamento(ctx.db, appuntamento.id, changes);
  await freeTime(ctx, appuntamento);
  return { ...appuntamento, ...changes };
}

/** The time of an appointment becomes free, and so does the one that is offered in its place: those on the waiting list come next. */
async function freeTime({ db, house }: CallContext, { id, ente, calendario }: Appuntamento): Promise<void> {
  await removeHolds(db, offerOwner(id));
  await tellFreed({ db, house }, { ente, codice: calendario });
}

/** Until the end of the transaction nobody else takes a time of this calendar. */
export const lockCalendario = (
  { db, house }: Pick<CallContext, 'db' | 'house'>,
  { ente, codice }: Pick<Calendario, 'ente' | 'codice'>,
): Promise<void> => oneAtATime(db, house.dialect, `calendario:${ente}:${codice}`);

const isHoldOf = (held: Appuntamento, { ente, calendario }: AppointmentPlace, { inizio, fine }: TimeSpan): boolean =>
  held.ente === ente.id && held.calendario === calendario.codice && held.inizio === inizio && held.fine === fine;

/** @throws PortalError `conflict` with the next free times */
async function takeDesk(ctx: CallContext, place: AppointmentPlace, time: TimeSpan, id?: string): Promise<number> {
  const { calendario } = place;
  const asker = askerOf(ctx, id);
  await removeLapsedOf(ctx.db, calendario, time, ctx.now);
  const taken = await readTaken(ctx.db, calendario, { span: time, now: ctx.now, except: asker });
  const desk = freeDesk(calendario, taken, time);
  if (desk === undefined) throw await takenMeanwhile(asker, place, time);
  return desk;
}

/**
 * Refuses a time that is taken already, before the transaction in which calls wait for each other.
 * @throws PortalError `conflict` with the next free times
 */
export async function requireStillFree(ctx: CallContext, place: AppointmentPlace, inizio: number): Promise<void> {
  const time = requireOffered(ctx, place, inizio);
  const asker = askerOf(ctx);
  const taken = await readTaken(ctx.db, place.calendario, { span: time, now: ctx.now, except: asker });
  if (freeDesk(place.calendario, taken, time) === undefined) throw await takenMeanwhile(asker, place, time);
}

async function takenMeanwhile(asker: TimeAsker, place: AppointmentPlace, { inizio }: TimeSpan): Promise<PortalError> {
  const from = todayInRome(inizio);
  const next = await readFirstFree(asker, place, { from, to: addDays(from, 2 * SEARCH_DAYS), count: NAMED_TIMES });
  const words =
    next.length > 0
      ? `I prossimi liberi: ${next.map((t) => startInWords(t.inizio)).join('; ')}.`
      : 'Scegline un altro.';
  return new PortalError('conflict', {
    message: 'Questo orario non è più libero.',
    fields: { inizio: [`Nel frattempo questo orario è stato preso da un’altra persona. ${words}`] },
    reason: 'ORARIO_OCCUPATO',
  });
}

const tooMany = ({ massimo_per_persona: most }: Calendario, own: readonly TimeSpan[]) => {
  const times = own.map(({ inizio }) => startInWords(inizio)).join('; ');
  return new PortalError('conflict', {
    message: 'Hai già un appuntamento in questo ufficio.',
    fields: {
      calendario: [
        `Hai già ${own.length === 1 ? 'un appuntamento' : `${own.length} appuntamenti`} in questo ufficio, che ne ` +
          `accetta al massimo ${most} per persona: ${times}. Puoi spostarlo o annullarlo.`,
      ],
    },
    reason: 'TROPPI_APPUNTAMENTI',
  });
};

const newAppuntamento = (
  { now }: CallContext,
  { ente, calendario, motivo }: AppointmentPlace,
  time: TimeSpan & { postazione: number },
): Omit<Appuntamento, 'stato'> => ({
  id: randomId(),
  ente: ente.id,
  calendario: calendario.codice,
  postazione: time.postazione,
  inizio: time.inizio,
  fine: time.fine,
  motivo: motivo.codice,
  motivo_nome: motivo.nome,
  proprietario: null,
  scade: null,
  pratica: null,
  sequenza: 0,
  creato: now,
  da_spostare: null,
  ...OFF_THE_LIST,
});
