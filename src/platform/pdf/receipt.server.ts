/** Lays out documents that list facts as PDF: receipts of pratiche and payments, declarations of devices. */
import { instantInWords, withArticle } from '../atoms/date.ts';
import type { SummaryItem, TableRows } from '../atoms/summary-item.ts';
import {
  addArtifact,
  addFigure,
  drawPdf,
  drawQr,
  drawStemma,
  GREY_COLOUR,
  gapNotes,
  INK_COLOUR,
  type PdfDocument,
  type PdfElement,
  type PdfEnte,
  setStyle,
  type TextStyle,
  TRIAL_WORDS,
} from './drawing.server.ts';

/** Label and value, one row of the receipt. */
export type LabelledText = [label: string, value: string];

/** A PNG twice as wide as high. @property alt what a screen reader says of it @property caption printed under it */
type ReceiptPicture = { bytes: Uint8Array; alt: string; caption: string };

/** A small JPEG or PNG of an attachment. @property name of the file */
export type ReceiptThumbnail = { bytes: Uint8Array; name: string };

type ReceiptSection = {
  title: string;
  facts?: readonly SummaryItem[];
  paragraphs?: string[];
  picture?: ReceiptPicture;
  thumbnails?: readonly ReceiptThumbnail[];
};

/**
 * @property number case or payment number, as the citizen sees it; '' while there is none
 * @property follow where one reads on, as QR code and as a link
 * @property footer last words, for instance the document's legal value
 * @property draft marks every page as not sent
 * @property sandbox marks every page as a test
 * @property createdAt epoch ms
 */
export type ReceiptContent = {
  ente: PdfEnte;
  title: string;
  number: string;
  facts: readonly SummaryItem[];
  sections?: ReceiptSection[];
  follow?: { title: string; text: string; address: string };
  footer: string;
  draft?: boolean;
  sandbox: boolean;
  createdAt: number;
};

/** Points: A4 is 595 × 842. */
const PAGE_MARGIN = { top: 84, bottom: 72, left: 56, right: 56 };
const LABEL_WIDTH = 150;
const COLUMN_GAP = 16;
const ROW_GAP = 12;
const LINE_HEIGHT = 19;
const STEMMA_SIZE = 40;
const QR_SIZE = 84;
const THUMBNAILS_IN_A_ROW = 3;
const BODY_STYLE: TextStyle = { face: 'regular', size: 10, colour: INK_COLOUR };
const NAME_STYLE: TextStyle = { face: 'bold', size: 10, colour: INK_COLOUR };
const SMALL_STYLE: TextStyle = { face: 'regular', size: 8.5, colour: GREY_COLOUR };
const DRAFT_WORDS = 'BOZZA: documento non ancora inviato';
const MARK_STYLE: TextStyle = { face: 'bold', size: 11, colour: '#a32a12' };

/**
 * A receipt as tagged PDF (headings, paragraphs, tables with row headers; page furniture is artifact), in Italian, with embedded
 * fonts. The same receipt gives the same bytes.
 */
export function receiptPdf(receipt: ReceiptContent): Promise<Buffer> {
  const { ente, createdAt } = receipt;
  return drawPdf({ title: documentTitle(receipt), author: ente.nome, createdAt, margins: PAGE_MARGIN }, (doc, root) => {
    writeContent(doc, root, receipt);
    addHeadsAndFeet(doc, receipt);
  });
}

/** The main text, in the order in which a screen reader reads it. */
function writeContent(doc: PdfDocument, root: PdfElement, receipt: ReceiptContent): void {
  const { ente, title, number, facts, sections = [], footer, createdAt } = receipt;
  const paragraph = (text: string, style: TextStyle, tag = 'P', indent = 0): void => {
    const shown = setStyle(doc, text, style);
    if (doc.y + doc.currentLineHeight() > pageBottom(doc)) doc.addPage();
    const [x, width] = [PAGE_MARGIN.left + indent, textWidth(doc) - indent];
    root.add(doc.struct(tag, {}, () => doc.text(shown, x, doc.y, { width, lineGap: 2 })));
  };

  drawStemma(doc, ente, { x: PAGE_MARGIN.left, y: 42 }, STEMMA_SIZE);
  const besideStemma = ente.stemma ? STEMMA_SIZE + 12 : 0;
  doc.y = 48;
  paragraph(ente.nome, { face: 'bold', size: 15, colour: ente.colore }, 'P', besideStemma);
  paragraph(ente.indirizzo, SMALL_STYLE, 'P', besideStemma);
  drawRule(doc, doc.y + 8, { colour: ente.colore, thickness: 2 });
  doc.y += 24;
  for (const mark of marksOf(receipt)) {
    paragraph(mark, MARK_STYLE);
    doc.y += 8;
  }
  paragraph(title, { face: 'bold', size: 20, colour: INK_COLOUR }, 'H1');
  doc.y += 4;
  if (number) paragraph(`Numero ${number}`, { face: 'bold', size: 12, colour: INK_COLOUR });
  paragraph(`Documento creato ${withArticle('il', instantInWords(createdAt))}`, SMALL_STYLE);
  doc.y += 14;
  writeFacts(doc, root, facts);

  for (const section of sections) {
    // A heading stays with the first lines below it.
    if (doc.y + 90 > pageBottom(doc)) doc.addPage();
    doc.y += 18;
    paragraph(section.title, { face: 'bold', size: 13, colour: ente.colore }, 'H2');
    doc.y += 8;
    writeFacts(doc, root, section.facts ?? []);
    if (section.picture) writePicture(doc, root, section.picture);
    writeThumbnails(doc, root, section.thumbnails ?? []);
    for (const text of section.paragraphs ?? []) {
      paragraph(text, BODY_STYLE);
      doc.y += 6;
    }
  }

  if (receipt.follow) {
    const { title: heading, text, address } = receipt.follow;
    if (doc.y + QR_SIZE + 60 > pageBottom(doc)) doc.addPage();
    doc.y += 18;
    paragraph(heading, { face: 'bold', size: 13, colour: ente.colore }, 'H2');
    doc.y += 6;
    const top = doc.y;
    drawQr(doc, root, {
      x: PAGE_MARGIN.left,
      y: top,
      size: QR_SIZE,
      address,
      alt: `Codice QR: apre ${address}`,
    });
    doc.y = top + 6;
    paragraph(text, BODY_STYLE, 'P', QR_SIZE + COLUMN_GAP);
    doc.y += 4;
    writeLink(doc, root, address, { x: PAGE_MARGIN.left + QR_SIZE + COLUMN_GAP });
    doc.y = Math.max(doc.y, top + QR_SIZE);
  }

  doc.y += 24;
  paragraph(footer, SMALL_STYLE);
  for (const note of gapNotes(doc)) {
    doc.y += 6;
    paragraph(note, SMALL_STYLE);
  }
  root.end();
}

/** As wide as the values beside their labels, and under them. */
function writePicture(doc: PdfDocument, root: PdfElement, { bytes, alt, caption }: ReceiptPicture): void {
  const width = textWidth(doc) - LABEL_WIDTH - COLUMN_GAP;
  const height = width / 2;
  // With its caption.
  if (doc.y + height + LINE_HEIGHT > pageBottom(doc)) doc.addPage();
  const box = { x: PAGE_MARGIN.left, y: doc.y, width, height };
  const shown = setStyle(doc, caption, SMALL_STYLE);
  addFigure(
    doc,
    root,
    { alt, box },
    () => void doc.image(Buffer.from(bytes), box.x, box.y, { width, height }),
    () => void doc.text(shown, box.x, box.y + height + 4, { width: textWidth(doc) }),
  );
}

/** Side by side, each with its name. */
function writeThumbnails(doc: PdfDocument, root: PdfElement, thumbnails: readonly ReceiptThumbnail[]): void {
  const width = (textWidth(doc) - (THUMBNAILS_IN_A_ROW - 1) * COLUMN_GAP) / THUMBNAILS_IN_A_ROW;
  const height = width * 0.75;
  for (let first = 0; first < thumbnails.length; first += THUMBNAILS_IN_A_ROW) {
    if (doc.y + height + LINE_HEIGHT > pageBottom(doc)) doc.addPage();
    const { y } = doc;
    for (const [i, { bytes, name }] of thumbnails.slice(first, first + THUMBNAILS_IN_A_ROW).entries()) {
      const x = PAGE_MARGIN.left + i * (width + COLUMN_GAP);
      const fit = { fit: [width, height] as [number, number], valign: 'bottom' } as const;
      const shown = setStyle(doc, name, SMALL_STYLE);
      const oneLine = { width, height: 12, ellipsis: true };
      addFigure(
        doc,
        root,
        { alt: `Miniatura di ${name}`, box: { x, y, width, height } },
        () => void doc.image(Buffer.from(bytes), x, y, fit),
        () => void doc.text(shown, x, y + height + 3, oneLine),
      );
    }
    doc.y = y + height + LINE_HEIGHT + 4;
  }
}

/** A paragraph of an address to press. pdfkit's own links have no words, which some readers say instead of the text. */
function writeLink(doc: PdfDocument, root: PdfElement, address: string, { x }: { x: number }): void {
  const shown = setStyle(doc, address, BODY_STYLE);
  const width = doc.page.width - PAGE_MARGIN.right - x;
  const paragraph = doc.struct('P');
  root.add(paragraph);
  const link = doc.struct('Link');
  paragraph.add(link);
  link.add(() => {
    const { y } = doc;
    doc.text(shown, x, y, { width, underline: true });
    const wide = Math.min(width, doc.widthOfString(shown));
    // pdfkit writes a primitive string as a name.
    const words = { structParent: link, Contents: new String(`Apri ${address}`) as string };
    doc.link(x, y, wide, doc.y - y, address, words);
  });
  paragraph.end();
}

/** Facts as a table whose first column names the row. A fact that is itself a table stands below it, in the full width. */
function writeFacts(doc: PdfDocument, root: PdfElement, facts: readonly SummaryItem[]): void {
  let element: PdfElement | undefined;
  for (const [label, value] of facts) {
    if (typeof value === 'string') {
      element ??= beginTable(doc, root);
      writeRow(doc, element, [label, value]);
    } else {
      element?.end();
      element = undefined;
      writeFigures(doc, root, [label, value]);
    }
  }
  element?.end();
}

function beginTable(doc: PdfDocument, root: PdfElement): PdfElement {
  const element = doc.struct('Table');
  root.add(element);
  return element;
}

/** A table of figures below its label, with columns of one width; its head is repeated on every page that it runs over. */
function writeFigures(
  doc: PdfDocument,
  root: PdfElement,
  [label, [head = [], ...rows]]: readonly [string, TableRows],
): void {
  if (doc.y + 4 * LINE_HEIGHT > pageBottom(doc)) doc.addPage();
  const element = beginTable(doc, root);
  const caption = setStyle(doc, label, NAME_STYLE);
  element.add(doc.struct('Caption', {}, () => doc.text(caption, PAGE_MARGIN.left, doc.y, { width: textWidth(doc) })));
  doc.y += 4;

  const column = textWidth(doc) / head.length;
  const line = (cells: readonly string[], style: TextStyle, mark: (draw: () => void, i: number) => void): void => {
    const { y } = doc;
    for (const [i, cell] of cells.entries()) {
      const shown = setStyle(doc, cell, style);
      const align = i === 0 ? 'left' : 'right';
      mark(() => doc.text(shown, PAGE_MARGIN.left + i * column, y, { width: column, align }), i);
    }
    doc.y = y + LINE_HEIGHT;
    drawRule(doc, doc.y - 4, { colour: '#d9dfe4', thickness: 0.5 });
  };
  const tagged = (cells: readonly string[], style: TextStyle, scope?: 'Column'): void => {
    const tr = doc.struct('TR');
    element.add(tr);
    line(cells, style, (draw, i) => {
      const header = { title: undefined, scope: scope ?? 'Row' };
      tr.add(scope || i === 0 ? doc.struct('TH', header, draw) : doc.struct('TD', {}, draw));
    });
    tr.end();
  };

  tagged(head, NAME_STYLE, 'Column');
  for (const [n, [first = '', ...others]] of rows.entries()) {
    const blanks = Array<string>(head.length - 1 - others.length).fill('');
    if (doc.y + LINE_HEIGHT > pageBottom(doc)) {
      doc.addPage();
      line(head, NAME_STYLE, (draw) => addArtifact(doc, 'Pagination', draw));
    }
    tagged([first, ...blanks, ...others], n === rows.length - 1 ? NAME_STYLE : BODY_STYLE);
  }
  element.end();
  doc.y += ROW_GAP;
}

function writeRow(doc: PdfDocument, parent: PdfElement, [label, value]: LabelledText): void {
  const right = { x: PAGE_MARGIN.left + LABEL_WIDTH + COLUMN_GAP, width: textWidth(doc) - LABEL_WIDTH - COLUMN_GAP };
  const name = setStyle(doc, label, NAME_STYLE);
  const nameHeight = doc.heightOfString(name, { width: LABEL_WIDTH, lineGap: 2 });
  const shown = setStyle(doc, value, BODY_STYLE);
  const height = Math.max(nameHeight, doc.heightOfString(shown, { width: right.width, lineGap: 2 }));
  // A row moves to the next page as a whole. One that fits no page starts where there is room for some lines and flows.
  const fits = doc.y + height + ROW_GAP <= pageBottom(doc);
  const holdable = height + ROW_GAP <= pageBottom(doc) - PAGE_MARGIN.top;
  if (!fits && (holdable || doc.y + nameHeight + 60 > pageBottom(doc))) doc.addPage();

  const { y, page } = doc;
  const tr = doc.struct('TR');
  parent.add(tr);
  const header = { title: undefined, scope: 'Row' };
  setStyle(doc, '', NAME_STYLE);
  tr.add(doc.struct('TH', header, () => doc.text(name, PAGE_MARGIN.left, y, { width: LABEL_WIDTH, lineGap: 2 })));
  const td = doc.struct('TD');
  tr.add(td);
  setStyle(doc, '', BODY_STYLE);
  doc.y = y;
  writeLines(doc, td, shown, right);
  td.end();
  tr.end();
  if (doc.page === page) doc.y = y + height;
  drawRule(doc, doc.y + ROW_GAP / 2 - 2, { colour: '#d9dfe4', thickness: 0.5 });
  doc.y += ROW_GAP;
}

/**
 * A text of several lines, each a paragraph: drawn as one, a screen reader would join the last word of a line with the first of
 * the next.
 */
function writeLines(
  doc: PdfDocument,
  parent: PdfElement,
  text: string,
  { x, width }: { x: number; width: number },
): void {
  for (const line of text.split('\n')) {
    if (!line.trim()) doc.moveDown();
    else parent.add(doc.struct('P', {}, () => doc.text(line, x, doc.y, { width, lineGap: 2 })));
  }
}

/** Head of the following pages, foot of all: artifacts, which a screen reader skips. */
function addHeadsAndFeet(doc: PdfDocument, receipt: ReceiptContent): void {
  const { ente } = receipt;
  const mark = marksOf(receipt).join(' · ');
  const { start, count } = doc.bufferedPageRange();
  for (let i = start; i < start + count; i++) {
    doc.switchToPage(i);
    // The foot lies below the margin, where text would start another page.
    doc.page.margins.bottom = 0;
    const line = (text: string, y: number, style: TextStyle): void => {
      const shown = setStyle(doc, text, style);
      addArtifact(doc, 'Pagination', () =>
        doc.text(shown, PAGE_MARGIN.left, y, { width: textWidth(doc), height: 12, ellipsis: true }),
      );
    };
    if (i > start) {
      line(`${ente.nome} · ${documentTitle(receipt)}`, 40, SMALL_STYLE);
      if (mark) line(mark, 54, { ...MARK_STYLE, size: SMALL_STYLE.size });
      drawRule(doc, 70, { colour: ente.colore, thickness: 1 });
    }
    line(`Pagina ${i - start + 1} di ${count}`, doc.page.height - 44, SMALL_STYLE);
  }
}

const documentTitle = ({ title, number }: ReceiptContent): string => (number ? `${title} ${number}` : title);

/** A mark on every page that a reader must not overlook. */
const marksOf = ({ draft, sandbox }: ReceiptContent): string[] => [
  ...(draft ? [DRAFT_WORDS] : []),
  ...(sandbox ? [TRIAL_WORDS] : []),
];

function drawRule(doc: PdfDocument, y: number, { colour, thickness }: { colour: string; thickness: number }): void {
  const right = doc.page.width - PAGE_MARGIN.right;
  addArtifact(doc, 'Layout', () =>
    doc.moveTo(PAGE_MARGIN.left, y).lineTo(right, y).lineWidth(thickness).strokeColor(colour).stroke(),
  );
}

const textWidth = (doc: PdfDocument): number => doc.page.width - PAGE_MARGIN.left - PAGE_MARGIN.right;
const pageBottom = (doc: PdfDocument): number => doc.page.height - PAGE_MARGIN.bottom;
