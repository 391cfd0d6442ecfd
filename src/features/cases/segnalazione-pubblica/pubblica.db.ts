/** Writes the public side of a report as its case goes on. */
import { announceChange, PUBLIC_CHANGE } from '../../../store/announce.server.ts';
import type { SegnalazionePubblica, StatoPubblico, StoreDb, StoreTables } from '../../../store/tables.ts';

export async function writePubblica(db: StoreDb, pubblica: SegnalazionePubblica): Promise<void> {
  await db.insertInto('segnalazioni_pubbliche').values(pubblica).execute();
  await announceChange(db, PUBLIC_CHANGE);
}

export function findPubblica(db: StoreDb, id: string): Promise<SegnalazionePubblica | undefined> {
  return db.selectFrom('segnalazioni_pubbliche').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function changePubblica(
  db: StoreDb,
  id: string,
  changes: Partial<Omit<SegnalazionePubblica, 'id' | 'ente'>> & { aggiornata: number },
): Promise<void> {
  await db.updateTable('segnalazioni_pubbliche').set(changes).where('id', '=', id).execute();
  await announceChange(db, PUBLIC_CHANGE);
}

/** The page of one report leads to another, and so do those that led to it. @param ids.from, ids.to of public sides */
export async function leadTo(db: StoreDb, { from, to }: { from: string; to: string }): Promise<void> {
  await db
    .updateTable('segnalazioni_pubbliche')
    .set({ doppione_di: to })
    .where((e) => e.or([e('id', '=', from), e('doppione_di', '=', from)]))
    .execute();
  await announceChange(db, PUBLIC_CHANGE);
}

/** @property allegato the file of the case that it was made of, which remembers it: the public side knows no case */
export type NewPhoto = Omit<StoreTables['foto_pubbliche'], 'segnalazione' | 'n'> & { allegato: string };

/** In place of those it had. */
export async function replacePhotos(db: StoreDb, segnalazione: string, photos: readonly NewPhoto[]): Promise<void> {
  await db.deleteFrom('foto_pubbliche').where('segnalazione', '=', segnalazione).execute();
  for (const [at, { allegato, ...photo }] of photos.entries()) {
    await db
      .insertInto('foto_pubbliche')
      .values({ ...photo, segnalazione, n: at + 1 })
      .execute();
    await db.updateTable('allegati').set({ foto_pubblica: photo.id }).where('id', '=', allegato).execute();
  }
  await announceChange(db, PUBLIC_CHANGE);
}

/** Removes the pictures that were not made of a file which the case still shows. @returns whether there were any */
export async function removeHiddenPhotos(
  db: StoreDb,
  { id, pubblica }: { id: string; pubblica: string },
): Promise<boolean> {
  const rows = await db
    .deleteFrom('foto_pubbliche')
    .where('segnalazione', '=', pubblica)
    .where('id', 'not in', (e) =>
      e
        .selectFrom('allegati')
        .select('foto_pubblica')
        .where('pratica', '=', id)
        .where('nascosto', 'is', null)
        .where('foto_pubblica', 'is not', null)
        .$narrowType<{ foto_pubblica: string }>(),
    )
    .returning('id')
    .execute();
  if (rows.length > 0) await announceChange(db, PUBLIC_CHANGE);
  return rows.length > 0;
}

export async function countPhotos(db: StoreDb, segnalazione: string): Promise<number> {
  const { n } = await db
    .selectFrom('foto_pubbliche')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('segnalazione', '=', segnalazione)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Adds what became of it to its timeline, where that says something new. */
export async function writeTappa(
  db: StoreDb,
  tappa: { segnalazione: string; giorno: string; stato: StatoPubblico },
): Promise<void> {
  const last = await db
    .selectFrom('tappe_pubbliche')
    .select(['n', 'stato'])
    .where('segnalazione', '=', tappa.segnalazione)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.stato === tappa.stato) return;
  await db
    .insertInto('tappe_pubbliche')
    .values({ ...tappa, n: (last?.n ?? 0) + 1 })
    .execute();
}

/** Whether anybody has to be told what becomes of it. */
export async function hasFollowers(db: StoreDb, segnalazione: string): Promise<boolean> {
  const row = await db
    .selectFrom('segnalazioni_seguite')
    .select('id')
    .where('segnalazione', '=', segnalazione)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeFollowers(db: StoreDb, segnalazione: string): Promise<void> {
  await db.deleteFrom('segnalazioni_seguite').where('segnalazione', '=', segnalazione).execute();
}
