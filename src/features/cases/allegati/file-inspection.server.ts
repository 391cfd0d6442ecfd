/** The stage of the check that parses untrusted bytes: finds the kind of a file and chooses its reader. */
import { createHash } from 'node:crypto';
import type { ErrorCode } from '../../../platform/errors.ts';
import { type FileKind, kindOfContent } from './file-kind.server.ts';
import { fileRefusal } from './file-refusal.server.ts';
import { stripHeicMetadata } from './heic.server.ts';
import { stripJpegMetadata } from './jpeg.server.ts';
import { checkPdf } from './pdf.server.ts';
import { stripPngMetadata } from './png.server.ts';

/** A file whose bytes were looked into. `cleaned` is what may be stored, `sha256` (hexadecimal) is of that. */
export type InspectedFile = { tipo: FileKind; cleaned: Uint8Array; sha256: string };
/** The messages between the threads; see `file-inspection-thread.server.ts`. */
export type InspectionJob = { bytes: Uint8Array };
export type InspectionOutcome = InspectedFile | { code: ErrorCode; parole: string };

/**
 * Looks into the bytes of a file: its kind, scripts in a PDF, metadata in a picture. Everything that is read byte by
 * byte is read here, in a thread of its own.
 *
 * @throws PortalError `wrong_type` when the content is not of the five kinds;
 * `invalid` when the file is damaged, or a PDF with commands
 */
export async function inspectFile({ bytes }: InspectionJob): Promise<InspectedFile> {
  const tipo = kindOfContent(bytes);
  if (!tipo) throw fileRefusal('Accettiamo file PDF, JPEG, PNG, HEIC e P7M. Scegli un altro file.', 'wrong_type');
  if (tipo === 'pdf') await checkPdf(bytes);
  const cleaned = stripMetadata(tipo, bytes);
  return { tipo, cleaned, sha256: createHash('sha256').update(cleaned).digest('hex') };
}

/**
 * The same picture without metadata (position, device, author, comments), pixels untouched; a document as it is.
 *
 * @throws PortalError `invalid` when the picture is incomplete
 */
export function stripMetadata(tipo: FileKind, bytes: Uint8Array): Buffer {
  const b = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (tipo === 'jpeg') return stripJpegMetadata(b);
  if (tipo === 'png') return stripPngMetadata(b);
  return tipo === 'heic' ? stripHeicMetadata(b) : b;
}
