import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  addDays,
  dateInWords,
  daysBetween,
  instantInWords,
  isoInstant,
  shortDate,
  todayInRome,
  withArticle,
  yearInRome,
} from './date.ts';
import { dateSchema } from './date-schema.ts';

const at = (text: string): number => Date.parse(text);

test.each(['2026-11-20', '2024-02-29', '2000-02-29', '1899-12-31', '2026-12-31'])('%s is a day', (day) => {
  expect(z.parse(dateSchema(), ` ${day} `)).toBe(day);
  expect(z.parse(dateSchema(), day.split('-').reverse().join('/'))).toBe(day);
});

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-02-30',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-1-1',
  '0026-11-20',
  '3000-01-01',
  '2026-11-20T10:00',
  '20261120',
  '٢٠٢٦-١١-٢٠',
])('%s is not a day', (day) => {
  expect(z.safeParse(dateSchema(), day).success).toBe(false);
});

test('the day changes at midnight in Rome, winter and summer', () => {
  expect(todayInRome(at('2026-01-15T22:59:59Z'))).toBe('2026-01-15');
  expect(todayInRome(at('2026-01-15T23:00:00Z'))).toBe('2026-01-16');
  expect(todayInRome(at('2026-07-15T21:59:59Z'))).toBe('2026-07-15');
  expect(todayInRome(at('2026-07-15T22:00:00Z'))).toBe('2026-07-16');
});

test('the year changes at midnight in Rome', () => {
  expect(yearInRome(at('2026-12-31T22:59:59Z'))).toBe(2026);
  expect(yearInRome(at('2026-12-31T23:00:00Z'))).toBe(2027);
});

test('days are added and counted across clock changes and leap years', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2025-02-28', 1)).toBe('2025-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2024-01-01', '2025-01-01')).toBe(366);
  expect(daysBetween('2026-11-20', '2026-11-19')).toBe(-1);
});

test('a day is written out in words, from a day or from an instant', () => {
  expect(dateInWords('2026-11-20')).toBe('20 novembre 2026');
  expect(dateInWords('1899-12-31')).toBe('31 dicembre 1899');
  expect(dateInWords(at('2026-12-31T23:30:00Z'))).toBe('1º gennaio 2027');
});

test('a day is written in figures, from a day or from an instant', () => {
  expect(shortDate('2026-11-01')).toBe('01/11/2026');
  expect(shortDate(at('2026-12-31T23:30:00Z'))).toBe('01/01/2027');
});

test('only the first of a month is written as an ordinal, as it is spoken', () => {
  expect(dateInWords('2026-11-01')).toBe('1º novembre 2026');
  expect(dateInWords('2026-11-11')).toBe('11 novembre 2026');
  expect(dateInWords('2026-12-31')).toBe('31 dicembre 2026');
  expect(instantInWords(at('2026-11-01T08:05:00Z'))).toBe('1º novembre 2026, ore 9:05');
});

test('only the eighth and the eleventh shorten their article', () => {
  expect(withArticle('il', dateInWords('2027-01-07'))).toBe('il 7 gennaio 2027');
  expect(withArticle('il', dateInWords('2027-01-08'))).toBe('l’8 gennaio 2027');
  expect(withArticle('il', dateInWords('2027-01-11'))).toBe('l’11 gennaio 2027');
  expect(withArticle('il', dateInWords('2027-01-18'))).toBe('il 18 gennaio 2027');
  expect(withArticle('al', dateInWords('2027-01-01'))).toBe('al 1º gennaio 2027');
  expect(withArticle('del', instantInWords(at('2026-11-08T08:05:00Z')))).toBe('dell’8 novembre 2026, ore 9:05');
  expect(withArticle('dal', shortDate('2027-01-11'))).toBe('dall’11/01/2027');
  expect(withArticle('al', shortDate('2027-01-08'))).toBe('all’08/01/2027');
  expect(withArticle('Dal', shortDate('2027-01-10'))).toBe('Dal 10/01/2027');
});

test('no text on screen or in a mail writes a day behind an article of its own', () => {
  const texts = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((f) =>
    /(?<!test)\.(tsx?|astro)$/.test(f),
  );
  const article = /\b(?:il|al|dal|del)(?:\{' '\})?\s*(?:<time[^>]*>)?\$?\{(?:data|istante)(?:InParole|Breve)\(/i;
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter((f) => article.test(readFileSync(join('src', f), 'utf8')))).toEqual([]);
});

test('an instant is written with the clock of Rome', () => {
  expect(instantInWords(at('2026-11-20T08:05:00Z'))).toBe('20 novembre 2026, ore 9:05');
  expect(instantInWords(at('2026-11-19T23:05:00Z'))).toBe('20 novembre 2026, ore 0:05');
  expect(instantInWords(at('2026-11-20T22:59:00Z'))).toBe('20 novembre 2026, ore 23:59');
});

test('the clock goes from 1:59 to 3:00 in March and back from 2:59 to 2:00 in October', () => {
  expect(instantInWords(at('2026-03-29T00:59:00Z'))).toBe('29 marzo 2026, ore 1:59');
  expect(instantInWords(at('2026-03-29T01:00:00Z'))).toBe('29 marzo 2026, ore 3:00');
  expect(instantInWords(at('2026-10-25T00:59:00Z'))).toBe('25 ottobre 2026, ore 2:59');
  expect(instantInWords(at('2026-10-25T01:00:00Z'))).toBe('25 ottobre 2026, ore 2:00');
});

test('on the wire an instant is UTC', () => {
  expect(isoInstant(at('2026-11-20T09:05:00+01:00'))).toBe('2026-11-20T08:05:00.000Z');
});
