/** Queries of the providers' ricevute: stores each once, finds those of an attempt, and tells which avvisi a citizen owes. */
import { sql } from 'kysely';
import type { Ricevuta, StoreDb, Utente } from '../../../store/tables.ts';
import { linkHolds, type PosizioneHolder } from '../../cases/posizione/link.ts';
import type { AvvisoKey } from './avvisi.db.ts';
import { avvisiOnDocumentiOf, avvisiOnPosizioniOf } from './own-pagamenti.db.ts';

export function findRicevuta(db: StoreDb, id: string): Promise<Ricevuta | undefined> {
  return db.selectFrom('ricevute').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Which notices with these numbers a citizen owes, or pays for another by a delegation: of a document on a position of theirs or of a request about one, owed by such a position,
 * or with their tax code.
 * @param numeri at least one; another ente may use the same
 */
export function listOwedAvvisi(db: StoreDb, person: PosizioneHolder, numeri: readonly string[]): Promise<AvvisoKey[]> {
  const { codice_fiscale, today } = person;
  const ofDocumenti = db
    .selectFrom('documenti as d')
    .innerJoin('rappresentanze as r', 'r.posizione', 'd.posizione')
    .select((e) => ['d.ente', e.ref('d.numero_avviso').$notNull().as('numero_avviso')])
    .where('d.numero_avviso', 'in', numeri)
    .where('r.codice_fiscale', '=', codice_fiscale)
    .where(linkHolds('r', today, 'paga'));
  const withoutDocumento = db
    .selectFrom('avvisi')
    .select(['ente', 'numero_avviso'])
    .where('numero_avviso', 'in', numeri)
    .where('debitore', '=', codice_fiscale);
  const onDocumenti = avvisiOnDocumentiOf(db, person, 'paga')
    .select(['a.ente', 'a.numero_avviso'])
    .where('a.numero_avviso', 'in', numeri);
  const onPosizioni = avvisiOnPosizioniOf(db, person, 'paga')
    .select(['a.ente', 'a.numero_avviso'])
    .where('a.numero_avviso', 'in', numeri);
  return ofDocumenti.union(withoutDocumento).union(onDocumenti).union(onPosizioni).execute();
}

/** Receipts of the notices of an attempt, whichever attempt they belong to, with the owner of that one. */
export const listAvvisiRicevute = (db: StoreDb, key: { pagamento: string }) =>
  db
    .selectFrom('pagamenti_avvisi as n')
    .innerJoin('ricevute as r', (j) =>
      j.onRef('r.numero_avviso', '=', 'n.numero_avviso').onRef('r.ente', '=', 'n.ente'),
    )
    .leftJoin('pagamenti as p', 'p.id', 'r.pagamento')
    .selectAll('r')
    .select(['p.proprietario', 'p.utente'])
    .where('n.pagamento', '=', key.pagamento)
    .orderBy('r.doppia')
    .orderBy('r.pagato_il')
    .execute();

/** All receipts of a notice, the first paid first. */
export const listRicevuteOf = (db: StoreDb, { ente, numero_avviso }: AvvisoKey): Promise<Ricevuta[]> =>
  db
    .selectFrom('ricevute')
    .selectAll()
    .where('numero_avviso', '=', numero_avviso)
    .where('ente', '=', ente)
    .orderBy('pagato_il')
    .orderBy('id')
    .execute();

const findAvvisoRicevuta = (db: StoreDb, key: AvvisoKey) =>
  db
    .selectFrom('ricevute')
    .select(['rif', 'fornitore'])
    .where('numero_avviso', '=', key.numero_avviso)
    .where('ente', '=', key.ente)
    .limit(1)
    .execute();

/** @returns true when this notice has a receipt */
export async function hasRicevuta(db: StoreDb, key: AvvisoKey): Promise<boolean> {
  return (await findAvvisoRicevuta(db, key)).length > 0;
}

/** @returns true when a receipt belongs to this attempt, not only to one of its notices */
export async function hasOwnRicevuta(db: StoreDb, pagamento: string): Promise<boolean> {
  const row = await db.selectFrom('ricevute').select('id').where('pagamento', '=', pagamento).executeTakeFirst();
  return row !== undefined;
}

/** @param paid IUVs of an ente @returns those that have no receipt of pagoPA yet */
export async function listWithoutRicevuta(
  db: StoreDb,
  { ente, paid }: { ente: string; paid: readonly string[] },
): Promise<string[]> {
  if (paid.length === 0) return [];
  const known = await db
    .selectFrom('ricevute')
    .select('iuv')
    .where('iuv', 'in', paid)
    .where('ente', '=', ente)
    .where('fornitore', '=', 'pagopa')
    .execute();
  const withOne = new Set(known.map(({ iuv }) => iuv));
  return [...new Set(paid)].filter((iuv) => !withOne.has(iuv));
}

/** Citizens with a login who owe this notice, by their tax code or a position of theirs. */
export async function listDebtors(db: StoreDb, key: AvvisoKey, today: string): Promise<Pick<Utente, 'id'>[]> {
  const byPosizione = (['documenti', 'avvisi'] as const).map((table) =>
    db
      .selectFrom(table)
      .innerJoin('rappresentanze as r', 'r.posizione', `${table}.posizione`)
      .select('r.codice_fiscale')
      .where(`${table}.numero_avviso`, '=', key.numero_avviso)
      .where(`${table}.ente`, '=', key.ente)
      .where(linkHolds('r', today, 'own')),
  );
  const byTaxCode = db
    .selectFrom('avvisi')
    .select((e) => e.ref('debitore').$castTo<string>().as('codice_fiscale'))
    .where('numero_avviso', '=', key.numero_avviso)
    .where('ente', '=', key.ente)
    .where('debitore', 'is not', null);
  const owing = await byPosizione.reduce((all, some) => all.union(some), byTaxCode).execute();
  if (owing.length === 0) return [];
  return (
    db
      .selectFrom('utenti')
      .select('id')
      .where(
        'codice_fiscale',
        'in',
        owing.map(({ codice_fiscale }) => codice_fiscale),
      )
      // As the index has it.
      .where('ruolo', '=', sql.lit('cittadino'))
      .execute()
  );
}

/** Stores a receipt once. @returns false when it was stored before */
export async function writeRicevuta(db: StoreDb, ricevuta: Ricevuta): Promise<boolean> {
  const row = await db
    .insertInto('ricevute')
    .values(ricevuta)
    .onConflict((c) => c.columns(['rif', 'fornitore', 'ente', 'numero_avviso']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
