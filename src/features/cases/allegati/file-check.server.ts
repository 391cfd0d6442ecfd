/** The order in which an upload is checked (content, virus, thumbnail), and how many uploads are checked at once. */
import { PortalError } from '../../../platform/errors.ts';
import type { ScanFile } from '../../../platform/scanner.ts';
import { JobStarved } from '../../../platform/starved.server.ts';
import { createThreadPool, ThreadEnded } from '../../../platform/threads.server.ts';
import { createTurns, type WorkOwner } from '../../../platform/turns.server.ts';
import type { InspectedFile, InspectionJob, InspectionOutcome } from './file-inspection.server.ts';
import { type FileKind, nameOfKind } from './file-kind.server.ts';
import { MAX_FILE } from './file-limits.ts';
import { cleanFileName } from './file-name.server.ts';
import { BUSY_WORDS, busyRefusal, fileRefusal } from './file-refusal.server.ts';
import { lacksEnd } from './jpeg.server.ts';
import { makeMiniatura } from './picture.server.ts';

/** A file that may be stored. `name` is for show only; `sha256` is hexadecimal, of the bytes as stored. */
export type CheckedFile = { tipo: FileKind; nome: string; bytes: Buffer; sha256: string; miniatura?: Buffer };

// The longest wait and the longest work of both, together, are below the 30 s after which the host gives up a silent
// connection, so that every sender gets an answer. Measured: a hostile file of 10 MB takes 0.6 s.
const inReadingTurn = createTurns({ atOnce: 2, ms: 5_000, busy: BUSY_WORDS });
const inScanTurn = createTurns({ atOnce: 4, ms: 5_000, busy: BUSY_WORDS });
/** One picture is decoded at a time: it fills up to 300 MB of memory (measured). */
const inPictureTurn = createTurns({ atOnce: 1, ms: 8_000, busy: BUSY_WORDS });
const readInThread = createThreadPool<InspectionJob, InspectionOutcome>(
  new URL('./file-inspection-thread.server.ts', import.meta.url),
  {
    ms: 8_000,
    megabytes: 64,
  },
);

/**
 * Looks into a file before it is stored: size, kind, scripts, viruses; pictures lose their metadata and get a
 * thumbnail.
 *
 * @param file name as sent, content, owner, and the scanner in use
 * @throws PortalError `too_large` over {@link MAX_FILE}; `wrong_type` when the content is not of the five kinds; `invalid` when it is empty, damaged, a PDF with commands, infected, or cannot be
 * looked into within 8 s and 64 MB; `unavailable` when the scanner is away, the machine too busy, or too many files
 * wait
 */
export async function checkFile(file: {
  nome: string;
  bytes: Uint8Array;
  who: WorkOwner;
  scan: ScanFile;
}): Promise<CheckedFile> {
  const { bytes, who, scan } = file;
  if (bytes.length === 0) throw fileRefusal('Questo file è vuoto. Scegline un altro.');
  if (bytes.length > MAX_FILE) {
    throw fileRefusal('Questo file supera i 10 MB. Riducilo, oppure dividilo in più file, e riprova.', 'too_large');
  }
  const { tipo, cleaned, sha256 } = await inReadingTurn(who, () => inspectInThread({ bytes }));
  await inScanTurn(who, () => scanForVirus(bytes, scan));
  const checked = {
    tipo,
    // The extension agrees with the content (OWASP ASVS 5.0, 5.2.2), whatever the sender's said.
    nome: cleanFileName(nameOfKind(cleanFileName(file.nome), tipo)),
    bytes: Buffer.from(cleaned.buffer, cleaned.byteOffset, cleaned.byteLength),
    sha256,
  };
  if (tipo !== 'jpeg' && tipo !== 'png') return checked;
  return {
    ...checked,
    miniatura: await inPictureTurn(who, () => makeMiniatura(cleaned, tipo === 'jpeg' && lacksEnd(bytes))),
  };
}

async function inspectInThread(job: InspectionJob): Promise<InspectedFile> {
  const outcome = await readInThread(job).catch((cause: unknown) => {
    if (cause instanceof JobStarved) throw busyRefusal(cause);
    if (!(cause instanceof ThreadEnded)) throw cause;
    throw fileRefusal(
      'Non riusciamo a controllare questo file: è fatto in un modo troppo complicato. Salvalo di nuovo (un documento come PDF semplice, una foto come JPEG) e riprova.',
      'invalid',
      cause,
    );
  });
  if ('parole' in outcome) throw fileRefusal(outcome.parole, outcome.code);
  return outcome;
}

async function scanForVirus(bytes: Uint8Array, scan: ScanFile): Promise<void> {
  const outcome = await scan(bytes).catch((cause: unknown) => {
    throw cause instanceof PortalError ? cause : new PortalError('unavailable', { cause });
  });
  if (outcome === 'clean') return;
  throw fileRefusal(
    'Il nostro antivirus ha trovato un virus in questo file. Controlla il tuo dispositivo e allega un altro file.',
  );
}
