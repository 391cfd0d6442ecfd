import { expect, test } from 'vitest';
import { JsonError, parseJson, RowList } from './json-file.ts';

/** @returns the value with the rows of its lists built */
const whole = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, v instanceof RowList ? v.slice(0, v.length) : v]))
    : value;

/** @returns line, column and words of an error */
function fault(text: string): string {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return `${error.line}:${error.column} ${error.message}`;
    throw error;
  }
  return 'nothing';
}

test('a file is read as JSON.parse reads it', () => {
  for (const text of [
    '{"a": [1, -2.5e3, true, false, null, "x\\n\\u00e0 è 👩‍🚒"], "b": {}, "c": []}',
    ' [ ] ',
    '"solo testo"',
    '\t12\r\n',
    '[{"a": 1}, [2]]',
    '{"a": [{"b": [1 , 2]} , [[]], "x" ], "c": {"d": [1]}, "e": [ ]}',
    '{"__proto__": 1}',
  ]) {
    expect(whole(parseJson(text).value)).toEqual(JSON.parse(text));
  }
});

test('each value has the line on which it begins', () => {
  const file = parseJson(
    '{\n  "enti": [\r\n    {\n      "id": "a" },\n\n    { "id":\n "b", "contatti": { "e[0].x": 1 } }\n  ]\n}\n',
  );

  expect(file.line(['enti'])).toBe(2);
  expect(file.line(['enti', 0])).toBe(3);
  expect(file.line(['enti', 0, 'id'])).toBe(4);
  expect(file.line(['enti', 1])).toBe(6);
  expect(file.line(['enti', 1, 'id'])).toBe(7);
  expect(file.line(['enti', 1, 'contatti', 'e[0].x'])).toBe(7);
});

test('a missing value has the line of the object that should hold it', () => {
  const file = parseJson('{\n "enti": [\n {\n "id": "a" } ] }');

  expect(file.line(['enti', 0, 'contatti', 'email'])).toBe(3);
  expect(file.line(['posizioni'])).toBe(1);
});

test('a text that is not JSON is refused at its line and column', () => {
  expect(fault('')).toBe('1:1 il file finisce qui, ma manca un valore.');
  expect(fault('{"a": 1,}')).toBe('1:9 qui serve il nome di un campo tra virgolette, non «}».');
  expect(fault('{\n  "a": 1\n  "b": 2\n}')).toBe('3:3 qui serve una virgola o la parentesi «}», non «"b"».');
  expect(fault('[1, 2')).toBe('1:6 il file finisce qui, ma manca una virgola o la parentesi «]».');
  expect(fault('[1, ]')).toBe('1:5 qui serve un valore, non «]».');
  expect(fault('{"a" 1}')).toBe('1:6 qui serve il segno «:», non «1».');
  expect(fault("{'a': 1}")).toBe("1:2 «'» qui non può stare.");
  expect(fault('{"a": "x\ny"}')).toMatch(/^1:7 questo testo non è scritto bene/);
  expect(fault('{"a": "C:\\dati"}')).toMatch(/^1:7 questo testo non è scritto bene/);
  expect(fault('{} {}')).toBe('1:4 il file doveva finire prima di qui.');
  expect(fault('[01]')).toBe('1:3 qui serve una virgola o la parentesi «]», non «1».');
});

test('exactly the texts that JSON.parse refuses are refused', () => {
  const parts = ['{', '}', '[', ']', ',', ':', '"a"', '1', '-', '1.', 'tru', 'true', ' ', '\n', '\u00a0', '"', '\\'];
  let seed = 7;
  const pick = (n: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * n);
  };
  for (let n = 0; n < 5000; n++) {
    const text = Array.from({ length: 1 + pick(6) }, () => parts[pick(parts.length)]).join('');
    let good = true;
    try {
      JSON.parse(text);
    } catch {
      good = false;
    }
    expect([text, fault(text) === 'nothing']).toEqual([text, good]);
  }
});

test('a field given twice is refused, because one value would be lost', () => {
  expect(fault('{"a": 1,\n "a": 2}')).toBe('2:2 il campo «a» è scritto due volte: tieni solo quello giusto.');
  expect(fault('{"a": 1, "\\u0061": 2}')).toContain('scritto due volte');
});

test('a file made only of brackets does not crash the reader', () => {
  expect(fault('['.repeat(200_000))).toContain('troppi livelli');
  expect(fault(`["${'a'.repeat(3_000_000)}`)).toMatch(/^1:2 questo testo/);
});
