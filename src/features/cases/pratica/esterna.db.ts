/** Queries of the cases that another program deals with, and of what programs have sent once. */
import type { CallContext } from '../../../context.ts';
import type { PraticaEsterna, StoreDb } from '../../../store/tables.ts';
import { ESTERNA } from './stati.ts';

/** Two calls of a program, sent at once, would both find no case: the second waits for the first. SQLite has a single writer. */
export async function lockProgramma({ db, house }: CallContext, id: string): Promise<void> {
  if (house.dialect === 'postgres')
    await db.selectFrom('programmi').select('id').where('id', '=', id).forUpdate().execute();
}

/** @property nome of the program */
export type FoundEsterna = PraticaEsterna & { nome: string };

const selectEsterne = (db: StoreDb) =>
  db
    .selectFrom('pratiche_esterne as x')
    .innerJoin('programmi as g', 'g.id', 'x.programma')
    .selectAll('x')
    .select('g.nome');

export const findEsterna = (db: StoreDb, pratica: string): Promise<FoundEsterna | undefined> =>
  selectEsterne(db).where('x.pratica', '=', pratica).executeTakeFirst();

export const findByNumeroEsterno = (
  db: StoreDb,
  { programma, numero }: Pick<PraticaEsterna, 'programma' | 'numero'>,
): Promise<FoundEsterna | undefined> =>
  selectEsterne(db).where('x.programma', '=', programma).where('x.numero', '=', numero).executeTakeFirst();

export async function writeEsterna(db: StoreDb, row: PraticaEsterna): Promise<void> {
  await db
    .insertInto('pratiche_esterne')
    .values(row)
    .onConflict((c) => c.column('pratica').doUpdateSet(row))
    .execute();
}

/** @returns the number of the event that a program sent under this id */
export const findMessaggioEsterno = (
  db: StoreDb,
  { pratica, id }: { pratica: string; id: string },
): Promise<{ n: number } | undefined> =>
  db
    .selectFrom('messaggi_esterni as m')
    .innerJoin('eventi as e', 'e.id', 'm.evento')
    .select('e.n')
    .where('m.pratica', '=', pratica)
    .where('m.id', '=', id)
    .executeTakeFirst();

export async function writeMessaggioEsterno(
  db: StoreDb,
  row: { pratica: string; id: string; evento: string },
): Promise<void> {
  await db.insertInto('messaggi_esterni').values(row).execute();
}

/** The account of a citizen who has logged in at some time. */
export const findCitizen = (db: StoreDb, codiceFiscale: string) =>
  db
    .selectFrom('utenti')
    .select(['id', 'nome', 'cognome', 'email', 'email_comunicazione'])
    .where('identita', '=', `cf:${codiceFiscale}`)
    .where('ruolo', '=', 'cittadino')
    .executeTakeFirst();

/** Puts into the area of a citizen the cases of other programs with their tax code, in the transaction of the login. */
export async function takeEsterne(
  db: StoreDb,
  { id, codice_fiscale, email }: { id: string; codice_fiscale: string; email: string },
): Promise<void> {
  await db
    .updateTable('pratiche')
    .set((e) => ({ utente: id, email: e.case().when('email', '=', '').then(email).else(e.ref('email')).end() }))
    .where('codice_fiscale', '=', codice_fiscale)
    .where('utente', 'is', null)
    .where('stato', '=', ESTERNA)
    .execute();
}
