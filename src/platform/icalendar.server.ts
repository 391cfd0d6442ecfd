/**
 * Whole days as a calendar file (iCalendar, RFC 5545): what a calendar takes in by a double click. Nothing but what the portal
 * needs of it: no hours, zones or repetitions.
 */

/**
 * @property uid the same whenever the day is given again, so that it takes the place of itself
 * @property giorno `YYYY-MM-DD` @property url http address
 */
export type CalendarDay = { uid: string; giorno: string; titolo: string; descrizione: string; url?: string };

/** @param at instant of the making, epoch ms @param name how a calendar calls the whole */
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
    // A day without an end lasts that day (§3.6.1), and leaves the person free.
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

/** TEXT (§3.3.11): these four are escaped; control characters have no place in it. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');
}

/** Lines of at most 75 bytes, the rest on lines that begin with a space; no character is torn (§3.1). */
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
