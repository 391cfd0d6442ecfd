/** Queries of drafts that go from one device to another. */
import type { StoreDb, StoreTables } from '../../../store/tables.ts';
import { dichiarazionePath } from '../allegati/file-limits.ts';

type BozzaRow = StoreTables['bozze'];
type BozzaPlace = Pick<BozzaRow, 'proprietario' | 'percorso'>;

/** @returns false when there is no such draft of a guest */
export async function leaveFor(db: StoreDb, { proprietario, percorso }: BozzaPlace, email: string): Promise<boolean> {
  const row = await db
    .updateTable('bozze')
    .set({ email })
    .where('proprietario', '=', proprietario)
    .where('percorso', '=', percorso)
    .returning('percorso')
    .executeTakeFirst();
  return row !== undefined;
}

/** The drafts that were left for an address, with the number of their files; the last changed one first. */
export function listTravelling(db: StoreDb, { email, now }: { email: string; now: number }) {
  return db
    .selectFrom('bozze')
    .select((e) => [
      'percorso',
      'chiave',
      'aggiornata',
      'scade',
      e
        .selectFrom('allegati')
        .select((f) => f.fn.countAll<number | string>().as('n'))
        .whereRef('allegati.proprietario', '=', 'bozze.proprietario')
        .whereRef('allegati.bozza', '=', 'bozze.percorso')
        .where('allegati.pratica', 'is', null)
        .as('file'),
    ])
    .where('email', '=', email)
    .where('scade', '>', now)
    .orderBy('aggiornata', 'desc')
    .limit(20)
    .execute();
}

/** The draft of a send, whoever has it now. */
export function findTravelling(
  db: StoreDb,
  { chiave, now }: { chiave: string; now: number },
): Promise<BozzaRow | undefined> {
  return db
    .selectFrom('bozze')
    .selectAll()
    .where('chiave', '=', chiave)
    .where('scade', '>', now)
    .limit(1)
    .executeTakeFirst();
}

/** @returns bytes of its files */
export async function weighFiles(db: StoreDb, { proprietario, percorso }: BozzaPlace): Promise<number> {
  const { sum } = await db
    .selectFrom('allegati')
    .select((e) => e.fn.sum<number | string | null>('dimensione').as('sum'))
    .where('proprietario', '=', proprietario)
    .where('bozza', '=', percorso)
    .where('pratica', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/**
 * Gives a draft to another owner, with its devices and files. A declaration goes first, because its own changes lock it before the draft.
 * @param as what changes in its row
 * @returns false when it has gone meanwhile
 */
export async function moveBozza(
  tx: StoreDb,
  { proprietario, percorso, chiave }: BozzaPlace & Pick<BozzaRow, 'chiave'>,
  as: Pick<BozzaRow, 'proprietario' | 'rete' | 'scade' | 'email'>,
): Promise<boolean> {
  const [before, dichiarazione] = percorso.split(dichiarazionePath(''));
  if (before === '' && dichiarazione)
    await tx
      .updateTable('dichiarazioni_mezzi')
      .set({ proprietario: as.proprietario })
      .where('id', '=', dichiarazione)
      .where('proprietario', '=', proprietario)
      .where('pratica', 'is', null)
      .execute();
  const moved = await tx
    .updateTable('bozze')
    .set({ ...as, mano: null })
    .where('proprietario', '=', proprietario)
    .where('percorso', '=', percorso)
    .where('chiave', '=', chiave)
    .returning('chiave')
    .executeTakeFirst();
  if (!moved) return false;
  await tx
    .updateTable('allegati')
    .set({ proprietario: as.proprietario, rete: as.rete })
    .where('proprietario', '=', proprietario)
    .where('bozza', '=', percorso)
    .where('pratica', 'is', null)
    .execute();
  return true;
}
