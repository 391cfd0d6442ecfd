/** Longest name shown, in UTF-16 units: fits every file system and one line of a table. */
export const MAX_NAME_LENGTH = 100;

/**
 * Control, formatting (bidi, zero width), private and otherwise invisible characters, line and paragraph separators.
 */
const INVISIBLE_CHARS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Device names of Windows: no file can be saved under them, with any extension. */
const RESERVED_NAMES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * The name of an attachment, for show only: files are never stored under it.
 *
 * @param name what the browser sent, of any length
 * @returns last path part, NFC, nothing invisible, nothing a file system forbids, at most {@link MAX_NAME_LENGTH} characters
 * with its extension kept, never empty
 */
export function cleanFileName(name: string): string {
  const lastPart = name.slice(-4096).split(/[/\\]/).at(-1) ?? '';
  const visible = lastPart
    .replace(INVISIBLE_CHARS, '')
    .normalize('NFC')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+/, '');
  const cleaned = shortenName(stripTail(visible));
  return RESERVED_NAMES.test(cleaned) ? shortenName(`_${cleaned}`) : cleaned || 'allegato';
}

/**
 * The Content-Disposition of a download (RFC 6266): an attachment, or a picture that is shown; an ASCII name for old clients
 * and the true one.
 *
 * @param name any text; it is cleaned again, so quotes and line ends never reach the header
 */
export function contentDisposition(name: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const cleaned = cleanFileName(name);
  const ascii = cleaned
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/]/gu, '_');
  const utf8 = encodeURIComponent(cleaned).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}

/**
 * Trailing dots and spaces vanish on Windows, so `a.exe. ` would become `a.exe`. Walked backwards: linear on any
 * input.
 */
function stripTail(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  return name.slice(0, end);
}

function shortenName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  const start = name
    .slice(0, MAX_NAME_LENGTH - extension.length)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  return stripTail(start) + extension;
}
