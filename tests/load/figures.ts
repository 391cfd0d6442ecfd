/** Prints what was measured, and writes it into the document that shows it. */
import { readFileSync, writeFileSync } from 'node:fs';

export type Figures = {
  /** Prints a line, or several, and keeps it */
  tell(text: string): void;
  /** Puts what was told into the document, in the place of what an earlier run wrote */
  write(): void;
};

/** @param document name in `docs` @param part name of the place in it, between comments @param isWhole false: nothing is written */
export function figuresOf(document: string, part: string, isWhole: boolean): Figures {
  const lines: string[] = [];
  const path = new URL(`../../docs/${document}`, import.meta.url);
  return {
    tell: (text) => {
      console.log(text);
      lines.push(text);
    },
    write: () => {
      if (!isWhole) return;
      const text = readFileSync(path, 'utf8');
      const place = new RegExp(`(<!-- ${part} -->\n)[^]*(<!-- /${part} -->)`);
      if (!place.test(text)) throw new Error(`docs/${document} has no place for ${part}`);
      const day = new Date().toISOString().slice(0, 10);
      writeFileSync(
        path,
        text.replace(place, (_, begin, end) => `${begin}\nMeasured on ${day}.\n\n${lines.join('\n')}\n\n${end}`),
      );
    },
  };
}
