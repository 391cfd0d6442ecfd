/** Writes Excel workbooks for tests, as large or as wrong as a test needs them. */
import { crc32, deflateRawSync } from 'node:zlib';

/** A value of a cell: a text, a number, or the XML of the cell with `REF` for its name. */
export type TestCell = string | number | { xml: string };
export type TestSheet = { name: string; rows: TestCell[][]; state?: string; merged?: string[] };
/** @property styles formats of numbers, by place from 1; 0 has none */
export type TestWorkbook = { sheets: TestSheet[]; styles?: string[]; is1904?: boolean; extra?: Record<string, string> };

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

const escapeXml = (text: string): string => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const letter = (column: number): string => String.fromCharCode(65 + column);

/** `{ xml }` of a number under a style of {@link TestWorkbook}. */
export const styledCell = (value: number, style: number): TestCell => ({
  xml: `<c r="REF" s="${style}"><v>${value}</v></c>`,
});

function cellXml(cell: TestCell, ref: string, shared: string[]): string {
  if (typeof cell === 'object') return cell.xml.replace('REF', ref);
  if (cell === '') return '';
  if (typeof cell === 'number') return `<c r="${ref}"><v>${cell}</v></c>`;
  return `<c r="${ref}" t="s"><v>${shared.push(cell) - 1}</v></c>`;
}

function sheetXml({ rows, merged = [] }: TestSheet, shared: string[]): string {
  const body = rows
    .map((cells, n) => {
      const xml = cells.map((cell, column) => cellXml(cell, `${letter(column)}${n + 1}`, shared)).join('');
      return `<row r="${n + 1}">${xml}</row>`;
    })
    .join('');
  const joined = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${body}</sheetData>${joined && `<mergeCells>${joined}</mergeCells>`}</worksheet>`;
}

/** The parts of a workbook, by their path. */
export function workbookParts({
  sheets,
  styles = [],
  is1904 = false,
  extra = {},
}: TestWorkbook): Record<string, string> {
  const shared: string[] = [];
  const bodies = sheets.map((sheet) => sheetXml(sheet, shared));
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  const relations = (list: string[]) => `${HEAD}<Relationships xmlns="${PACKAGE}">${list.join('')}</Relationships>`;
  const formats = styles.map((code, n) => `<numFmt numFmtId="${200 + n}" formatCode="${escapeXml(code)}"/>`).join('');
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name, state }, n) =>
          `<sheet name="${escapeXml(name)}" sheetId="${n + 1}"${state ? ` state="${state}"` : ''} r:id="s${n}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, n) => relation(`s${n}`, 'worksheet', `worksheets/sheet${n + 1}.xml`)),
      relation('styles', 'styles', 'styles.xml'),
      relation('texts', 'sharedStrings', '/xl/sharedStrings.xml'),
    ]),
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles
      .map((_, n) => `<xf numFmtId="${200 + n}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${MAIN}">${shared.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
  };
  for (const [n, body] of bodies.entries()) parts[`xl/worksheets/sheet${n + 1}.xml`] = body;
  return Object.assign(parts, extra);
}

export const workbook = (content: TestWorkbook): Buffer => zipOf(workbookParts(content));

/** A ZIP archive. @param says the size that it tells of a part, instead of the true one */
export function zipOf(parts: Record<string, string | Buffer>, says: Record<string, number> = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const name = Buffer.from(path);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(says[path] ?? bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    bodies.push(Buffer.from('504b0304', 'hex'), fields, name, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), fields, place, name);
    at += 4 + fields.length + name.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(parts).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, index, Buffer.from('504b0506', 'hex'), end]);
}
