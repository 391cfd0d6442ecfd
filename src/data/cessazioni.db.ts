/** Section `cessazioni` of the import: ends positions, documents and links that are named one by one. */
import type { StoreTx } from '../store/tables.ts';
import type { CessazioneRow } from './cessazione.ts';
import { type Closing, closeDocumenti, closePosizioni, endLinks } from './closing.db.ts';
import { emptyOutcome, type ImportContext, makeEnteCheck, type RowRefusal, type WriteRows } from './row-batch.ts';

/** A row of the store that a row of the file names. */
type NamedRow = { id: string; isOver: boolean };

/** Each row is counted as new when it ends something, and as unchanged when that had ended before. */
export function writeCessazioni({ dialect, now, planned }: ImportContext): WriteRows<CessazioneRow> {
  return async (tx, rows) => {
    const outcome = emptyOutcome();
    const checkEnte = await makeEnteCheck(tx, rows, planned);
    for (const { index, value } of rows) {
      const refuse = ([field, text]: RowRefusal) => outcome.errors.push({ path: ['cessazioni', index, field], text });
      const unknownEnte = checkEnte(value);
      const found = unknownEnte ? undefined : await findNamed(tx, value);
      if (!found) {
        refuse(unknownEnte ?? [fieldOf(value), 'Questo non è nell’archivio: controlla come è scritto.']);
        continue;
      }
      const closing =
        found.isOver || planned ? undefined : await endNamed({ tx, dialect, now: now() }, value, found.id);
      const [held] = closing?.held ?? [];
      if (held) {
        outcome.conflicts++;
        refuse([fieldOf(value), `Conflitto: ${held.why}`]);
      }
      outcome[closing?.closed === 1 || (planned && !found.isOver) ? 'created' : 'unchanged']++;
    }
    return outcome;
  };
}

const fieldOf = ({ numero, codice_fiscale }: CessazioneRow): string =>
  numero !== undefined ? 'numero' : codice_fiscale !== undefined ? 'codice_fiscale' : 'codice_utente';

function endNamed(
  place: Parameters<typeof closeDocumenti>[0],
  { numero, codice_fiscale, dal }: CessazioneRow,
  id: string,
): Promise<Closing> {
  if (numero !== undefined) return closeDocumenti(place, [id]);
  return codice_fiscale === undefined ? closePosizioni(place, [id]) : endLinks(place, [id], dal);
}

async function findNamed(tx: StoreTx, value: CessazioneRow): Promise<NamedRow | undefined> {
  const { ente, codice_utente = '', codice_fiscale, sistema = '', numero } = value;
  if (numero !== undefined) {
    const documento = await tx
      .selectFrom('documenti')
      .select(['id', 'chiuso'])
      .where('numero', '=', numero)
      .where('sistema', '=', sistema)
      .where('ente', '=', ente)
      .executeTakeFirst();
    return documento && { id: documento.id, isOver: documento.chiuso !== null };
  }
  const posizione = await tx
    .selectFrom('posizioni')
    .select(['id', 'chiusa'])
    .where('codice_utente', '=', codice_utente)
    .where('ente', '=', ente)
    .executeTakeFirst();
  if (!posizione || codice_fiscale === undefined)
    return posizione && { id: posizione.id, isOver: posizione.chiusa !== null };
  const link = await tx
    .selectFrom('rappresentanze')
    .select('id')
    .where('codice_fiscale', '=', codice_fiscale)
    .where('posizione', '=', posizione.id)
    .executeTakeFirst();
  // When it ends is compared by the statement that ends it.
  return link && { id: link.id, isOver: false };
}
