import { expect, test } from 'vitest';
import { type Apertura, openingInWords } from './apertura.ts';

/** Mornings from Monday to Friday, two afternoons, and Saturday. */
const HOURS: readonly Apertura[] = [
  { giorni: ['martedi', 'giovedi'], dalle: '15:00', alle: '17:00' },
  { giorni: ['lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi'], dalle: '09:00', alle: '12:30' },
  { giorni: ['sabato'], dalle: '08:00', alle: '13:00' },
];
const CLOSED = { patrono: '11-24', chiusure: [{ dal: '2026-12-07', al: '2026-12-12' }] };
const at = (instant: string) => Date.parse(instant);

test.each([
  ['a Thursday morning', '2026-11-26T10:00:00+01:00', 'Aperto ora, fino alle 12:30.'],
  ['the minute of the opening', '2026-11-26T09:00:00+01:00', 'Aperto ora, fino alle 12:30.'],
  ['the minute of the closing', '2026-11-26T12:30:00+01:00', 'Chiuso ora: apre oggi alle 15:00.'],
  ['before the opening', '2026-11-26T07:59:00+01:00', 'Chiuso ora: apre oggi alle 9:00.'],
  ['the evening before a working day', '2026-11-25T20:00:00+01:00', 'Chiuso ora: apre domani alle 9:00.'],
  ['Saturday afternoon', '2026-11-28T14:00:00+01:00', 'Chiuso ora: apre lunedì alle 9:00.'],
  ['the day of the patron saint', '2026-11-24T10:00:00+01:00', 'Chiuso ora: apre domani alle 9:00.'],
  ['days of closing around holidays', '2026-12-05T14:00:00+01:00', 'Chiuso ora: apre il 14 dicembre 2026 alle 9:00.'],
  ['summer time', '2027-06-22T09:30:00+02:00', 'Aperto ora, fino alle 12:30.'],
])('the page says whether the office is open on %s', (_when, instant, words) => {
  expect(openingInWords(HOURS, at(instant), CLOSED)).toBe(words);
});

test('an office without hours says nothing, and one that never opens only that it is closed', () => {
  expect(openingInWords([], at('2026-11-26T10:00:00+01:00'))).toBeUndefined();
  const all = { chiusure: [{ dal: '2026-01-01', al: '2030-01-01' }] };
  expect(openingInWords(HOURS, at('2026-11-26T10:00:00+01:00'), all)).toBe('Chiuso ora.');
});
