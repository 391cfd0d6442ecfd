/** Section `avvisi` of the import: compares its rows with notices and documents in the store, and writes the difference. */
import { sql } from 'kysely';
import { iuvOf } from '../platform/atoms/numero-avviso.ts';
import type { Avviso, StoreTx } from '../store/tables.ts';
import type { AvvisoRow } from './avviso.ts';
import { statoConflictText } from './conflict-text.ts';
import {
  acceptRows,
  emptyOutcome,
  groupByEnte,
  hasSameFields,
  type ImportContext,
  joinKey,
  makeEnteCheck,
  makeRepeatCheck,
  readPosizioneIds,
  UNKNOWN_POSIZIONE,
} from './row-batch.ts';
import type { IndexedRow } from './row-check.ts';

/**
 * Writes notices without a document. As with documents, a state set by a receipt or a decision stays (product rule). A file
 * cannot change a notice that the portal made itself, or one of a document.
 */
export function makeAvvisiWriter({ now }: ImportContext) {
  const repeatInFile = makeRepeatCheck('avvisi', 'Lo stesso numero di avviso');
  const iuvRepeatInFile = makeRepeatCheck('avvisi', 'Lo stesso IUV');
  return async (tx: StoreTx, rows: readonly IndexedRow<AvvisoRow>[]) => {
    const outcome = emptyOutcome();
    const checkEnte = await makeEnteCheck(tx, rows);
    const checkDocumenti = await makeDocumentiCheck(tx, rows);
    const before = await readAvvisi(tx, rows);
    const posizioneIdOf = await readOwingPosizioni(tx, rows);
    const accepted = acceptRows({ section: 'avvisi', errors: outcome.errors }, rows, (value, index) => {
      const refusal = checkEnte(value) ?? (posizioneIdOf(value) === undefined ? UNKNOWN_POSIZIONE : undefined);
      if (refusal) return refusal;
      const { ente, numero_avviso } = value;
      const clash = checkDocumenti(value) ?? checkStoredAvviso(before, value);
      const text =
        clash ?? repeatInFile(avvisoKey(value), index) ?? iuvRepeatInFile(joinKey(ente, iuvOf(numero_avviso)), index);
      return text ? ['numero_avviso', text] : undefined;
    });
    const createdAt = now();
    const changed = accepted.flatMap(({ index, value }): Avviso[] => {
      const { scadenza = null, pagabile_fino = null, debitore = null, codice_utente: _, ...rest } = value;
      const old = before.get(avvisoKey(value));
      const isFixed = old !== undefined && old.stato_da !== 'import';
      if (isFixed && old.stato !== value.stato) {
        outcome.conflicts++;
        outcome.errors.push({ path: ['avvisi', index, 'stato'], text: statoConflictText(old.stato, old.stato_da) });
      }
      const stato = isFixed ? old.stato : value.stato;
      const iuv = iuvOf(value.numero_avviso);
      const fresh = { ...rest, iuv, scadenza, pagabile_fino, debitore, posizione: posizioneIdOf(value) ?? null, stato };
      const same = old && hasSameFields(fresh, old);
      outcome[same ? 'unchanged' : old ? 'updated' : 'created']++;
      return same ? [] : [{ ...fresh, ...IMPORT_DEFAULTS, creato: createdAt }];
    });
    if (changed.length > 0) await writeAvvisi(tx, changed);
    return outcome;
  };
}

/** Columns of a notice that a file does not set. */
const IMPORT_DEFAULTS = {
  stato_da: 'import',
  pratica: null,
  servizio: null,
  dati_json: '{}',
  proprietario: null,
  scade: null,
} as const;

/** @returns id of the position of a row's notice, null when it names none, undefined when it is not in the store */
async function readOwingPosizioni(tx: StoreTx, rows: readonly IndexedRow<AvvisoRow>[]) {
  const naming = rows.flatMap(({ value, ...rest }) => {
    const { codice_utente } = value;
    return codice_utente === undefined ? [] : [{ ...rest, value: { ...value, codice_utente } }];
  });
  const posizioneIdOf = await readPosizioneIds(tx, naming);
  return ({ ente, codice_utente }: AvvisoRow): string | null | undefined =>
    codice_utente === undefined ? null : posizioneIdOf({ ente, codice_utente });
}

const avvisoKey = ({ ente, numero_avviso }: { ente: string; numero_avviso: string }) => joinKey(ente, numero_avviso);

/** Notices under the numbers of the rows, and under their IUVs, which two numbers with aux digit 0 may share. */
async function readAvvisi(tx: StoreTx, rows: readonly IndexedRow<AvvisoRow>[]): Promise<Map<string, Avviso>> {
  const found = new Map<string, Avviso>();
  for (const [ente, values] of groupByEnte(rows)) {
    const iuv = [...new Set(values.map((value) => iuvOf(value.numero_avviso)))];
    const stored = await tx.selectFrom('avvisi').selectAll().where('iuv', 'in', iuv).where('ente', '=', ente).execute();
    for (const row of stored) {
      found.set(avvisoKey(row), row);
      found.set(joinKey(ente, 'iuv', row.iuv), row);
    }
  }
  return found;
}

/** @returns the error of a row that names a notice which is not the file's, or has the IUV of another one */
function checkStoredAvviso(before: Map<string, Avviso>, { ente, numero_avviso }: AvvisoRow): string | undefined {
  const other = before.get(joinKey(ente, 'iuv', iuvOf(numero_avviso)));
  if (other && other.numero_avviso !== numero_avviso)
    return `Lo stesso IUV è già dell’avviso ${other.numero_avviso} nell’archivio: ogni IUV è di un avviso solo.`;
  if (other && (other.servizio !== null || other.pratica !== null || other.stato_da === 'portale'))
    return 'Questo avviso lo ha creato il portale per un pagamento o una pratica: togli la riga.';
  return undefined;
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

async function writeAvvisi(tx: StoreTx, rows: Avviso[]): Promise<void> {
  await tx
    .insertInto('avvisi')
    .values(rows)
    .onConflict((c) =>
      c.columns(['numero_avviso', 'ente']).doUpdateSet((e) => ({
        causale: e.ref('excluded.causale'),
        importo_cent: e.ref('excluded.importo_cent'),
        scadenza: e.ref('excluded.scadenza'),
        pagabile_fino: e.ref('excluded.pagabile_fino'),
        debitore: e.ref('excluded.debitore'),
        posizione: e.ref('excluded.posizione'),
        // A receipt may have arrived since the row was read.
        stato: sql<string>`case when avvisi.stato_da = 'import' then excluded.stato else avvisi.stato end`,
      })),
    )
    .execute();
}
