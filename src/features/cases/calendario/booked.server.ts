/** Reads the appointment of a case with its place, and moves or cancels it, for its citizen and for the office. */
import type { CallContext } from '../../../context.ts';
import { isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import type { FileAnswer } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { type CalendarAppointment, renderAppointment } from '../../../platform/icalendar.server.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import type { Appuntamento, Pratica } from '../../../store/tables.ts';
import { contentDisposition } from '../allegati/file-name.server.ts';
import { enteOfPage, readEntiInside, siteOf } from '../ente/ente.server.ts';
import type { Ente } from '../ente/ente.ts';
import { readSportelli } from '../ente/sportelli.db.ts';
import type { Accesso } from '../pratica/accesso.server.ts';
import { addCommento } from '../pratica/commento.server.ts';
import { changePratica, findByNumero, findPratica } from '../pratica/pratica.db.ts';
import { anyPraticaData, parsePraticaData, shownPraticaData } from '../pratica/pratica-data.ts';
import { protocollo } from '../pratica/pratica-names.ts';
import { isOpenStato, type StatoPratica } from '../pratica/stati.ts';
import { appointmentPath } from './addresses.ts';
import { findHold, findOfPratica, listPraticheToCome } from './appuntamenti.db.ts';
import { type AppointmentPlace, cancelTime, moveTime } from './appuntamenti.server.ts';
import { APPUNTAMENTO_MAIL, remindOf } from './appuntamenti-outbox.ts';
import { findCalendario } from './calendari.db.ts';
import type { Calendario } from './calendario.ts';
import type { TimeSpan } from './free-times.ts';
import { type OfficePlace, placeOf } from './office-place.ts';
import { offerOwner } from './waiting-list.ts';
import { DATE_FACT, spanInWords, startInWords } from './words.ts';

const HOUR_MS = 3600_000;
/** How far ahead an office may book. */
const OFFICE_DAYS = 365;

/**
 * The appointment of a case. @property place undefined: its calendar is gone @property nome of the office @property toBring what to bring
 * @property deadline it may be moved and cancelled until this instant @property hasEmail its citizen can be written to
 * @property offer the earlier time that is held for its citizen
 */
export type Booked = {
  ente: Ente;
  appuntamento: Appuntamento;
  place: AppointmentPlace | undefined;
  office: OfficePlace & { nome: string };
  toBring: string[];
  deadline: number;
  hasEmail: boolean;
  offer: Appuntamento | undefined;
};

type ReadContext = Pick<CallContext, 'db' | 'house'>;

/** Outside a transaction: the enti are read by the house. @returns undefined for a case without one */
export async function readBooked(ctx: ReadContext, pratica: Pratica): Promise<Booked | undefined> {
  const appuntamento = await findOfPratica(ctx.db, pratica.id);
  if (!appuntamento) return undefined;
  const { ente: id, calendario: codice, motivo, motivo_nome, inizio, fine } = appuntamento;
  const [ente, calendario, sportelli] = await Promise.all([
    enteOfPage(ctx.house, '', id),
    findCalendario(ctx.db, { ente: id, codice }),
    readSportelli(ctx.db, id),
  ]);
  const known = calendario?.motivi.find((m) => m.codice === motivo);
  // A reason that the office has taken away is still that of this appointment.
  const reason = known ?? { codice: motivo, nome: motivo_nome, minuti: (fine - inizio) / 60_000 };
  const nome = calendario?.nome ?? parsePraticaData(shownPraticaData, pratica).sportello ?? ente.nome;
  return {
    ente,
    appuntamento,
    place: calendario && { ente, calendario, motivo: reason },
    office: { nome, ...placeOf(ente, calendario, sportelli) },
    toBring: known?.cosa_serve ?? [],
    deadline: deadlineOf(appuntamento, calendario),
    hasEmail: pratica.email !== '',
    offer:
      appuntamento.in_lista_dal === null
        ? undefined
        : await findHold(ctx.db, offerOwner(appuntamento.id), ctx.house.now()),
  };
}

/** The appointments of a citizen that are not over, the next one first. */
export async function readBookedOf(ctx: CallContext, utente: string): Promise<(Booked & { pratica: Pratica })[]> {
  const pratiche = await listPraticheToCome(ctx.db, utente, ctx.now);
  const all = await Promise.all(
    pratiche.map(async (pratica) => {
      const booked = await readBooked(ctx, pratica);
      return booked ? [{ ...booked, pratica }] : [];
    }),
  );
  return all.flat();
}

/** In the transaction of a booking: both sides of the case from whose page it was begun read of it there. */
export async function noteBookedFrom(
  ctx: CallContext,
  accesso: Accesso,
  { numero, nome, time }: { numero: string; nome: string; time: TimeSpan },
): Promise<void> {
  const { pratica } = accesso;
  await addCommento(ctx, accesso, {
    sistema: `Appuntamento prenotato: ${spanInWords(time)}, ${nome} (numero ${numero}).`,
  });
  const dati = { ...parsePraticaData(anyPraticaData, pratica), appuntamento: numero };
  await changePratica(ctx.db, pratica.id, { dati_json: JSON.stringify(dati) });
}

/** The appointment to come that was booked from the page of a case, with the case that it opened. */
export async function readBookedFrom(
  ctx: CallContext,
  from: Pratica,
): Promise<(Booked & { pratica: Pratica }) | undefined> {
  const [anno, numero] = parsePraticaData(shownPraticaData, from).appuntamento?.split('/').map(Number) ?? [];
  if (!anno || !numero) return undefined;
  const found = await findByNumero(ctx.db, { ente: from.ente, anno, numero });
  const pratica = found && (await findPratica(ctx.db, found.id));
  if (!pratica) return undefined;
  const booked = await readBooked(ctx, pratica);
  if (booked?.appuntamento.stato !== 'fissato' || ctx.now >= booked.appuntamento.fine) return undefined;
  return { ...booked, pratica };
}

/** @throws PortalError `not_found` for a case without an appointment */
export async function requireBooked(ctx: ReadContext, pratica: Pratica): Promise<Booked> {
  const booked = await readBooked(ctx, pratica);
  if (!booked) throw new PortalError('not_found', { message: 'Questa pratica non ha un appuntamento.' });
  return booked;
}

/** Whether its citizen may move or cancel it now. */
export const canChange = ({ appuntamento, deadline }: Booked, now: number): boolean =>
  appuntamento.stato === 'fissato' && now <= deadline && now < appuntamento.inizio;

/** Until when a citizen may move or cancel it: as long as it is to come, where the office has asked them to. */
export const deadlineOf = ({ inizio, da_spostare }: Appuntamento, calendario: Calendario | undefined): number =>
  inizio - (da_spostare === null ? (calendario?.limite_modifica_ore ?? 0) : 0) * HOUR_MS;

/** @throws PortalError `conflict` for an appointment that is over, or too near for its citizen */
function requireChangeable(
  appuntamento: Appuntamento,
  { now, deadline, office }: { now: number; deadline: number; office: OfficePlace },
): void {
  if (appuntamento.stato === 'annullato')
    throw new PortalError('conflict', { message: 'Questo appuntamento è già annullato.' });
  if (appuntamento.stato !== 'fissato' || now >= appuntamento.inizio)
    throw new PortalError('conflict', { message: 'Questo appuntamento è già passato: non si cambia più.' });
  if (now > deadline)
    throw new PortalError('conflict', {
      message:
        `L’appuntamento si poteva spostare o annullare fino a ${startInWords(deadline)}. ` +
        `Se non puoi venire avvisa l’ufficio: ${[office.telefono, office.email].filter(Boolean).join(', ')}.`,
    });
}

/**
 * Gives the appointment of a case another time. Runs in a transaction that locks the case; its citizen gets a mail, unless it was at that
 * time already and may stay there.
 * @param asked.before as it was read before the transaction
 * @throws PortalError `conflict` when it is over or the time is taken, `invalid` for a time that is none
 */
export async function moveBooked(
  ctx: CallContext,
  accesso: Accesso,
  { before, inizio }: { before: Booked; inizio: number },
): Promise<{ appuntamento: Appuntamento; isMoved: boolean }> {
  const { pratica, side } = accesso;
  const current = await findOfPratica(ctx.db, pratica.id);
  const place = before.place && placeFor(side, before.place);
  if (!current || !place || !isOpenStato(pratica.stato as StatoPratica))
    throw new PortalError('conflict', { message: 'Questo appuntamento non si può più spostare.' });
  // The office is bound by no limit.
  const deadline = side === 'cittadino' ? deadlineOf(current, place.calendario) : current.inizio;
  requireChangeable(current, { now: ctx.now, deadline, office: before.office });
  if (inizio === current.inizio && current.da_spostare === null) return { appuntamento: current, isMoved: false };
  const moved = await moveTime(ctx, place, { appuntamento: current, inizio });
  await addCommento(ctx, accesso, {
    sistema: `Appuntamento spostato: era ${spanInWords(current)}, ora è ${spanInWords(moved)}.`,
  });
  await changePratica(ctx.db, pratica.id, {
    termine_il: todayInRome(moved.inizio),
    dati_json: JSON.stringify(movedData(pratica, moved)),
  });
  await tellCitizen(ctx, pratica, { now: moved });
  return { appuntamento: moved, isMoved: true };
}

/** The office gives itself no notice, and looks as far ahead as it likes. */
export const placeFor = (side: Accesso['side'], place: AppointmentPlace): AppointmentPlace =>
  side === 'cittadino'
    ? place
    : { ...place, calendario: { ...place.calendario, preavviso_ore: 0, orizzonte_giorni: OFFICE_DAYS } };

/** What programs read of the case says the new time, too. */
function movedData(pratica: Pratica, { inizio, fine }: Appuntamento): Record<string, unknown> {
  const { fatti = [] } = parsePraticaData(shownPraticaData, pratica);
  return {
    ...parsePraticaData(anyPraticaData, pratica),
    inizio: isoInstant(inizio),
    fine: isoInstant(fine),
    fatti: fatti.map(([name, value]) => [name, name === DATE_FACT ? spanInWords({ inizio, fine }) : value]),
  };
}

/**
 * Cancels the appointment of a case that its citizen withdraws, by whatever button: the time is free at once. In the transaction of the
 * withdrawal.
 * @throws PortalError `conflict` when it is over, or too near
 */
export async function cancelWithdrawn(ctx: CallContext, pratica: Pratica): Promise<void> {
  const current = await findOfPratica(ctx.db, pratica.id);
  if (!current || current.stato === 'annullato') return;
  const calendario = await findCalendario(ctx.db, { ente: current.ente, codice: current.calendario });
  const ente = (await readEntiInside(ctx)).find(({ id }) => id === current.ente);
  const office = placeOf(ente ?? NO_CONTACTS, calendario, await readSportelli(ctx.db, current.ente));
  requireChangeable(current, { now: ctx.now, deadline: deadlineOf(current, calendario), office });
  await tellCitizen(ctx, pratica, { now: await cancelTime(ctx, current) });
}

/**
 * Cancels the appointment of a case for the office, in a transaction that locks the case. Its citizen gets one mail, with the reason, which
 * is in the timeline as well.
 * @param how.isItsCase the case was opened for the appointment, and ends with it
 * @throws PortalError `not_found` for a case without an appointment, `conflict` for one that is over
 */
export async function cancelByOffice(
  ctx: CallContext,
  accesso: Accesso,
  { motivo, isItsCase }: { motivo: string; isItsCase: boolean },
): Promise<void> {
  const { pratica } = accesso;
  const current = await findOfPratica(ctx.db, pratica.id);
  if (!current) throw new PortalError('not_found');
  requireChangeable(current, { now: ctx.now, deadline: current.inizio, office: NO_PLACE });
  const cancelled = await cancelTime(ctx, current);
  const words = `L’ufficio ha annullato l’appuntamento di ${spanInWords(current)}. Motivo: ${motivo}`;
  const ends = isItsCase && isOpenStato(pratica.stato as StatoPratica);
  await addCommento(ctx, accesso, ends ? { testo: words, stato: 'conclusa', isToldApart: true } : { sistema: words });
  await tellCitizen(ctx, pratica, { now: cancelled, motivo });
}

const NO_PLACE: OfficePlace = { indirizzo: '', orari: '', telefono: '', email: '' };
const NO_CONTACTS = { contatti: { indirizzo: '', email: '' } };

/** A mail with the appointment as it is now, and the reminder of a new time. @param motivo why the office cancelled it */
async function tellCitizen(
  ctx: CallContext,
  pratica: Pratica,
  { now, motivo }: { now: Appuntamento; motivo?: string },
): Promise<void> {
  if (!pratica.email) return;
  await enqueueEntries(ctx.db, ctx.house.now, outboxEntry(APPUNTAMENTO_MAIL, { pratica: pratica.id, motivo }));
  if (now.stato === 'fissato') await remindOf(ctx, pratica.id, now);
}

/** The appointment for a calendar. */
export async function calendarEventOf(
  { house }: ReadContext,
  pratica: Pratica,
  booked: Booked,
): Promise<CalendarAppointment> {
  const { ente, appuntamento, office, toBring } = booked;
  const site = await siteOf(house, pratica.host);
  const url = site + appointmentPath(pratica);
  return {
    uid: `appuntamento-${appuntamento.id}@${new URL(house.settings.publicUrl).hostname}`,
    sequence: appuntamento.sequenza,
    cancelled: appuntamento.stato === 'annullato',
    inizio: appuntamento.inizio,
    fine: appuntamento.fine,
    titolo: `${office.nome}: ${appuntamento.motivo_nome}`,
    descrizione: [
      `${ente.nome}, appuntamento ${protocollo(pratica)}.`,
      ...(toBring.length > 0 ? [`Cosa serve:\n${toBring.map((thing) => `- ${thing}`).join('\n')}`] : []),
      `Per spostarlo o annullarlo: ${url}`,
    ].join('\n\n'),
    luogo: [office.nome, office.indirizzo].filter(Boolean).join(', '),
    url,
    organizer: { name: ente.nome, email: office.email || ente.contatti.email },
    attendee: pratica.email,
  };
}

export async function calendarFileOf(ctx: CallContext, pratica: Pratica, booked: Booked): Promise<FileAnswer> {
  const event = await calendarEventOf(ctx, pratica, booked);
  return {
    type: 'text/calendar; charset=utf-8',
    bytes: Buffer.from(renderAppointment(event, { at: ctx.now, method: 'PUBLISH' })),
    disposition: contentDisposition('appuntamento.ics'),
  };
}
