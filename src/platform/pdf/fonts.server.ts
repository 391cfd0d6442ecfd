/** The fonts of the PDF documents, and the characters of a citizen's text that they can print. */
import { createRequire } from 'node:module';

/** The two faces of a document; both cover Latin, Greek and Cyrillic in full. */
export type TypeFace = 'regular' | 'bold';

/** A font file once read: pdfkit draws with it, and it tells which characters it has. */
export type LoadedFont = {
  layout(text: string): unknown;
  characterSet: number[];
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): unknown;
};

const FONT_FILES = { regular: 'DejaVuSansCondensed.ttf', bold: 'DejaVuSansCondensed-Bold.ttf' } as const;

// Resolved from the folder this module runs in: src, or a chunk of dist.
const fontPath = (face: TypeFace): string =>
  createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${FONT_FILES[face]}`);

let openedFonts: Promise<Record<TypeFace, LoadedFont>> | undefined;

/**
 * Reading the fonts takes five times as long as writing a receipt, so it is done once for all documents.
 * @throws when the font package is not installed
 */
export function loadFonts(): Promise<Record<TypeFace, LoadedFont>> {
  openedFonts ??= openFonts().catch((cause: unknown) => {
    openedFonts = undefined;
    throw cause;
  });
  return openedFonts;
}

async function openFonts(): Promise<Record<TypeFace, LoadedFont>> {
  const { default: PDFDocument } = await import('pdfkit');
  const read = (face: TypeFace): LoadedFont => nameGlyphs(currentFont(new PDFDocument({ font: fontPath(face) })));
  return { regular: read('regular'), bold: read('bold') };
}

/**
 * The font keeps each glyph with the character for which it was asked first. The E that is drawn as a part of É has none, and from
 * then on no E of any document could be copied or read aloud: so every glyph is asked for by its character before that. Where one
 * stands for several letters, as in "ufficio", it is asked for by them, and not by the character ﬃ that somebody may have pasted.
 */
function nameGlyphs(font: LoadedFont): LoadedFont {
  font.layout('ff fi fl ffi ffl');
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return font;
}

/** The font in use; the typings of pdfkit leave it out. */
export const currentFont = (doc: PDFKit.PDFDocument): LoadedFont =>
  (doc as unknown as { _font: { font: LoadedFont } })._font.font;

const graphemeSegmenter = new Intl.Segmenter('it', { granularity: 'grapheme' });

/** pdfkit's time grows with the square of a word's length, and of the marks on a letter. */
const LONGEST_WORD = 120;
const MOST_MARKS = 8;

/** Stands for characters that cannot be printed. A box would look like a fault of the printer. */
export const GAP_SIGN = '[…]';

/** @property hasGaps a character could not be printed: {@link GAP_SIGN} stands for it and those beside it */
export type PrintableText = { shown: string; hasGaps: boolean };

/**
 * The printable form of a text: line ends stay, control characters and marks without a shape are removed. A character that the font
 * does not have is drawn by the letters that it is made of or stands for (`Ｌｉ` as `Li`). One that has none (an emoji, a
 * Chinese character) leaves a gap that a reader sees and hears.
 */
export function printableText(text: string, font: LoadedFont): PrintableText {
  const tidy = text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').normalize('NFC');
  let shown = '';
  let word = 0;
  let hasGaps = false;
  for (const { segment } of graphemeSegmenter.segment(tidy)) {
    const shape = segment.slice(0, MOST_MARKS).replace(/(?!\n)[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, '');
    const drawable = [shape, shape.normalize('NFKC'), shape.normalize('NFKD')].find((form) => isDrawable(form, font));
    hasGaps ||= drawable === undefined;
    if (drawable === undefined && shown.endsWith(GAP_SIGN)) continue;
    word = shape === ' ' || shape === '\n' ? 0 : word + 1;
    if (word > LONGEST_WORD) {
      shown += '\n';
      word = 1;
    }
    shown += drawable ?? GAP_SIGN;
  }
  return { shown, hasGaps };
}

const isDrawable = (text: string, font: LoadedFont): boolean =>
  [...text].every((c) => c === '\n' || font.hasGlyphForCodePoint(c.codePointAt(0) ?? 0));
