/** Queries of one-time codes and of the proofs of a confirmed address; code and proof work once. */
import type { StoreDb } from '../../../store/tables.ts';

/** Wrong guesses after which a code is void, even when it is typed correctly. */
const MAX_TENTATIVI = 5;

type CodiceOwner = { casella: string; proprietario: string };

/** A visitor has one code per mailbox: a new one replaces the old one. */
export async function writeCodice(
  db: StoreDb,
  codiceOwner: CodiceOwner,
  codice: { hash: string; creato: number; scade: number },
): Promise<void> {
  const values = { ...codiceOwner, ...codice, tentativi: 0 };
  await db
    .insertInto('codici')
    .values(values)
    .onConflict((c) => c.columns(['casella', 'proprietario']).doUpdateSet(values))
    .execute();
}

/** Counts the guess before comparing: a hundred guesses at once still have five tries in all. @returns the hash to compare with */
export async function countTentativo(db: StoreDb, codiceOwner: CodiceOwner, now: number): Promise<string | undefined> {
  const row = await db
    .updateTable('codici')
    .set((e) => ({ tentativi: e('tentativi', '+', 1) }))
    .where('casella', '=', codiceOwner.casella)
    .where('proprietario', '=', codiceOwner.proprietario)
    .where('scade', '>', now)
    .where('tentativi', '<', MAX_TENTATIVI)
    .returning('hash')
    .executeTakeFirst();
  return row?.hash;
}

/** Uses up the code. @returns false when another send used it first */
export async function consumeCodice(db: StoreDb, codiceOwner: CodiceOwner, hash: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('codici')
    .where('casella', '=', codiceOwner.casella)
    .where('proprietario', '=', codiceOwner.proprietario)
    .where('hash', '=', hash)
    .returning('casella')
    .executeTakeFirst();
  return gone !== undefined;
}

export async function removeCodice(db: StoreDb, codiceOwner: CodiceOwner): Promise<void> {
  await db
    .deleteFrom('codici')
    .where('casella', '=', codiceOwner.casella)
    .where('proprietario', '=', codiceOwner.proprietario)
    .execute();
}

export async function writeProva(
  db: StoreDb,
  proprietario: string,
  email: string,
  times: { verificata: number; scade: number },
): Promise<void> {
  const values = { proprietario, email, ...times, usata: null };
  await db
    .insertInto('prove_email')
    .values(values)
    .onConflict((c) => c.columns(['proprietario', 'email']).doUpdateSet(values))
    .execute();
}

export async function hasValidProva(db: StoreDb, proprietario: string, email: string, now: number): Promise<boolean> {
  return (await listProve(db, { proprietario, email, now })).length > 0;
}

const listProve = (db: StoreDb, filter: { proprietario: string; email: string; now: number }) =>
  db
    .selectFrom('prove_email')
    .select('email')
    .where('proprietario', '=', filter.proprietario)
    .where('email', '=', filter.email)
    .where('scade', '>', filter.now)
    .where('usata', 'is', null)
    .execute();

/** Uses up the proof. @returns false when there is none, or it was used already */
export async function spendProva(db: StoreDb, proprietario: string, email: string, now: number): Promise<boolean> {
  const row = await db
    .updateTable('prove_email')
    .set({ usata: now })
    .where('proprietario', '=', proprietario)
    .where('email', '=', email)
    .where('scade', '>', now)
    .where('usata', 'is', null)
    .returning('email')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether this visitor confirmed any address after `since`, used or not */
export async function hasConfirmed(db: StoreDb, proprietario: string, since: number): Promise<boolean> {
  const row = await db
    .selectFrom('prove_email')
    .select('email')
    .where('proprietario', '=', proprietario)
    .where('verificata', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}
