/** Queries of positions, of the links and grants that open them, and of their documents; only this feature uses them. */
import { type ExpressionBuilder, sql } from 'kysely';
import { todayInRome } from '../../../platform/atoms/date.ts';
import type { Documento, Posizione, StoreDb, StoreTables } from '../../../store/tables.ts';
import { OWED_DOCUMENTO_STATI } from './documenti.ts';
import { type LinkUse, linkBarsCodes, linkHolds, type PosizioneHolder } from './link.ts';

/** A position that is shown: no code opens more of it, and it is not closed. */
export type OpenPosizione = Omit<Posizione, 'controllo' | 'chiusa'>;

/** A position with the link that makes it a citizen's own. */
export type OwnPosizione = OpenPosizione & {
  ruolo: string;
  idRappresentanza: string;
  /** What its documents owe, and the unpaid notices of requests about them, such as instalments */
  da_pagare_cent: number;
};

/** Every position with this user code, which is unique per ente only, unless it is closed. */
export function listByCodice(db: StoreDb, codice_utente: string): Promise<Posizione[]> {
  return db
    .selectFrom('posizioni')
    .selectAll()
    .where('codice_utente', '=', codice_utente)
    .where('chiusa', 'is', null)
    .execute();
}

/** @param use `own`: without those that they have as a delegate */
function selectOwn(db: StoreDb, { codice_fiscale, today }: PosizioneHolder, use?: 'own') {
  return db
    .selectFrom('rappresentanze as r')
    .innerJoin('posizioni as p', 'p.id', 'r.posizione')
    .select(['p.id', 'p.ente', 'p.codice_utente', 'p.sistema', 'p.intestatario', 'r.ruolo', 'r.id as idRappresentanza'])
    .select((e) => {
      const owed = e
        .selectFrom('documenti as d')
        .select((d) => d.fn.sum('d.importo_cent').as('cent'))
        .whereRef('d.posizione', '=', 'p.id')
        .where('d.stato', 'in', OWED_DOCUMENTO_STATI);
      // A document in instalments is not owed any more; the notices of its plan are.
      const instalments = e
        .selectFrom('avvisi as a')
        .select((a) => a.fn.sum('a.importo_cent').as('cent'))
        .where('a.stato', '=', 'da_pagare')
        .where('a.pratica', 'in', (a) =>
          a
            .selectFrom('richieste_documenti as s')
            .innerJoin('documenti as d', 'd.id', 's.documento')
            .select('s.pratica')
            .whereRef('d.posizione', '=', 'p.id'),
        );
      // The notices of a plan that was agreed outside the portal are imported with the position.
      const elsewhere = e
        .selectFrom('avvisi as a')
        .select((a) => a.fn.sum('a.importo_cent').as('cent'))
        .whereRef('a.posizione', '=', 'p.id')
        .where('a.stato', '=', 'da_pagare');
      return sql<number>`cast(coalesce(${owed}, 0) + coalesce(${instalments}, 0) + coalesce(${elsewhere}, 0) as bigint)`.as(
        'da_pagare_cent',
      );
    })
    .where('r.codice_fiscale', '=', codice_fiscale)
    .where(linkHolds('r', today, use))
    .where('p.chiusa', 'is', null);
}

export const listPosizioniOf = (db: StoreDb, person: PosizioneHolder): Promise<OwnPosizione[]> =>
  selectOwn(db, person, 'own').orderBy('p.codice_utente').orderBy('p.ente').execute();

/** Positions with these ids (at least one) that a person has, also as a delegate. */
export const listPosizioniById = (
  db: StoreDb,
  person: PosizioneHolder,
  posizioni: readonly string[],
): Promise<OwnPosizione[]> => selectOwn(db, person).where('r.posizione', 'in', posizioni).execute();

export function readPosizioneOf(db: StoreDb, person: PosizioneHolder, id: string): Promise<OwnPosizione> {
  return selectOwn(db, person).where('r.posizione', '=', id).executeTakeFirstOrThrow();
}

/**
 * Documents of a citizen's own position, latest first. One query checks the right and reads the documents.
 * @param ids id of the position or of the link, and the user code of the position
 * @returns undefined when the two do not belong together or the position is not the citizen's
 */
export async function findOwnDocumenti(
  db: StoreDb,
  person: PosizioneHolder,
  ids: { id: string; codice_utente: string },
): Promise<Documento[] | undefined> {
  const rows = await listWithLink(db, { ...ids, ...person });
  if (rows.length === 0) return undefined;
  return rows.filter((row): row is Documento => row.id !== null);
}

const listWithLink = (db: StoreDb, filter: PosizioneHolder & { id: string; codice_utente: string }) =>
  db
    .selectFrom('rappresentanze as r')
    .innerJoin('posizioni as p', 'p.id', 'r.posizione')
    .leftJoin('documenti as d', (j) => j.onRef('d.posizione', '=', 'p.id').on('d.chiuso', 'is', null))
    .selectAll('d')
    .where('r.codice_fiscale', '=', filter.codice_fiscale)
    .where((e) => e.or([e('r.posizione', '=', filter.id), e('r.id', '=', filter.id)]))
    .where(linkHolds('r', filter.today))
    .where('p.chiusa', 'is', null)
    .where('p.codice_utente', '=', filter.codice_utente)
    .orderBy('d.data', 'desc')
    .orderBy('d.numero', 'desc')
    .execute();

/** Adds a link, or restores one that was removed. @returns false when the citizen has the position already */
export async function addRappresentanza(
  db: StoreDb,
  link: Omit<StoreTables['rappresentanze'], 'tolta' | 'fine' | 'da_elenco' | 'delegata'>,
): Promise<boolean> {
  const added = await db
    .insertInto('rappresentanze')
    .values({ ...link, tolta: null })
    .onConflict((c) =>
      c
        .columns(['codice_fiscale', 'posizione'])
        .doUpdateSet({ tolta: null })
        .where('rappresentanze.tolta', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** @returns the link of a person that has ended: `fine` when the ente ended it, null when a delegation did */
export const findEndedLink = (
  db: StoreDb,
  { codice_fiscale, today, posizione }: PosizioneHolder & { posizione: string },
): Promise<{ fine: string | null } | undefined> =>
  db
    .selectFrom('rappresentanze as r')
    .select('r.fine')
    .where('r.codice_fiscale', '=', codice_fiscale)
    .where('r.posizione', '=', posizione)
    .where(linkBarsCodes('r', today))
    .where((e) => e.not(linkHolds('r', today)))
    .executeTakeFirst();

/** Marks the link and keeps the row, so that a later import does not bring the position back. @returns false when there was no such link */
export async function removeRappresentanza(
  db: StoreDb,
  link: { codice_fiscale: string; posizione: string },
  now: number,
): Promise<boolean> {
  const gone = await db
    .updateTable('rappresentanze')
    .set({ tolta: now })
    .where('codice_fiscale', '=', link.codice_fiscale)
    .where('posizione', '=', link.posizione)
    .where(linkHolds('rappresentanze', todayInRome(now)))
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Documents of a position, latest first. */
export function listDocumenti(db: StoreDb, posizione: string): Promise<Documento[]> {
  return db
    .selectFrom('documenti')
    .selectAll()
    .where('posizione', '=', posizione)
    .where('chiuso', 'is', null)
    .orderBy('data', 'desc')
    .orderBy('numero', 'desc')
    .execute();
}

export async function grantConcessione(db: StoreDb, grant: StoreTables['concessioni']): Promise<void> {
  await db
    .insertInto('concessioni')
    .values(grant)
    .onConflict((c) => c.columns(['proprietario', 'posizione']).doUpdateSet({ scade: grant.scade }))
    .execute();
}

export async function removeConcessione(db: StoreDb, proprietario: string, posizione: string): Promise<void> {
  await db
    .deleteFrom('concessioni')
    .where('proprietario', '=', proprietario)
    .where('posizione', '=', posizione)
    .execute();
}

/**
 * The person who asks for positions. @property codice_fiscale null unless a citizen is logged in
 * @property use what they want with it, which a delegation may not let them
 */
export type PosizioneViewer = {
  proprietario: string;
  codice_fiscale: string | null;
  now: number;
  use?: LinkUse | undefined;
};

/**
 * The condition that a position is open to a person: their own, or opened by its codes within the hour. Codes open nothing to somebody whose
 * link the ente has ended, nor to a delegate.
 */
function isOpenTo<DB extends StoreTables, T extends keyof DB>(
  e: ExpressionBuilder<DB, T>,
  posizione: 'posizioni.id' | 'documenti.posizione',
  { proprietario, codice_fiscale, now, use }: PosizioneViewer,
) {
  const b = e as unknown as ExpressionBuilder<StoreTables, 'posizioni' | 'documenti'>;
  const grant = b
    .selectFrom('concessioni as c')
    .select('c.posizione')
    .whereRef('c.posizione', '=', posizione)
    .where('c.proprietario', '=', proprietario)
    .where('c.scade', '>', now);
  if (codice_fiscale === null) return b.exists(grant);
  const today = todayInRome(now);
  const link = b
    .selectFrom('rappresentanze as r')
    .select('r.id')
    .whereRef('r.posizione', '=', posizione)
    .where('r.codice_fiscale', '=', codice_fiscale);
  return b.or([
    b.exists(link.where(linkHolds('r', today, use))),
    b.and([b.exists(grant), b.not(b.exists(link.where(linkBarsCodes('r', today))))]),
  ]);
}

export function findOpenRow(db: StoreDb, id: string, viewer: PosizioneViewer): Promise<OpenPosizione | undefined> {
  return db
    .selectFrom('posizioni')
    .select(['id', 'ente', 'codice_utente', 'sistema', 'intestatario'])
    .where('id', '=', id)
    .where('chiusa', 'is', null)
    .where((e) => isOpenTo(e, 'posizioni.id', viewer))
    .executeTakeFirst();
}

/** Documents of a system with these numbers (at least one), of any ente, on positions that are open to this person. */
export const findOpenDocumentoRows = (
  db: StoreDb,
  wanted: { sistema: string; numeri: readonly string[] },
  viewer: PosizioneViewer,
): Promise<Documento[]> =>
  // A person without a citizen's login has no positions of their own: '' matches no tax code.
  selectOpenDocumenti(db, { ...wanted, ...viewer, codice_fiscale: viewer.codice_fiscale ?? '' });

const selectOpenDocumenti = (
  db: StoreDb,
  filter: { sistema: string; numeri: readonly string[]; codice_fiscale: string } & Omit<
    PosizioneViewer,
    'codice_fiscale'
  >,
) =>
  db
    .selectFrom('documenti')
    .selectAll()
    .where('numero', 'in', filter.numeri)
    .where('sistema', '=', filter.sistema)
    .where('chiuso', 'is', null)
    .where((e) => isOpenTo(e, 'documenti.posizione', filter))
    .orderBy('ente')
    .execute();

/** Every position that is open to this person, always in the same order. */
export const listOpenRows = (db: StoreDb, viewer: PosizioneViewer): Promise<OpenPosizione[]> =>
  // A person without a citizen's login has no positions of their own: '' matches no tax code.
  selectOpenPosizioni(db, { ...viewer, codice_fiscale: viewer.codice_fiscale ?? '' });

/** Reads the links and grants first: a condition on each position would scan the whole table. */
const selectOpenPosizioni = (
  db: StoreDb,
  filter: Omit<PosizioneViewer, 'codice_fiscale'> & { codice_fiscale: string },
) =>
  db
    .selectFrom('posizioni')
    .select(['id', 'ente', 'codice_utente', 'sistema', 'intestatario'])
    .where('id', 'in', (e) =>
      e
        .selectFrom('concessioni')
        .select('posizione')
        .where('proprietario', '=', filter.proprietario)
        .where('scade', '>', filter.now)
        .where('posizione', 'not in', (r) =>
          r
            .selectFrom('rappresentanze as r')
            .select('r.posizione')
            .where('r.codice_fiscale', '=', filter.codice_fiscale)
            .where(linkBarsCodes('r', todayInRome(filter.now))),
        )
        .union(
          e
            .selectFrom('rappresentanze as r')
            .select('r.posizione')
            .where('r.codice_fiscale', '=', filter.codice_fiscale)
            .where(linkHolds('r', todayInRome(filter.now), filter.use)),
        ),
    )
    .where('chiusa', 'is', null)
    .orderBy('codice_utente')
    .orderBy('ente')
    .execute();

/** Documents of these positions, latest first. The caller has checked that the positions are open to the person. */
export async function listDocumentiOf(db: StoreDb, posizioni: readonly string[]): Promise<Documento[]> {
  if (posizioni.length === 0) return [];
  return db
    .selectFrom('documenti')
    .selectAll()
    .where('posizione', 'in', posizioni)
    .where('chiuso', 'is', null)
    .orderBy('data', 'desc')
    .orderBy('numero', 'desc')
    .execute();
}

/** Documents with these ids, on positions that are open to this person. */
export function findOpenDocumentoRowsById(
  db: StoreDb,
  ids: readonly string[],
  viewer: PosizioneViewer,
): Promise<Documento[]> {
  return db
    .selectFrom('documenti')
    .selectAll()
    .where('id', 'in', ids)
    .where('chiuso', 'is', null)
    .where((e) => isOpenTo(e, 'documenti.posizione', viewer))
    .execute();
}
