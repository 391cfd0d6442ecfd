import { createHash } from 'node:crypto';
import { PortalError } from '../../platform/errors.ts';
import type { Scan } from '../../platform/scanner.ts';
import { miniatura, senzaMetadati } from './immagine.server.ts';
import { MAX_FILE } from './limiti.ts';
import { nomePulito } from './nome.server.ts';
import { controllaPdf } from './pdf.server.ts';
import { rifiuto } from './rifiuto.server.ts';
import { type Tipo, tipoDaContenuto, tipoDaNome } from './tipo.server.ts';

const ACCETTIAMO = 'Accettiamo file PDF, JPEG, PNG, HEIC e P7M.';

/** A file that may be stored. `nome` is for show only; `sha256` is hexadecimal, of the bytes as stored. */
export type FileControllato = { tipo: Tipo; nome: string; bytes: Buffer; sha256: string; miniatura?: Buffer };

/**
 * Looks into a file before it is stored: size, kind, scripts, viruses; pictures lose their metadata and get a
 * thumbnail.
 *
 * @param file name as sent, content, and the scanner in use
 * @throws PortalError `too_large` over {@link MAX_FILE}; `wrong_type` when the content is none of the five kinds or
 * the extension says another one; `invalid` when it is empty, damaged, a PDF with commands, or infected; `unavailable`
 * when the scanner is away
 */
export async function controllaFile(file: { nome: string; bytes: Uint8Array; scan: Scan }): Promise<FileControllato> {
  const { bytes, scan } = file;
  if (bytes.length === 0) throw rifiuto('Questo file è vuoto. Scegline un altro.');
  if (bytes.length > MAX_FILE) {
    throw rifiuto('Questo file supera i 10 MB. Riducilo, oppure dividilo in più file, e riprova.', 'too_large');
  }
  const nome = nomePulito(file.nome);
  const tipo = tipoConcorde(nome, bytes);
  if (tipo === 'pdf') await controllaPdf(bytes);
  await senzaVirus(bytes, scan);

  const immagine = tipo === 'jpeg' || tipo === 'png';
  const puliti = immagine ? senzaMetadati(tipo, bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sha256 = createHash('sha256').update(puliti).digest('hex');
  const controllato = { tipo, nome, bytes: puliti, sha256 };
  return immagine ? { ...controllato, miniatura: await miniatura(puliti) } : controllato;
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

async function senzaVirus(bytes: Uint8Array, scan: Scan): Promise<void> {
  const esito = await scan(bytes).catch((cause: unknown) => {
    throw cause instanceof PortalError ? cause : new PortalError('unavailable', { cause });
  });
  if (esito === 'clean') return;
  throw rifiuto(
    'Il nostro antivirus ha trovato un virus in questo file. Controlla il tuo dispositivo e allega un altro file.',
  );
}
