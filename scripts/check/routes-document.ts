/** docs/routes.md: every screen, and the addresses that are no screens. */
import type { SCREEN_ROWS, TECHNICAL_ADDRESSES } from '../../src/routes.ts';
import { markdownTable } from './markdown.ts';

const LOGIN_WORDS = {
  no: '–',
  optional: 'optional',
  required: 'required',
  operator: 'operator',
  administrator: 'administrator',
} as const;

const FORM_WORDS = { text: 'yes', file: 'with a file' } as const;

/** The text of docs/routes.md, from the table of screens. */
export function routesDocument(screens: typeof SCREEN_ROWS, technical: typeof TECHNICAL_ADDRESSES): string {
  const yes = (flag: boolean | undefined) => (flag ? 'yes' : '–');
  return `# Screens

Generated from \`src/routes.ts\`, which gathers the screens of the services. *Login* says whether one is needed; *bot check* whether its script is loaded; *form* takes a POST
without JavaScript, urlencoded, or multipart where a file may come with it (anything else: 415); *personal* has personal data in its path (never cached, indexed or logged).

${markdownTable(
  ['Path', 'Title', 'Login', 'Bot check', 'Form', 'Personal', 'Only in sandbox'],
  screens.map((s) => [
    `\`${s.path}\``,
    s.title,
    LOGIN_WORDS[s.login],
    yes(s.botCheck),
    s.form ? FORM_WORDS[s.form] : '–',
    yes(s.personal),
    yes(s.sandbox),
  ]),
)}
Every other path is a 404 page. A final slash is taken away by a 308; another letter case is another path.

## For programs

${markdownTable(
  ['Path', 'What'],
  technical.map((t) => [`\`${t.path}\``, t.what]),
)}`;
}
