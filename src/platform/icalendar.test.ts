import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { type CalendarAppointment, type CalendarDay, renderAppointment, renderCalendar } from './icalendar.server.ts';

const calendarDay: CalendarDay = {
  uid: 'a1@portale.example',
  giorno: '2026-11-30',
  titolo: 'Da pagare 93,20 €',
  descrizione: 'Comune; TARI\\2026,\r\nprima rata',
};
const renderedDay = (over: Partial<CalendarDay> = {}) =>
  renderCalendar([{ ...calendarDay, ...over }], { at: Date.UTC(2026, 10, 20, 9, 5, 7), name: 'Scadenze' });
/** The lines as a calendar reads them: unfolded. */
const unfoldedLines = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

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

const TEN = Date.UTC(2026, 10, 23, 9);
const calendarAppointment: CalendarAppointment = {
  uid: 'appuntamento-a1@portale.example',
  sequence: 0,
  cancelled: false,
  inizio: TEN,
  fine: TEN + 30 * 60_000,
  titolo: 'Ufficio anagrafe: carta, foto; 👩‍🚒',
  descrizione: 'Cosa serve:\n- la carta\\tessera',
  luogo: 'Ufficio anagrafe, Piazza Grande 3',
  url: 'https://portale.example/servizio/appuntamento/anna%40esempio.it/1',
  organizer: { name: 'Comune di "Borgo"; \r\nX:1', email: 'urp@borgo.example' },
  attendee: 'anna@esempio.it',
};
const renderedAt = (over: Partial<CalendarAppointment>, method: Parameters<typeof renderAppointment>[1]['method']) =>
  renderAppointment({ ...calendarAppointment, ...over }, { at: TEN - 1000, method });
/** What another program reads. */
function readByCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const [only, ...others] = calendar.getAllSubcomponents('vevent');
  if (!only || others.length > 0) throw new Error('not one event');
  return { method: calendar.getFirstPropertyValue('method'), event: new ICAL.Event(only), own: only };
}

test('an appointment that is booked, moved and cancelled is one event for a calendar', () => {
  const moved = { sequence: 1, inizio: TEN + 3_600_000, fine: TEN + 5_400_000 };
  const booked = readByCalendar(renderedAt({}, 'REQUEST'));
  const later = readByCalendar(renderedAt(moved, 'REQUEST'));
  const gone = readByCalendar(renderedAt({ ...moved, sequence: 2, cancelled: true }, 'CANCEL'));
  expect(new Set([booked, later, gone].map(({ event }) => event.uid))).toEqual(new Set([calendarAppointment.uid]));
  expect([booked, later, gone].map(({ event }) => event.sequence)).toEqual([0, 1, 2]);
  expect([booked, later, gone].map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL']);
  expect([booked, gone].map(({ own }) => own.getFirstPropertyValue('status'))).toEqual(['CONFIRMED', 'CANCELLED']);
  expect([booked, later].map(({ event }) => event.startDate.toJSDate().getTime())).toEqual([TEN, TEN + 3_600_000]);
  expect(booked.event.endDate.toJSDate().getTime()).toBe(calendarAppointment.fine);
});

test('an appointment is read again as it was written, whatever characters are in it', () => {
  const { event, own } = readByCalendar(renderedAt({}, 'REQUEST'));
  const { titolo, descrizione, luogo } = calendarAppointment;
  expect([event.summary, event.description, event.location]).toEqual([titolo, descrizione, luogo]);
  expect(own.getFirstProperty('organizer')?.getFirstParameter('cn')).toBe('Comune di  Borgo ;   X:1');
  expect(own.getFirstPropertyValue('attendee')).toBe('mailto:anna@esempio.it');
  for (const line of renderedAt({ titolo: 'è'.repeat(90) }, 'PUBLISH').split('\r\n'))
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(readByCalendar(renderedAt({}, 'PUBLISH')).own.getFirstProperty('attendee')).toBeNull();
});
