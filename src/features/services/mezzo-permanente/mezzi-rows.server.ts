/** The rows of a declaration, each about one device: added while there is room for them, found, and put back. */
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { DeclaredMezzo, Mezzo } from '../../../store/tables.ts';
import type { OwnDichiarazione } from './accesso.server.ts';
import { forgetRemovedRows } from './file.server.ts';
import { countRows, findMezzi, findRow, type RowCounts, updateRow, writeRows } from './mezzi.db.ts';
import { MAX_MEZZI, type MezzoData } from './mezzo.ts';

export const mezzoNotFound = () =>
  new PortalError('not_found', { message: 'Non abbiamo trovato questo mezzo. Torna all’elenco dei mezzi.' });

type DeclaredData = Pick<DeclaredMezzo, 'tipo' | 'dati_json'>;

export const declaredData = (data: MezzoData): DeclaredData => ({
  tipo: data.Tipologia_impianto_publicitario__c,
  dati_json: JSON.stringify(data),
});

const emptyRow = (d: OwnDichiarazione, n: number): Omit<DeclaredMezzo, keyof DeclaredData> => ({
  id: randomId(),
  dichiarazione: d.id,
  n,
  azione: 'nuovo',
  mezzo: null,
  allegati_json: '[]',
  tolto: null,
});

/** @throws PortalError `invalid` on `mezzi` beyond 200 */
export async function addRow(
  ctx: CallContext,
  d: OwnDichiarazione,
  declared: DeclaredData & Partial<Pick<DeclaredMezzo, 'azione' | 'mezzo'>>,
): Promise<DeclaredMezzo> {
  const row = { ...emptyRow(d, (await takePlace(ctx, d, 1)) + 1), ...declared };
  await writeRows(ctx.db, [row]);
  return row;
}

/** All of them or none. @throws PortalError as {@link addRow} */
export async function addRows(ctx: CallContext, d: OwnDichiarazione, declared: readonly DeclaredData[]): Promise<void> {
  const last = await takePlace(ctx, d, declared.length);
  await writeRows(
    ctx.db,
    declared.map((data, i) => ({ ...emptyRow(d, last + 1 + i), ...data })),
  );
}

/** @returns the last place taken @throws PortalError `invalid` when there is no room for so many more */
async function takePlace(ctx: CallContext, { id }: OwnDichiarazione, howMany: number): Promise<number> {
  const count = await countRows(ctx.db, id);
  checkRoom(count, howMany);
  // Removed rows are deleted, so that endless adding and removing does not fill the table.
  if (count.total + howMany > 2 * MAX_MEZZI) await forgetRemovedRows(ctx, id);
  return count.last;
}

function checkRoom({ live }: RowCounts, howMany: number): void {
  const left = MAX_MEZZI - live;
  if (howMany <= left) return;
  const roomText = left > 0 ? `qui ce ne stanno ancora ${left}` : 'questa è completa';
  const text = `Una dichiarazione ha al massimo ${MAX_MEZZI} mezzi: ${roomText}. Inviala e iniziane un’altra per i restanti.`;
  throw new PortalError('invalid', { message: text, fields: { mezzi: [text] } });
}

/** Changes a row, and puts it back when it was removed. */
export async function reviveRow(
  ctx: CallContext,
  d: OwnDichiarazione,
  row: DeclaredMezzo,
  declared: Partial<DeclaredMezzo>,
) {
  if (row.tolto !== null) checkRoom(await countRows(ctx.db, d.id), 1);
  const changes = { ...declared, tolto: null };
  await updateRow(ctx.db, row.id, changes);
  return { ...row, ...changes };
}

/** A row that was not removed. @throws PortalError `not_found` */
export async function findLiveRow({ db }: CallContext, dichiarazione: string, id: string): Promise<DeclaredMezzo> {
  const row = await findRow(db, dichiarazione, id);
  if (!row || row.tolto !== null) throw mezzoNotFound();
  return row;
}

/**
 * A row of the declaration, or a device of its position, which may be declared again after its change was taken back.
 * @throws PortalError `not_found`, also for a row that was removed
 */
export async function findRowOrMezzo(ctx: CallContext, d: OwnDichiarazione, id: string) {
  const row = await findRow(ctx.db, d.id, id);
  if (row?.id === id && row.tolto !== null) throw mezzoNotFound();
  if (row) return { row, mezzo: await mezzoOfRow(ctx, row) };
  const [mezzo] = d.tipo === 'nuovo' ? [] : await findMezzi(ctx.db, [id]);
  if (!mezzo || mezzo.posizione !== d.posizione || mezzo.cessato_dal !== null) throw mezzoNotFound();
  return { row, mezzo };
}

export const mezzoOfRow = async ({ db }: CallContext, { mezzo }: DeclaredMezzo): Promise<Mezzo | undefined> =>
  mezzo === null ? undefined : (await findMezzi(db, [mezzo]))[0];

/** Writes the one row of a declaration about a device of the position. */
export function writeRowOfMezzo(
  ctx: CallContext,
  d: OwnDichiarazione,
  {
    row,
    mezzo,
    declared,
  }: { row: DeclaredMezzo | undefined; mezzo: Mezzo; declared: DeclaredData & Pick<DeclaredMezzo, 'azione'> },
): Promise<DeclaredMezzo> {
  return row ? reviveRow(ctx, d, row, declared) : addRow(ctx, d, { ...declared, mezzo: mezzo.id });
}
