import { expect, test } from 'vitest';
import { addGiorniLavorativi, easterOf, isGiornoLavorativo, isHoliday } from './giorni-lavorativi.ts';

test.each([
  // As the tables of the Church give them, with the first and the last day that Easter can fall on.
  [1818, '1818-03-22'],
  [2000, '2000-04-23'],
  [2008, '2008-03-23'],
  [2011, '2011-04-24'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
  [2049, '2049-04-18'],
  [2076, '2076-04-19'],
])('Easter of %i is computed as the Church’s tables give it', (year, giorno) => {
  expect(easterOf(year)).toBe(giorno);
});

test.each([
  ['Easter Monday', '2026-04-06'],
  ['Easter Monday of a year that has it in March', '2027-03-29'],
  ['New Year', '2027-01-01'],
  ['Epiphany', '2027-01-06'],
  ['25 April', '2028-04-25'],
  ['1 May', '2026-05-01'],
  ['2 June', '2026-06-02'],
  ['15 August', '2028-08-15'],
  ['4 October since it is one', '2027-10-04'],
  ['All Saints', '2027-11-01'],
  ['8 December', '2026-12-08'],
  ['Christmas', '2026-12-25'],
  ['the day after', '2028-12-26'],
])('a public holiday is not a working day: %s', (_name, giorno) => {
  expect([isHoliday(giorno), isGiornoLavorativo(giorno)]).toEqual([true, false]);
});

test.each([
  ['a Saturday', '2026-11-21', false],
  ['a Sunday', '2026-11-22', false],
  ['the Monday after', '2026-11-23', true],
  ['29 February of a leap year, a Tuesday', '2028-02-29', true],
  ['4 October before it was a holiday', '2024-10-04', true],
  ['29 June, which is Rome’s own', '2026-06-29', true],
  ['Good Friday', '2026-04-03', true],
])('a day is a working day or not: %s', (_name, giorno, expected) => {
  expect(isGiornoLavorativo(giorno)).toBe(expected);
});

test.each([
  ['24 June', '2026-06-24', '06-24', false],
  ['the day after it', '2026-06-25', '06-24', true],
  ['29 February in a leap year', '2028-02-29', '02-29', false],
  ['28 February in another year', '2029-02-28', '02-29', true],
  ['1 March in another year', '2029-03-01', '02-29', true],
])('the day of a town’s patron saint is a holiday: %s', (_name, giorno, patrono, expected) => {
  expect(isGiornoLavorativo(giorno, { patrono })).toBe(expected);
});

test.each([
  ['over a weekend', '2026-11-20', 2, undefined, '2026-11-24'],
  ['from a Saturday', '2026-11-21', 2, undefined, '2026-11-24'],
  ['over Easter', '2026-04-03', 2, undefined, '2026-04-08'],
  ['over Christmas and the new year', '2026-12-24', 5, undefined, '2027-01-04'],
  ['over a bridge: 25 April on a Tuesday', '2028-04-24', 1, undefined, '2028-04-26'],
  ['over 1 May on a Friday', '2026-04-30', 1, undefined, '2026-05-04'],
  ['over 2 June', '2026-06-01', 1, undefined, '2026-06-03'],
  ['over 15 August on a Tuesday', '2028-08-14', 1, undefined, '2028-08-16'],
  ['to 29 February', '2028-02-25', 2, undefined, '2028-02-29'],
  ['past 28 February', '2027-02-26', 1, undefined, '2027-03-01'],
  ['over the patron saint', '2026-06-23', 1, '06-24', '2026-06-25'],
  ['none at all', '2026-11-21', 0, undefined, '2026-11-21'],
])('working days are counted over weekends and holidays: %s', (_name, from, n, patrono, expected) => {
  expect(addGiorniLavorativi(from, n, { patrono })).toBe(expected);
});

test('working days are counted over the days on which the offices are closed, and not for ever', () => {
  const chiusure = [{ dal: '2026-12-23', al: '2026-12-31' }, { dal: '2026-11-23' }];
  expect(addGiorniLavorativi('2026-12-22', 1, { chiusure })).toBe('2027-01-04');
  expect(addGiorniLavorativi('2026-11-20', 2, { chiusure })).toBe('2026-11-25');
  expect(addGiorniLavorativi('2026-11-20', 1, { chiusure: [{ dal: '2026-01-01', al: '9999-12-31' }] })).toBe(
    '2028-11-19',
  );
});
