/** Draws every PDF of the portal: receipts of pratiche and payments, permits, declarations of devices. */
import { conArticolo, istanteInParole } from '../atoms/date.ts';
import type { Tabella, Voce } from '../atoms/tabella.ts';
import { current, type Face, type Font, fonts, printable } from './fonts.server.ts';

/** Label and value, one row of the receipt. */
export type Fact = [label: string, value: string];

/**
 * @property ente.colore `#rrggbb` with enough contrast on white
 * @property number case or payment number, as the citizen knows it; '' for what has none yet
 * @property footer last words, for instance what the document is worth
 * @property draft marks every page as not sent
 * @property sandbox marks every page as a trial
 * @property createdAt epoch ms
 */
export type Receipt = {
  ente: { nome: string; colore: string; indirizzo: string };
  title: string;
  number: string;
  facts: readonly Voce[];
  sections?: { title: string; facts?: readonly Voce[]; paragraphs?: string[] }[];
  footer: string;
  draft?: boolean;
  sandbox: boolean;
  createdAt: number;
};

type Doc = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;
type Style = { face: Face; size: number; colour: string };

/** Points: A4 is 595 × 842. */
const MARGIN = { top: 84, bottom: 72, left: 56, right: 56 };
const LABEL = 150;
const GAP = 16;
const ROW = 12;
const LINE = 19;
const INK = '#17324d';
const GREY = '#455b71';
const BODY: Style = { face: 'regular', size: 10, colour: INK };
const NAME: Style = { face: 'bold', size: 10, colour: INK };
const SMALL: Style = { face: 'regular', size: 8.5, colour: GREY };
const TRIAL = 'AMBIENTE DI PROVA: documento senza valore';
const DRAFT = 'BOZZA: documento non ancora inviato';
const MARK: Style = { face: 'bold', size: 11, colour: '#a32a12' };

/**
 * A receipt as tagged PDF (headings, paragraphs, tables with row headers; page furniture is artifact), in Italian, with
 * its fonts inside. The same receipt gives the same bytes.
 */
export async function receiptPdf(receipt: Receipt): Promise<Buffer> {
  const [{ default: PDFDocument }, { regular, bold }] = await Promise.all([import('pdfkit'), fonts()]);
  const doc = new PDFDocument({
    size: 'A4',
    margins: MARGIN,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'it-IT',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: plain(named(receipt)),
      Author: plain(receipt.ente.nome),
      Creator: 'Portale del cittadino',
      CreationDate: new Date(receipt.createdAt),
    },
    // Without this the first font would be Helvetica, which is not embedded.
    font: source(regular) as string,
  });
  const bytes = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  doc.registerFont('regular', source(regular)).registerFont('bold', source(bold));
  write(doc, receipt);
  furnish(doc, receipt);
  doc.end();
  return bytes;
}

/** The text that flows: what a screen reader reads, in this order. */
function write(doc: Doc, receipt: Receipt): void {
  const { ente, title, number, facts, sections = [], footer, createdAt } = receipt;
  const root = doc.struct('Document');
  doc.addStructure(root);
  const paragraph = (text: string, style: Style, tag = 'P'): void => {
    const shown = dress(doc, text, style);
    if (doc.y + doc.currentLineHeight() > bottom(doc)) doc.addPage();
    root.add(doc.struct(tag, {}, () => doc.text(shown, MARGIN.left, doc.y, { width: width(doc), lineGap: 2 })));
  };

  doc.y = 48;
  paragraph(ente.nome, { face: 'bold', size: 15, colour: ente.colore });
  paragraph(ente.indirizzo, SMALL);
  rule(doc, doc.y + 8, { colour: ente.colore, thickness: 2 });
  doc.y += 24;
  for (const mark of marks(receipt)) {
    paragraph(mark, MARK);
    doc.y += 8;
  }
  paragraph(title, { face: 'bold', size: 20, colour: INK }, 'H1');
  doc.y += 4;
  if (number) paragraph(`Numero ${number}`, { face: 'bold', size: 12, colour: INK });
  paragraph(`Documento creato ${conArticolo('il', istanteInParole(createdAt))}`, SMALL);
  doc.y += 14;
  table(doc, root, facts);

  for (const section of sections) {
    // A heading stays with the first lines below it.
    if (doc.y + 90 > bottom(doc)) doc.addPage();
    doc.y += 18;
    paragraph(section.title, { face: 'bold', size: 13, colour: ente.colore }, 'H2');
    doc.y += 8;
    table(doc, root, section.facts ?? []);
    for (const text of section.paragraphs ?? []) {
      paragraph(text, BODY);
      doc.y += 6;
    }
  }

  doc.y += 24;
  paragraph(footer, SMALL);
  root.end();
}

/** Facts as a table whose first column names the row; one that is a table itself stands below it, in the whole width. */
function table(doc: Doc, root: Element, facts: readonly Voce[]): void {
  let element: Element | undefined;
  for (const [label, value] of facts) {
    if (typeof value === 'string') {
      element ??= begun(doc, root);
      row(doc, element, [label, value]);
    } else {
      element?.end();
      element = undefined;
      figures(doc, root, [label, value]);
    }
  }
  element?.end();
}

function begun(doc: Doc, root: Element): Element {
  const element = doc.struct('Table');
  root.add(element);
  return element;
}

/** A table of figures below its label: columns of one width; its head stands again on every page that it runs over. */
function figures(doc: Doc, root: Element, [label, [head = [], ...rows]]: readonly [string, Tabella]): void {
  if (doc.y + 4 * LINE > bottom(doc)) doc.addPage();
  const element = begun(doc, root);
  const caption = dress(doc, label, NAME);
  element.add(doc.struct('Caption', {}, () => doc.text(caption, MARGIN.left, doc.y, { width: width(doc) })));
  doc.y += 4;

  const column = width(doc) / head.length;
  const line = (cells: readonly string[], style: Style, mark: (draw: () => void, i: number) => void): void => {
    const { y } = doc;
    for (const [i, cell] of cells.entries()) {
      const shown = dress(doc, cell, style);
      const align = i === 0 ? 'left' : 'right';
      mark(() => doc.text(shown, MARGIN.left + i * column, y, { width: column, align }), i);
    }
    doc.y = y + LINE;
    rule(doc, doc.y - 4, { colour: '#d9dfe4', thickness: 0.5 });
  };
  const tagged = (cells: readonly string[], style: Style, scope?: 'Column'): void => {
    const tr = doc.struct('TR');
    element.add(tr);
    line(cells, style, (draw, i) => {
      const header = { title: undefined, scope: scope ?? 'Row' };
      tr.add(scope || i === 0 ? doc.struct('TH', header, draw) : doc.struct('TD', {}, draw));
    });
    tr.end();
  };

  tagged(head, NAME, 'Column');
  for (const [n, [first = '', ...others]] of rows.entries()) {
    const blanks = Array<string>(head.length - 1 - others.length).fill('');
    if (doc.y + LINE > bottom(doc)) {
      doc.addPage();
      line(head, NAME, (draw) => artifact(doc, 'Pagination', draw));
    }
    tagged([first, ...blanks, ...others], n === rows.length - 1 ? NAME : BODY);
  }
  element.end();
  doc.y += ROW;
}

function row(doc: Doc, parent: Element, [label, value]: Fact): void {
  const right = { x: MARGIN.left + LABEL + GAP, width: width(doc) - LABEL - GAP };
  const name = dress(doc, label, NAME);
  const nameHeight = doc.heightOfString(name, { width: LABEL, lineGap: 2 });
  const shown = dress(doc, value, BODY);
  const height = Math.max(nameHeight, doc.heightOfString(shown, { width: right.width, lineGap: 2 }));
  // A row goes to the next page whole; one that no page can hold starts where there is room for some lines and flows.
  const fits = doc.y + height + ROW <= bottom(doc);
  const holdable = height + ROW <= bottom(doc) - MARGIN.top;
  if (!fits && (holdable || doc.y + nameHeight + 60 > bottom(doc))) doc.addPage();

  const { y, page } = doc;
  const tr = doc.struct('TR');
  parent.add(tr);
  const header = { title: undefined, scope: 'Row' };
  dress(doc, '', NAME);
  tr.add(doc.struct('TH', header, () => doc.text(name, MARGIN.left, y, { width: LABEL, lineGap: 2 })));
  const td = doc.struct('TD');
  tr.add(td);
  dress(doc, '', BODY);
  doc.y = y;
  lines(doc, td, shown, right);
  td.end();
  tr.end();
  if (doc.page === page) doc.y = y + height;
  rule(doc, doc.y + ROW / 2 - 2, { colour: '#d9dfe4', thickness: 0.5 });
  doc.y += ROW;
}

/** A text of several lines, each a paragraph: drawn as one, a reader hears the last word of a line and the first of the next as one. */
function lines(doc: Doc, parent: Element, text: string, { x, width }: { x: number; width: number }): void {
  for (const line of text.split('\n')) {
    if (!line.trim()) doc.moveDown();
    else parent.add(doc.struct('P', {}, () => doc.text(line, x, doc.y, { width, lineGap: 2 })));
  }
}

/** Head of the following pages, foot of all: artifacts, that a screen reader passes over. */
function furnish(doc: Doc, receipt: Receipt): void {
  const { ente } = receipt;
  const mark = marks(receipt).join(' · ');
  const { start, count } = doc.bufferedPageRange();
  for (let i = start; i < start + count; i++) {
    doc.switchToPage(i);
    // The foot lies below the margin, where text would open another page.
    doc.page.margins.bottom = 0;
    const line = (text: string, y: number, style: Style): void => {
      const shown = dress(doc, text, style);
      artifact(doc, 'Pagination', () =>
        doc.text(shown, MARGIN.left, y, { width: width(doc), height: 12, ellipsis: true }),
      );
    };
    if (i > start) {
      line(`${ente.nome} · ${named(receipt)}`, 40, SMALL);
      if (mark) line(mark, 54, { ...MARK, size: SMALL.size });
      rule(doc, 70, { colour: ente.colore, thickness: 1 });
    }
    line(`Pagina ${i - start + 1} di ${count}`, doc.page.height - 44, SMALL);
  }
}

const named = ({ title, number }: Receipt): string => (number ? `${title} ${number}` : title);

/** What a reader must not overlook, on every page. */
const marks = ({ draft, sandbox }: Receipt): string[] => [...(draft ? [DRAFT] : []), ...(sandbox ? [TRIAL] : [])];

/** Chooses face, size and colour. @returns the text as that face can draw it */
function dress(doc: Doc, text: string, { face, size, colour }: Style): string {
  doc.font(face).fontSize(size).fillColor(colour);
  return printable(text, current(doc));
}

/** pdfkit takes a font already read; its typings know only files. */
const source = (font: Font): PDFKit.Mixins.PDFFontSource => font as unknown as PDFKit.Mixins.PDFFontSource;

function rule(doc: Doc, y: number, { colour, thickness }: { colour: string; thickness: number }): void {
  const right = doc.page.width - MARGIN.right;
  artifact(doc, 'Layout', () =>
    doc.moveTo(MARGIN.left, y).lineTo(right, y).lineWidth(thickness).strokeColor(colour).stroke(),
  );
}

function artifact(doc: Doc, type: 'Layout' | 'Pagination', draw: () => void): void {
  doc.markContent('Artifact', { type });
  draw();
  doc.endMarkedContent();
}

/** pdfkit puts these words into XML as they are. */
const plain = (text: string): string => text.replaceAll('&', 'e').replace(/[<>\p{C}]/gu, ' ');

const width = (doc: Doc): number => doc.page.width - MARGIN.left - MARGIN.right;
const bottom = (doc: Doc): number => doc.page.height - MARGIN.bottom;
