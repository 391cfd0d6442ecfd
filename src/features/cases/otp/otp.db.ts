/** Queries of one-time codes and of the proofs that follow from them, each of which is used once. */
import type { Db } from '../../../store/open.server.ts';

/** Wrong guesses after which a code is dead, even for who types it right. */
export const TENTATIVI = 5;

type Chi = { casella: string; proprietario: string };

/** One code per mailbox and visitor: a new one takes the place of the old. */
export async function scriviCodice(
  db: Db,
  chi: Chi,
  codice: { hash: string; creato: number; scade: number },
): Promise<void> {
  const values = { ...chi, ...codice, tentativi: 0 };
  await db
    .insertInto('codici')
    .values(values)
    .onConflict((c) => c.columns(['casella', 'proprietario']).doUpdateSet(values))
    .execute();
}

/** Counts the guess before it is looked at: a hundred at once still have five in all. @returns the hash to compare with */
export async function contaTentativo(db: Db, chi: Chi, now: number): Promise<string | undefined> {
  const row = await db
    .updateTable('codici')
    .set((e) => ({ tentativi: e('tentativi', '+', 1) }))
    .where('casella', '=', chi.casella)
    .where('proprietario', '=', chi.proprietario)
    .where('scade', '>', now)
    .where('tentativi', '<', TENTATIVI)
    .returning('hash')
    .executeTakeFirst();
  return row?.hash;
}

/** @returns false when somebody else was faster: a code is good once */
export async function consumaCodice(db: Db, chi: Chi, hash: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('codici')
    .where('casella', '=', chi.casella)
    .where('proprietario', '=', chi.proprietario)
    .where('hash', '=', hash)
    .returning('casella')
    .executeTakeFirst();
  return gone !== undefined;
}

export async function togliCodice(db: Db, chi: Chi): Promise<void> {
  await db
    .deleteFrom('codici')
    .where('casella', '=', chi.casella)
    .where('proprietario', '=', chi.proprietario)
    .execute();
}

export async function scriviProva(
  db: Db,
  proprietario: string,
  email: string,
  tempi: { verificata: number; scade: number },
): Promise<void> {
  const values = { proprietario, email, ...tempi, usata: null };
  await db
    .insertInto('prove_email')
    .values(values)
    .onConflict((c) => c.columns(['proprietario', 'email']).doUpdateSet(values))
    .execute();
}

export async function provaValida(db: Db, proprietario: string, email: string, now: number): Promise<boolean> {
  return (await prove(db, { proprietario, email, now })).length > 0;
}

const prove = (db: Db, di: { proprietario: string; email: string; now: number }) =>
  db
    .selectFrom('prove_email')
    .select('email')
    .where('proprietario', '=', di.proprietario)
    .where('email', '=', di.email)
    .where('scade', '>', di.now)
    .where('usata', 'is', null)
    .execute();

/** @returns false when there is no proof, or it has served already */
export async function usaProva(db: Db, proprietario: string, email: string, now: number): Promise<boolean> {
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

/** Has this visitor confirmed any address since then, used or not? */
export async function haConfermato(db: Db, proprietario: string, dal: number): Promise<boolean> {
  const row = await db
    .selectFrom('prove_email')
    .select('email')
    .where('proprietario', '=', proprietario)
    .where('verificata', '>', dal)
    .executeTakeFirst();
  return row !== undefined;
}
