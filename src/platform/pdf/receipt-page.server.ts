/** The page of a receipt: its margins, its styles of text, and where a line of it ends. */
import { addArtifact, GREY_COLOUR, INK_COLOUR, type PdfDocument, type TextStyle } from './drawing.server.ts';

/** Points: A4 is 595 × 842. */
export const PAGE_MARGIN = { top: 84, bottom: 72, left: 56, right: 56 };
export const LABEL_WIDTH = 150;
export const COLUMN_GAP = 16;
export const LINE_HEIGHT = 19;
export const BODY_STYLE: TextStyle = { face: 'regular', size: 10, colour: INK_COLOUR };
export const NAME_STYLE: TextStyle = { face: 'bold', size: 10, colour: INK_COLOUR };
export const SMALL_STYLE: TextStyle = { face: 'regular', size: 8.5, colour: GREY_COLOUR };

export function drawRule(
  doc: PdfDocument,
  y: number,
  { colour, thickness }: { colour: string; thickness: number },
): void {
  const right = doc.page.width - PAGE_MARGIN.right;
  addArtifact(doc, 'Layout', () =>
    doc.moveTo(PAGE_MARGIN.left, y).lineTo(right, y).lineWidth(thickness).strokeColor(colour).stroke(),
  );
}

export const textWidth = (doc: PdfDocument): number => doc.page.width - PAGE_MARGIN.left - PAGE_MARGIN.right;
export const pageBottom = (doc: PdfDocument): number => doc.page.height - PAGE_MARGIN.bottom;
