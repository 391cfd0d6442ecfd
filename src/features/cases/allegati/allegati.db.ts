/** Queries of attachments: where their bytes are, the draft or case they belong to, and the bytes that owners and networks use. */
import type { PutFile } from '../../../platform/files.ts';
import { readPieces, writePieces } from '../../../store/pieces.server.ts';
import type { Allegato, StoreDb } from '../../../store/tables.ts';

/** @param small the thumbnail, which stays in the store wherever the file itself is */
export async function writeAllegato(
  db: StoreDb,
  row: Allegato,
  { kept, small }: { kept: PutFile; small?: Uint8Array | undefined },
): Promise<void> {
  await db.insertInto('allegati').values(row).execute();
  await kept.withRow(db);
  if (small) await writePieces(db, { allegato: row.id, variante: 'miniatura' }, small);
}

/** In a transaction: the act of a document takes the place of the one before. */
export async function replaceAct(db: StoreDb, row: Allegato & { documento: string }, kept: PutFile): Promise<void> {
  await db.deleteFrom('allegati').where('documento', '=', row.documento).execute();
  await writeAllegato(db, row, { kept });
}

/** A file whose bytes a back end has: without a sum, since there is nothing to check. */
type BackEndRow = Omit<Allegato, keyof typeof NOTHING_HERE>;
const NOTHING_HERE = {
  pratica: null,
  evento: null,
  nascosto: null,
  sha256: '',
  deposito: null,
  foto_pubblica: null,
  documento: null,
};

/** Writes it, or changes its note; its place in the draft stays. */
export async function replaceBackEndRow(db: StoreDb, row: BackEndRow): Promise<void> {
  await db
    .insertInto('allegati')
    .values({ ...row, ...NOTHING_HERE })
    .onConflict((c) =>
      c.column('id').doUpdateSet({ nota: row.nota }).where('allegati.proprietario', '=', row.proprietario),
    )
    .execute();
}

/** @returns undefined when the file has none */
export async function readMiniatura(db: StoreDb, allegato: string): Promise<Buffer | undefined> {
  return readPieces(db, { allegato, variante: 'miniatura' });
}

export function readAllegato(db: StoreDb, id: string): Promise<Allegato | undefined> {
  return db.selectFrom('allegati').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Files of a draft, in the order of upload. */
export function listBozzaAllegati(db: StoreDb, owner: string, path: string): Promise<Allegato[]> {
  return db
    .selectFrom('allegati')
    .selectAll()
    .where('proprietario', '=', owner)
    .where('bozza', '=', path)
    .where('pratica', 'is', null)
    .orderBy('creato')
    .orderBy('id')
    .execute();
}

/** The files that a case was sent with. */
export const listSentAllegati = (db: StoreDb, of: { pratica: string }) =>
  db
    .selectFrom('allegati')
    .selectAll()
    .where('pratica', '=', of.pratica)
    .where('evento', 'is', null)
    .orderBy('creato')
    .orderBy('id')
    .execute();

/** The files of some events of a case. @param eventi ids of the events */
export async function listEventiAllegati(db: StoreDb, pratica: string, eventi: readonly string[]): Promise<Allegato[]> {
  return eventi.length > 0 ? selectEventiAllegati(db, { pratica, eventi }) : [];
}

const selectEventiAllegati = (db: StoreDb, of: { pratica: string; eventi: readonly string[] }) =>
  db
    .selectFrom('allegati')
    .selectAll()
    .where('pratica', '=', of.pratica)
    .where('evento', 'in', of.eventi)
    .orderBy('creato')
    .orderBy('id')
    .execute();

/** Checks owner and state in the statement that attaches the files. @returns how many were attached */
export async function attachAllegati(
  db: StoreDb,
  ids: string[],
  target: { owner: string; pratica: string; evento: string | null },
): Promise<number> {
  const rows = await db
    .updateTable('allegati')
    .set({ pratica: target.pratica, evento: target.evento, bozza: null })
    .where('id', 'in', ids)
    .where('proprietario', '=', target.owner)
    .where('pratica', 'is', null)
    .returning('id')
    .execute();
  return rows.length;
}

/** Changes the purpose of a file after its upload: only for its owner, and only before it is part of a case. */
export async function classifyAllegato(
  db: StoreDb,
  { id, categoria, owner }: { id: string; categoria: string; owner: string },
): Promise<void> {
  await db
    .updateTable('allegati')
    .set({ categoria })
    .where('id', '=', id)
    .where('proprietario', '=', owner)
    .where('pratica', 'is', null)
    .execute();
}

/** @returns the file with its new note; undefined if there is no such file, or it is another owner's or part of a case */
export function annotateAllegato(
  db: StoreDb,
  { id, nota, owner }: { id: string; nota: string | null; owner: string },
): Promise<Allegato | undefined> {
  return db
    .updateTable('allegati')
    .set({ nota })
    .where('id', '=', id)
    .where('proprietario', '=', owner)
    .where('pratica', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Moves files of this draft, or of no draft yet, to the draft and a category. @returns how many were moved */
export async function adoptFiles(
  db: StoreDb,
  ids: readonly string[],
  of: { owner: string; bozza: string; categoria: string },
): Promise<number> {
  const rows = await db
    .updateTable('allegati')
    .set({ bozza: of.bozza, categoria: of.categoria })
    .where('id', 'in', ids)
    .where('proprietario', '=', of.owner)
    .where('pratica', 'is', null)
    .where((e) => e.or([e('bozza', 'is', null), e('bozza', '=', of.bozza)]))
    .returning('id')
    .execute();
  return rows.length;
}

/** The files of a draft become another owner's, who goes on with it. @returns their ids, in any order */
export async function handOverBozza(
  db: StoreDb,
  { bozza, from, to }: { bozza: string; from: string; to: string },
): Promise<string[]> {
  const rows = await db
    .updateTable('allegati')
    .set({ proprietario: to })
    .where('proprietario', '=', from)
    .where('bozza', '=', bozza)
    .where('pratica', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** @returns the files of this owner among those asked for, in any order */
export async function listOwnAllegati(db: StoreDb, owner: string, ids: string[]): Promise<Allegato[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('allegati').selectAll().where('id', 'in', ids).where('proprietario', '=', owner).execute();
}

/** @returns false if there is no such file, or it is another owner's or part of a case */
export async function removeAllegato(db: StoreDb, id: string, owner: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('allegati')
    .where('id', '=', id)
    .where('proprietario', '=', owner)
    .where('pratica', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

export async function removeBozzaAllegati(db: StoreDb, owner: string, path: string): Promise<void> {
  await db
    .deleteFrom('allegati')
    .where('proprietario', '=', owner)
    .where('bozza', '=', path)
    .where('pratica', 'is', null)
    .execute();
}

/** Bytes that guests of a network have uploaded since an instant, sent or not. */
export async function countNetworkBytes(db: StoreDb, { rete, dal }: { rete: string; dal: number }): Promise<number> {
  const { somma: sum } = await db
    .selectFrom('allegati')
    .select((e) => e.fn.sum<number | null>('dimensione').as('somma'))
    .where('rete', '=', rete)
    .where('creato', '>', dal)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Bytes that the citizen has sent with messages since the office last wrote or moved the case. */
export async function countUnansweredBytes(db: StoreDb, pratica: string): Promise<number> {
  const { somma: sum } = await db
    .selectFrom('allegati as a')
    .innerJoin('eventi as v', 'v.id', 'a.evento')
    .select((e) => e.fn.sum<number | null>('a.dimensione').as('somma'))
    .where('a.pratica', '=', pratica)
    .where('v.da', '=', 'cittadino')
    .where('v.n', '>', (e) =>
      e
        .selectFrom('eventi as u')
        .select((u) => u.fn.coalesce(u.fn.max('u.n'), u.lit(0)).as('n'))
        .where('u.pratica', '=', pratica)
        .where('u.da', '=', 'operatore'),
    )
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Whose unsent files are counted: an owner's, or those that guests of a network have uploaded since `dal`. */
export type RoomOwner = { owner: string } | { rete: string; dal: number };

/**
 * Bytes in files that belong to no case.
 * @returns `underRoot`: of drafts whose path begins with `root`; `atPath`: of those with this very path; `others`: of all drafts outside `root`
 */
export async function countPendingBytes(
  db: StoreDb,
  of: RoomOwner,
  { root, path }: { root: string; path: string },
): Promise<{ others: number; underRoot: number; atPath: number }> {
  const pending = db.selectFrom('allegati').where('pratica', 'is', null);
  const counted =
    'rete' in of
      ? pending.where('rete', '=', of.rete).where('creato', '>', of.dal)
      : pending.where('proprietario', '=', of.owner);
  const rows = await counted
    .select(['bozza', (e) => e.fn.sum<number>('dimensione').as('somma')])
    .groupBy('bozza')
    .execute();
  const bytes = (matches: (bozza: string) => boolean) =>
    rows.filter((r) => matches(r.bozza ?? '')).reduce((sum, r) => sum + Number(r.somma), 0);
  return {
    others: bytes((bozza) => !bozza.startsWith(root)),
    underRoot: bytes((bozza) => bozza.startsWith(root)),
    atPath: bytes((bozza) => bozza === path),
  };
}
