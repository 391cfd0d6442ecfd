/** What every PDF of the portal is drawn with: an opened document, text in a style, rules, artifacts, QR codes, a crest. */
import encodeQr from 'qr';
import { currentFont, GAP_SIGN, type LoadedFont, loadFonts, printableText, type TypeFace } from './fonts.server.ts';

export type PdfDocument = PDFKit.PDFDocument;
export type PdfElement = PDFKit.PDFStructureElement;
export type TextStyle = { face: TypeFace; size: number; colour: string };
/** Points from the left and the top of the page. */
export type PdfPlace = { x: number; y: number };
export type PdfBox = PdfPlace & { width: number; height: number };

/** @property stemma its crest as PNG; `colore` is `#rrggbb` with enough contrast on white */
export type PdfEnte = { nome: string; colore: string; indirizzo: string; stemma?: Uint8Array | undefined };

export const INK_COLOUR = '#17324d';
export const GREY_COLOUR = '#455b71';
export const TRIAL_WORDS = 'AMBIENTE DI PROVA: documento senza valore';
const GAP_WORDS = `Il segno ${GAP_SIGN} sta al posto di caratteri che questo documento non può stampare, per esempio ideogrammi o faccine. Nelle pagine del portale il testo è intero.`;

/**
 * Says that the document keeps PDF/UA-1. pdfkit's own option `subset: 'PDF/UA'` adds to each font a list of its glyphs without the
 * parts of accented letters, and a list that is not whole is against that standard.
 */
const ACCESSIBLE_MARK = `
        <rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
            <pdfuaid:part>1</pdfuaid:part>
        </rdf:Description>
        `;

/**
 * Draws a PDF that a screen reader can read (PDF/UA-1), in Italian, with embedded fonts. The same drawing gives the same bytes.
 * @param createdAt epoch ms
 */
export async function drawPdf(
  { title, author, createdAt, margins }: PdfHead,
  draw: (doc: PdfDocument, root: PdfElement) => void,
): Promise<Buffer> {
  const [{ default: PDFDocument }, { regular, bold }] = await Promise.all([import('pdfkit'), loadFonts()]);
  const doc = new PDFDocument({
    size: 'A4',
    margins,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'it-IT',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: plainText(title),
      Author: plainText(author),
      Creator: 'Portale del cittadino',
      CreationDate: new Date(createdAt),
    },
    // Without this the first font would be Helvetica, which is not embedded.
    font: fontSource(regular) as string,
  });
  const bytes = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  doc.appendXML(ACCESSIBLE_MARK);
  doc.registerFont('regular', fontSource(regular)).registerFont('bold', fontSource(bold));
  const root = doc.struct('Document');
  doc.addStructure(root);
  draw(doc, root);
  doc.end();
  return bytes;
}

type PdfHead = {
  title: string;
  author: string;
  createdAt: number;
  margins: { top: number; bottom: number; left: number; right: number };
};

/** Documents in which a character could not be printed. */
const gappedDocuments = new WeakSet<PdfDocument>();

/** Sets face, size and colour. @returns the text as that face can draw it */
export function setStyle(doc: PdfDocument, text: string, { face, size, colour }: TextStyle): string {
  doc.font(face).fontSize(size).fillColor(colour);
  const { shown, hasGaps } = printableText(text, currentFont(doc));
  if (hasGaps) gappedDocuments.add(doc);
  return shown;
}

/** @returns what to say at the end of a document of the characters that are missing in it; nothing when none are */
export const gapNotes = (doc: PdfDocument): string[] => (gappedDocuments.has(doc) ? [GAP_WORDS] : []);

/** A picture with words for those who do not see it, in its box. @param caption draws the words under it */
export function addFigure(
  doc: PdfDocument,
  parent: PdfElement,
  { alt, box: { x, y, width, height } }: { alt: string; box: PdfBox },
  draw: () => void,
  caption?: () => void,
): void {
  // The typings leave `bbox` out.
  const options = { alt, bbox: [x, y, x + width, y + height] };
  const figure = doc.struct('Figure', options);
  parent.add(figure);
  figure.add(draw);
  if (caption) figure.add(doc.struct('Caption', {}, caption));
  figure.end();
}

/** Page furniture, which a screen reader skips. */
export function addArtifact(doc: PdfDocument, type: 'Layout' | 'Pagination', draw: () => void): void {
  doc.markContent('Artifact', { type });
  draw();
  doc.endMarkedContent();
}

/** The crest of an ente in a square. It is an artifact: the name of the ente stands beside it. */
export function drawStemma(doc: PdfDocument, { stemma }: PdfEnte, { x, y }: PdfPlace, size: number): void {
  if (!stemma) return;
  const fit = { fit: [size, size] as [number, number], align: 'center', valign: 'center' } as const;
  addArtifact(doc, 'Layout', () => void doc.image(Buffer.from(stemma), x, y, fit));
}

/** A QR code in black squares. Most of its quiet margin is the page around it. @param alt where it leads, in words */
export function drawQr(
  doc: PdfDocument,
  root: PdfElement,
  { address, alt, x, y, size }: PdfPlace & { address: string; alt: string; size: number },
): void {
  const rows = encodeQr(address, 'raw', { ecc: 'medium', border: 1 });
  const side = size / rows.length;
  addFigure(doc, root, { alt, box: { x, y, width: size, height: size } }, () => {
    for (const [row, cells] of rows.entries())
      for (const [column, isDark] of cells.entries())
        if (isDark) doc.rect(x + column * side, y + row * side, side, side);
    doc.fill('#000000');
  });
}

/** pdfkit puts these words into XML unescaped. */
const plainText = (text: string): string => text.replaceAll('&', 'e').replace(/[<>\p{C}]/gu, ' ');

/** pdfkit accepts a font already read; its typings allow only files. */
const fontSource = (font: LoadedFont): PDFKit.Mixins.PDFFontSource => font as unknown as PDFKit.Mixins.PDFFontSource;
