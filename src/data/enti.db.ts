/** Section `enti` of the import: refuses duplicate ids and host names, and an ente that would lose the mailbox of its cases. */

import { writeEnte, writeImages } from '../features/cases/ente/ente.db.ts';
import { type Ente, PORTAL_ID } from '../features/cases/ente/ente.ts';
import type { StoreTx } from '../store/open.server.ts';
import { fillAree } from './aree.db.ts';
import { applyPubblicazione } from './pubblicazione.db.ts';
import { emptyOutcome } from './row-batch.ts';
import type { DataError, IndexedRow } from './row-check.ts';

/**
 * Writes enti and reports which were new, changed or unchanged. Nothing is deleted: an ente that the file leaves out stays,
 * because it may have cases. Two enti of one file may swap their host names.
 * @param images of the file, by the hash of their bytes
 */
export async function writeEnti(
  tx: StoreTx,
  rows: readonly IndexedRow<Ente>[],
  images: ReadonlyMap<string, Uint8Array>,
) {
  const before = new Map((await tx.selectFrom('enti').selectAll().execute()).map((row) => [row.id, row]));
  const { reachable, casellaErrors } = await refuseWithoutCasella(tx, rows);
  const { accepted, errors } = refuseRepeats(reachable, [...before.values()]);
  const outcome = { ...emptyOutcome(), errors: [...casellaErrors, ...errors] };
  const changed = accepted.filter(({ index, value }) => {
    const old = before.get(value.id);
    const same = old?.ordine === index && old.host === value.host && old.dati_json === JSON.stringify(value);
    outcome[same ? 'unchanged' : old ? 'updated' : 'created']++;
    return !same;
  });
  for (const { id, host } of changed.map(({ value }) => value)) {
    const old = before.get(id);
    if (old?.host && old.host !== host) {
      await tx.updateTable('enti').set({ host: null }).where('id', '=', id).execute();
    }
  }
  for (const { index, value } of changed) {
    await writeEnte(tx, value, index);
    await writeImages(tx, value, images);
    const old = JSON.parse(before.get(value.id)?.dati_json ?? '{}');
    if (areeIn(old) !== areeIn(value)) await fillAree(tx, value);
    if (JSON.stringify(old.pubblicazione) !== JSON.stringify(value.pubblicazione)) await applyPubblicazione(tx, value);
  }
  return outcome;
}

const areeIn = ({ aree = [] }: Pick<Ente, 'aree'>): string => JSON.stringify(aree);

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

type StoredHost = { id: string; host: string | null };

/** Id and host name belong to one ente, in the file and in the store, and within a file to the first row. */
function refuseRepeats(rows: readonly IndexedRow<Ente>[], before: readonly StoredHost[]) {
  let moving = new Set(rows.map(({ value }) => value.id));
  for (;;) {
    const result = splitRepeats(rows, before, moving);
    const written = result.accepted.map(({ value }) => value.id);
    const still = new Set(written.filter((id) => moving.has(id)));
    // A row refused here keeps its old host name, so a row that took that name is examined again.
    if (still.size === moving.size) return result;
    moving = still;
  }
}

/** @param moving ids of enti whose host name in the store is about to be replaced */
function splitRepeats(rows: readonly IndexedRow<Ente>[], before: readonly StoredHost[], moving: ReadonlySet<string>) {
  const ids = new Map<string, string>();
  const hosts = new Map<string, string>();
  for (const { id, host } of before) if (host && !moving.has(id)) hosts.set(host, `«${id}» nell’archivio`);
  const errors: DataError[] = [];
  const accepted: IndexedRow<Ente>[] = [];
  for (const row of rows) {
    const { id, host } = row.value;
    const refuse = (field: string, text: string) => errors.push({ path: ['enti', row.index, field], text });
    const sameId = ids.get(id);
    const sameHost = host && hosts.get(host);
    if (sameId) refuse('id', `Lo stesso identificativo è già in ${sameId}: ogni ente compare una volta.`);
    else if (sameHost) refuse('host', `Questo nome host è già di ${sameHost}: ogni ente ha il suo.`);
    else {
      ids.set(id, `enti[${row.index}]`);
      if (host) hosts.set(host, `enti[${row.index}]`);
      accepted.push(row);
    }
  }
  return { accepted, errors };
}
