import { describe, expect, test } from 'vitest';
import {
  styledCell,
  type TestCell,
  type TestSheet,
  type TestWorkbook,
  workbook,
  workbookParts,
  zipOf,
} from '../../../tests/workbook.ts';
import { PortalError } from '../errors.ts';
import { columnOf, dayOfSerial, numberStyleOf } from './cells.server.ts';
import { readXlsx } from './xlsx.server.ts';

const MAX_ROWS = 1000;
const read = (bytes: Uint8Array, wanted?: string) =>
  readXlsx(bytes, { wanted, maxRows: MAX_ROWS, who: { network: 'borgo', caller: 'borgo' } });
const sheetOf = (rows: TestCell[][], over: Partial<TestSheet> = {}): TestSheet => ({ name: 'Foglio1', rows, ...over });
const readRows = async (rows: TestCell[][], over: Partial<TestWorkbook> = {}) =>
  (await read(workbook({ sheets: [sheetOf(rows)], ...over }))).rows;
const refusalOf = async (bytes: Uint8Array, wanted?: string) => {
  const error = await read(bytes, wanted).catch((caught: unknown) => caught);
  return error instanceof PortalError ? error.fields?.file?.[0] : error;
};
const xml = (text: string): TestCell => ({ xml: text });

describe('a cell of a workbook', () => {
  test.each([
    ['a text', 'Città di <Borgo>', 'Città di <Borgo>'],
    ['a whole number', 417, '417'],
    ['an amount, with a comma', 1234.5, '1234,5'],
    ['what reckoning in binary left behind', 0.1 + 0.2, '0,3'],
    [
      'a text in pieces, without its sound',
      xml('<c r="REF" t="inlineStr"><is><r><t>Anna </t></r><r><t>Rossi</t></r><rPh><t>x</t></rPh></is></c>'),
      'Anna Rossi',
    ],
    [
      'a character that XML does not allow',
      xml('<c r="REF" t="inlineStr"><is><t>a_x000A_b_x0000_</t></is></c>'),
      'a\nb',
    ],
    ['what a formula was last reckoned as', xml('<c r="REF"><f>A1*2</f><v>80</v></c>'), '80'],
    ['a text of a formula', xml('<c r="REF" t="str"><f>A1&amp;"x"</f><v>TR-1</v></c>'), 'TR-1'],
    ['a yes', xml('<c r="REF" t="b"><v>1</v></c>'), 'VERO'],
    ['a cell without a name', xml('<c><v>7</v></c>'), '7'],
    ['an element with the prefix of its namespace', xml('<x:c xmlns:x="urn:x" r="REF"><x:v>7</x:v></x:c>'), '7'],
  ])('is read as it is shown: %s', async (_what, cell, text) => {
    expect(await readRows([[cell]])).toEqual([{ line: 1, cells: [text] }]);
  });

  test.each([
    ['a day', 'dd/mm/yyyy', 46_346, '2026-11-20'],
    ['a day and an hour', '[$-410]d mmm yyyy h:mm', 46_346.5, '2026-11-20T12:00:00'],
    ['a code with its zeros', '000000', 417, '000417'],
    ['a code with letters around it', '"TR-"0000\\/\\A', 417, 'TR-0417/A'],
    ['a price whose format has letters', '#,##0.00 "dovuti";[Red]-0', 80.5, '80,5'],
    ['a number in the plain format', 'General', 12, '12'],
  ])('follows the format of its number: %s', async (_what, format, value, text) => {
    expect(await readRows([[styledCell(value, 1)]], { styles: [format] })).toEqual([{ line: 1, cells: [text] }]);
  });

  test('counts days from 1904 where the workbook says so', async () => {
    const [row] = await readRows([[styledCell(44_884, 1)]], { styles: ['yyyy-mm-dd'], is1904: true });
    expect(row?.cells).toEqual(['2026-11-20']);
    expect([dayOfSerial(1, 1900), dayOfSerial(59, 1900), dayOfSerial(61, 1900), dayOfSerial(-1, 1900)]).toEqual([
      '1900-01-01',
      '1900-02-28',
      '1900-03-01',
      undefined,
    ]);
    expect(numberStyleOf(14, undefined)).toEqual({ kind: 'date' });
    expect([columnOf('A1'), columnOf('AB12'), columnOf('12')]).toEqual([0, 27, undefined]);
  });

  test('is said to be unknown where its value is lost, wrong, never reckoned, or joined with another', async () => {
    const { rows, bareNumbers } = await read(
      workbook({
        sheets: [
          sheetOf(
            [
              ['avviso', 'b'],
              [xml('<c r="REF"><v>3.0101110000734797E+17</v></c>'), xml('<c r="REF" t="e"><v>#N/A</v></c>')],
              [xml('<c r="REF"><f>A1</f></c>'), 'x'],
              ['y', 'z'],
            ],
            { merged: ['B3:B4', 'A4:A900'] },
          ),
        ],
      }),
    );
    expect(rows.map(({ flaws }) => flaws && [...flaws])).toEqual([
      undefined,
      [
        [0, 'digits'],
        [1, 'error'],
      ],
      [[0, 'formula']],
      [[1, 'merged']],
    ]);
    expect(bareNumbers).toEqual([0]);
  });
});

describe('a workbook', () => {
  const two = (over: Partial<TestSheet> = {}) =>
    workbook({
      sheets: [
        sheetOf([], { name: 'Note' }),
        sheetOf([['a']], { name: 'Uno', ...over }),
        sheetOf([['b']], { name: 'Due' }),
      ],
    });

  test('gives the first visible sheet that has data, or the one that is asked for, and names the others', async () => {
    expect(await read(two())).toMatchObject({ name: 'Uno', others: ['Due'], rows: [{ cells: ['a'] }] });
    expect(await read(two({ state: 'veryHidden' }))).toMatchObject({ name: 'Due', others: [] });
    expect(await read(two(), 'Due')).toMatchObject({ name: 'Due', others: [], rows: [{ cells: ['b'] }] });
    expect(await refusalOf(two(), 'Tre')).toBe('Nel file non c’è il foglio «Tre»: ci sono «Note», «Uno», «Due».');
    expect(await refusalOf(workbook({ sheets: [sheetOf([])] }))).toMatch(/non ha dati/);
  });

  test('keeps the numbers of its rows, and leaves out those without anything in them', async () => {
    const rows = await readRows([['a'], [], ['', ''], ['', 'b']]);
    expect(rows).toEqual([
      { line: 1, cells: ['a'] },
      { line: 4, cells: ['', 'b'] },
    ]);
  });

  test('with macros is read for its data', async () => {
    const bytes = workbook({ sheets: [sheetOf([['a']])], extra: { 'xl/vbaProject.bin': 'Sub Auto_Open()' } });
    expect((await read(bytes)).rows).toHaveLength(1);
  });

  const parts = workbookParts({ sheets: [sheetOf([['a']])] });
  const withSheet = (text: string) => zipOf({ ...parts, 'xl/worksheets/sheet1.xml': text });
  const encrypted = () => {
    const bytes = zipOf(parts);
    for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 1))
      bytes.writeUInt16LE(1, at + 8);
    return bytes;
  };
  test.each([
    ['before 2007', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /\.xls\).*\.xlsx/],
    [
      'under a password',
      Buffer.concat([Buffer.from('d0cf11e0', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      /password/,
    ],
    ['in an archive under a password', encrypted(), /password/],
    [
      'of LibreOffice',
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }),
      /\.ods\).*\.xlsx/,
    ],
    ['in binary', zipOf({ ...parts, 'xl/workbook.bin': 'x' }), /\.xlsb/],
    [
      'that is a text of Word',
      zipOf({ '_rels/.rels': '<Relationships/>', 'word/document.xml': '<a/>' }),
      /foglio di calcolo/,
    ],
    ['that is any archive', zipOf({ 'leggimi.txt': 'ciao' }), /\.xlsx/],
    ['cut off', zipOf(parts).subarray(0, 600), /rovinato o incompleto/],
    ['with broken XML', withSheet('<worksheet><sheetData><row r="1"><c><v>1</c>'), /rovinato o incompleto/],
    [
      'with an entity',
      withSheet('<!DOCTYPE a [<!ENTITY b "c">]><worksheet><v>&b;</v></worksheet>'),
      /rovinato o incompleto/,
    ],
    [
      'with a text that is not there',
      withSheet('<worksheet><row><c t="s"><v>99</v></c></row></worksheet>'),
      /rovinato o incompleto/,
    ],
    [
      'with a row too many',
      workbook({ sheets: [sheetOf(Array.from({ length: MAX_ROWS + 2 }, () => ['a']))] }),
      /1\.000 righe/,
    ],
    [
      'with a value far to the right',
      withSheet('<worksheet><row><c r="XFD1"><v>1</v></c></row></worksheet>'),
      /oltre la colonna 200/,
    ],
    [
      'that grows a thousand times',
      zipOf({ ...parts, 'xl/worksheets/sheet1.xml': ' '.repeat(8 << 20) }),
      /troppo grande/,
    ],
    ['that says it is larger than any', zipOf(parts, { 'xl/styles.xml': 600 << 20 }), /troppo grande/],
    [
      'of which a part is larger than it says',
      zipOf(
        { ...parts, 'xl/worksheets/sheet1.xml': `<a>${'b'.repeat(90_000)}</a>` },
        { 'xl/worksheets/sheet1.xml': 90 },
      ),
      /rovinato o incompleto/,
    ],
    [
      'of thousands of parts',
      zipOf(Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`${n}`, '']))),
      /troppo grande/,
    ],
  ])('%s is refused in words that say what to do', async (_what, bytes, words) => {
    expect(await refusalOf(bytes)).toMatch(words);
  });
});
