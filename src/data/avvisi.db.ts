/** Section `avvisi` of the import: notices by themselves, checked against those and the documents of the store. */
import { iuvOf } from '../platform/atoms/numero-avviso.ts';
import type { Avviso, StoreTx } from '../store/tables.ts';
import type { AvvisoRow } from './avviso.ts';
import { statoConflictText } from './conflict-text.ts';
import { markReceived } from './received.db.ts';
import { groupByEnte, type ImportContext, joinKey, makeRepeatCheck } from './row-batch.ts';
import type { IndexedRow } from './row-check.ts';
import { importedColumn, type RowRules } from './write-rows.db.ts';

/** Columns of a notice that a file does not set. */
const IMPORT_DEFAULTS = {
  stato_da: 'import',
  bollo_cent: null,
  pratica: null,
  servizio: null,
  dati_json: '{}',
  proprietario: null,
  scade: null,
} as const;

type NewColumn = keyof typeof IMPORT_DEFAULTS | 'creato';

/**
 * Notices without a document. As with documents, a state set by a receipt or a decision stays (product rule). A file cannot change a
 * notice that the portal made itself, or one of a document.
 */
export function avvisiRules({ now }: ImportContext): RowRules<AvvisoRow, 'avvisi', NewColumn> {
  const iuvRepeat = makeRepeatCheck('avvisi', 'numero_avviso', 'Lo stesso IUV');
  return {
    table: 'avvisi',
    what: 'Lo stesso numero di avviso',
    key: ['ente', 'numero_avviso'],
    isOfPosizione: true,
    makeChecks: async (tx, rows) => {
      const checkDocumenti = await makeDocumentiCheck(tx, rows);
      const checkStored = await makeStoredCheck(tx, rows);
      return {
        first: (value) => {
          const clash = checkDocumenti(value) ?? checkStored(value);
          return clash === undefined ? undefined : ['numero_avviso', clash];
        },
        last: ({ ente, numero_avviso }, index) => iuvRepeat(joinKey(ente, iuvOf(numero_avviso)), index),
      };
    },
    columnsOf: (
      { scadenza = null, pagabile_fino = null, debitore = null, codice_utente: _, ...rest },
      { posizione },
    ) => ({
      ...rest,
      iuv: iuvOf(rest.numero_avviso),
      scadenza,
      pagabile_fino,
      debitore,
      posizione,
    }),
    newColumns: () => ({ ...IMPORT_DEFAULTS, creato: now() }),
    writeBeside: (tx, values) => markReceived(tx, 'avvisi', values),
    keep: ({ stato, stato_da }, columns) =>
      stato_da === 'import' || stato === columns.stato
        ? {}
        : { kept: { stato }, conflicts: [['stato', statoConflictText(stato, stato_da)]] },
    guards: { stato: importedColumn('avvisi', 'stato') },
  };
}

/** @returns the error of a row that names a notice which is not the file's, or has the IUV of another one */
async function makeStoredCheck(tx: StoreTx, rows: readonly IndexedRow<AvvisoRow>[]) {
  const found = new Map<string, Pick<Avviso, 'numero_avviso' | 'servizio' | 'pratica' | 'stato_da'>>();
  for (const [ente, values] of groupByEnte(rows)) {
    // Two numbers with aux digit 0 may share an IUV.
    const iuv = [...new Set(values.map((value) => iuvOf(value.numero_avviso)))];
    const stored = await tx
      .selectFrom('avvisi')
      .select(['numero_avviso', 'iuv', 'servizio', 'pratica', 'stato_da'])
      .where('iuv', 'in', iuv)
      .where('ente', '=', ente)
      .execute();
    for (const row of stored) found.set(joinKey(ente, row.iuv), row);
  }
  return ({ ente, numero_avviso }: AvvisoRow): string | undefined => {
    const other = found.get(joinKey(ente, iuvOf(numero_avviso)));
    if (other && other.numero_avviso !== numero_avviso)
      return `Lo stesso IUV è già dell’avviso ${other.numero_avviso} nell’archivio: ogni IUV è di un avviso solo.`;
    if (other && (other.servizio !== null || other.pratica !== null || other.stato_da === 'portale'))
      return 'Questo avviso lo ha creato il portale per un pagamento o una pratica: togli la riga.';
    return undefined;
  };
}

/** @returns the error of a row whose number or IUV a document of the ente has in the store */
async function makeDocumentiCheck(tx: StoreTx, rows: readonly IndexedRow<AvvisoRow>[]) {
  const documentoNames = new Map<string, string>();
  for (const [ente, values] of groupByEnte(rows)) {
    const numeri = [...new Set(values.map((value) => value.numero_avviso))];
    const stored = await tx
      .selectFrom('documenti')
      .select(['numero', 'sistema', 'numero_avviso', 'iuv'])
      .where((e) => e.or([e('numero_avviso', 'in', numeri), e('iuv', 'in', numeri.map(iuvOf))]))
      .where('ente', '=', ente)
      .execute();
    for (const row of stored) {
      const iuv = row.iuv ?? iuvOf(row.numero_avviso ?? '');
      documentoNames.set(joinKey(ente, iuv), `${row.numero} (${row.sistema})`);
    }
  }
  return ({ ente, numero_avviso }: AvvisoRow): string | undefined => {
    const documento = documentoNames.get(joinKey(ente, iuvOf(numero_avviso)));
    return documento && `Questo numero di avviso è già del documento ${documento} nell’archivio: togli la riga.`;
  };
}
