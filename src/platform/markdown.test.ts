import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.server.ts';

test('Markdown becomes paragraphs, lists, links and bold words', () => {
  expect(renderMarkdown('Uno **due**.\n\n- a\n- [sito](https://comune.example/)\n')).toBe(
    '<p>Uno <strong>due</strong>.</p>\n<ul>\n<li>a</li>\n<li><a href="https://comune.example/">sito</a></li>\n</ul>\n',
  );
});

test.each([
  ['# a\n## b\n# c', ['h2', 'h3', 'h2']],
  ['## a\n#### b\n## c', ['h2', 'h3', 'h2']],
  ['### a\n## b\n### c', ['h2', 'h2', 'h3']],
])('the headings of %j follow the one of the page without a gap', (text, levels) => {
  expect(Array.from(renderMarkdown(text).matchAll(/<(h\d)>/g), ([, tag]) => tag)).toEqual(levels);
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](data:text/html,x)',
  '![a](https://altrove.example/spia.png)',
  '[a](https://x.example/"onmouseover="alert(1))',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
])('%s runs nothing and loads nothing', (text) => {
  const html = renderMarkdown(text);
  const tags = html.match(/<[^>]*>/g)?.filter((tag) => !/^<\/?(p|a)( href="https:[^"]*")?>$/.test(tag));
  expect(tags ?? []).toEqual([]);
});
