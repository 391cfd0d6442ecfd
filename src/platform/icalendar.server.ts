/** Writes whole days and appointments as a calendar file (iCalendar, RFC 5545) that a calendar takes by a double click. */
import ical, {
  ICalAlarmType,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  type ICalEvent,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';

const CALENDAR_PRODUCT = '-//Portale del cittadino//IT';
/** Three days before, at nine in the morning; in seconds before the day begins. */
const DAY_ALARM_S = (2 * 24 + 15) * 3600;
const APPOINTMENT_ALARM_S = 2 * 3600;

/**
 * @property uid the same whenever the day is given again, so that the new event replaces the old one
 * @property giorno `YYYY-MM-DD` @property url http address
 */
export type CalendarDay = { uid: string; giorno: string; titolo: string; descrizione: string; url?: string };

/**
 * @param what at least one day or appointment: a calendar without events is invalid (§3.4)
 * @param at instant of the making, epoch ms @param name the name that a calendar gives to the whole
 */
export function renderCalendar(
  { days, appointments = [] }: { days: readonly CalendarDay[]; appointments?: readonly CalendarAppointment[] },
  { at, name }: { at: number; name: string },
): string {
  const calendar = ical({ prodId: CALENDAR_PRODUCT, method: ICalCalendarMethod.PUBLISH, name: plainText(name) });
  for (const { uid, giorno, titolo, descrizione, url } of days) {
    const event = calendar.createEvent({
      id: uid,
      stamp: new Date(at),
      // Without an end it lasts that day (§3.6.1), and leaves the person free.
      start: new Date(giorno),
      allDay: true,
      transparency: ICalEventTransparency.TRANSPARENT,
      summary: plainText(titolo),
      description: plainText(descrizione),
      url,
    });
    event.createAlarm({ type: ICalAlarmType.display, trigger: DAY_ALARM_S, description: plainText(titolo) });
  }
  for (const appointment of appointments) addAppointment(calendar, appointment, at);
  return fileOf(calendar);
}

/**
 * @property uid the same whenever it is moved or cancelled @property sequence how often it was: a calendar keeps the highest
 * @property inizio, fine epoch ms @property organizer, attendee who invites whom, in a mail
 */
export type CalendarAppointment = {
  uid: string;
  sequence: number;
  cancelled: boolean;
  inizio: number;
  fine: number;
  titolo: string;
  descrizione: string;
  luogo: string;
  url: string;
  organizer: { name: string; email: string };
  attendee: string;
};

/** How a calendar takes it (RFC 5546): a file that a person adds, or what a mail asks for. */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL';

/** @param at instant of the making, epoch ms */
export function renderAppointment(
  appointment: CalendarAppointment,
  { at, method }: { at: number; method: CalendarMethod },
): string {
  const calendar = ical({ prodId: CALENDAR_PRODUCT, method: ICalCalendarMethod[method] });
  const event = addAppointment(calendar, appointment, at);
  // PUBLISH names nobody whom it invites (RFC 5546 §3.2.1).
  if (method !== 'PUBLISH')
    event.createAttendee({ email: appointment.attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false });
  return fileOf(calendar);
}

function addAppointment(calendar: ICalCalendar, appointment: CalendarAppointment, at: number): ICalEvent {
  const { uid, sequence, cancelled, inizio, fine, titolo, descrizione, luogo, url, organizer } = appointment;
  const event = calendar.createEvent({
    id: uid,
    sequence,
    stamp: new Date(at),
    start: new Date(inizio),
    end: new Date(fine),
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: plainText(titolo),
    description: plainText(descrizione),
    location: plainText(luogo),
    url,
    organizer: { name: plainText(organizer.name), email: organizer.email },
  });
  if (!cancelled)
    event.createAlarm({
      type: ICalAlarmType.display,
      trigger: APPOINTMENT_ALARM_S,
      description: plainText(titolo),
    });
  return event;
}

/** The last line ends, too (§3.1). */
const fileOf = (calendar: ICalCalendar): string => `${calendar}\r\n`;

/** Characters that the format does not allow (§3.1), which the library lets through. */
const plainText = (text: string): string => text.toWellFormed().replace(/(?![\r\n])\p{Cc}/gu, ' ');
