/** Section `mezzi` of the import: compares permanent advertising devices with the store, and writes the difference. */
import { sql } from 'kysely';
import type { MezzoData } from '../features/services/mezzo-permanente/mezzo.ts';
import { mezzoDataOf } from '../features/services/mezzo-permanente/mezzo-stored.ts';
import { FIELD_LABELS, listDifferences } from '../features/services/mezzo-permanente/mezzo-text.ts';
import { TIPO_FIELD } from '../features/services/mezzo-permanente/mezzo-values.ts';
import { shortDate } from '../platform/atoms/date.ts';
import { randomId } from '../platform/signer.server.ts';
import type { Mezzo, StoreTx } from '../store/tables.ts';
import { conflictText } from './conflict-text.ts';
import type { MezzoRow } from './mezzo.ts';
import {
  acceptRows,
  emptyOutcome,
  groupByEnte,
  hasSameFields,
  joinKey,
  makeEnteCheck,
  makeRepeatCheck,
  readPosizioneIds,
  UNKNOWN_POSIZIONE,
} from './row-batch.ts';
import type { DataError, IndexedRow } from './row-check.ts';

/**
 * Writes advertising devices. As with documents, values set by a decision stay (product rule): a row that differs is reported,
 * and its position is imported. An ente may also end a device that a decision has changed.
 */
export function makeMezziWriter() {
  const repeatInFile = makeRepeatCheck('mezzi', 'Lo stesso mezzo');
  return async (tx: StoreTx, rows: readonly IndexedRow<MezzoRow>[]) => {
    const outcome = emptyOutcome();
    const checkEnte = await makeEnteCheck(tx, rows);
    const posizioneIdOf = await readPosizioneIds(tx, rows);
    const accepted = acceptRows({ section: 'mezzi', errors: outcome.errors }, rows, (value, index) => {
      const refusal = checkEnte(value) ?? (posizioneIdOf(value) ? undefined : UNKNOWN_POSIZIONE);
      if (refusal) return refusal;
      const repeat = repeatInFile(joinKey(value.ente, value.codice), index);
      return repeat ? ['codice', repeat] : undefined;
    });
    const before = await readMezzi(tx, accepted);
    const changed = accepted.flatMap(({ index, value }): Mezzo[] => {
      const { ente, codice, cessato_dal, dati } = value;
      const old = before.get(joinKey(ente, codice));
      const parsed = { ente, codice, posizione: posizioneIdOf(value) ?? null, ...toColumns(dati), cessato_dal };
      const kept = old?.stato_da === 'decisione' ? keptFields(old, cessato_dal) : {};
      if (old?.stato_da === 'decisione') {
        const conflicts = mezzoConflicts(old, value).map(
          ([field, text]): DataError => ({ path: ['mezzi', index, field], text }),
        );
        if (conflicts.length > 0) outcome.conflicts++;
        outcome.errors.push(...conflicts);
      }
      const fresh = { ...parsed, ...kept };
      const same = old && hasSameFields(fresh, { ...old, ...toColumns(mezzoDataOf(old)) });
      outcome[same ? 'unchanged' : old ? 'updated' : 'created']++;
      return same ? [] : [{ id: randomId(), ...fresh, stato_da: 'import', pratica: null }];
    });
    if (changed.length > 0) await writeMezzi(tx, changed);
    return outcome;
  };
}

/** The same values give the same text, in whatever order they were written. */
function toColumns(details: MezzoData): Pick<Mezzo, 'tipo' | 'dati_json'> {
  const fields = Object.keys(FIELD_LABELS) as (keyof MezzoData)[];
  return {
    tipo: details[TIPO_FIELD],
    dati_json: JSON.stringify(Object.fromEntries(fields.map((c) => [c, details[c]]))),
  };
}

const keptFields = (old: Mezzo, endedInFile: string | null): Partial<Mezzo> => ({
  ...toColumns(mezzoDataOf(old)),
  cessato_dal: old.cessato_dal ?? endedInFile,
});

function mezzoConflicts(old: Mezzo, { dati, cessato_dal }: MezzoRow): [field: string, text: string][] {
  const differing = listDifferences(mezzoDataOf(old), dati).map(({ field, before }): [string, string] => [
    field === TIPO_FIELD ? 'tipo' : field,
    conflictText(before || 'nessun valore', 'decisione'),
  ]);
  const isRevived = old.cessato_dal !== null && old.cessato_dal !== cessato_dal;
  const endConflict: [string, string] = ['cessato_dal', conflictText(shortDate(old.cessato_dal ?? ''), 'decisione')];
  return isRevived ? [...differing, endConflict] : differing;
}

async function readMezzi(tx: StoreTx, rows: readonly IndexedRow<MezzoRow>[]): Promise<Map<string, Mezzo>> {
  const found = new Map<string, Mezzo>();
  for (const [ente, values] of groupByEnte(rows)) {
    const codici = values.map((value) => value.codice);
    const stored = await tx
      .selectFrom('mezzi')
      .selectAll()
      .where('ente', '=', ente)
      .where('codice', 'in', codici)
      .execute();
    for (const row of stored) found.set(joinKey(ente, row.codice), row);
  }
  return found;
}

/** A decision taken during the import stays, too. */
async function writeMezzi(tx: StoreTx, mezzi: Mezzo[]): Promise<void> {
  const isImported = sql<boolean>`mezzi.stato_da = 'import'`;
  await tx
    .insertInto('mezzi')
    .values(mezzi)
    .onConflict((c) =>
      c.columns(['ente', 'codice']).doUpdateSet((e) => ({
        posizione: e.ref('excluded.posizione'),
        tipo: sql<string>`case when ${isImported} then excluded.tipo else mezzi.tipo end`,
        dati_json: sql<string>`case when ${isImported} then excluded.dati_json else mezzi.dati_json end`,
        cessato_dal: sql<string | null>`case when ${isImported} then excluded.cessato_dal
          else coalesce(mezzi.cessato_dal, excluded.cessato_dal) end`,
      })),
    )
    .execute();
}
