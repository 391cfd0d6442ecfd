/** Draws the facts of a receipt as tagged tables: a row for each, and figures in a table of their own. */
import type { SummaryItem, TableRows } from '../atoms/summary-item.ts';
import { addArtifact, type PdfDocument, type PdfElement, setStyle, type TextStyle } from './drawing.server.ts';
import {
  BODY_STYLE,
  COLUMN_GAP,
  drawRule,
  LABEL_WIDTH,
  LINE_HEIGHT,
  NAME_STYLE,
  PAGE_MARGIN,
  pageBottom,
  textWidth,
} from './receipt-page.server.ts';

const ROW_GAP = 12;

/** Facts as a table whose first column names the row. A fact that is itself a table stands below it, in the full width. */
export function writeFacts(doc: PdfDocument, root: PdfElement, facts: readonly SummaryItem[]): void {
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

function writeRow(doc: PdfDocument, parent: PdfElement, [label, value]: readonly [string, string]): void {
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
