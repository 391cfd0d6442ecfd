/** Section `enti` of the import: refuses duplicate ids, host names and tax codes, and an ente that would lose the mailbox of its cases. */

import { uniqueOf, writeEnte, writeImages } from '../features/cases/ente/ente.db.ts';
import { storedEnte } from '../features/cases/ente/ente.fields.ts';
import { type Ente, PORTAL_ID } from '../features/cases/ente/ente.ts';
import type { StoreTx } from '../store/tables.ts';
import { fillAree } from './aree.db.ts';
import { applyPubblicazione } from './pubblicazione.db.ts';
import { emptyOutcome, type PlannedRows } from './row-batch.ts';
import type { DataError, IndexedRow } from './row-check.ts';

/**
 * Writes enti and reports which were new, changed or unchanged. Nothing is deleted: an ente that the file leaves out stays,
 * because it may have cases. Two enti of one file may swap their host names or tax codes.
 * @param images of the file, by the hash of their bytes
 * @param planned nothing is written
 */
export async function writeEnti(
  tx: StoreTx,
  rows: readonly IndexedRow<Ente>[],
  { images, planned }: { images: ReadonlyMap<string, Uint8Array>; planned?: PlannedRows | undefined },
) {
  const before = new Map((await tx.selectFrom('enti').selectAll().execute()).map((row) => [row.id, row]));
  const { reachable, casellaErrors } = await refuseWithoutCasella(tx, rows);
  const { accepted, errors } = refuseRepeats(reachable, [...before.values()]);
  const outcome = { ...emptyOutcome(), errors: [...casellaErrors, ...errors] };
  // A file with a part of the enti says nothing of their order: what is there keeps its place, and what is new comes last.
  const isWhole = [...before.keys()].every((id) => rows.some(({ value }) => value.id === id));
  const last = Math.max(-1, ...[...before.values()].map(({ ordine }) => ordine));
  const placed = accepted.map(({ index, value }) => ({
    value,
    index: isWhole ? index : (before.get(value.id)?.ordine ?? last + 1 + index),
  }));
  const changed = placed.filter(({ index, value }) => {
    const old = before.get(value.id);
    const same = old?.ordine === index && old.host === value.host && old.dati_json === JSON.stringify(value);
    outcome[same ? 'unchanged' : old ? 'updated' : 'created']++;
    return !same;
  });
  if (planned) {
    for (const { value } of accepted) planned.enti.set(value.id, value);
    return outcome;
  }
  for (const { value } of changed) {
    const [old, values] = [before.get(value.id), uniqueOf(value)];
    if (old && UNIQUE_FIELDS.some((name) => old[name] !== null && old[name] !== values[name]))
      await tx.updateTable('enti').set({ host: null, codice_fiscale: null }).where('id', '=', value.id).execute();
  }
  for (const { index, value } of changed) {
    await writeEnte(tx, value, index);
    await writeImages(tx, value, images);
    const row = before.get(value.id);
    const old = row && storedEnte.parse(JSON.parse(row.dati_json));
    if (areeIn(old) !== areeIn(value)) await fillAree(tx, value);
    if (JSON.stringify(old?.pubblicazione) !== JSON.stringify(value.pubblicazione)) await applyPubblicazione(tx, value);
  }
  return outcome;
}

const areeIn = (ente?: Ente): string => JSON.stringify(ente?.aree ?? []);

/** An ente may stop accepting new cases, but messages about its existing ones must still reach it. */
async function refuseWithoutCasella(tx: StoreTx, rows: readonly IndexedRow<Ente>[]) {
  const without = rows.filter(({ value }) => value.id !== PORTAL_ID && !value.caselle['*']);
  if (without.length === 0) return { reachable: rows, casellaErrors: [] };
  const cases = await tx.selectFrom('pratiche').select('ente').distinct().execute();
  const busy = new Set(cases.map((row) => row.ente));
  const refused = new Set(without.filter(({ value }) => busy.has(value.id)));
  const text = 'Questo ente ha delle pratiche: serve la casella «*», che ne riceve le notizie.';
  return {
    reachable: rows.filter((row) => !refused.has(row)),
    casellaErrors: [...refused].map(({ index }): DataError => ({ path: ['enti', index, 'caselle', '*'], text })),
  };
}

const UNIQUE_FIELDS = ['host', 'codice_fiscale'] as const;
const UNIQUE_WORDS = {
  host: (owner: string) => `Questo nome host è già di ${owner}: ogni ente ha il suo.`,
  codice_fiscale: (owner: string) => `Questo codice fiscale è già di ${owner}: ogni ente ha il suo.`,
};

type StoredEnte = { id: string } & ReturnType<typeof uniqueOf>;

/** Id, host name and tax code belong to one ente, in the file and in the store, and within a file to the first row. */
function refuseRepeats(rows: readonly IndexedRow<Ente>[], before: readonly StoredEnte[]) {
  let moving = new Set(rows.map(({ value }) => value.id));
  for (;;) {
    const result = splitRepeats(rows, before, moving);
    const written = result.accepted.map(({ value }) => value.id);
    const still = new Set(written.filter((id) => moving.has(id)));
    // A row refused here keeps its old name and code, so a row that took one of them is examined again.
    if (still.size === moving.size) return result;
    moving = still;
  }
}

/** @param moving ids of enti whose host name and tax code in the store are about to be replaced */
function splitRepeats(rows: readonly IndexedRow<Ente>[], before: readonly StoredEnte[], moving: ReadonlySet<string>) {
  const ids = new Map<string, string>();
  const owners = { host: new Map<string, string>(), codice_fiscale: new Map<string, string>() };
  for (const stored of before)
    for (const name of UNIQUE_FIELDS)
      if (stored[name] !== null && !moving.has(stored.id))
        owners[name].set(stored[name], `«${stored.id}» nell’archivio`);
  const errors: DataError[] = [];
  const accepted: IndexedRow<Ente>[] = [];
  for (const row of rows) {
    const { id } = row.value;
    const values = uniqueOf(row.value);
    const refuse = (field: string, text: string) => errors.push({ path: ['enti', row.index, field], text });
    const sameId = ids.get(id);
    const repeated = UNIQUE_FIELDS.find((name) => owners[name].has(values[name] ?? ''));
    if (sameId) refuse('id', `Lo stesso identificativo è già in ${sameId}: ogni ente compare una volta.`);
    else if (repeated) refuse(repeated, UNIQUE_WORDS[repeated](owners[repeated].get(values[repeated] ?? '') ?? ''));
    else {
      ids.set(id, `enti[${row.index}]`);
      for (const name of UNIQUE_FIELDS) if (values[name]) owners[name].set(values[name], `enti[${row.index}]`);
      accepted.push(row);
    }
  }
  return { accepted, errors };
}
