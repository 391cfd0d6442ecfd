/** Prints what was measured, and writes it into the document that shows it. */
import { fileURLToPath } from 'node:url';
import { writePart } from '../../scripts/check/markdown.ts';

export type Figures = {
  /** Prints a line, or several, and keeps it */
  tell(text: string): void;
  /** Puts what was told into the document, in the place of what an earlier run wrote */
  write(): void;
};

/** @param document name in `docs` @param part name of the place in it, between comments @param isWhole false: nothing is written */
export function figuresOf(document: string, part: string, isWhole: boolean): Figures {
  const lines: string[] = [];
  const path = fileURLToPath(new URL(`../../docs/${document}`, import.meta.url));
  return {
    tell: (text) => {
      console.log(text);
      lines.push(text);
    },
    write: () => {
      if (!isWhole) return;
      const day = new Date().toISOString().slice(0, 10);
      writePart(path, part, `Measured on ${day}.\n\n${lines.join('\n')}`);
    },
  };
}
