/** The layout of every mail of the portal: the same content as HTML and as plain text, in the colours of the ente. */
import { escapeHtml } from '../html.ts';
import type { MailPicture } from './message.ts';

/** The ente that writes: name and colour at the top, address and mailbox at the foot. @property stemma it has a crest */
type MailEnte = { nome: string; colore: string; indirizzo?: string; email?: string; stemma?: unknown };

/** The crest in the HTML of a mail; its bytes are added when the mail is delivered. */
export const STEMMA_CID = 'stemma@portale';

/** A picture in the mail. @property alt what it shows, also in the plain text @property caption below it */
export type ShownPicture = MailPicture & { alt: string; caption?: string };

export type MailLink = { label: string; url: string };

/** Some things, each with its link. @property more below them, what is not shown */
export type MailList = { title: string; items: readonly MailLink[]; more?: string };

export type MailContent = {
  ente: MailEnte;
  title: string;
  /** A one-time code, shown right under the title */
  code?: string;
  paragraphs: string[];
  /** Label and value, in the order shown */
  facts?: [string, string][];
  /** Below the facts */
  lists?: readonly MailList[];
  /** Below the lists */
  pictures?: readonly ShownPicture[];
  /** The one thing to do: a button, with the address in clear below it */
  action?: MailLink;
  /** A second, less important link */
  link?: MailLink;
  footer?: string;
};

// Bootstrap Italia's primary blue, contrast with white 5.6.
const DEFAULT_COLOUR = '#0066cc';
const BUTTON_STYLE = 'display:inline-block;padding:12px 24px;border-radius:4px;font-weight:bold;text-decoration:none';
const PAGE_STYLE =
  'max-width:600px;margin:0 auto;background:#ffffff;color:#19191a;' +
  "font-family:'Titillium Web',Arial,Helvetica,sans-serif;font-size:18px;line-height:1.5;word-break:break-word";

// Line ends would let a value draw lines of its own in the plain text; direction marks would let it hide its end.
const UNSEEN_CHARACTERS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+/gu;

/** @returns the text on one line, without control characters and direction overrides */
export function oneLine(text: string): string {
  return text.replace(UNSEEN_CHARACTERS, ' ').trim();
}

/**
 * Words typed by a person. Mail programs turn "esempio.it" into a link, and no link in our mails may lead elsewhere: an invisible
 * space after the characters that make an address keeps it plain text. No domain ends in a single letter: "S.P. 12" stays as it was typed,
 * and can be copied into a map.
 */
export function withoutLinks(text: string): string {
  return oneLine(text).replace(/\.(?=\p{L}{2})|[.@:](?=\/)|[@:](?=\p{L})/gu, '$&\u200b');
}

/**
 * A mail as HTML and as plain text, the same words in the same order. No tracking, no external resource: pictures travel inside it.
 * Escapes everything: callers pass plain text.
 * @throws Error when a link is not http or https: links come from the portal's own address, never from user input
 */
export function renderMail(content: MailContent): { text: string; html: string; pictures?: readonly MailPicture[] } {
  const listed = (content.lists ?? []).flatMap(({ items }) => items);
  for (const link of [content.action, content.link, ...listed]) {
    if (link && !/^https?:\/\/[^\s]+$/.test(link.url)) throw new Error('A link in a mail must be an http address.');
  }
  const { pictures = [] } = content;
  return { text: renderText(content), html: renderHtml(content), ...(pictures.length > 0 && { pictures }) };
}

function renderText({
  ente,
  title,
  code,
  paragraphs,
  facts = [],
  lists = [],
  pictures = [],
  action,
  link,
  footer,
}: MailContent): string {
  const blocks = [
    oneLine(title),
    code && oneLine(code),
    ...paragraphs.map(oneLine),
    facts.map(([label, value]) => `${oneLine(label)}: ${oneLine(value)}`).join('\n'),
    ...lists.map(({ title: name, items, more }) =>
      [oneLine(name), ...items.map(({ label, url }) => `- ${oneLine(label)}\n  ${url}`), more && oneLine(more)]
        .filter(Boolean)
        .join('\n'),
    ),
    pictures.map(({ alt, caption }) => `[${oneLine([alt, caption].filter(Boolean).join('. '))}]`).join('\n'),
    action && `${oneLine(action.label)}:\n${action.url}`,
    link && `${oneLine(link.label)}:\n${link.url}`,
    ['--', ...signatureLines(ente), footer ? oneLine(footer) : ''].filter(Boolean).join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function renderHtml({
  ente,
  title,
  code,
  paragraphs,
  facts = [],
  lists = [],
  pictures = [],
  action,
  link,
  footer,
}: MailContent): string {
  const colour = /^#[0-9a-f]{6}$/i.test(ente.colore) ? ente.colore : DEFAULT_COLOUR;
  const p = (inner: string, style = '') => `<p style="margin:0 0 16px;${style}">${inner}</p>`;
  const a = (url: string, inner: string, style: string) => `<a href="${escapeLine(url)}" style="${style}">${inner}</a>`;
  const fact = ([label, value]: [string, string]) =>
    `<dt style="font-weight:bold">${escapeLine(label)}</dt><dd style="margin:0 0 8px">${escapeLine(value)}</dd>`;
  const picture = ({ cid, alt, caption }: ShownPicture) =>
    `<p style="margin:0 0 16px;font-size:14px"><img src="cid:${escapeLine(cid)}" alt="${escapeLine(alt)}" ` +
    `style="display:block;max-width:100%;height:auto;border-radius:4px">${escapeLine(caption ?? '')}</p>`;
  const crest = ente.stemma
    ? `<img src="cid:${STEMMA_CID}" alt="" width="40" height="40" style="vertical-align:middle;margin-right:12px">`
    : '';
  const inClear = (url: string) => a(url, escapeLine(url), `color:${colour};word-break:break-all`);
  const list = ({ title: name, items, more }: MailList) =>
    `<h2 style="margin:0 0 8px;font-size:20px">${escapeLine(name)}</h2><ul style="margin:0 0 16px;padding-left:24px">` +
    `${items.map(({ label, url }) => `<li>${a(url, escapeLine(label), `color:${colour}`)}</li>`).join('')}</ul>` +
    (more ? p(escapeLine(more)) : '');
  const blocks = [
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeLine(title)}</h1>`,
    code && p(`<strong>${escapeLine(code)}</strong>`, 'font-size:32px;letter-spacing:4px;line-height:1.25'),
    ...paragraphs.map((text) => p(escapeLine(text))),
    facts.length > 0 && `<dl style="margin:0 0 16px">${facts.map(fact).join('')}</dl>`,
    ...lists.map(list),
    ...pictures.map(picture),
    action &&
      p(a(action.url, escapeLine(action.label), `${BUTTON_STYLE};background:${colour};color:#ffffff`)) +
        p(`Se il pulsante non funziona, copia questo indirizzo nel browser:<br>${inClear(action.url)}`),
    link && p(`${escapeLine(link.label)}:<br>${inClear(link.url)}`),
  ];
  const foot = [...signatureLines(ente), footer ?? ''].filter(Boolean);
  // Mail programs drop <html> and <body>, so language and title are repeated on an element that they keep.
  return `<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeLine(title)}</title>
</head>
<body style="margin:0;padding:0;background:#f2f2f2">
<div role="article" aria-roledescription="e-mail" aria-label="${escapeLine(title)}" lang="it" style="${PAGE_STYLE}">
<div style="padding:16px 24px;background:${colour};color:#ffffff;font-weight:bold">${crest}${escapeLine(ente.nome)}</div>
<div style="padding:24px">
${blocks.filter(Boolean).join('\n')}
</div>
<div style="padding:16px 24px;border-top:1px solid #c5c7c9;font-size:16px;color:#404040">
${foot.map((line) => `<p style="margin:0 0 4px">${escapeLine(line)}</p>`).join('\n')}
</div>
</div>
</body>
</html>
`;
}

function signatureLines({ nome, indirizzo, email }: MailEnte): string[] {
  return [nome, indirizzo, email].map((line) => oneLine(line ?? '')).filter(Boolean);
}

const escapeLine = (text: string): string => escapeHtml(oneLine(text));
