/** The stage of the check that parses untrusted bytes: finds the kind of a file and chooses its reader. */
import { createHash } from 'node:crypto';
import type { ErrorCode } from '../../../platform/errors.ts';
import { heicSenzaMetadati } from './heic.server.ts';
import { jpegSenzaMetadati } from './jpeg.server.ts';
import { controllaPdf } from './pdf.server.ts';
import { pngSenzaMetadati } from './png.server.ts';
import { rifiuto } from './rifiuto.server.ts';
import { type Tipo, tipoDaContenuto, tipoDaNome } from './tipo.server.ts';

const ACCETTIAMO = 'Accettiamo file PDF, JPEG, PNG, HEIC e P7M.';

/** A file whose bytes were looked into. `puliti` is what may be stored, `sha256` (hexadecimal) is of that. */
export type Esaminato = { tipo: Tipo; puliti: Uint8Array; sha256: string };
/** What crosses from one thread to the other; see `esame-thread.server.ts`. */
export type Richiesta = { nome: string; bytes: Uint8Array };
export type Esito = Esaminato | { code: ErrorCode; parole: string };

/**
 * Looks into the bytes of a file: its kind, scripts in a PDF, metadata in a picture. Whatever is read byte by byte is
 * read here, in a thread of its own.
 *
 * @throws PortalError `wrong_type` when the content is none of the five kinds or the extension says another one;
 * `invalid` when the file is damaged, or a PDF with commands
 */
export async function esamina({ nome, bytes }: Richiesta): Promise<Esaminato> {
  const tipo = tipoConcorde(nome, bytes);
  if (tipo === 'pdf') await controllaPdf(bytes);
  const puliti = senzaMetadati(tipo, bytes);
  return { tipo, puliti, sha256: createHash('sha256').update(puliti).digest('hex') };
}

/**
 * The same picture without metadata (position, device, author, comments), pixels untouched; a document as it is.
 *
 * @throws PortalError `invalid` when the picture is incomplete
 */
export function senzaMetadati(tipo: Tipo, bytes: Uint8Array): Buffer {
  const b = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (tipo === 'jpeg') return jpegSenzaMetadati(b);
  if (tipo === 'png') return pngSenzaMetadati(b);
  return tipo === 'heic' ? heicSenzaMetadati(b) : b;
}

/**
 * Content and extension must both be on the list and say the same (OWASP ASVS 5.0, 5.2.2): a renamed program is
 * refused.
 */
function tipoConcorde(nome: string, bytes: Uint8Array): Tipo {
  const tipo = tipoDaContenuto(bytes);
  if (!tipo) throw rifiuto(`${ACCETTIAMO} Scegli un altro file.`, 'wrong_type');
  if (tipoDaNome(nome) === tipo) return tipo;
  throw rifiuto(
    `${ACCETTIAMO} Questo file è un ${tipo.toUpperCase()}, ma il suo nome non lo dice: cambia l’estensione e riprova.`,
    'wrong_type',
  );
}
