/**
 * Writes whole days as a calendar file (iCalendar, RFC 5545) that a calendar imports by a double click. Only what the portal
 * needs: no hours, zones or repetitions.
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
