/** Section `dichiarazioni` of the import: compares its rows with the store, writes the difference and reports conflicts. */
import { sql } from 'kysely';
import { STATI, type StatoDichiarazione } from '../features/services/mezzo-permanente/dichiarazioni-list.contract.ts';
import { randomId } from '../platform/signer.server.ts';
import type { Dichiarazione, StoreTx } from '../store/tables.ts';
import type { DichiarazioneRow } from './dichiarazione.ts';
import {
  acceptRows,
  emptyOutcome,
  groupByEnte,
  hasSameFields,
  joinKey,
  makeEnteCheck,
  makeRepeatCheck,
} from './row-batch.ts';
import type { IndexedRow } from './row-check.ts';

/** Writes declarations. As with documents, a state set by a decision stays (product rule). */
export function makeDichiarazioniWriter() {
  const repeatInFile = makeRepeatCheck('dichiarazioni', 'La stessa dichiarazione');
  return async (tx: StoreTx, rows: readonly IndexedRow<DichiarazioneRow>[]) => {
    const outcome = emptyOutcome();
    const checkEnte = await makeEnteCheck(tx, rows);
    const accepted = acceptRows({ section: 'dichiarazioni', errors: outcome.errors }, rows, (value, index) => {
      const repeat = repeatInFile(joinKey(value.ente, value.numero), index);
      return checkEnte(value) ?? (repeat ? ['numero', repeat] : undefined);
    });
    const before = await readDichiarazioni(tx, accepted);
    const changed = accepted.flatMap(({ index, value }): Dichiarazione[] => {
      const old = before.get(joinKey(value.ente, value.numero));
      const isFixed = old?.stato_da === 'decisione';
      if (isFixed && old.stato !== value.stato) {
        outcome.conflicts++;
        outcome.errors.push({ path: ['dichiarazioni', index, 'stato'], text: dichiarazioneConflict(old) });
      }
      const fresh = { ...value, protocollo: value.protocollo ?? null, stato: isFixed ? old.stato : value.stato };
      const same = old && hasSameFields(fresh, old);
      outcome[same ? 'unchanged' : old ? 'updated' : 'created']++;
      return same ? [] : [{ id: randomId(), ...fresh, stato_da: 'import' }];
    });
    if (changed.length > 0) await writeDichiarazioni(tx, changed);
    return outcome;
  };
}

const dichiarazioneConflict = ({ stato }: Dichiarazione): string =>
  `Conflitto: resta «${STATI[stato as StatoDichiarazione]}», che viene da una decisione dell’ente. Gli altri campi della riga valgono.`;

async function readDichiarazioni(
  tx: StoreTx,
  rows: readonly IndexedRow<DichiarazioneRow>[],
): Promise<Map<string, Dichiarazione>> {
  const found = new Map<string, Dichiarazione>();
  for (const [ente, values] of groupByEnte(rows)) {
    const numeri = values.map((value) => value.numero);
    const stored = await tx
      .selectFrom('dichiarazioni')
      .selectAll()
      .where('ente', '=', ente)
      .where('numero', 'in', numeri)
      .execute();
    for (const row of stored) found.set(joinKey(ente, row.numero), row);
  }
  return found;
}

async function writeDichiarazioni(tx: StoreTx, rows: Dichiarazione[]): Promise<void> {
  await tx
    .insertInto('dichiarazioni')
    .values(rows)
    .onConflict((c) =>
      c.columns(['ente', 'numero']).doUpdateSet((e) => ({
        codice_fiscale: e.ref('excluded.codice_fiscale'),
        tipo: e.ref('excluded.tipo'),
        data: e.ref('excluded.data'),
        protocollo: e.ref('excluded.protocollo'),
        stato: sql<string>`case when dichiarazioni.stato_da = 'import' then excluded.stato else dichiarazioni.stato end`,
      })),
    )
    .execute();
}
