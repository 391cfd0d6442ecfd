import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  type CalendarAppointment,
  type CalendarDay,
  type CalendarMethod,
  renderAppointment,
  renderCalendar,
} from './icalendar.server.ts';

const calendarDay: CalendarDay = {
  uid: 'a1@portale.example',
  giorno: '2026-11-30',
  titolo: 'Da pagare 93,20 €',
  descrizione: 'Comune; TARI\\2026,\r\nprima rata',
  url: 'https://portale.example/area-riservata?scheda=scadenze',
};
const AT = Date.UTC(2026, 10, 20, 9, 5, 7);
const renderedDay = (over: Partial<CalendarDay> = {}) =>
  renderCalendar({ days: [{ ...calendarDay, ...over }] }, { at: AT, name: 'Scadenze' });
/** The lines as a calendar reads them: unfolded. */
const unfoldedLines = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

/** In the night in which the clock moves back. */
const INIZIO = Date.UTC(2026, 9, 25, 0, 30);
const appointment: CalendarAppointment = {
  uid: 'p1@portale.example',
  sequence: 0,
  cancelled: false,
  inizio: INIZIO,
  fine: INIZIO + 30 * 60_000,
  titolo: 'Anagrafe, carta d’identità; 1° piano 🪪',
  descrizione: 'Porta:\n- una fototessera, recente;\n- la carta scaduta',
  luogo: 'Piazza Grande 3, piano terra; «scala B»',
  url: 'https://portale.example/servizio/appuntamento/a%40b.it/p1',
  organizer: { name: 'Comune di "Borgo"; anagrafe, stato civile', email: 'anagrafe@borgo.example' },
  attendee: 'anna@example.org',
};
const renderedAppointment = (over: Partial<CalendarAppointment> = {}, method: CalendarMethod = 'REQUEST') =>
  renderAppointment({ ...appointment, ...over }, { at: AT, method });

/** This reader takes a value whose type is written beside it for an object, whatever its own types say. */
const textOf = (value: unknown) => z.safeParse(z.object({ val: z.string() }), value).data?.val ?? value;

/** What two programs that do not know of each other read in a file: its method, and its only event. */
function readTwice(text: string) {
  const whole = new ICAL.Component(ICAL.parse(text));
  const [first, ...others] = whole.getAllSubcomponents('vevent');
  if (!first || others.length > 0) throw new Error(`Not one event: ${text}`);
  const event = new ICAL.Event(first);
  const byOne = {
    method: String(whole.getFirstPropertyValue('method')),
    uid: event.uid,
    sequence: event.sequence ?? 0,
    start: event.startDate.toJSDate().getTime(),
    end: event.endDate.toJSDate().getTime(),
    status: first.getFirstPropertyValue('status'),
    summary: event.summary,
    description: event.description,
    location: event.location ?? undefined,
    url: first.getFirstPropertyValue('url'),
  };
  const parsed = nodeIcal.sync.parseICS(text);
  const other = Object.values(parsed).find((part) => part?.type === 'VEVENT');
  if (other?.type !== 'VEVENT') throw new Error(`No event: ${text}`);
  const byOther = {
    method: String(other.method),
    uid: other.uid,
    sequence: Number(other.sequence ?? 0),
    start: other.start.getTime(),
    end: other.end?.getTime(),
    status: other.status ?? null,
    summary: other.summary,
    description: other.description,
    location: other.location,
    url: textOf(other.url),
  };
  expect(byOther).toEqual(byOne);
  return byOne;
}

test.for([
  ['booked', { sequence: 0 }, 'REQUEST', 'CONFIRMED'],
  [
    'moved',
    { sequence: 1, inizio: INIZIO + 86_400_000, fine: INIZIO + 86_400_000 + 1_800_000 },
    'REQUEST',
    'CONFIRMED',
  ],
  ['cancelled', { sequence: 2, cancelled: true }, 'CANCEL', 'CANCELLED'],
  ['taken along', { sequence: 1 }, 'PUBLISH', 'CONFIRMED'],
] as const)('an appointment that is %s is the same event to two calendars', ([, over, method, status]) => {
  const { inizio, fine, uid, titolo, descrizione, luogo, url, sequence } = { ...appointment, ...over };
  const summary = titolo;
  const read = { method, uid, sequence, start: inizio, end: fine, status, summary };
  expect(readTwice(renderedAppointment(over, method))).toEqual({
    ...read,
    description: descrizione,
    location: luogo,
    url,
  });
});

test('an office whose name has quotes invites under that name', () => {
  const event = new ICAL.Component(ICAL.parse(renderedAppointment())).getFirstSubcomponent('vevent');
  expect(event?.getFirstProperty('organizer')?.getFirstParameter('cn')).toBe(appointment.organizer.name);
  expect(event?.getFirstPropertyValue('attendee')).toMatch(/^mailto:anna@example\.org$/i);
});

test('a day is that whole day to two calendars, with an alarm three days before', () => {
  const { start, end, uid, summary } = readTwice(renderedDay());
  expect({ uid, summary }).toEqual({ uid: calendarDay.uid, summary: calendarDay.titolo });
  expect(end - start).toBe(86_400_000);
  expect(new Date(start).toDateString()).toBe(new Date(2026, 10, 30).toDateString());
  expect(unfoldedLines(renderedDay())).toEqual(expect.arrayContaining(['TRIGGER:-P2DT15H', 'TRANSP:TRANSPARENT']));
});

test('a day is an event of that whole day, with the same uid whenever it is made', () => {
  const text = renderedDay();
  expect(unfoldedLines(text)).toEqual(
    expect.arrayContaining(['UID:a1@portale.example', 'DTSTAMP:20261120T090507Z', 'DTSTART;VALUE=DATE:20261130']),
  );
  expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:')).toBe(true);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(text.match(/^BEGIN:/gm)).toHaveLength(3);
  expect(text.match(/^END:/gm)).toHaveLength(3);
});

test('commas, semicolons, backslashes and line ends of a text are escaped', () => {
  expect(unfoldedLines(renderedDay())).toContain('DESCRIPTION:Comune\\; TARI\\\\2026\\,\\nprima rata');
});

test('a text cannot add a line of its own', () => {
  for (const end of ['\r\n', '\n', '\r', '\u0085', '\u000b'])
    expect(
      unfoldedLines(renderedDay({ titolo: `Mensa${end}ATTENDEE:mailto:a@b.it` })).some((r) => r.startsWith('ATTENDEE')),
    ).toBe(false);
});

test('no line is longer than 75 bytes, and no character is split', () => {
  const titolo = `${'è€'.repeat(60)}👩‍🚒fine`;
  const text = renderedDay({ titolo });
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text).not.toContain('\ufffd');
  expect(unfoldedLines(text)).toContain(`SUMMARY:${titolo}`);
});

test('a broken character does not break the file', () => {
  expect(Buffer.from(renderedDay({ titolo: 'a\ud800b' })).toString()).toContain('SUMMARY:a\ufffdb');
});
