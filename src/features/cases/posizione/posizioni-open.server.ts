/** Gives other services the positions and documents that a person may see: their own, and those opened by two codes. */
import { type CallContext, ownerOf } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Documento } from '../../../store/tables.ts';
import { listPosizioniOfDocumenti } from './deleghe.db.ts';
import { readActing, refusalOfDelega } from './deleghe.server.ts';
import { type StatoDocumento, statoOn } from './documenti.ts';
import { type DelegaPower, type LinkUse, powersOf } from './link.ts';
import {
  findOpenDocumentoRows,
  findOpenDocumentoRowsById,
  findOpenRow,
  listDocumentiOf,
  listOpenRows,
  type OpenPosizione,
  type PosizioneViewer,
} from './posizione.db.ts';

/** The person who asks. An operator's own tax code opens nothing here. @param use without it they only see */
const viewerOf = (ctx: CallContext, use?: LinkUse): PosizioneViewer => ({
  proprietario: ownerOf(ctx),
  codice_fiscale: ctx.user?.ruolo === 'cittadino' ? ctx.user.codice_fiscale : null,
  now: ctx.now,
  use,
});

const ID_PATTERN = /^[\w-]{1,64}$/;

/**
 * @param power what a delegate needs for what the caller wants
 * @throws PortalError `not_found` when the position is neither this person's nor opened by its codes within the hour; `forbidden` when they
 * are, or were, a delegate who may send nothing about it
 */
export async function findOpenPosizione(ctx: CallContext, id: string, power: DelegaPower): Promise<OpenPosizione> {
  const found = ID_PATTERN.test(id) ? await findOpenRow(ctx.db, id, viewerOf(ctx, power)) : undefined;
  if (found) return found;
  const refusal = ID_PATTERN.test(id) ? await refusalOfDelega(ctx, [id], power) : undefined;
  throw refusal ?? new PortalError('not_found', { message: 'Non abbiamo trovato questa posizione.' });
}

/** The error for documents that are not open to the caller. */
async function refuseDocumenti(
  ctx: CallContext,
  named: Parameters<typeof listPosizioniOfDocumenti>[1],
  power: DelegaPower,
): Promise<PortalError> {
  const asks = ctx.user?.ruolo === 'cittadino' && named.names.length > 0;
  const posizioni = asks ? await listPosizioniOfDocumenti(ctx.db, named) : [];
  const refusal = await refusalOfDelega(ctx, posizioni, power);
  return refusal ?? new PortalError('not_found', { message: 'Non abbiamo trovato questo documento.' });
}

/** A document as of today. @property stato overdue when the due date has passed */
export type OpenDocumento = Omit<Documento, 'stato'> & { stato: StatoDocumento };

/**
 * The documents that an address names (`/servizio/{form}/{sistema}/{numeri}`), in the order asked for.
 * @param numeri a repeated one counts once; when two enti use the same numbers, those of one ente that has them all
 * @throws PortalError `not_found` when one of them does not exist or is not open to this person
 */
export async function findOpenDocumenti(
  ctx: CallContext,
  sistema: string,
  numeri: readonly string[],
  power: DelegaPower,
): Promise<OpenDocumento[]> {
  const wanted = [...new Set(numeri)];
  // PostgreSQL refuses a zero byte in a text, and no system has a control character in its name.
  const known =
    wanted.length > 0 &&
    wanted.length <= 100 &&
    wanted.every((n) => /^[\w.-]{1,100}$/.test(n)) &&
    !/\p{Cc}/u.test(sistema);
  const rows = known ? await findOpenDocumentoRows(ctx.db, { sistema, numeri: wanted }, viewerOf(ctx, power)) : [];
  const ofOneEnte = rows.map((r) => r.ente).find((ente) => wanted.every((n) => rows.some(isDocumento(n, ente))));
  const found = wanted.flatMap((n) => rows.find(isDocumento(n, ofOneEnte)) ?? []);
  if (found.length < wanted.length) throw await refuseDocumenti(ctx, { sistema, names: known ? wanted : [] }, power);
  return asOfToday(ctx, found);
}

/** Documents as they are today. */
function asOfToday(ctx: CallContext, rows: readonly Documento[]): OpenDocumento[] {
  const today = todayInRome(ctx.now);
  return rows.map((row) => ({ ...row, stato: statoOn(row, today) }));
}

/**
 * Finds the documents that a call names by `Id` or by number, also mixed; a document that is named both ways comes once.
 * @throws PortalError `not_found` when one of them does not exist, is of another system, or is not open to this person
 */
export async function findNamedDocumenti(
  ctx: CallContext,
  sistema: string,
  names: readonly string[],
  power: DelegaPower,
): Promise<OpenDocumento[]> {
  const wanted = [...new Set(names)];
  const ids = wanted.filter((n) => ID_PATTERN.test(n)).slice(0, 100);
  const rows = ids.length > 0 ? await findOpenDocumentoRowsById(ctx.db, ids, viewerOf(ctx, power)) : [];
  const ofSistema = rows.filter((r) => r.sistema === sistema);
  const byId = new Map(asOfToday(ctx, ofSistema).map((d) => [d.id, d]));
  const numeri = wanted.filter((n) => !byId.has(n));
  const byNumero = numeri.length > 0 ? await findOpenDocumenti(ctx, sistema, numeri, power) : [];
  const found = wanted.flatMap((n) => byId.get(n) ?? byNumero[numeri.indexOf(n)] ?? []);
  return [...new Map(found.map((d) => [d.id, d])).values()];
}

/** @property per_conto name of the person for whom the caller acts on it @property servizi whose requests alone they may then send */
type SendablePosizione = OpenPosizione & { per_conto?: string; servizi?: string[] | undefined };

/** Every position about which this person may send something. */
export async function listOpenPosizioni(ctx: CallContext): Promise<SendablePosizione[]> {
  const open = await listOpenRows(ctx.db, viewerOf(ctx, 'presenta'));
  const acting = await readActing(
    ctx,
    open.map(({ id }) => id),
  );
  // The first of several lets the delegate do most.
  const byPosizione = new Map(acting.toReversed().map((one) => [one.posizione, one]));
  return open.map((p) => {
    const delega = byPosizione.get(p.id);
    return delega ? { ...p, per_conto: delega.delegante_nome, servizi: powersOf(delega).servizi } : p;
  });
}

/** Every position that is open to this person, but for those that they have as a delegate, with all its documents, latest first. */
export async function listOpenWithDocumenti(
  ctx: CallContext,
): Promise<(OpenPosizione & { documenti: OpenDocumento[] })[]> {
  const posizioni = await listOpenRows(ctx.db, viewerOf(ctx, 'own'));
  const rows = await listDocumentiOf(
    ctx.db,
    posizioni.map((p) => p.id),
  );
  const documenti = asOfToday(ctx, rows);
  return posizioni.map((p) => ({ ...p, documenti: documenti.filter((d) => d.posizione === p.id) }));
}

/**
 * The documents with these ids, in the order asked for, of any ente and system.
 * @param ids at most 100, each once
 * @throws PortalError `not_found` when one of them does not exist or is not open to this person
 */
export async function findOpenDocumentiById(
  ctx: CallContext,
  ids: readonly string[],
  power: DelegaPower,
): Promise<OpenDocumento[]> {
  const known = ids.length > 0 && ids.length <= 100 && ids.every((id) => ID_PATTERN.test(id));
  const rows = known ? await findOpenDocumentoRowsById(ctx.db, ids, viewerOf(ctx, power)) : [];
  const found = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  if (found.length < ids.length) throw await refuseDocumenti(ctx, { names: known ? ids : [] }, power);
  return asOfToday(ctx, found);
}

/** Tells whether this document is on a position that is open to this person. @param id of a document that exists */
export const isOpenDocumento = async (ctx: CallContext, id: string): Promise<boolean> =>
  (await findOpenDocumentoRowsById(ctx.db, [id], viewerOf(ctx))).length > 0;

const isDocumento = (numero: string, ente: string | undefined) => (row: Documento) =>
  row.numero === numero && (ente === undefined || row.ente === ente);
