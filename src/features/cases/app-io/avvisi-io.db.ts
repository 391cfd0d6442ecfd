/** Queries for the notices of pagoPA that are due soon, and who owes them: by their position, or by the tax code that they logged in with. */
import { sql } from 'kysely';
import type { StoreDb } from '../../../store/tables.ts';
import { linkHolds } from '../posizione/link.ts';

/** @property scadenza day @property email, promemoria_json of the person @property pagabile_fino last day on which it can be paid; null: also afterwards */
export type DueAvviso = {
  ente: string;
  numero_avviso: string;
  utente: string;
  scadenza: string;
  importo_cent: number;
  pagabile_fino: string | null;
  email: string | null;
  promemoria_json: string | null;
};

/** Documents of a position, with every citizen who has it. */
const dueDocumenti = (db: StoreDb, ente: string, today: string) =>
  db
    .selectFrom('documenti as d')
    .innerJoin('rappresentanze as r', 'r.posizione', 'd.posizione')
    .innerJoin('utenti as u', 'u.codice_fiscale', 'r.codice_fiscale')
    .select(['d.ente', 'u.id as utente', 'u.email_comunicazione as email', 'u.promemoria_json', 'd.importo_cent'])
    .select([
      sql<string>`d.numero_avviso`.as('numero_avviso'),
      sql<string>`d.scadenza`.as('scadenza'),
      sql<string | null>`null`.as('pagabile_fino'),
    ])
    .where('d.ente', '=', ente)
    .where('d.numero_avviso', 'is not', null)
    .where('d.stato', '=', 'da_pagare')
    .where('d.chiuso', 'is', null)
    .where('u.ruolo', '=', 'cittadino')
    .where(linkHolds('r', today, 'own'));

/** Notices without a document, of a debtor who has logged in. */
const dueAvvisi = (db: StoreDb, ente: string) =>
  db
    .selectFrom('avvisi as a')
    .innerJoin('utenti as u', 'u.codice_fiscale', 'a.debitore')
    .select(['a.ente', 'a.numero_avviso', 'u.id as utente', 'a.importo_cent', 'a.pagabile_fino'])
    .select(['u.email_comunicazione as email', 'u.promemoria_json'])
    .select(sql<string>`a.scadenza`.as('scadenza'))
    .where('a.ente', '=', ente)
    .where('a.debitore', 'is not', null)
    .where('a.stato', '=', 'da_pagare')
    .where('u.ruolo', '=', 'cittadino');

/** What is to be paid from one day to another, both included. */
export async function listDue(
  db: StoreDb,
  { ente, today, from, to }: { ente: string; today: string; from: string; to: string },
): Promise<DueAvviso[]> {
  const documenti = await dueDocumenti(db, ente, today)
    .where('d.scadenza', '>=', from)
    .where('d.scadenza', '<=', to)
    .execute();
  const avvisi = await dueAvvisi(db, ente).where('a.scadenza', '>=', from).where('a.scadenza', '<=', to).execute();
  return [...documenti, ...avvisi];
}

/** @returns undefined when it is not to be paid by this person, or not on that day */
export async function findDue(
  db: StoreDb,
  {
    ente,
    numero_avviso,
    utente,
    scadenza,
    today,
  }: Pick<DueAvviso, 'ente' | 'numero_avviso' | 'utente' | 'scadenza'> & { today: string },
): Promise<DueAvviso | undefined> {
  const documento = await dueDocumenti(db, ente, today)
    .where('d.numero_avviso', '=', numero_avviso)
    .where('d.scadenza', '=', scadenza)
    .where('u.id', '=', utente)
    .executeTakeFirst();
  if (documento) return documento;
  return dueAvvisi(db, ente)
    .where('a.numero_avviso', '=', numero_avviso)
    .where('a.scadenza', '=', scadenza)
    .where('u.id', '=', utente)
    .executeTakeFirst();
}
