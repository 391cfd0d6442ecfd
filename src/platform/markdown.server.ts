/** Turns a text with the marks of Markdown into HTML that fits below the heading of a page. Raw HTML stays text. */
import MarkdownIt from 'markdown-it';

/** Paragraphs, headings, lists, quotes, links, bold: nothing that reaches out of the page or draws a table that a phone cannot show. */
const markdown = new MarkdownIt({ html: false }).disable(['image', 'table', 'code', 'fence']);

/** The page has its own heading of the first level, and no level below it may be left out. */
markdown.core.ruler.push('heading-levels', ({ tokens }) => {
  const levels = tokens.flatMap(({ type, tag }) => (type === 'heading_open' ? [Number(tag.slice(1))] : []));
  const shift = 2 - Math.min(...levels);
  let level = 1;
  for (const token of tokens) {
    if (token.type === 'heading_open') level = Math.min(Number(token.tag.slice(1)) + shift, level + 1);
    if (token.type === 'heading_open' || token.type === 'heading_close') token.tag = `h${level}`;
  }
});

/** @param text of a municipality @returns HTML without scripts, pictures, or links other than to pages, mail and telephone */
export const renderMarkdown = (text: string): string => markdown.render(text);
