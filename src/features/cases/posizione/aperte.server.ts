/** What other services may see of positions and documents: a person's own, and what was opened by two codes. */
import { type Ctx, owner } from '../../../context.ts';
import { oggi } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Documento, Posizione } from '../../../store/tables.ts';
import { type StatoDocumento, statoIl } from './documenti.ts';
import {
  type Chi,
  documentiApertiConId,
  documentiDelle,
  posizioniAperteA,
  trovaAperta,
  trovaDocumentiAperti,
} from './posizione.db.ts';

/** Whose positions these are: an operator's own tax code opens nothing here. */
const chi = (ctx: Ctx): Chi => ({
  proprietario: owner(ctx),
  codice_fiscale: ctx.user?.ruolo === 'cittadino' ? ctx.user.codice_fiscale : null,
  now: ctx.now,
});

const FORMA = /^[\w-]{1,64}$/;

/** @throws PortalError `not_found` when it is neither this person's nor opened by codes within the hour: as if it were not there */
export async function posizioneAperta(ctx: Ctx, id: string): Promise<Omit<Posizione, 'controllo'>> {
  const found = FORMA.test(id) ? await trovaAperta(ctx.db, id, chi(ctx)) : undefined;
  if (!found) throw new PortalError('not_found', { message: 'Non abbiamo trovato questa posizione.' });
  return found;
}

/** A document as of today. @property stato with the due date looked at */
export type DocumentoAperto = Omit<Documento, 'stato'> & { stato: StatoDocumento };

/**
 * The documents that an address names (`/servizio/{form}/{sistema}/{numeri}`), in the order asked for.
 * @param numeri each once; when two bodies use the same numbers, those of one body that has them all
 * @throws PortalError `not_found` when one of them is not there or not open to this person
 */
export async function documentiAperti(
  ctx: Ctx,
  sistema: string,
  numeri: readonly string[],
): Promise<DocumentoAperto[]> {
  const wanted = [...new Set(numeri)];
  const known = wanted.length > 0 && wanted.length <= 100 && wanted.every((n) => /^[\w.-]{1,100}$/.test(n));
  // A control character in the address is in no system's name, and no text for the store.
  const rows =
    known && !/\p{Cc}/u.test(sistema) ? await trovaDocumentiAperti(ctx.db, { sistema, numeri: wanted }, chi(ctx)) : [];
  const ofOneBody = rows.map((r) => r.ente).find((ente) => wanted.every((n) => rows.some(is(n, ente))));
  const found = wanted.map((n) => rows.find(is(n, ofOneBody)));
  const today = oggi(ctx.now);
  return found.map((row) => {
    if (!row) throw new PortalError('not_found', { message: 'Non abbiamo trovato questo documento.' });
    return { ...row, stato: statoIl(row, today) };
  });
}

/**
 * The same for documents that a call names by their `Id` or by their number, mixed as it likes; one that is named both ways comes once.
 * @throws PortalError `not_found` when one of them is not there, of another system, or not open to this person
 */
export async function documentiNominati(
  ctx: Ctx,
  sistema: string,
  nomi: readonly string[],
): Promise<DocumentoAperto[]> {
  const wanted = [...new Set(nomi)];
  const ids = wanted.filter((n) => FORMA.test(n)).slice(0, 100);
  const rows = ids.length > 0 ? await documentiApertiConId(ctx.db, ids, chi(ctx)) : [];
  const today = oggi(ctx.now);
  const perId = new Map(
    rows.filter((r) => r.sistema === sistema).map((r) => [r.id, { ...r, stato: statoIl(r, today) }]),
  );
  const numeri = wanted.filter((n) => !perId.has(n));
  const perNumero = numeri.length > 0 ? await documentiAperti(ctx, sistema, numeri) : [];
  const found = wanted.flatMap((n) => perId.get(n) ?? perNumero[numeri.indexOf(n)] ?? []);
  return [...new Map(found.map((d) => [d.id, d])).values()];
}

/** Every position that is open to this person. */
export const posizioniAperte = (ctx: Ctx): Promise<Omit<Posizione, 'controllo'>[]> =>
  posizioniAperteA(ctx.db, chi(ctx));

/** Every position that is open to this person, with all its documents, the latest first. */
export async function tutteLeAperte(
  ctx: Ctx,
): Promise<(Omit<Posizione, 'controllo'> & { documenti: DocumentoAperto[] })[]> {
  const posizioni = await posizioniAperte(ctx);
  const righe = await documentiDelle(
    ctx.db,
    posizioni.map((p) => p.id),
  );
  const documenti = righe.map((row) => ({ ...row, stato: statoIl(row, oggi(ctx.now)) }));
  return posizioni.map((p) => ({ ...p, documenti: documenti.filter((d) => d.posizione === p.id) }));
}

/**
 * The documents with these ids, in the order asked for, of whatever bodies and systems.
 * @param ids each once, 100 at most
 * @throws PortalError `not_found` when one of them is not there or not open to this person
 */
export async function documentiConId(ctx: Ctx, ids: readonly string[]): Promise<DocumentoAperto[]> {
  const known = ids.length > 0 && ids.length <= 100 && ids.every((id) => FORMA.test(id));
  const rows = known ? await documentiApertiConId(ctx.db, ids, chi(ctx)) : [];
  const found = ids.map((id) => rows.find((row) => row.id === id));
  const today = oggi(ctx.now);
  return found.map((row) => {
    if (!row) throw new PortalError('not_found', { message: 'Non abbiamo trovato questo documento.' });
    return { ...row, stato: statoIl(row, today) };
  });
}

const is = (numero: string, ente: string | undefined) => (row: Documento) =>
  row.numero === numero && (ente === undefined || row.ente === ente);
