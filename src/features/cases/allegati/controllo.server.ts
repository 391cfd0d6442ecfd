/** The order in which an upload is checked (content, virus, thumbnail), and how many uploads are checked at once. */
import { PortalError } from '../../../platform/errors.ts';
import type { Scan } from '../../../platform/scanner.ts';
import { ThreadEnded, threads } from '../../../platform/threads.server.ts';
import { turns, type Who } from '../../../platform/turns.server.ts';
import type { Esaminato, Esito, Richiesta } from './esame.server.ts';
import { miniatura } from './immagine.server.ts';
import { MAX_FILE } from './limiti.ts';
import { nomePulito } from './nome.server.ts';
import { rifiuto } from './rifiuto.server.ts';
import type { Tipo } from './tipo.server.ts';

/** A file that may be stored. `nome` is for show only; `sha256` is hexadecimal, of the bytes as stored. */
export type FileControllato = { tipo: Tipo; nome: string; bytes: Buffer; sha256: string; miniatura?: Buffer };

// The longest wait and the longest work of both, together, are below the 30 s after which the host gives up a silent
// connection: whoever waits is answered. Measured: 10 MB made to take long take 0.6 s.
const OCCUPATO = 'Stiamo controllando molti file in questo momento. Attendi un minuto e riprova.';
const alTurnoDiLettura = turns({ atOnce: 2, ms: 5_000, busy: OCCUPATO });
const alTurnoDiAntivirus = turns({ atOnce: 4, ms: 5_000, busy: OCCUPATO });
/** One picture is decoded at a time: it fills up to 300 MB of memory (measured). */
const alTurnoDiImmagine = turns({ atOnce: 1, ms: 8_000, busy: OCCUPATO });
const leggi = threads<Richiesta, Esito>(new URL('./esame-thread.server.ts', import.meta.url), {
  ms: 8_000,
  megabytes: 64,
});

/**
 * Looks into a file before it is stored: size, kind, scripts, viruses; pictures lose their metadata and get a
 * thumbnail.
 *
 * @param file name as sent, content, whose it is, and the scanner in use
 * @throws PortalError `too_large` over {@link MAX_FILE}; `wrong_type` when the content is none of the five kinds or
 * the extension says another one; `invalid` when it is empty, damaged, a PDF with commands, infected, or cannot be
 * looked into within 8 s and 64 MB; `unavailable` when the scanner is away, or too many files wait
 */
export async function controllaFile(file: {
  nome: string;
  bytes: Uint8Array;
  di: Who;
  scan: Scan;
}): Promise<FileControllato> {
  const { bytes, di, scan } = file;
  if (bytes.length === 0) throw rifiuto('Questo file è vuoto. Scegline un altro.');
  if (bytes.length > MAX_FILE) {
    throw rifiuto('Questo file supera i 10 MB. Riducilo, oppure dividilo in più file, e riprova.', 'too_large');
  }
  const nome = nomePulito(file.nome);
  const { tipo, puliti, sha256 } = await alTurnoDiLettura(di, () => esaminato({ nome, bytes }));
  await alTurnoDiAntivirus(di, () => senzaVirus(bytes, scan));
  const controllato = { tipo, nome, bytes: Buffer.from(puliti.buffer, puliti.byteOffset, puliti.byteLength), sha256 };
  if (tipo !== 'jpeg' && tipo !== 'png') return controllato;
  return { ...controllato, miniatura: await alTurnoDiImmagine(di, () => miniatura(puliti)) };
}

async function esaminato(richiesta: Richiesta): Promise<Esaminato> {
  const esito = await leggi(richiesta).catch((cause: unknown) => {
    if (!(cause instanceof ThreadEnded)) throw cause;
    throw rifiuto(
      'Non riusciamo a controllare questo file: è fatto in un modo troppo complicato. Salvalo di nuovo (un documento come PDF semplice, una foto come JPEG) e riprova.',
      'invalid',
      cause,
    );
  });
  if ('parole' in esito) throw rifiuto(esito.parole, esito.code);
  return esito;
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
