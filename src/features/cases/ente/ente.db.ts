/** Reads the enti from the store, with the services that each can really offer, and writes them for the import. */
import { sql } from 'kysely';
import type { PortalHouse } from '../../../context.ts';
import type { StoreDb } from '../../../store/tables.ts';
import { storedEnte } from './ente.fields.ts';
import { type Ente, PORTAL_ID } from './ente.ts';

/** Every ente of the store, in the order of the import; `categorie` are those that it can really offer. */
export async function readAllEnti(db: StoreDb, services: PortalHouse['services']): Promise<Ente[]> {
  // Without cemeteries, parking zones or poster tariffs a citizen would have nothing to choose from.
  const needing = services.flatMap(({ offers = {} }) =>
    Object.entries(offers).flatMap(([codice, { needed }]) => (needed ? [codice] : [])),
  );
  const rows = await db.selectFrom('enti').select(['id', 'dati_json']).orderBy('ordine').orderBy('id').execute();
  const offerte = await db.selectFrom('offerte').select(['ente', 'codice']).where('codice', 'in', needing).execute();
  const offering = new Map<string, ReadonlySet<string>>();
  for (const { codes, offeredBy } of services) {
    const ids = await offeredBy?.(db);
    if (ids) for (const codice of Object.keys(codes)) offering.set(codice, ids);
  }
  return rows.map(({ id, dati_json }) => {
    const ente = storedEnte.parse(JSON.parse(dati_json));
    const isOffered = (codice: string) =>
      (offering.get(codice)?.has(id) ?? true) &&
      (!needing.includes(codice) || offerte.some((o) => o.ente === id && o.codice === codice));
    return { ...ente, categorie: ente.categorie.filter(isOffered) };
  });
}

/** @returns ids of the enti that have a position or a document of this system */
export async function findEntiWithSistema(db: StoreDb, sistema: string): Promise<Set<string>> {
  return new Set((await selectEntiWithSistema(db, { sistema })).map(({ id }) => id));
}

const selectEntiWithSistema = (db: StoreDb, of: { sistema: string }) =>
  db
    .selectFrom('enti')
    .select('enti.id')
    .where((w) =>
      w.or([
        w.exists(
          w
            .selectFrom('posizioni as p')
            .select('p.id')
            .whereRef('p.ente', '=', 'enti.id')
            .where('p.sistema', '=', of.sistema),
        ),
        w.exists(
          w
            .selectFrom('documenti as d')
            .select('d.id')
            .whereRef('d.ente', '=', 'enti.id')
            .where('d.sistema', '=', of.sistema),
        ),
      ]),
    )
    .execute();

/** @param host name without port */
export async function isHostOfEnte(db: StoreDb, host: string): Promise<boolean> {
  return (await selectByHost(db, { host })).length > 0;
}

const selectByHost = (db: StoreDb, of: { host: string }) =>
  db.selectFrom('enti').select('id').where('host', '=', of.host).execute();

/** An ente as the import wrote it, with all the services it asked for. */
export const findEnteRow = (db: StoreDb, id: string) =>
  db.selectFrom('enti').select(['ordine', 'dati_json']).where('id', '=', id).executeTakeFirst();

/** One picture, by the municipality and the hash in its address. */
export const findImage = (db: StoreDb, { ente, impronta }: { ente: string; impronta: string }) =>
  db
    .selectFrom('immagini')
    .select(['tipo', 'dati'])
    .where('ente', '=', ente)
    .where('impronta', '=', impronta)
    .executeTakeFirst();

/**
 * Keeps these pictures of a municipality, those that a change by an administrator names, so that it can be taken back, and no
 * others. @param images by the hash of their bytes; one that is there may be missing */
export async function writeImages(db: StoreDb, ente: Ente, images: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const hashes = imagesOf(ente).map(({ impronta }) => impronta);
  await db
    .deleteFrom('immagini')
    .where('ente', '=', ente.id)
    .$if(hashes.length > 0, (q) => q.where('impronta', 'not in', hashes))
    .where((e) => {
      // A sign of a hash that `like` reads as any other only keeps a picture too many.
      const named = sql<string>`'%' || ${e.ref('immagini.impronta')} || '%'`;
      return e.not(
        e.exists(
          e
            .selectFrom('modifiche')
            .select('modifiche.id')
            .whereRef('modifiche.ente', '=', 'immagini.ente')
            .where((m) => m.or([m('prima_json', 'like', named), m('dopo_json', 'like', named)])),
        ),
      );
    })
    .execute();
  await keepImages(db, ente, images);
}

const imagesOf = ({ stemma, piede }: Ente) =>
  [stemma, ...(piede?.loghi ?? []).map(({ immagine }) => immagine)].filter((i) => i !== undefined);

/** Adds those pictures of a municipality that are new. */
export async function keepImages(db: StoreDb, ente: Ente, images: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const { impronta, tipo } of imagesOf(ente)) {
    const dati = images.get(impronta);
    if (!dati) continue;
    await db
      .insertInto('immagini')
      .values({ ente: ente.id, impronta, tipo, dati })
      .onConflict((c) => c.columns(['ente', 'impronta']).doNothing())
      .execute();
  }
}

/** @returns ids of the enti of somebody's last cases, the last first */
export async function listLastEnti(db: StoreDb, proprietario: string, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom('pratiche')
    .select('ente')
    .where('proprietario', '=', proprietario)
    .orderBy('inviata_il', 'desc')
    .limit(LAST_CASES)
    .execute();
  return [...new Set(rows.map(({ ente }) => ente))].slice(0, max);
}

/** How many cases are looked at for the enti of the last. */
const LAST_CASES = 20;

/** What belongs to one ente alone, beside its id. A record without one has null. */
export const uniqueOf = ({ id, host, codice_fiscale }: Ente) => ({
  host,
  codice_fiscale: id === PORTAL_ID ? null : codice_fiscale,
});

export async function writeEnte(db: StoreDb, ente: Ente, order: number): Promise<void> {
  const values = { ...uniqueOf(ente), ordine: order, dati_json: JSON.stringify(ente) };
  await db
    .insertInto('enti')
    .values({ id: ente.id, ...values })
    // The id is not written again, because SQLite would look for it in every table that refers to an ente.
    .onConflict((c) => c.column('id').doUpdateSet(values))
    .execute();
}
