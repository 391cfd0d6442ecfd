/** Section `rappresentanze` of the import: links tax codes to the positions that citizens find after logging in. */
import { randomId } from '../platform/signer.server.ts';
import type { StoreTables, StoreTx } from '../store/tables.ts';
import type { RappresentanzaRow } from './rappresentanza.ts';
import {
  acceptRows,
  emptyOutcome,
  type ImportContext,
  joinKey,
  makeEnteCheck,
  makeRepeatCheck,
  readPosizioneIds,
  UNKNOWN_POSIZIONE,
} from './row-batch.ts';
import type { IndexedRow } from './row-check.ts';

type Rappresentanza = StoreTables['rappresentanze'];

/** Writes which people may see a position. A link that its holder removed stays removed: only the two codes restore it. */
export function makeRappresentanzeWriter({ now }: ImportContext) {
  const repeatInFile = makeRepeatCheck('rappresentanze', 'La stessa persona per la stessa posizione');
  return async (tx: StoreTx, rows: readonly IndexedRow<RappresentanzaRow>[]) => {
    const outcome = emptyOutcome();
    const checkEnte = await makeEnteCheck(tx, rows);
    const posizioneIdOf = await readPosizioneIds(tx, rows);
    const accepted = acceptRows({ section: 'rappresentanze', errors: outcome.errors }, rows, (value, index) => {
      const refusal = checkEnte(value) ?? (posizioneIdOf(value) ? undefined : UNKNOWN_POSIZIONE);
      if (refusal) return refusal;
      const repeat = repeatInFile(joinKey(value.ente, value.codice_utente, value.codice_fiscale), index);
      return repeat ? ['codice_fiscale', repeat] : undefined;
    });
    const withPosizione = accepted.map(({ value }) => ({ ...value, posizione: posizioneIdOf(value) ?? '' }));
    const before = await readRappresentanze(tx, [...new Set(withPosizione.map((value) => value.posizione))]);
    const createdAt = now();
    const changed = withPosizione.flatMap(({ posizione, codice_fiscale, ruolo }): Rappresentanza[] => {
      const old = before.get(joinKey(posizione, codice_fiscale));
      const same = old?.ruolo === ruolo;
      outcome[same ? 'unchanged' : old ? 'updated' : 'created']++;
      return same ? [] : [{ id: randomId(), posizione, codice_fiscale, ruolo, creata: createdAt, tolta: null }];
    });
    if (changed.length > 0) await writeRappresentanze(tx, changed);
    return outcome;
  };
}

async function readRappresentanze(tx: StoreTx, posizioni: string[]): Promise<Map<string, Rappresentanza>> {
  if (posizioni.length === 0) return new Map();
  const rows = await tx.selectFrom('rappresentanze').selectAll().where('posizione', 'in', posizioni).execute();
  return new Map(rows.map((row) => [joinKey(row.posizione, row.codice_fiscale), row]));
}

async function writeRappresentanze(tx: StoreTx, rows: Rappresentanza[]): Promise<void> {
  await tx
    .insertInto('rappresentanze')
    .values(rows)
    .onConflict((c) =>
      c.columns(['codice_fiscale', 'posizione']).doUpdateSet((e) => ({ ruolo: e.ref('excluded.ruolo') })),
    )
    .execute();
}
