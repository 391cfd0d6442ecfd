import { expect, test } from 'vitest';
import { type CalendarDay, renderCalendar } from './icalendar.server.ts';

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
