/** Section `posizioni` of the import: compares positions and their two codes with the store, and writes the difference. */
import { hashControllo, isRightControllo } from '../features/cases/posizione/controllo.server.ts';
import { randomId } from '../platform/signer.server.ts';
import type { Posizione, StoreTx } from '../store/tables.ts';
import type { PosizioneRow } from './posizione.ts';
import {
  acceptRows,
  emptyOutcome,
  groupByEnte,
  hasSameFields,
  type ImportContext,
  joinKey,
  makeEnteCheck,
  makeRepeatCheck,
} from './row-batch.ts';
import type { IndexedRow } from './row-check.ts';

/**
 * Writes positions. The store has a control code only as a keyed hash; one made under a secret that is being retired is made
 * again under the current one, which changes nothing for the citizen.
 */
export function makePosizioniWriter({ signer }: ImportContext) {
  const repeatInFile = makeRepeatCheck('posizioni', 'La stessa posizione');
  return async (tx: StoreTx, rows: readonly IndexedRow<PosizioneRow>[]) => {
    const outcome = emptyOutcome();
    const checkEnte = await makeEnteCheck(tx, rows);
    const accepted = acceptRows({ section: 'posizioni', errors: outcome.errors }, rows, (value, index) => {
      const repeat = repeatInFile(joinKey(value.ente, value.codice_utente), index);
      return checkEnte(value) ?? (repeat ? ['codice_utente', repeat] : undefined);
    });
    const before = await readPosizioni(tx, accepted);
    const changed = accepted.flatMap(({ value: { codice_controllo, ...value } }): Posizione[] => {
      const old = before.get(joinKey(value.ente, value.codice_utente));
      const controllo = hashControllo(signer, value.ente, value.codice_utente, codice_controllo);
      const isSameHash = old?.controllo === controllo;
      const same = old && hasSameFields(value, old) && (isSameHash || isRightControllo(signer, old, codice_controllo));
      outcome[same ? 'unchanged' : old ? 'updated' : 'created']++;
      return same && isSameHash ? [] : [{ id: randomId(), ...value, controllo }];
    });
    if (changed.length > 0) await writePosizioni(tx, changed);
    return outcome;
  };
}

async function readPosizioni(tx: StoreTx, rows: readonly IndexedRow<PosizioneRow>[]): Promise<Map<string, Posizione>> {
  const found = new Map<string, Posizione>();
  for (const [ente, values] of groupByEnte(rows)) {
    const stored = await tx
      .selectFrom('posizioni')
      .selectAll()
      .where(
        'codice_utente',
        'in',
        values.map((value) => value.codice_utente),
      )
      .where('ente', '=', ente)
      .execute();
    for (const row of stored) found.set(joinKey(ente, row.codice_utente), row);
  }
  return found;
}

async function writePosizioni(tx: StoreTx, rows: Posizione[]): Promise<void> {
  await tx
    .insertInto('posizioni')
    .values(rows)
    .onConflict((c) =>
      c.columns(['codice_utente', 'ente']).doUpdateSet((e) => ({
        controllo: e.ref('excluded.controllo'),
        sistema: e.ref('excluded.sistema'),
        intestatario: e.ref('excluded.intestatario'),
      })),
    )
    .execute();
}
