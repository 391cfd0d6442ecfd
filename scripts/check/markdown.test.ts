import { expect, test } from 'vitest';
import { wrapMarkdown } from './markdown.ts';

const word = 'parola '.repeat(30).trim();
const lengths = (text: string) => text.split('\n').map((line) => line.length);

test('a long line is broken at spaces, and a list goes on below its first word', () => {
  expect(Math.max(...lengths(wrapMarkdown(`${word}\n\n- ${word}\n12. ${word}`)))).toBeLessThanOrEqual(140);
  expect(wrapMarkdown(`- ${word}`).split('\n')[1]).toMatch(/^ {2}parola/);
  expect(wrapMarkdown(word).split('\n').join(' ')).toBe(word);
  expect(wrapMarkdown(`una\nriga\n\n- ${word}\n  due\n- tre`)).toMatch(/^una riga\n\n- parola[^-]+ due\n- tre$/);
});

test('code, links, tables, headings and short lines stay as they are', () => {
  const code = `\`${word.slice(0, 100)}\``;
  const link = `[${word.slice(0, 50)}](dove-va.md)`;
  expect(wrapMarkdown(`${word.slice(0, 80)} ${code} ${link}`).split('\n')).toContain(`${code}`);
  expect(wrapMarkdown(`${word.slice(0, 120)} ${link}`).split('\n')).toContain(link);
  for (const text of [`| ${word} |`, `# ${word}`, `\`\`\`\n${word}\n\`\`\``, 'due parole'])
    expect(wrapMarkdown(text)).toBe(text);
});
