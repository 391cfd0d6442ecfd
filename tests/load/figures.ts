/** Prints what was measured, writes it into the document that shows it, and reads it there again. */
import { fileURLToPath } from 'node:url';
import { readPart, writePart } from '../../scripts/check/markdown.ts';

export type Figures = {
  /** Prints a line, or several, and keeps it */
  tell(text: string): void;
  /** Puts what was told into the document, in the place of what an earlier run wrote */
  write(): void;
};

/** @param document name in `docs` @param part name of the place in it, between comments @param isWhole false: nothing is written */
export function figuresOf(document: string, part: string, isWhole: boolean): Figures {
  const lines: string[] = [];
  return {
    tell: (text) => {
      console.log(text);
      lines.push(text);
    },
    write: () => {
      if (!isWhole) return;
      const day = new Date().toISOString().slice(0, 10);
      writePart(pathOf(document), part, `Measured on ${day}.\n\n${lines.join('\n')}`);
    },
  };
}

const pathOf = (document: string) => fileURLToPath(new URL(`../../docs/${document}`, import.meta.url));

/** A table of a document as the last run has written it. @property words what stands around the table: the day, the load, missed goals */
export type KeptFigures = { head: string[]; rows: string[][]; words: string[] };

/** @param document name in `docs` @param part name of the place in it @returns undefined before the first run */
export function keptFigures(document: string, part: string): KeptFigures | undefined {
  const lines = readPart(pathOf(document), part).split('\n').filter(Boolean);
  const [head, , ...rows] = lines
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return head && { head, rows, words: lines.filter((line) => !line.startsWith('|')) };
}

/** Ends a run that has missed a goal: each on a line of its own, and a status that is not 0. */
export function tellMissed(faults: readonly string[]): void {
  if (faults.length === 0) return;
  console.log(`\nSotto la meta:\n${faults.join('\n')}`);
  process.exitCode = 1;
}
