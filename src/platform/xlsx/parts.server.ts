/** The parts of an Excel workbook: an archive of XML, opened within limits and read while it is unpacked. */
import sax from 'sax';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** Why a workbook is not read, in words for the person who sent it. */
export class WorkbookError extends Error {}

/** @property parts by their path in the archive */
export type OpenedWorkbook = { zip: ZipFile; parts: ReadonlyMap<string, Entry> };

/** Parts of an archive; a workbook of a hundred sheets with pictures has some hundreds. */
const MAX_PARTS = 2000;
/** Bytes of all parts together: 300,000 rows of forty columns. */
const MAX_UNPACKED = 512 * 1024 * 1024;
/** How many times larger a part may become. A sheet becomes 8 to 20 times, one of equal rows up to 100 times larger. */
const MAX_RATIO = 200;
/** Below this size of a part its ratio does not matter. */
const SMALL_PART = 1024 * 1024;

const BROKEN_WORDS = 'Il file Excel è rovinato o incompleto: aprilo, salvalo di nuovo e riprova.';
const TOO_LARGE =
  'Il file Excel è troppo grande una volta aperto: dividilo, o togli i fogli e le colonne che non servono.';
const NO_WORKBOOK =
  'Questo archivio non è una cartella di Excel (.xlsx). Un foglio di un altro programma si salva come «Cartella di lavoro di Excel (.xlsx)» o come CSV.';

export const brokenWorkbook = (cause?: unknown): WorkbookError => new WorkbookError(BROKEN_WORDS, { cause });

/**
 * The sizes that the archive tells are added up before anything is unpacked, and a part that turns out larger than it says is an error.
 * @throws WorkbookError
 */
export async function openWorkbook(bytes: Uint8Array): Promise<OpenedWorkbook> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).catch(
    (cause: unknown) => {
      throw brokenWorkbook(cause);
    },
  );
  if (zip.entryCount > MAX_PARTS) throw new WorkbookError(TOO_LARGE);
  const parts = new Map<string, Entry>();
  let unpacked = 0;
  try {
    for await (const part of zip.eachEntry()) {
      unpacked += part.uncompressedSize;
      const isBomb = part.uncompressedSize > SMALL_PART && part.uncompressedSize > part.compressedSize * MAX_RATIO;
      if (isBomb || unpacked > MAX_UNPACKED) throw new WorkbookError(TOO_LARGE);
      parts.set(part.fileName, part);
    }
  } catch (error) {
    throw error instanceof WorkbookError ? error : brokenWorkbook(error);
  }
  if (parts.has('xl/workbook.bin'))
    throw new WorkbookError('Questa è una cartella binaria di Excel (.xlsb): salvala come .xlsx e riprova.');
  if (parts.has('content.xml'))
    throw new WorkbookError(
      'Questo è un foglio di LibreOffice (.ods): salvalo come «Excel 2007-365 (.xlsx)» o come CSV, e riprova.',
    );
  if (!parts.has('_rels/.rels')) throw new WorkbookError(NO_WORKBOOK);
  return { zip, parts };
}

/** What is done with a part while it is read. Names are without the prefix of their namespace. */
export type PartReader = {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** The rest is not needed */
  isDone?(): boolean;
};

/** @returns false when the workbook has no such part. @throws WorkbookError when it cannot be unpacked, or is no XML */
export async function readPart({ zip, parts }: OpenedWorkbook, path: string, reader: PartReader): Promise<boolean> {
  const part = parts.get(path);
  if (!part) return false;
  if (part.isEncrypted()) throw new WorkbookError('Il file Excel è protetto da password: toglila e riprova.');
  const parser = sax.parser(true);
  parser.onopentag = ({ name, attributes }) =>
    reader.open?.(localName(name), attributes as Readonly<Record<string, string>>);
  const onText = (text: string) => reader.text?.(text);
  parser.ontext = onText;
  parser.oncdata = onText;
  parser.onclosetag = (name) => reader.close?.(localName(name));
  parser.onerror = (error) => {
    throw error;
  };
  const decoder = new TextDecoder();
  try {
    const stream = await zip.openReadStreamPromise(part);
    for await (const chunk of stream) {
      parser.write(decoder.decode(chunk, { stream: true }));
      if (reader.isDone?.()) return true;
    }
    parser.close();
    return true;
  } catch (error) {
    throw error instanceof WorkbookError ? error : brokenWorkbook(error);
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
