/** Builds small pieces of Markdown. */
import { readFileSync, writeFileSync } from 'node:fs';

/** Puts a text into a document, between the comments `<!-- part -->` and `<!-- /part -->`. @throws when it has no such place */
export function writePart(path: string, part: string, content: string): void {
  const text = readFileSync(path, 'utf8');
  const { index, 1: begin = '', 2: kept = '' } = placeOf(text, path, part);
  const at = index + begin.length;
  writeFileSync(path, `${text.slice(0, at)}\n${content.trim()}\n\n${text.slice(at + kept.length)}`);
}

/** @returns what stands there @throws when the document has no such place */
export const readPart = (path: string, part: string): string =>
  placeOf(readFileSync(path, 'utf8'), path, part)[2] ?? '';

function placeOf(text: string, path: string, part: string): RegExpExecArray {
  const place = new RegExp(`(<!-- ${part} -->\n)([^]*)<!-- /${part} -->`).exec(text);
  if (!place) throw new Error(`${path} has no place for ${part}`);
  return place;
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}

export function markdownCode(text: string): string {
  return `\`${text}\``;
}

const LINE_LENGTH = 140;

/**
 * Fills the lines of running text, and breaks those that are longer than a screen is wide at spaces outside of code and links. A list goes on below
 * its first word; tables, headings and blocks of code stay.
 */
export function wrapMarkdown(text: string): string {
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : paragraphsOf(part).map(wrapParagraph).join('\n')))
    .join('');
}

/** Lists, tables and headings begin a line of their own; running text goes on from the line before. */
const OWN_LINE = /^\s*(?:[|#]|<[^h]|(?:[-*+]|\d+\.)\s|$)/;

function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  for (const line of text.split('\n')) {
    const before = paragraphs.at(-1);
    const goesOn = before !== undefined && before.trim() !== '' && !/^\s*[|#]/.test(before) && !OWN_LINE.test(line);
    if (goesOn) paragraphs[paragraphs.length - 1] = `${before} ${line.trim()}`;
    else paragraphs.push(line);
  }
  return paragraphs;
}

function wrapParagraph(paragraph: string): string {
  if (paragraph.length <= LINE_LENGTH || /^\s*[|#]/.test(paragraph)) return paragraph;
  const lead = /^\s*(?:(?:[-*+]|\d+\.)\s+)?/.exec(paragraph)?.[0] ?? '';
  const [first = '', ...words] = paragraph.slice(lead.length).match(/(?:`[^`]*`|\[[^\]]*\](?:\([^)]*\))?|\S)+/g) ?? [];
  const lines: string[] = [];
  let line = lead + first;
  for (const word of words) {
    if (line.length + 1 + word.length <= LINE_LENGTH) line += ` ${word}`;
    else {
      lines.push(line);
      line = ' '.repeat(lead.length) + word;
    }
  }
  return [...lines, line].join('\n');
}
