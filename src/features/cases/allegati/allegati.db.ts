/** Queries of attachments: their bytes, the draft or case they belong to, and the room that owners and networks take up. */
import type { Db } from '../../../store/open.server.ts';
import type { Allegato } from '../../../store/tables.ts';

/** Files live in the store in pieces: one thing to back up, one transaction. Bytes per piece. */
const PEZZO = 512 * 1024;

type Variante = 'originale' | 'miniatura';

export async function scriviAllegato(
  db: Db,
  riga: Allegato,
  bytes: { originale: Uint8Array; miniatura?: Uint8Array | undefined },
): Promise<void> {
  await db.insertInto('allegati').values(riga).execute();
  await scriviPezzi(db, riga.id, 'originale', bytes.originale);
  if (bytes.miniatura) await scriviPezzi(db, riga.id, 'miniatura', bytes.miniatura);
}

async function scriviPezzi(db: Db, allegato: string, variante: Variante, bytes: Uint8Array): Promise<void> {
  for (let n = 0; n * PEZZO < bytes.length; n++) {
    const dati = Buffer.from(bytes.subarray(n * PEZZO, (n + 1) * PEZZO));
    await db.insertInto('allegati_pezzi').values({ allegato, variante, n, dati }).execute();
  }
}

export async function leggiBytes(db: Db, allegato: string, variante: Variante): Promise<Buffer> {
  const pezzi = await db
    .selectFrom('allegati_pezzi')
    .select('dati')
    .where('allegato', '=', allegato)
    .where('variante', '=', variante)
    .orderBy('n')
    .execute();
  return Buffer.concat(pezzi.map((p) => p.dati));
}

export function leggiAllegato(db: Db, id: string): Promise<Allegato | undefined> {
  return db.selectFrom('allegati').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Files of a draft, in the order of upload. */
export function allegatiDellaBozza(db: Db, proprietario: string, percorso: string): Promise<Allegato[]> {
  return db
    .selectFrom('allegati')
    .selectAll()
    .where('proprietario', '=', proprietario)
    .where('bozza', '=', percorso)
    .where('pratica', 'is', null)
    .orderBy('creato')
    .orderBy('id')
    .execute();
}

/** Files that a case was sent with. */
export const allegatiInviati = (db: Db, di: { pratica: string }) =>
  db
    .selectFrom('allegati')
    .selectAll()
    .where('pratica', '=', di.pratica)
    .where('evento', 'is', null)
    .orderBy('creato')
    .orderBy('id')
    .execute();

/** Files of some events of a case. @param eventi their ids */
export async function allegatiDegliEventi(db: Db, pratica: string, eventi: readonly string[]): Promise<Allegato[]> {
  return eventi.length > 0 ? diEventi(db, { pratica, eventi }) : [];
}

const diEventi = (db: Db, di: { pratica: string; eventi: readonly string[] }) =>
  db
    .selectFrom('allegati')
    .selectAll()
    .where('pratica', '=', di.pratica)
    .where('evento', 'in', di.eventi)
    .orderBy('creato')
    .orderBy('id')
    .execute();

/** Owner and state are checked by the same statement that attaches. @returns how many files were really attached */
export async function attacca(
  db: Db,
  ids: string[],
  a: { proprietario: string; pratica: string; evento: string | null },
): Promise<number> {
  const rows = await db
    .updateTable('allegati')
    .set({ pratica: a.pratica, evento: a.evento, bozza: null })
    .where('id', 'in', ids)
    .where('proprietario', '=', a.proprietario)
    .where('pratica', 'is', null)
    .returning('id')
    .execute();
  return rows.length;
}

/** What a file is for, said late: only its owner says so, and only before it is part of a case. */
export async function classifica(
  db: Db,
  { id, categoria, proprietario }: { id: string; categoria: string; proprietario: string },
): Promise<void> {
  await db
    .updateTable('allegati')
    .set({ categoria })
    .where('id', '=', id)
    .where('proprietario', '=', proprietario)
    .where('pratica', 'is', null)
    .execute();
}

/** Files of this draft, or of none yet, become the draft's, for this. @returns how many really did */
export async function adottaFile(
  db: Db,
  ids: readonly string[],
  di: { proprietario: string; bozza: string; categoria: string },
): Promise<number> {
  const righe = await db
    .updateTable('allegati')
    .set({ bozza: di.bozza, categoria: di.categoria })
    .where('id', 'in', ids)
    .where('proprietario', '=', di.proprietario)
    .where('pratica', 'is', null)
    .where((e) => e.or([e('bozza', 'is', null), e('bozza', '=', di.bozza)]))
    .returning('id')
    .execute();
  return righe.length;
}

/** @returns those of the files that are this owner's, in any order */
export async function allegatiPropri(db: Db, proprietario: string, ids: string[]): Promise<Allegato[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('allegati')
    .selectAll()
    .where('id', 'in', ids)
    .where('proprietario', '=', proprietario)
    .execute();
}

/** @returns false when it is not there, not theirs, or part of a case */
export async function togliAllegato(db: Db, id: string, proprietario: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('allegati')
    .where('id', '=', id)
    .where('proprietario', '=', proprietario)
    .where('pratica', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

export async function togliAllegatiDellaBozza(db: Db, proprietario: string, percorso: string): Promise<void> {
  await db
    .deleteFrom('allegati')
    .where('proprietario', '=', proprietario)
    .where('bozza', '=', percorso)
    .where('pratica', 'is', null)
    .execute();
}

/** Bytes that guests of a network have uploaded since then, sent or not. */
export async function bytesDellaRete(db: Db, { rete, dal }: { rete: string; dal: number }): Promise<number> {
  const { somma } = await db
    .selectFrom('allegati')
    .select((e) => e.fn.sum<number | null>('dimensione').as('somma'))
    .where('rete', '=', rete)
    .where('creato', '>', dal)
    .executeTakeFirstOrThrow();
  return Number(somma ?? 0);
}

/** Bytes that the citizen has sent with messages since the office last wrote or moved the case. */
export async function bytesSenzaRisposta(db: Db, pratica: string): Promise<number> {
  const { somma } = await db
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
  return Number(somma ?? 0);
}

/** Whose unsent files are counted: an owner's, or those that guests of a network have uploaded since `dal`. */
export type Di = { proprietario: string } | { rete: string; dal: number };

/**
 * Bytes in files that belong to no case.
 * @returns `radicati` of drafts whose path begins with `radice`, `suoi` of those under this very path, `altri` of all but the first
 */
export async function bytesInSospeso(
  db: Db,
  di: Di,
  { radice, percorso }: { radice: string; percorso: string },
): Promise<{ altri: number; radicati: number; suoi: number }> {
  const sospesi = db.selectFrom('allegati').where('pratica', 'is', null);
  const contati =
    'rete' in di
      ? sospesi.where('rete', '=', di.rete).where('creato', '>', di.dal)
      : sospesi.where('proprietario', '=', di.proprietario);
  const righe = await contati
    .select(['bozza', (e) => e.fn.sum<number>('dimensione').as('somma')])
    .groupBy('bozza')
    .execute();
  const bytes = (quali: (bozza: string) => boolean) =>
    righe.filter((r) => quali(r.bozza ?? '')).reduce((somma, r) => somma + Number(r.somma), 0);
  return {
    altri: bytes((bozza) => !bozza.startsWith(radice)),
    radicati: bytes((bozza) => bozza.startsWith(radice)),
    suoi: bytes((bozza) => bozza === percorso),
  };
}
