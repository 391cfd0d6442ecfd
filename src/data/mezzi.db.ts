/** Section `mezzi` of the import: permanent advertising devices, of which values that a decision has set stay. */
import { sql } from 'kysely';
import type { MezzoData } from '../features/services/mezzo-permanente/mezzo.ts';
import { mezzoDataOf } from '../features/services/mezzo-permanente/mezzo-stored.ts';
import { FIELD_LABELS, listDifferences } from '../features/services/mezzo-permanente/mezzo-text.ts';
import { TIPO_FIELD } from '../features/services/mezzo-permanente/mezzo-values.ts';
import { shortDate } from '../platform/atoms/date.ts';
import { randomId } from '../platform/signer.server.ts';
import type { Mezzo } from '../store/tables.ts';
import { conflictText } from './conflict-text.ts';
import type { MezzoRow } from './mezzo.ts';
import type { RowRefusal } from './row-batch.ts';
import { importedColumn, type RowRules } from './write-rows.db.ts';

/**
 * As with documents, values set by a decision stay (product rule): a row that differs is reported, and its position is imported. An
 * ente may also end a device that a decision has changed.
 */
export const mezziRules = (): RowRules<MezzoRow, 'mezzi', 'id' | 'stato_da' | 'pratica'> => ({
  table: 'mezzi',
  what: 'Lo stesso mezzo',
  key: ['ente', 'codice'],
  isOfPosizione: true,
  columnsOf: ({ ente, codice, cessato_dal, dati }, { posizione }) => ({
    ente,
    codice,
    posizione,
    tipo: dati[TIPO_FIELD],
    dati_json: toJson(dati),
    cessato_dal,
  }),
  newColumns: () => ({ id: randomId(), stato_da: 'import', pratica: null }),
  keep: (old, { dati_json, cessato_dal }, value) => {
    if (old.stato_da === 'import')
      return toJson(mezzoDataOf(old)) === dati_json ? { kept: { dati_json: old.dati_json } } : {};
    return {
      kept: { tipo: old.tipo, dati_json: old.dati_json, cessato_dal: old.cessato_dal ?? cessato_dal },
      conflicts: mezzoConflicts(old, value),
    };
  },
  // A decision taken during the import stays, too.
  guards: {
    tipo: importedColumn('mezzi', 'tipo'),
    dati_json: importedColumn('mezzi', 'dati_json'),
    cessato_dal: sql<string | null>`case when mezzi.stato_da = 'import' then excluded.cessato_dal
      else coalesce(mezzi.cessato_dal, excluded.cessato_dal) end`,
  },
});

/** The same values give the same text, in whatever order they were written. */
function toJson(dati: MezzoData): string {
  const fields = Object.keys(FIELD_LABELS) as (keyof MezzoData)[];
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, dati[field]])));
}

function mezzoConflicts(old: Mezzo, { dati, cessato_dal }: MezzoRow): RowRefusal[] {
  const differing = listDifferences(mezzoDataOf(old), dati).map(
    ({ field, before }): RowRefusal => [
      field === TIPO_FIELD ? 'tipo' : field,
      conflictText(before || 'nessun valore', 'decisione'),
    ],
  );
  const isRevived = old.cessato_dal !== null && old.cessato_dal !== cessato_dal;
  const endConflict: RowRefusal = ['cessato_dal', conflictText(shortDate(old.cessato_dal ?? ''), 'decisione')];
  return isRevived ? [...differing, endConflict] : differing;
}
