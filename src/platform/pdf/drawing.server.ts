/** What every PDF of the portal is drawn with: an opened document, text in a style, rules, artifacts, QR codes, a crest. */
import encodeQr from 'qr';
import { currentFont, type LoadedFont, loadFonts, printableText, type TypeFace } from './fonts.server.ts';

export type PdfDocument = PDFKit.PDFDocument;
export type PdfElement = PDFKit.PDFStructureElement;
export type TextStyle = { face: TypeFace; size: number; colour: string };
/** Points from the left and the top of the page. */
export type PdfPlace = { x: number; y: number };

/** @property stemma its crest as PNG; `colore` is `#rrggbb` with enough contrast on white */
export type PdfEnte = { nome: string; colore: string; indirizzo: string; stemma?: Uint8Array | undefined };

export const INK_COLOUR = '#17324d';
export const GREY_COLOUR = '#455b71';
export const TRIAL_WORDS = 'AMBIENTE DI PROVA: documento senza valore';

/**
 * Draws a tagged PDF in Italian with embedded fonts. The same drawing gives the same bytes.
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

/** Sets face, size and colour. @returns the text as that face can draw it */
export function setStyle(doc: PdfDocument, text: string, { face, size, colour }: TextStyle): string {
  doc.font(face).fontSize(size).fillColor(colour);
  return printableText(text, currentFont(doc));
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
  const figure = doc.struct('Figure', { alt }, () => {
    for (const [row, cells] of rows.entries())
      for (const [column, isDark] of cells.entries())
        if (isDark) doc.rect(x + column * side, y + row * side, side, side);
    doc.fill('#000000');
  });
  root.add(figure);
}

/** pdfkit puts these words into XML unescaped. */
const plainText = (text: string): string => text.replaceAll('&', 'e').replace(/[<>\p{C}]/gu, ' ');

/** pdfkit accepts a font already read; its typings allow only files. */
const fontSource = (font: LoadedFont): PDFKit.Mixins.PDFFontSource => font as unknown as PDFKit.Mixins.PDFFontSource;
