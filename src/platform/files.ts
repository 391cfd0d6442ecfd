/** Port to where the bytes of files are: in the store, or as objects outside it. Each file's row says where its own are. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Allegato, StoreDb } from '../store/tables.ts';
import { PortalError } from './errors.ts';

/** What a row knows of the bytes of its file. */
export type KeptFile = Pick<Allegato, 'id' | 'dimensione' | 'sha256' | 'deposito'>;

/** Before there is a row. @property sha256 of the bytes, hexadecimal */
export type NewFile = { id: string; bytes: Uint8Array; sha256: string };

/** @property deposito for the row @property withRow awaited in the row's transaction, after the row was written */
export type PutFile = { deposito: string | null; withRow(tx: StoreDb): Promise<void> };

/** All calls throw PortalError `unavailable` when the place is away, silent or wrong. */
export type FilesPort = {
  /** Outside any transaction, before the row is written. What no row names is deleted later */
  put(file: NewFile): Promise<PutFile>;
  /**
   * The last part comes only when all of them are the file of the row.
   * @returns undefined when nothing is there
   */
  read(file: KeptFile): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** @returns bytes; undefined when nothing is there */
  size(file: KeptFile): Promise<number | undefined>;
};

/** @property written when, in milliseconds, by the clock of the place */
export type StoredObject = { name: string; written: number };

/** Files outside the store, under names that are never given twice. */
export type ObjectFiles = FilesPort & {
  /** @returns some at a time, of all */
  list(): AsyncIterable<StoredObject[]>;
  /** One that is gone already is no error */
  remove(name: string): Promise<void>;
};

/** @property outside only where such a place is set */
export type PortalFiles = FilesPort & { outside?: ObjectFiles | undefined };

/** New files go outside where a place for them is set; each is read from where its row says. */
export function filesOf(inStore: FilesPort, outside?: ObjectFiles): PortalFiles {
  const placeOf = ({ deposito }: KeptFile): FilesPort => {
    const place = deposito === null ? inStore : outside;
    if (!place) throw filesAway(new Error('FILES_URL is not set, and this file is outside the store'));
    return place;
  };
  return {
    put: (file) => (outside ?? inStore).put(file),
    read: async (file) => placeOf(file).read(file),
    size: async (file) => placeOf(file).size(file),
    outside,
  };
}

/** @param cause for the log */
export const filesAway = (cause: unknown): PortalError =>
  new PortalError('unavailable', {
    message: 'In questo momento i file non sono raggiungibili. Riprova tra poco: quello che hai scritto resta qui.',
    retryAfter: 5,
    cause,
  });

/** Cause of an error: all came, and it is not the file of the row. */
export class WrongBytes extends Error {}

/** Holds the last part back until all of them are known to be the file of the row. */
export async function* checkedParts(
  parts: AsyncIterable<Uint8Array>,
  { dimensione, sha256 }: Pick<KeptFile, 'dimensione' | 'sha256'>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let size = 0;
  let last: Uint8Array | undefined;
  for await (const bytes of parts) {
    if (last) yield last;
    last = bytes;
    hash.update(bytes);
    size += bytes.length;
  }
  if (size !== dimensione) throw filesAway(new WrongBytes(`the file has ${size} bytes instead of ${dimensione}`));
  if (hash.digest('hex') !== sha256) throw filesAway(new WrongBytes('the file has another SHA-256 than its row'));
  if (last) yield last;
}

/** All bytes of a file; {@link FilesPort.read} has compared them with its row. */
export async function readWhole(files: FilesPort, file: KeptFile): Promise<Buffer | undefined> {
  const parts = await files.read(file);
  return parts && buffer(parts);
}
