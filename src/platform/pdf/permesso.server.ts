/** Draws the parking permit: half a sheet to lay behind the windscreen, read from outside, and below it what to do with it. */
import { dateInWords, shortDate, withArticle } from '../atoms/date.ts';
import { targaInWords } from '../atoms/targa-format.ts';
import {
  addArtifact,
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

/**
 * Nothing about the holder: the whole street reads it.
 * @property codice as it is typed @property verifica address of the page that says whether it is valid
 * @property createdAt epoch ms
 */
export type PermessoContent = {
  ente: PdfEnte;
  protocollo: string;
  targhe: readonly string[];
  nome_zona: string;
  dal: string;
  al: string;
  codice: string;
  verifica: string;
  sandbox: boolean;
  createdAt: number;
};

/** Points: A4 is 595 × 842, and its upper half, to be folded or cut, 595 × 421. */
const FRONT_FRAME = { x: 24, y: 24, width: 547, height: 373 };
const FRONT_PADDING = 18;
const FRONT_LEFT = FRONT_FRAME.x + FRONT_PADDING;
const INNER_WIDTH = FRONT_FRAME.width - 2 * FRONT_PADDING;
const QR_SIZE = 132;
const MAIN_WIDTH = INNER_WIDTH - QR_SIZE - 22;
const FOLD_Y = 421;
const LABEL_STYLE: TextStyle = { face: 'bold', size: 11, colour: GREY_COLOUR };

/** The same permit gives the same bytes. */
export function permessoPdf(permesso: PermessoContent): Promise<Buffer> {
  const { ente, protocollo, createdAt } = permesso;
  const title = `Permesso di sosta ${protocollo}`;
  const margins = { top: 24, bottom: 24, left: FRONT_FRAME.x, right: FRONT_FRAME.x };
  return drawPdf({ title, author: ente.nome, createdAt, margins }, (doc, root) => {
    drawFront(doc, root, permesso);
    drawAdvice(doc, root, permesso);
    root.end();
  });
}

type TextBox = { x: number; y: number; width: number };
type TextLine = { text: string; style: TextStyle; box: TextBox; tag?: string; align?: 'left' | 'center' | 'right' };

/** One line. It becomes smaller where it would not fit. */
function writeLine(
  doc: PdfDocument,
  parent: PdfElement,
  { text, style, box: { x, y, width }, tag = 'P', align = 'left' }: TextLine,
): void {
  const shown = setStyle(doc, text, style);
  const wanted = doc.widthOfString(shown);
  if (wanted > width) doc.fontSize((style.size * width) / wanted);
  const room = Math.max(0, width - wanted);
  const left = x + { left: 0, center: room / 2, right: room }[align];
  const header = { title: undefined, ...(tag === 'TH' && { scope: 'Row' }) };
  parent.add(doc.struct(tag, header, () => void doc.text(shown, left, y, { lineBreak: false })));
}

/** A row of the table of facts: a small label, and below it the large values. */
function writeFact(doc: PdfDocument, table: PdfElement, label: TextLine, values: readonly TextLine[]): void {
  const tr = doc.struct('TR');
  table.add(tr);
  writeLine(doc, tr, { ...label, tag: 'TH' });
  const td = doc.struct('TD');
  tr.add(td);
  for (const value of values) writeLine(doc, td, value);
  td.end();
  tr.end();
}

function drawFront(doc: PdfDocument, root: PdfElement, permesso: PermessoContent): void {
  const { ente, targhe, nome_zona, dal, al, protocollo, codice, verifica, sandbox } = permesso;
  addArtifact(doc, 'Layout', () =>
    doc
      .roundedRect(FRONT_FRAME.x, FRONT_FRAME.y, FRONT_FRAME.width, FRONT_FRAME.height, 10)
      .lineWidth(4)
      .strokeColor(ente.colore)
      .stroke(),
  );
  drawStemma(doc, ente, { x: FRONT_LEFT, y: FRONT_FRAME.y + 12 }, 44);
  const head = ente.stemma ? FRONT_LEFT + 56 : FRONT_LEFT;
  const headWidth = FRONT_FRAME.x + FRONT_FRAME.width - FRONT_PADDING - head;
  const line = (text: string, style: TextStyle, box: TextBox, tag?: string) =>
    writeLine(doc, root, { text, style, box, ...(tag && { tag }) });
  line('Permesso di sosta', { face: 'bold', size: 22, colour: INK_COLOUR }, { x: head, y: 34, width: headWidth }, 'H1');
  line(ente.nome, { face: 'bold', size: 14, colour: ente.colore }, { x: head, y: 62, width: headWidth });

  const table = doc.struct('Table');
  root.add(table);
  const at = (y: number): TextBox => ({ x: FRONT_LEFT, y, width: MAIN_WIDTH });
  const label = (text: string, y: number): TextLine => ({ text, style: LABEL_STYLE, box: at(y) });
  const large = (text: string, size: number, y: number): TextLine => ({
    text,
    style: { face: 'bold', size, colour: '#000000' },
    box: at(y),
  });
  const plateSize = [84, 54, 36][targhe.length - 1] ?? 36;
  const plates = targhe.map((targa, i) => large(targaInWords(targa), plateSize, 108 + i * plateSize * 1.12));
  writeFact(doc, table, label(targhe.length === 1 ? 'TARGA' : 'TARGHE', 96), plates);
  writeFact(doc, table, label('ZONA', 234), [large(nome_zona, 34, 245)]);
  writeFact(doc, table, label('VALIDO FINO AL', 296), [large(shortDate(al), 58, 305)]);
  table.end();

  const right = { x: FRONT_LEFT + INNER_WIDTH - QR_SIZE, width: QR_SIZE };
  const small: TextStyle = { face: 'regular', size: 9, colour: INK_COLOUR };
  const centred = (text: string, style: TextStyle, top: number) =>
    writeLine(doc, root, { text, style, box: { ...right, y: top }, align: 'center' });
  drawQr(doc, root, {
    x: right.x,
    y: 108,
    size: QR_SIZE,
    address: verifica,
    alt: `Codice QR: apre la pagina che dice se il permesso è valido, ${verifica}`,
  });
  centred('Inquadra per verificare', small, 248);
  centred(codice, { ...small, face: 'bold', size: 10.5 }, 262);
  centred(`Permesso ${protocollo}`, small, 330);
  centred(`valido ${withArticle('dal', shortDate(dal))}`, small, 344);
  if (sandbox) centred('AMBIENTE DI PROVA', { face: 'bold', size: 10.5, colour: '#a32a12' }, 372);
}

function drawAdvice(doc: PdfDocument, root: PdfElement, permesso: PermessoContent): void {
  const { ente, dal, al, verifica, sandbox } = permesso;
  addArtifact(doc, 'Layout', () =>
    doc
      .moveTo(0, FOLD_Y)
      .lineTo(595, FOLD_Y)
      .dash(4, { space: 4 })
      .lineWidth(0.75)
      .strokeColor(GREY_COLOUR)
      .stroke()
      .undash(),
  );
  const advice: [string, TextStyle, string?][] = [
    ['Piega o taglia qui', { face: 'regular', size: 8.5, colour: GREY_COLOUR }],
    ['Come si usa', { face: 'bold', size: 15, colour: ente.colore }, 'H2'],
    ...[
      'Esponi la metà di sopra dietro il parabrezza, in modo che si legga dall’esterno.',
      `Vale ${withArticle('dal', dateInWords(dal))} ${withArticle('al', dateInWords(al))}, solo per le targhe e la zona scritte sopra.`,
      'Chi controlla inquadra il codice QR, o scrive il codice alla fine di questo indirizzo:',
      verifica.slice(0, verifica.lastIndexOf('/') + 1),
      'Sul permesso e sulla pagina di verifica non ci sono il tuo nome né altri tuoi dati.',
    ].map((text): [string, TextStyle] => [text, { face: 'regular', size: 11, colour: INK_COLOUR }]),
    ...[`${ente.nome}, ${ente.indirizzo}`, ...gapNotes(doc)].map((text): [string, TextStyle] => [
      text,
      { face: 'regular', size: 8.5, colour: GREY_COLOUR },
    ]),
    ...(sandbox ? [[TRIAL_WORDS, { face: 'bold', size: 11, colour: '#a32a12' }] as [string, TextStyle]] : []),
  ];
  doc.y = FOLD_Y + 8;
  for (const [text, style, tag = 'P'] of advice) {
    const shown = setStyle(doc, text, style);
    root.add(
      doc.struct(tag, {}, () => void doc.text(shown, FRONT_FRAME.x, doc.y, { width: FRONT_FRAME.width, lineGap: 2 })),
    );
    doc.y += style.size * 0.7;
  }
}
