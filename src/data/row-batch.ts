/** Writes rows that refer to enti and positions in batches of some hundreds, for every section. */
import type { PortalHouse } from '../context.ts';
import { PORTAL_ID } from '../features/cases/ente/ente.ts';
import type { StoreTx } from '../store/tables.ts';
import type { ReadImageFile } from './image.ts';
import type { DataError, IndexedRow } from './row-check.ts';

/** The parts of the portal that an import needs. */
export type ImportContext = Pick<PortalHouse, 'db' | 'signer' | 'now'> & {
  /** Reads a picture that the data file names; without it pictures are only taken as base64 */
  readFile?: ReadImageFile;
};

/** The outcome of some rows. Rows that are in none of the numbers were refused; a conflict is counted in addition to its row. */
export type WriteOutcome = {
  created: number;
  updated: number;
  unchanged: number;
  conflicts: number;
  errors: DataError[];
};

export const emptyOutcome = (): WriteOutcome => ({ created: 0, updated: 0, unchanged: 0, conflicts: 0, errors: [] });

/** A key that no two different lists of parts share. */
export const joinKey = (...parts: string[]): string => parts.join('\0');

export type OfEnte = { ente: string };

/** Why a row is refused, or a value of it not taken: at a field, in words. */
export type RowRefusal = [field: string, text: string];

/** Writes the rows of one section that passed its schema, in a transaction. */
export type WriteRows<T> = (tx: StoreTx, rows: readonly IndexedRow<T>[]) => Promise<WriteOutcome>;

/** The first row of a file with a key has it; a later one is refused. */
export function makeRepeatCheck(section: string, field: string, what: string) {
  const seen = new Map<string, number>();
  /** @returns the error of a row whose key another row has, else undefined */
  return (key: string, index: number): RowRefusal | undefined => {
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    return first === undefined ? undefined : [field, `${what} è già in ${section}[${first}]: tieni una riga sola.`];
  };
}

/** @returns the error of a row whose ente is not in the store */
export async function makeEnteCheck(tx: StoreTx, rows: readonly IndexedRow<OfEnte>[]) {
  const named = [...new Set(rows.map(({ value }) => value.ente))];
  const stored = named.length ? await tx.selectFrom('enti').select('id').where('id', 'in', named).execute() : [];
  const known = new Set(stored.map((row) => row.id));
  return ({ ente }: OfEnte): RowRefusal | undefined => {
    if (ente === PORTAL_ID) return ['ente', 'Il portale non è un ente: scrivi l’identificativo di un ente.'];
    if (known.has(ente)) return undefined;
    return ['ente', 'Questo ente non è nell’archivio: aggiungilo alla sezione «enti», o controlla come è scritto.'];
  };
}

/** @returns id of the position of a row, null when it names none, undefined when it is not in the store */
export async function readPosizioneIds<T extends OfEnte & { codice_utente?: string | undefined }>(
  tx: StoreTx,
  rows: readonly IndexedRow<T>[],
) {
  const ids = new Map<string, string>();
  for (const [ente, values] of groupByEnte(rows)) {
    const codici = [...new Set(values.flatMap(({ codice_utente }) => codice_utente ?? []))];
    if (codici.length === 0) continue;
    const stored = await tx
      .selectFrom('posizioni')
      .select(['id', 'codice_utente'])
      .where('codice_utente', 'in', codici)
      .where('ente', '=', ente)
      .execute();
    for (const row of stored) ids.set(joinKey(ente, row.codice_utente), row.id);
  }
  return ({ ente, codice_utente }: T) => (codice_utente === undefined ? null : ids.get(joinKey(ente, codice_utente)));
}

export const UNKNOWN_POSIZIONE: RowRefusal = [
  'codice_utente',
  'Questa posizione non è nell’archivio: aggiungila alla sezione «posizioni», o controlla il codice utente.',
];

/** The values of each ente: a query names one ente and many codes. */
export function groupByEnte<T extends OfEnte>(rows: readonly IndexedRow<T>[]): Map<string, T[]> {
  return Map.groupBy(
    rows.map(({ value }) => value),
    (value) => value.ente,
  );
}
