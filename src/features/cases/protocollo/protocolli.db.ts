/** Queries of what the protocol of an ente is asked to register, and of the system that it is asked of. */
import type { ProtocolRegistration } from '../../../platform/protocol.ts';
import type { Evento, Pratica, Protocollo, SistemaProtocollo, StoreDb } from '../../../store/tables.ts';

/** The row of an ente is there once its administrator has said how its cases are registered. */
export function findSistema(db: StoreDb, ente: string): Promise<SistemaProtocollo | undefined> {
  return db.selectFrom('sistemi_protocollo').selectAll().where('ente', '=', ente).executeTakeFirst();
}

export const listSistemi = (db: StoreDb): Promise<SistemaProtocollo[]> =>
  db.selectFrom('sistemi_protocollo').selectAll().execute();

/** @param enti at least one */
export async function isAnyRegistering(db: StoreDb, enti: readonly string[]): Promise<boolean> {
  const row = await db.selectFrom('sistemi_protocollo').select('ente').where('ente', 'in', enti).executeTakeFirst();
  return row !== undefined;
}

export async function writeSistema(db: StoreDb, row: SistemaProtocollo): Promise<void> {
  await db
    .insertInto('sistemi_protocollo')
    .values(row)
    .onConflict((c) => c.column('ente').doUpdateSet(row))
    .execute();
}

export async function deleteSistema(db: StoreDb, ente: string): Promise<void> {
  await db.deleteFrom('sistemi_protocollo').where('ente', '=', ente).execute();
}

/** Leaves a key that was written meanwhile. */
export async function replaceSealedKey(
  db: StoreDb,
  { ente, chiave }: SistemaProtocollo,
  sealed: string,
): Promise<void> {
  await db
    .updateTable('sistemi_protocollo')
    .set({ chiave: sealed })
    .where('ente', '=', ente)
    .where('chiave', '=', chiave)
    .execute();
}

/** @property evento the first one of a case, or that of a message */
export async function writeProtocollo(
  db: StoreDb,
  asked: Pick<Protocollo, 'evento' | 'pratica' | 'ente' | 'tipo' | 'chiesto'>,
): Promise<void> {
  const empty = { numero: null, data: null, registro: null, classifica: null, fascicolo: null, altro_json: null };
  await db
    .insertInto('protocolli')
    .values({ ...asked, ...empty, consegnati: 0, errore: null, fermo: 0, registrato: null })
    .execute();
}

/** What is to be registered, with its case and the entry of the timeline. */
export type AskedProtocollo = { row: Protocollo; pratica: Pratica; evento: Evento };

export async function findAsked(db: StoreDb, id: string): Promise<AskedProtocollo | undefined> {
  const row = await db.selectFrom('protocolli').selectAll().where('evento', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const pratica = await db.selectFrom('pratiche').selectAll().where('id', '=', row.pratica).executeTakeFirstOrThrow();
  const evento = await db.selectFrom('eventi').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { row, pratica, evento };
}

/** The row as it is now, in the transaction that has locked its case. */
export const findProtocollo = (db: StoreDb, evento: string): Promise<Protocollo | undefined> =>
  db.selectFrom('protocolli').selectAll().where('evento', '=', evento).executeTakeFirst();

export async function changeProtocollo(
  db: StoreDb,
  evento: string,
  changes: Partial<Omit<Protocollo, 'evento' | 'pratica' | 'ente'>>,
): Promise<void> {
  await db.updateTable('protocolli').set(changes).where('evento', '=', evento).execute();
}

/** An operator has written the number of a case: its protocol is not asked for another one. */
export async function closeByHand(
  db: StoreDb,
  pratica: string,
  { at, ...number }: Pick<Protocollo, 'numero' | 'data' | 'registro' | 'classifica' | 'fascicolo'> & { at: number },
): Promise<void> {
  await db
    .updateTable('protocolli')
    .set({ ...number, registrato: at, errore: null, fermo: 0 })
    .where('pratica', '=', pratica)
    .where('tipo', '=', 'pratica')
    .where('registrato', 'is', null)
    .execute();
}

export const registrationOf = ({
  numero,
  data,
  registro,
  classifica,
  fascicolo,
}: Pick<ProtocolRegistration, 'numero' | 'data' | 'registro' | 'classifica' | 'fascicolo'>) => ({
  numero,
  data,
  registro: registro ?? null,
  classifica: classifica ?? null,
  fascicolo: fascicolo ?? null,
});

/** The messages of a case that the ente registers. */
export const listMessaggi = (db: StoreDb, pratica: string) =>
  db
    .selectFrom('protocolli')
    .select(['evento', 'numero', 'data', 'registro', 'chiesto'])
    .where('pratica', '=', pratica)
    .where('tipo', '=', 'messaggio')
    .execute();

/** So many rows are on the page of an administrator. */
const LISTED_ROWS = 50;

/** What an ente's protocol has not registered yet, the oldest first, and how many there are. */
export async function listAttesi(db: StoreDb, ente: string) {
  const waiting = db.selectFrom('protocolli as r').where('r.ente', '=', ente).where('r.registrato', 'is', null);
  const rows = await waiting
    .innerJoin('pratiche as p', 'p.id', 'r.pratica')
    .select(['r.evento', 'r.tipo', 'r.chiesto', 'r.errore', 'r.fermo', 'p.anno', 'p.numero', 'p.ufficio', 'p.codice'])
    .select('p.tipo as genere')
    .orderBy('r.chiesto')
    .limit(LISTED_ROWS)
    .execute();
  const { n } = await waiting.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return { rows, count: Number(n) };
}

/** What has got a second number, the oldest first. */
export const listDoppi = (db: StoreDb, ente: string) =>
  db
    .selectFrom('protocolli as r')
    .innerJoin('pratiche as p', 'p.id', 'r.pratica')
    .select([
      'r.evento',
      'r.tipo',
      'r.numero',
      'r.data',
      'r.registro',
      'r.altro_json',
      'p.anno',
      'p.ufficio',
      'p.codice',
    ])
    .select(['p.numero as praticaNumero', 'p.tipo as genere'])
    .where('r.ente', '=', ente)
    .where('r.altro_json', 'is not', null)
    .orderBy('r.registrato')
    .limit(LISTED_ROWS)
    .execute();

/** What was refused is asked for as anything else, and documents go again: the system may be another one. */
export async function resetWaiting(db: StoreDb, ente: string): Promise<void> {
  await db
    .updateTable('protocolli')
    .set({ fermo: 0, consegnati: 0 })
    .where('ente', '=', ente)
    .where('registrato', 'is', null)
    .execute();
}

/** All that an ente's protocol has not registered. */
export const listWaiting = (db: StoreDb, ente: string): Promise<Pick<Protocollo, 'evento' | 'pratica'>[]> =>
  db
    .selectFrom('protocolli')
    .select(['evento', 'pratica'])
    .where('ente', '=', ente)
    .where('registrato', 'is', null)
    .execute();

/** Nothing of the ente waits for a number any more. */
export async function dropWaiting(db: StoreDb, ente: string): Promise<void> {
  await db.deleteFrom('protocolli').where('ente', '=', ente).where('registrato', 'is', null).execute();
  await db
    .updateTable('pratiche')
    .set({ protocollo_atteso_dal: null })
    .where('ente', '=', ente)
    .where('protocollo_atteso_dal', 'is not', null)
    .execute();
}

/** @returns false when it has no second number */
export async function clearDoppio(db: StoreDb, of: { ente: string; evento: string }): Promise<boolean> {
  const row = await db
    .updateTable('protocolli')
    .set({ altro_json: null })
    .where('evento', '=', of.evento)
    .where('ente', '=', of.ente)
    .where('altro_json', 'is not', null)
    .returning('evento')
    .executeTakeFirst();
  return row !== undefined;
}
