import { expect, test } from 'vitest';
import { type Giornata, icalendar } from './icalendar.server.ts';

const giornata: Giornata = {
  uid: 'a1@portale.example',
  giorno: '2026-11-30',
  titolo: 'Da pagare 93,20 €',
  descrizione: 'Comune; TARI\\2026,\r\nprima rata',
};
const scritto = (over: Partial<Giornata> = {}) =>
  icalendar([{ ...giornata, ...over }], { at: Date.UTC(2026, 10, 20, 9, 5, 7), nome: 'Scadenze' });
/** As a calendar reads it: folded lines put together again. */
const righe = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

test('a day is an event of that whole day, with the same name whenever it is made', () => {
  const text = scritto();
  expect(righe(text)).toEqual(
    expect.arrayContaining(['UID:a1@portale.example', 'DTSTAMP:20261120T090507Z', 'DTSTART;VALUE=DATE:20261130']),
  );
  expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:')).toBe(true);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(text.match(/^BEGIN:/gm)).toHaveLength(3);
  expect(text.match(/^END:/gm)).toHaveLength(3);
});

test('commas, semicolons, backslashes and line ends of a text are escaped', () => {
  expect(righe(scritto())).toContain('DESCRIPTION:Comune\\; TARI\\\\2026\\,\\nprima rata');
});

test('a text cannot add a line of its own', () => {
  for (const end of ['\r\n', '\n', '\r', '\u0085', '\u000b'])
    expect(righe(scritto({ titolo: `Mensa${end}ATTENDEE:mailto:a@b.it` })).some((r) => r.startsWith('ATTENDEE'))).toBe(
      false,
    );
});

test('no line is longer than 75 bytes, and no character is torn', () => {
  const titolo = `${'è€'.repeat(60)}👩‍🚒fine`;
  const text = scritto({ titolo });
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text).not.toContain('\ufffd');
  expect(righe(text)).toContain(`SUMMARY:${titolo}`);
});

test('a broken character does not break the file', () => {
  expect(Buffer.from(scritto({ titolo: 'a\ud800b' })).toString()).toContain('SUMMARY:a\ufffdb');
});
