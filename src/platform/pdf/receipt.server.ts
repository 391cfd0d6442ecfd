/** Lays out documents that list facts as PDF: receipts of pratiche and payments, declarations of devices. */
import { instantInWords, withArticle } from '../atoms/date.ts';
import type { SummaryItem } from '../atoms/summary-item.ts';
import {
  addArtifact,
  addFigure,
  drawPdf,
  drawQr,
  drawStemma,
  gapNotes,
  INK_COLOUR,
  type PdfDocument,
  type PdfElement,
  type PdfEnte,
  setStyle,
  type TextStyle,
  TRIAL_WORDS,
} from './drawing.server.ts';
import { writeFacts } from './receipt-facts.server.ts';
import {
  BODY_STYLE,
  COLUMN_GAP,
  drawRule,
  LABEL_WIDTH,
  LINE_HEIGHT,
  PAGE_MARGIN,
  pageBottom,
  SMALL_STYLE,
  textWidth,
} from './receipt-page.server.ts';

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

const STEMMA_SIZE = 40;
const QR_SIZE = 84;
const THUMBNAILS_IN_A_ROW = 3;
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
