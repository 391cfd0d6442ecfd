/** Longest name shown, in UTF-16 units: fits every file system and one line of a table. */
export const MAX_NOME = 100;

/**
 * Control, formatting (bidi, zero width), private and otherwise invisible characters, line and paragraph separators.
 */
const INVISIBILI = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Device names of Windows: no file can be saved under them, with any extension. */
const RISERVATI = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * The name of an attachment, for show only: files are never stored under it.
 *
 * @param name what the browser sent, of any length
 * @returns last path part, NFC, nothing invisible, nothing a file system forbids, at most {@link MAX_NOME} characters
 * with its extension kept, never empty
 */
export function nomePulito(name: string): string {
  const ultimo = name.slice(-4096).split(/[/\\]/).at(-1) ?? '';
  const visibile = ultimo
    .replace(INVISIBILI, '')
    .normalize('NFC')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+/, '');
  const nome = accorciato(senzaCoda(visibile));
  return RISERVATI.test(nome) ? accorciato(`_${nome}`) : nome || 'allegato';
}

/**
 * The Content-Disposition of a download (RFC 6266): always an attachment, an ASCII name for old clients and the true
 * one.
 *
 * @param name any text; it is cleaned again, so quotes and line ends never reach the header
 */
export function contentDisposition(name: string): string {
  const nome = nomePulito(name);
  const ascii = nome
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/]/gu, '_');
  const utf8 = encodeURIComponent(nome).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}

/**
 * Trailing dots and spaces vanish on Windows, so `a.exe. ` would become `a.exe`. Walked backwards: linear on any
 * input.
 */
function senzaCoda(nome: string): string {
  let fine = nome.length;
  while (fine > 0 && (nome[fine - 1] === '.' || nome[fine - 1] === ' ')) fine -= 1;
  return nome.slice(0, fine);
}

function accorciato(nome: string): string {
  if (nome.length <= MAX_NOME) return nome;
  const estensione = /\.[A-Za-z0-9]{1,10}$/.exec(nome)?.[0] ?? '';
  const inizio = nome
    .slice(0, MAX_NOME - estensione.length)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  return senzaCoda(inizio) + estensione;
}
