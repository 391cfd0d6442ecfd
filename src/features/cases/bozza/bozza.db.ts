/** Queries of drafts, for this feature alone. */
import type { Db } from '../../../store/open.server.ts';
import type { Allegato, Tables } from '../../../store/tables.ts';

type Riga = Tables['bozze'];

/** Writes over the draft of the same owner and path; its key and its first instant stay. @returns the key of its one send */
export async function scriviBozza(db: Db, riga: Riga): Promise<string> {
  const { valori_json, passo, salvata, aggiornata, scade, rete, dimensione } = riga;
  const row = await db
    .insertInto('bozze')
    .values(riga)
    .onConflict((c) =>
      c
        .columns(['proprietario', 'percorso'])
        .doUpdateSet({ valori_json, passo, salvata, aggiornata, scade, rete, dimensione }),
    )
    .returning('chiave')
    .executeTakeFirstOrThrow();
  return row.chiave;
}

/** All that somebody has begun, and how large it is. */
export function misureDelleBozze(db: Db, di: { proprietario: string; now: number }) {
  return db
    .selectFrom('bozze')
    .select(['percorso', 'salvata', 'dimensione'])
    .where('proprietario', '=', di.proprietario)
    .where('scade', '>', di.now)
    .execute();
}

/** @returns bytes of the drafts that guests of a network have written to since `dal` */
export async function bytesDellaRete(db: Db, { rete, dal }: { rete: string; dal: number }): Promise<number> {
  const row = await db
    .selectFrom('bozze')
    .select((e) => e.fn.sum<number | string | null>('dimensione').as('somma'))
    .where('rete', '=', rete)
    .where('aggiornata', '>', dal)
    .executeTakeFirst();
  return Number(row?.somma ?? 0);
}

/** What somebody has begun, without what they typed. */
export function bozzeDi(db: Db, proprietario: string, now: number) {
  return db
    .selectFrom('bozze')
    .select(['percorso', 'aggiornata', 'scade'])
    .where('proprietario', '=', proprietario)
    .where('scade', '>', now)
    .orderBy('aggiornata', 'desc')
    .limit(100)
    .execute();
}

/** A draft with its files, in the order of upload, by one question: the form asks it at every step. */
export async function trovaBozzaConFile(
  db: Db,
  di: { proprietario: string; percorso: string; now: number },
): Promise<{ bozza: Omit<Riga, 'rete' | 'dimensione'>; file: Allegato[] } | undefined> {
  const rows = await conFile(db, di);
  const [first] = rows;
  if (!first) return undefined;
  const file = rows.filter((row) => row.id !== null) as unknown as Allegato[];
  return { bozza: { ...first, proprietario: di.proprietario }, file };
}

const conFile = (db: Db, di: { proprietario: string; percorso: string; now: number }) =>
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
    .where('bozze.proprietario', '=', di.proprietario)
    .where('bozze.percorso', '=', di.percorso)
    .where('bozze.scade', '>', di.now)
    .orderBy('allegati.creato')
    .orderBy('allegati.id')
    .execute();

/** @returns whether there was one */
export async function togliBozza(db: Db, proprietario: string, percorso: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('bozze')
    .where('proprietario', '=', proprietario)
    .where('percorso', '=', percorso)
    .returning('percorso')
    .executeTakeFirst();
  return gone !== undefined;
}
