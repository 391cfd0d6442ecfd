/**
 * Ends what the systems of an ente no longer have. Nothing is deleted: a position or a document is hidden from citizens, a link ends, and
 * payments and receipts stay as they are.
 */
import { OPEN_DOCUMENTO_STATI } from '../features/cases/posizione/documenti.ts';
import { listMoneyOnItsWay } from '../features/services/paga-online/avvisi.db.ts';
import { todayInRome } from '../platform/atoms/date.ts';
import type { Documento, StoreDialect, StoreTx } from '../store/tables.ts';
import { joinKey } from './row-batch.ts';

/** What is not ended, and why, in words. */
export type HeldRow = { id: string; why: string };
/** @property closed how many were ended now; not those that had ended before */
export type Closing = { closed: number; held: HeldRow[] };

type ClosingPlace = { tx: StoreTx; dialect: StoreDialect; now: number };
type OpenDocumento = Pick<Documento, 'id' | 'posizione' | 'ente' | 'numero' | 'stato' | 'stato_da' | 'numero_avviso'>;

const MONEY_ON_ITS_WAY = 'un suo pagamento è in corso: si chiude con il prossimo invio, quando se ne conosce l’esito.';
const DECIDED_BY_ENTE = 'il suo stato viene da una decisione dell’ente, che un elenco non annulla.';

/** Of these documents. What was still owed cannot be paid any more. */
export async function closeDocumenti(place: ClosingPlace, ids: readonly string[]): Promise<Closing> {
  const open = await lockDocumenti(place, { column: 'id', values: ids });
  const whyHeld = await readHolds(place, open);
  const free = open.filter((documento) => whyHeld(documento) === undefined);
  await hideDocumenti(
    place,
    free.map(({ id }) => id),
  );
  return { closed: free.length, held: open.flatMap((d) => heldRow(d.id, `documento ${d.numero}`, whyHeld(d))) };
}

/** Of these positions, with their documents and with what is owed by plans that were agreed elsewhere. */
export async function closePosizioni(place: ClosingPlace, ids: readonly string[]): Promise<Closing> {
  const { tx, dialect, now } = place;
  if (ids.length === 0) return { closed: 0, held: [] };
  const query = tx
    .selectFrom('posizioni')
    .select(['id', 'codice_utente'])
    .where('id', 'in', ids)
    .where('chiusa', 'is', null)
    .orderBy('id');
  const posizioni = await (dialect === 'postgres' ? query.forUpdate() : query).execute();
  const documenti = await lockDocumenti(place, { column: 'posizione', values: posizioni.map(({ id }) => id) });
  const whyHeld = await readHolds(place, documenti);
  const holds = new Map(
    documenti.flatMap((d) => heldRow(d.posizione, `documento ${d.numero}`, whyHeld(d))).map((h) => [h.id, h.why]),
  );
  for (const { posizione, numero_avviso } of await listOwedAvvisi(
    place,
    posizioni.map(({ id }) => id),
  ))
    holds.set(posizione ?? '', `avviso ${numero_avviso}: ${MONEY_ON_ITS_WAY}`);
  const free = posizioni.filter(({ id }) => !holds.has(id)).map(({ id }) => id);
  if (free.length > 0) {
    await hideDocumenti(
      place,
      documenti.filter(({ posizione }) => !holds.has(posizione)).map(({ id }) => id),
    );
    await tx
      .updateTable('avvisi')
      .set({ stato: 'annullato' })
      .where('posizione', 'in', free)
      .where('stato', '=', 'da_pagare')
      .where('stato_da', '=', 'import')
      .execute();
    await tx.updateTable('posizioni').set({ chiusa: now }).where('id', 'in', free).execute();
  }
  return {
    closed: free.length,
    held: posizioni.flatMap(({ id, codice_utente }) => heldRow(id, `posizione ${codice_utente}`, holds.get(id))),
  };
}

/** Of these links, from a day on. @param dal today without it; a link that ends earlier keeps its day */
export async function endLinks(
  { tx, now }: Pick<ClosingPlace, 'tx' | 'now'>,
  ids: readonly string[],
  dal: string = todayInRome(now),
): Promise<Closing> {
  if (ids.length === 0) return { closed: 0, held: [] };
  const ended = await tx
    .updateTable('rappresentanze')
    .set({ fine: dal })
    .where('id', 'in', ids)
    .where((e) => e.or([e('fine', 'is', null), e('fine', '>', dal)]))
    .returning('id')
    .execute();
  return { closed: ended.length, held: [] };
}

const heldRow = (id: string, what: string, why: string | undefined): HeldRow[] =>
  why === undefined ? [] : [{ id, why: `${what}: ${why}` }];

/** In the order in which payments lock notices, so that the two cannot deadlock. */
function lockDocumenti(
  { tx, dialect }: ClosingPlace,
  { column, values }: { column: 'id' | 'posizione'; values: readonly string[] },
): Promise<OpenDocumento[]> {
  if (values.length === 0) return Promise.resolve([]);
  const query = tx
    .selectFrom('documenti')
    .select(['id', 'posizione', 'ente', 'numero', 'stato', 'stato_da', 'numero_avviso'])
    .where(column, 'in', values)
    .where('chiuso', 'is', null)
    .orderBy('numero_avviso')
    .orderBy('numero');
  return (dialect === 'postgres' ? query.forUpdate() : query).execute();
}

/** @returns why a document is not closed, if it is not: money is on its way, or a decision has left something to do */
async function readHolds({ tx, now }: ClosingPlace, documenti: readonly OpenDocumento[]) {
  const isOnItsWay = await readMoneyOnItsWay(tx, now, documenti);
  return (documento: OpenDocumento): string | undefined => {
    if (isOnItsWay(documento)) return MONEY_ON_ITS_WAY;
    const isOpen = [...OPEN_DOCUMENTO_STATI, 'rateizzato'].some((stato) => stato === documento.stato);
    return documento.stato_da === 'decisione' && isOpen ? DECIDED_BY_ENTE : undefined;
  };
}

type PayableRow = Pick<Documento, 'ente' | 'numero_avviso'>;

async function readMoneyOnItsWay(tx: StoreTx, now: number, payable: readonly PayableRow[]) {
  const numeri = payable.flatMap(({ numero_avviso }) => numero_avviso ?? []);
  const rows = numeri.length === 0 ? [] : await listMoneyOnItsWay(tx, { numeri, now });
  const keys = new Set(rows.map(({ ente, numero_avviso }) => joinKey(ente, numero_avviso)));
  return ({ ente, numero_avviso }: PayableRow) => keys.has(joinKey(ente, numero_avviso ?? ''));
}

/** The notices of these positions whose money is on its way. */
async function listOwedAvvisi({ tx, dialect, now }: ClosingPlace, posizioni: readonly string[]) {
  if (posizioni.length === 0) return [];
  const query = tx
    .selectFrom('avvisi')
    .select(['ente', 'numero_avviso', 'posizione'])
    .where('posizione', 'in', posizioni)
    .where('stato', '=', 'da_pagare')
    .orderBy('numero_avviso');
  const owed = await (dialect === 'postgres' ? query.forUpdate() : query).execute();
  return owed.filter(await readMoneyOnItsWay(tx, now, owed));
}

async function hideDocumenti({ tx, now }: ClosingPlace, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('documenti')
    .set((e) => ({
      chiuso: now,
      stato: e.case().when('stato', 'in', OPEN_DOCUMENTO_STATI).then('annullato').else(e.ref('stato')).end(),
    }))
    .where('id', 'in', ids)
    .execute();
}
