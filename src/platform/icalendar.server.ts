/**
 * Writes whole days and appointments as a calendar file (iCalendar, RFC 5545) that a calendar imports by a double click. Only what the
 * portal needs: instants are UTC, so that there are no zones; no repetitions.
 */

/**
 * @property uid the same whenever the day is given again, so that the new event replaces the old one
 * @property giorno `YYYY-MM-DD` @property url http address
 */
export type CalendarDay = { uid: string; giorno: string; titolo: string; descrizione: string; url?: string };

/** @param at instant of the making, epoch ms @param name the name that a calendar gives to the whole */
export function renderCalendar(days: readonly CalendarDay[], { at, name }: { at: number; name: string }): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Portale del cittadino//IT',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...days.flatMap((g) => evento(g, basicFormat(new Date(at).toISOString().slice(0, 19)))),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function evento({ uid, giorno, titolo, descrizione, url }: CalendarDay, stamp: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp}Z`,
    // A day without an end lasts that day (§3.6.1); `TRANSPARENT` leaves the person free.
    `DTSTART;VALUE=DATE:${basicFormat(giorno)}`,
    'TRANSP:TRANSPARENT',
    `SUMMARY:${escapeText(titolo)}`,
    `DESCRIPTION:${escapeText(descrizione)}`,
    ...(url ? [`URL:${url}`] : []),
    // Three days before, at nine in the morning.
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(titolo)}`,
    'TRIGGER:-P2DT15H',
    'END:VALARM',
    'END:VEVENT',
  ];
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
  const { uid, sequence, cancelled, inizio, fine, titolo, descrizione, luogo, url, organizer, attendee } = appointment;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Portale del cittadino//IT',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utcFormat(at)}`,
    `DTSTART:${utcFormat(inizio)}`,
    `DTEND:${utcFormat(fine)}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(titolo)}`,
    `DESCRIPTION:${escapeText(descrizione)}`,
    `LOCATION:${escapeText(luogo)}`,
    `URL:${url}`,
    // PUBLISH names nobody whom it invites (RFC 5546 §3.2.1).
    `ORGANIZER;CN="${parameterText(organizer.name)}":mailto:${organizer.email}`,
    ...(method === 'PUBLISH' ? [] : [`ATTENDEE;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee}`]),
    ...(cancelled
      ? []
      : ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escapeText(titolo)}`, 'TRIGGER:-PT2H', 'END:VALARM']),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** A parameter in quotes cannot hold quotes or control characters (§3.2). */
const parameterText = (text: string): string => text.replace(/["\p{Cc}]/gu, ' ');

/** `20261130T090000Z` */
const utcFormat = (instant: number): string => `${basicFormat(new Date(instant).toISOString().slice(0, 19))}Z`;

/** `2026-11-30` → `20261130` */
const basicFormat = (day: string): string => day.replace(/[-:]/g, '');

/** Escapes a TEXT value (§3.3.11): four characters are escaped; control characters are not allowed in it. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');
}

/** Folds lines after at most 75 bytes, the rest on lines that begin with a space; no character is split (§3.1). */
function foldLine(line: string): string {
  let out = '';
  let bytes = 0;
  for (const character of line.toWellFormed()) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 75) {
      out += '\r\n ';
      bytes = 1;
    }
    out += character;
    bytes += size;
  }
  return out;
}
