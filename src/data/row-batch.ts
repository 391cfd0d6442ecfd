/** Writes rows that refer to enti and positions in batches of some hundreds, for every section. */
import * as z from 'zod/mini';
import type { PortalHouse } from '../context.ts';
import { type Ente, PORTAL_ID } from '../features/cases/ente/ente.ts';
import { findSistema, SISTEMI, TIPI_SISTEMA } from '../features/cases/ente/sistemi.ts';
import type { StoreTx } from '../store/tables.ts';
import type { NamedAct } from './documento.ts';
import type { ReadImageFile } from './image.ts';
import type { DataError, IndexedRow } from './row-check.ts';

/** The parts of the portal that an import needs. */
export type ImportContext = Pick<PortalHouse, 'db' | 'dialect' | 'signer' | 'now'> & {
  /** Reads a picture that the data file names; without it pictures are only taken as base64 */
  readFile?: ReadImageFile;
  /** Filled with the acts that rows of documents name; without it they are not looked for */
  acts?: NamedAct[];
  /** The file is of this ente alone: its rows need not name it, and those of another one are refused */
  ente?: string;
  /** Only what would be done is told: nothing is written, and what the file would have made counts as there */
  planned?: PlannedRows;
};

/** What a file would make. @property enti with their own systems @property posizioni as {@link joinKey} of ente and user code @property sportelli of ente and code */
export type PlannedRows = { enti: Map<string, Pick<Ente, 'sistemi'>>; posizioni: Set<string>; sportelli: Set<string> };

export const emptyPlan = (): PlannedRows => ({ enti: new Map(), posizioni: new Set(), sportelli: new Set() });

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

export type OfEnte = { ente: string; sistema?: string | undefined };

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

/** Of the record of an ente no more is read for every thousand rows. */
const ownSistemi = z.object({
  sistemi: z.optional(z.array(z.object({ codice: z.string(), nome: z.string(), tipo: z.enum(TIPI_SISTEMA) }))),
});

/** @returns the error of a row whose ente is not in the store, or whose system the ente does not have */
export async function makeEnteCheck(tx: StoreTx, rows: readonly IndexedRow<OfEnte>[], planned?: PlannedRows) {
  const named = [...new Set(rows.map(({ value }) => value.ente))];
  const stored = named.length
    ? await tx.selectFrom('enti').select(['id', 'dati_json']).where('id', 'in', named).execute()
    : [];
  const known = new Map<string, Pick<Ente, 'sistemi'>>(
    stored.map(({ id, dati_json }) => [id, ownSistemi.parse(JSON.parse(dati_json))]),
  );
  return ({ ente, sistema }: OfEnte): RowRefusal | undefined => {
    if (ente === PORTAL_ID) return ['ente', 'Il portale non è un ente: scrivi l’identificativo di un ente.'];
    const found = planned?.enti.get(ente) ?? known.get(ente);
    if (!found)
      return ['ente', 'Questo ente non è nell’archivio: aggiungilo alla sezione «enti», o controlla come è scritto.'];
    if (sistema === undefined || findSistema(found, sistema)) return undefined;
    const codes = [...SISTEMI, ...(found.sistemi ?? [])].map(({ codice }) => codice).join(', ');
    return [
      'sistema',
      `L’ente non ha questo sistema: ha ${codes}. Gli altri li aggiunge chi lo amministra, in «Sistemi dei tributi».`,
    ];
  };
}

/** @returns id of the position of a row, null when it names none, undefined when it is not in the store, or closed */
export async function readPosizioneIds<T extends OfEnte & { codice_utente?: string | undefined }>(
  tx: StoreTx,
  rows: readonly IndexedRow<T>[],
  planned?: PlannedRows,
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
      .where('chiusa', 'is', null)
      .execute();
    for (const row of stored) ids.set(joinKey(ente, row.codice_utente), row.id);
  }
  return ({ ente, codice_utente }: T) => {
    if (codice_utente === undefined) return null;
    const key = joinKey(ente, codice_utente);
    // A position that the file would make has no id yet.
    return ids.get(key) ?? (planned?.posizioni.has(key) ? `nuova ${codice_utente}` : undefined);
  };
}

export const UNKNOWN_POSIZIONE: RowRefusal = [
  'codice_utente',
  'Questa posizione non è nell’archivio, oppure è chiusa: aggiungila alla sezione «posizioni», o controlla il codice utente.',
];

/** The values of each ente: a query names one ente and many codes. */
export function groupByEnte<T extends OfEnte>(rows: readonly IndexedRow<T>[]): Map<string, T[]> {
  return Map.groupBy(
    rows.map(({ value }) => value),
    (value) => value.ente,
  );
}
