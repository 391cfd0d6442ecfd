/** Turns entries of the outbox about appointments into mails. */
import type { OutboxDelivery, PortalHouse } from '../../../context.ts';
import { renderAppointment } from '../../../platform/icalendar.server.ts';
import { deliveryOf } from '../../../platform/outbox.server.ts';
import { siteOf } from '../ente/ente.server.ts';
import type { EnteMail } from '../ente/ente.ts';
import { findPratica } from '../pratica/pratica.db.ts';
import { chatPath, protocollo } from '../pratica/pratica-names.ts';
import { stopRemindersPath } from '../utente/promemoria.server.ts';
import { appointmentPath, bookingHref } from './addresses.ts';
import { appointmentMail } from './appuntamenti.mail.ts';
import { APPUNTAMENTO_MAIL, APPUNTAMENTO_TOMORROW } from './appuntamenti-outbox.ts';
import { calendarEventOf, canChange, readBooked } from './booked.server.ts';

export const APPUNTAMENTI_OUTBOX: readonly OutboxDelivery[] = [
  deliveryOf(APPUNTAMENTO_MAIL, ({ pratica, motivo }, house) => mailAbout(house, pratica, { motivo })),
  deliveryOf(APPUNTAMENTO_TOMORROW, ({ pratica, sequenza }, house) =>
    mailAbout(house, pratica, { reminded: sequenza }),
  ),
];

/**
 * @param about.reminded the sequence of the appointment whose day comes: one that was moved or cancelled meanwhile is not reminded of
 * @param about.motivo why the office cancelled it @returns null: no mail
 */
async function mailAbout(
  house: PortalHouse,
  id: string,
  { reminded, motivo }: { reminded?: number; motivo?: string | undefined },
): Promise<EnteMail | null> {
  const pratica = await findPratica(house.db, id);
  const booked = pratica && (await readBooked({ db: house.db, house }, pratica));
  if (!booked || !pratica.email) return null;
  const { appuntamento, ente, office, toBring } = booked;
  const isReminder = reminded !== undefined;
  const isDue =
    appuntamento.stato === 'fissato' && appuntamento.da_spostare === null && house.now() < appuntamento.inizio;
  if (isReminder && !(isDue && appuntamento.sequenza === reminded)) return null;
  const event = await calendarEventOf({ db: house.db, house }, pratica, booked);
  const method = event.cancelled ? 'CANCEL' : 'REQUEST';
  const site = await siteOf(house, pratica.host);
  const text = appointmentMail({
    ente,
    tipo: pratica.tipo,
    protocollo: protocollo(pratica),
    occasion: isReminder ? 'domani' : event.cancelled ? 'annullato' : event.sequence > 0 ? 'spostato' : 'confermato',
    appuntamento,
    office,
    toBring,
    motivo: event.cancelled ? motivo : undefined,
    chatUrl: site + chatPath(pratica),
    bookingUrl: site + bookingHref(appuntamento),
    changeUrl: canChange(booked, house.now()) ? site + appointmentPath(pratica) : undefined,
  });
  const sent = isReminder
    ? text
    : { ...text, event: { method, calendar: renderAppointment(event, { at: house.now(), method }) } as const };
  const unsubscribe =
    isReminder && pratica.utente
      ? { unsubscribe: site + stopRemindersPath(house.signer, pratica.utente, 'appuntamenti') }
      : {};
  return { to: pratica.email, ente, testo: sent, ...unsubscribe };
}
