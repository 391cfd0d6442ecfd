/** Queries of drafts; only this feature uses them. */
import type { Allegato, StoreDb, StoreTables } from '../../../store/tables.ts';
import { dichiarazionePath } from '../allegati/file-limits.ts';

type BozzaRow = StoreTables['bozze'];

/**
 * Replaces the draft of the same owner and path, but not its key, its address and its first instant.
 * @param seen when the draft that may be replaced was changed last, 0 when none may; undefined: whatever there is
 * @returns the key of its send; undefined when another draft has come meanwhile
 */
export async function writeBozza(
  db: StoreDb,
  bozza: BozzaRow,
  seen: number | undefined,
): Promise<{ chiave: string } | undefined> {
  const { valori_json, passo, salvata, aggiornata, scade, rete, dimensione, mano } = bozza;
  return db
    .insertInto('bozze')
    .values(bozza)
    .onConflict((c) => {
      const replacing = c
        .columns(['proprietario', 'percorso'])
        .doUpdateSet({ valori_json, passo, salvata, aggiornata, scade, rete, dimensione, mano });
      return seen === undefined ? replacing : replacing.where('bozze.aggiornata', '=', seen);
    })
    .returning('chiave')
    .executeTakeFirst();
}

/** All drafts of an owner, with their sizes and what tells one version from another. */
export function listBozzaSizes(db: StoreDb, of: { proprietario: string; now: number }) {
  return db
    .selectFrom('bozze')
    .select(['percorso', 'salvata', 'dimensione', 'chiave', 'aggiornata', 'mano'])
    .where('proprietario', '=', of.proprietario)
    .where('scade', '>', of.now)
    .execute();
}

/** @returns bytes of the drafts that guests of a network have written to since `dal`, with their devices */
export async function countNetworkBytes(db: StoreDb, { rete, dal }: { rete: string; dal: number }): Promise<number> {
  const row = await db
    .selectFrom('bozze')
    .select((e) => e.fn.sum<number | string | null>(e('dimensione', '+', e.ref('dimensione_mezzi'))).as('somma'))
    .where('rete', '=', rete)
    .where('aggiornata', '>', dal)
    .executeTakeFirst();
  return Number(row?.somma ?? 0);
}

/** @returns by how many bytes the devices of a draft grow */
export async function weighMezzi(
  db: StoreDb,
  of: { proprietario: string; percorso: string },
  bytes: number,
): Promise<number> {
  const own = db
    .selectFrom('bozze')
    .select('dimensione_mezzi')
    .where('proprietario', '=', of.proprietario)
    .where('percorso', '=', of.percorso);
  const { dimensione_mezzi: before } = await own.executeTakeFirstOrThrow();
  await db
    .updateTable('bozze')
    .set({ dimensione_mezzi: bytes })
    .where('proprietario', '=', of.proprietario)
    .where('percorso', '=', of.percorso)
    .execute();
  return bytes - before;
}

/** The drafts of an owner, without their values. */
export function listBozze(db: StoreDb, owner: string, now: number) {
  return db
    .selectFrom('bozze')
    .select(['percorso', 'aggiornata', 'scade'])
    .where('proprietario', '=', owner)
    .where('scade', '>', now)
    .orderBy('aggiornata', 'desc')
    .limit(100)
    .execute();
}

/** A draft with its files in the order of upload, in one query because the form needs both at every step. */
export async function findBozzaWithFiles(
  db: StoreDb,
  of: { proprietario: string; percorso: string; now: number },
): Promise<
  { bozza: Omit<BozzaRow, 'rete' | 'dimensione' | 'dimensione_mezzi' | 'email' | 'mano'>; file: Allegato[] } | undefined
> {
  const rows = await selectBozzaWithFiles(db, of);
  const [first] = rows;
  if (!first) return undefined;
  const file = rows.filter((row) => row.id !== null) as unknown as Allegato[];
  return { bozza: { ...first, proprietario: of.proprietario }, file };
}

const selectBozzaWithFiles = (db: StoreDb, of: { proprietario: string; percorso: string; now: number }) =>
  db
    .selectFrom('bozze')
    .leftJoin('allegati', (on) =>
      on
        .onRef('allegati.proprietario', '=', 'bozze.proprietario')
        .onRef('allegati.bozza', '=', 'bozze.percorso')
        .on('allegati.pratica', 'is', null),
    )
    .selectAll('allegati')
    .select(['valori_json', 'passo', 'chiave', 'salvata', 'creata', 'aggiornata', 'scade', 'percorso'])
    .where('bozze.proprietario', '=', of.proprietario)
    .where('bozze.percorso', '=', of.percorso)
    .where('bozze.scade', '>', of.now)
    .orderBy('allegati.creato')
    .orderBy('allegati.id')
    .execute();

/** @param of.sendKey the draft of no other send is removed @returns whether there was one */
export async function removeBozza(
  db: StoreDb,
  { owner, path, sendKey }: { owner: string; path: string; sendKey?: string | undefined },
): Promise<boolean> {
  const gone = await db
    .deleteFrom('bozze')
    .where('proprietario', '=', owner)
    .where('percorso', '=', path)
    .$if(sendKey !== undefined, (query) => query.where('chiave', '=', sendKey ?? ''))
    .returning('percorso')
    .executeTakeFirst();
  return gone !== undefined;
}

/** The devices of a declaration go with its draft: what nobody counts any more must not stay. @param path of the draft, of any form */
export async function removeUnsentMezzi(db: StoreDb, owner: string, path: string): Promise<void> {
  const [before, id] = path.split(dichiarazionePath(''));
  if (before !== '' || !id) return;
  await db
    .deleteFrom('dichiarazioni_mezzi')
    .where('id', '=', id)
    .where('proprietario', '=', owner)
    .where('pratica', 'is', null)
    .execute();
}

/** @returns path of the form whose draft has this key of its send */
export async function findBozzaPath(db: StoreDb, owner: string, sendKey: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('bozze')
    .select('percorso')
    .where('proprietario', '=', owner)
    .where('chiave', '=', sendKey)
    .executeTakeFirst();
  return row?.percorso;
}
