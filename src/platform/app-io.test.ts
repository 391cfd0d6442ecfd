import { expect, test } from 'vitest';
import { ioContent, ioContentOf } from './app-io.ts';
import { renderMarkdown } from './markdown.server.ts';

const LINK = { label: 'Apri la pagina', url: 'https://portale.example/segnalazione/chat/o(b)rien%40posta.example/x' };

test('the shortest words make a message that IO takes, and so do the longest', () => {
  for (const [subject, paragraphs] of [
    ['Dieci car.', []],
    ['S'.repeat(300), Array.from({ length: 30 }, () => 'p'.repeat(1000))],
  ] as const)
    expect(ioContent.safeParse(ioContentOf({ subject, paragraphs, link: LINK })).success).toBe(true);
});

test('what an ente has typed makes no heading, no bold and no link of its own', () => {
  const paragraphs = ['# Ufficio *Tributi* [qui](https://evil.example) <b>x</b>'];
  const { markdown } = ioContentOf({ subject: 'Domani hai un appuntamento', paragraphs, link: LINK });
  const html = renderMarkdown(markdown);
  expect(html).toContain('# Ufficio *Tributi* [qui](https://evil.example) &lt;b&gt;x&lt;/b&gt;');
  expect(html.match(/href="[^"]*"/g)).toEqual([
    'href="https://portale.example/segnalazione/chat/o%28b%29rien%40posta.example/x"',
  ]);
});
