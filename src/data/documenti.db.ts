/** Section `documenti` of the import: what is owed on a position, each notice number once. */
import { sql } from 'kysely';
import { DOCUMENTO_STATI, OWED_DOCUMENTO_STATI, type StatoDocumento } from '../features/cases/posizione/documenti.ts';
import { shortDate } from '../platform/atoms/date.ts';
import { formatEuro } from '../platform/atoms/euro.ts';
import { iuvOf } from '../platform/atoms/numero-avviso.ts';
import { randomId } from '../platform/signer.server.ts';
import type { Documento, StoreTx } from '../store/tables.ts';
import { conflictText } from './conflict-text.ts';
import type { DocumentoRow } from './documento.ts';
import { markReceived } from './received.db.ts';
import { groupByEnte, joinKey, makeRepeatCheck } from './row-batch.ts';
import type { IndexedRow } from './row-check.ts';
import type { RowRules } from './write-rows.db.ts';

/**
 * A state set by a receipt or a decision stays, and so do amount and due date set by a decision (product rule): a row that differs is
 * reported, and its other fields are imported. A notice number belongs to one document for ever, and then to no notice by itself.
 */
export function documentiRules(): RowRules<DocumentoRow, 'documenti', 'id' | 'stato_da'> {
  const avvisoRepeat = makeRepeatCheck('documenti', 'numero_avviso', 'Lo stesso numero di avviso');
  return {
    table: 'documenti',
    what: 'Lo stesso documento',
    key: ['ente', 'sistema', 'numero'],
    isOfPosizione: true,
    makeChecks: async (tx, rows) => {
      const checkAvviso = await makeAvvisoCheck(tx, rows);
      return {
        last: (value, index) => {
          const { ente, numero_avviso } = value;
          const clash = checkAvviso(value);
          if (clash !== undefined) return ['numero_avviso', clash];
          return numero_avviso === undefined ? undefined : avvisoRepeat(joinKey(ente, numero_avviso), index);
        },
      };
    },
    columnsOf: ({ codice_utente: _, pdf: _file, scadenza = null, numero_avviso = null, ...rest }, { posizione }) => ({
      ...rest,
      posizione: posizione ?? '',
      scadenza,
      // A payer may have the IUV only.
      iuv: rest.iuv ?? (numero_avviso && iuvOf(numero_avviso)),
      numero_avviso,
      // A closed document that a file names is there again.
      chiuso: null,
    }),
    newColumns: () => ({ id: randomId(), stato_da: 'import' }),
    writeBeside: (tx, values) => markReceived(tx, 'documenti', values),
    keep: (old, columns) => {
      const kept = keptFields(old, columns.stato);
      const refused = FIXED_FIELDS.filter((field) => field in kept && kept[field] !== columns[field]);
      return { kept, conflicts: refused.map((field) => [field, documentoConflict(old, field)]) };
    },
    guards: {
      scadenza: decidedColumn<string | null>('scadenza'),
      importo_cent: decidedColumn<number>('importo_cent'),
      stato: sql<string>`case when documenti.stato_da = 'import' then excluded.stato
        when documenti.stato_da = 'decisione' and documenti.stato in (${sql.join(OWED_DOCUMENTO_STATI)})
          and excluded.stato not in (${sql.join(OWED_DOCUMENTO_STATI)}) then excluded.stato else documenti.stato end`,
    },
  };
}

const FIXED_FIELDS = ['stato', 'importo_cent', 'scadenza'] as const;

const isOwed = (stato: string): boolean => OWED_DOCUMENTO_STATI.some((d) => d === stato);

/**
 * The columns that a file does not change. A receipt sets that a document was paid; a decision sets its state, due date and
 * amount. A document that a decision left payable may be paid or withdrawn later, and the systems of the ente learn of that
 * first.
 */
function keptFields({ stato, stato_da, importo_cent, scadenza }: Documento, statoInFile: string): Partial<Documento> {
  if (stato_da === 'import') return {};
  if (stato_da === 'ricevuta') return { stato };
  const isSettled = isOwed(stato) && !isOwed(statoInFile);
  return { importo_cent, scadenza, ...(!isSettled && { stato }) };
}

function documentoConflict(documento: Documento, field: (typeof FIXED_FIELDS)[number]): string {
  const { stato, scadenza, importo_cent, stato_da } = documento;
  const value = {
    stato: DOCUMENTO_STATI[stato as StatoDocumento],
    importo_cent: formatEuro(importo_cent),
    scadenza: scadenza ? shortDate(scadenza) : 'nessuna scadenza',
  }[field];
  return conflictText(value, stato_da);
}

type DocumentoRef = { ente: string; sistema: string; numero: string };
const documentoKey = ({ ente, sistema, numero }: DocumentoRef) => joinKey(ente, sistema, numero);

/** @returns the error of a row whose notice number another document of the ente, or a notice by itself, has in the store */
async function makeAvvisoCheck(tx: StoreTx, rows: readonly IndexedRow<DocumentoRow>[]) {
  const owners = new Map<string, DocumentoRef>();
  const loneAvvisi = new Set<string>();
  for (const [ente, values] of groupByEnte(rows)) {
    const numeri = [...new Set(values.flatMap((value) => value.numero_avviso ?? []))];
    if (numeri.length === 0) continue;
    const stored = await tx
      .selectFrom('documenti')
      .select(['ente', 'sistema', 'numero', 'numero_avviso'])
      .where('numero_avviso', 'in', numeri)
      .where('ente', '=', ente)
      .execute();
    for (const row of stored) owners.set(joinKey(ente, row.numero_avviso ?? ''), row);
    const avvisi = await tx
      .selectFrom('avvisi')
      .select('iuv')
      .where('iuv', 'in', numeri.map(iuvOf))
      .where('ente', '=', ente)
      .execute();
    for (const row of avvisi) loneAvvisi.add(joinKey(ente, row.iuv));
  }
  return (value: DocumentoRow): string | undefined => {
    const { ente, numero_avviso: numero } = value;
    if (numero && loneAvvisi.has(joinKey(ente, iuvOf(numero))))
      return 'Questo numero è già di un avviso senza documento nell’archivio: ogni avviso è di uno solo.';
    const other = owners.get(joinKey(ente, numero ?? ''));
    if (!other || documentoKey(other) === documentoKey(value)) return undefined;
    return `Questo numero di avviso è già del documento ${other.numero} (${other.sistema}) nell’archivio: ogni avviso è di uno solo.`;
  };
}

const decidedColumn = <T>(field: 'scadenza' | 'importo_cent') =>
  sql<T>`case when documenti.stato_da = 'decisione' then ${sql.ref(`documenti.${field}`)} else ${sql.ref(`excluded.${field}`)} end`;
