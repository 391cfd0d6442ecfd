/** Queries of logins and their utenti, and of the move of a visitor's drafts and files to the account at login. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../store/open.server.ts';
import type { Tables, Utente } from '../../../store/tables.ts';
import { MAX_FILES, percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { CHI, type Chi } from '../../cases/utente/utente.ts';

export type Accesso = Tables['accessi'];

/** Writes who logged in; what they said of themselves here (contacts, residence) stays. @returns the record as it stands now */
export function scriviUtente(db: Db, utente: Utente): Promise<Utente> {
  const { nome, cognome, codice_fiscale, email, enti_json, ultimo_accesso } = utente;
  return db
    .insertInto('utenti')
    .values(utente)
    .onConflict((c) =>
      c.column('identita').doUpdateSet({ nome, cognome, codice_fiscale, email, enti_json, ultimo_accesso }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function scriviAccesso(db: Db, accesso: Accesso): Promise<void> {
  await db.insertInto('accessi').values(accesso).execute();
}

/** A login with whose it is, whether still good or not; without what only a logout or a profile asks for. */
export async function trovaAccesso(db: Db, hash: string): Promise<Entrato | undefined> {
  return (await perHash(db, { hash }))[0];
}

type Entrato = Chi & Pick<Accesso, 'hash' | 'ultimo' | 'scade'> & Pick<Utente, 'creato' | 'ultimo_accesso'>;

const perHash = (db: Db, di: { hash: string }) =>
  db
    .selectFrom('accessi')
    .innerJoin('utenti', 'utenti.id', 'accessi.utente')
    .select(CHI.map((campo) => `utenti.${campo}` as const))
    .select(['accessi.hash', 'accessi.ultimo', 'accessi.scade', 'utenti.creato', 'utenti.ultimo_accesso'])
    .where('accessi.hash', '=', di.hash)
    .execute();

export async function segnaAzione(db: Db, hash: string, ultimo: number): Promise<void> {
  await db.updateTable('accessi').set({ ultimo }).where('hash', '=', hash).execute();
}

/** @returns what its provider needs for its own logout, or undefined when there was no such login */
export function togliAccesso(db: Db, hash: string): Promise<{ id_token: string | null } | undefined> {
  return db.deleteFrom('accessi').where('hash', '=', hash).returning('id_token').executeTakeFirst();
}

/** @property codice_fiscale of who logged in @property durata how long a draft lasts in an account since its last change, ms */
export type Passaggio = { visitatore: string; conto: string; codice_fiscale: string; now: number; durata: number };

/**
 * What a visitor had begun becomes theirs who logged in: drafts with their files, code proofs, grants, keys of sends. Of two
 * drafts of one form the younger stays, with the files of both unless they are too many (a login that ended while a form was filled
 * in leaves its files with the older); of a declaration of devices its values join the older. One that has lapsed does not
 * come back to life. A draft with the tax code of somebody else was theirs who used this browser before: it stays where it is.
 */
export async function portaNelConto(tx: Tx, { visitatore, conto, ...altro }: Passaggio): Promise<void> {
  const { codice_fiscale, now, durata } = altro;
  const all = await tx.selectFrom('bozze').selectAll().where('proprietario', 'in', [visitatore, conto]).execute();
  const altrui = all.filter((d) => d.proprietario === visitatore && !sua(d.valori_json, codice_fiscale));
  const drafts = all.filter((d) => !altrui.includes(d));
  // No path is empty: a list must not be.
  const restano = ['', ...altrui.map((d) => d.percorso)];
  // A declaration of advertising devices goes with its draft; first, as whoever changes one holds it before the draft.
  await tx
    .updateTable('dichiarazioni_mezzi')
    .set({ proprietario: conto })
    .where('proprietario', '=', visitatore)
    .where('pratica', 'is', null)
    .where(sql`${sql.lit(percorsoDichiarazione(''))} || id`, 'not in', restano)
    .execute();
  for (const draft of drafts) {
    const other = drafts.find((d) => d.percorso === draft.percorso && d !== draft && d.scade > now);
    const younger =
      other &&
      (other.aggiornata > draft.aggiornata || (other.aggiornata === draft.aggiornata && draft.proprietario === conto));
    if (draft.scade > now && !younger) continue;
    // It has devices and files: what was typed since joins it.
    if (
      draft.scade > now &&
      other &&
      draft.proprietario === conto &&
      draft.percorso.startsWith(percorsoDichiarazione(''))
    ) {
      await aggiungi(tx, draft, other);
      continue;
    }
    const file = (di: string[]) => (e: ExpressionBuilder<Tables, 'allegati'>) =>
      e.and([e('proprietario', 'in', di), e('bozza', '=', draft.percorso), e('pratica', 'is', null)]);
    const insieme = await tx
      .selectFrom('allegati')
      .select('id')
      .where(file([visitatore, conto]))
      .execute();
    if (draft.scade <= now || insieme.length > MAX_FILES)
      await tx
        .deleteFrom('allegati')
        .where(file([draft.proprietario]))
        .execute();
    await tx.deleteFrom('bozze').where(questa(draft)).execute();
  }
  await tx
    .updateTable('bozze')
    .set((e) => ({ proprietario: conto, rete: null, scade: e('aggiornata', '+', durata) }))
    .where('proprietario', '=', visitatore)
    .where('percorso', 'not in', restano)
    .execute();
  await tx
    .updateTable('allegati')
    .set({ proprietario: conto })
    .where('proprietario', '=', visitatore)
    .where('pratica', 'is', null)
    .where((e) => e.or([e('bozza', 'is', null), e('bozza', 'not in', restano)]))
    .execute();
  await tx
    .deleteFrom('prove_email')
    .where('proprietario', '=', conto)
    .where('email', 'in', (q) => q.selectFrom('prove_email').select('email').where('proprietario', '=', visitatore))
    .execute();
  await tx.updateTable('prove_email').set({ proprietario: conto }).where('proprietario', '=', visitatore).execute();
  await tx
    .deleteFrom('concessioni')
    .where('proprietario', '=', conto)
    .where('posizione', 'in', (q) =>
      q.selectFrom('concessioni').select('posizione').where('proprietario', '=', visitatore),
    )
    .execute();
  await tx.updateTable('concessioni').set({ proprietario: conto }).where('proprietario', '=', visitatore).execute();
  await tx
    .updateTable('invii')
    .set({ proprietario: conto })
    .where('proprietario', '=', visitatore)
    .where('chiave', 'not in', (q) => q.selectFrom('invii').select('chiave').where('proprietario', '=', conto))
    .execute();
}

type Bozza = Pick<Tables['bozze'], 'proprietario' | 'percorso' | 'valori_json' | 'aggiornata'>;

/** The values of the younger draft go over into the older, which stays. */
async function aggiungi(tx: Tx, draft: Bozza, younger: Bozza): Promise<void> {
  const typed = JSON.parse(younger.valori_json) as Record<string, string>;
  // What is empty may be what the page of a step did not have.
  const valori = {
    ...JSON.parse(draft.valori_json),
    ...Object.fromEntries(Object.entries(typed).filter(([, v]) => v)),
  };
  await tx.deleteFrom('bozze').where(questa(younger)).execute();
  const valori_json = JSON.stringify(valori);
  await tx
    .updateTable('bozze')
    .set({ valori_json, dimensione: Buffer.byteLength(valori_json), aggiornata: younger.aggiornata })
    .where(questa(draft))
    .execute();
}

const questa =
  ({ proprietario, percorso }: Pick<Bozza, 'proprietario' | 'percorso'>) =>
  (e: ExpressionBuilder<Tables, 'bozze'>) =>
    e.and({ proprietario, percorso });

/** A draft without a tax code is whose it will be. */
function sua(valori_json: string, codice_fiscale: string): boolean {
  const scritto = String((JSON.parse(valori_json) as Record<string, unknown>).codice_fiscale ?? '');
  return ['', codice_fiscale].includes(scritto.replace(/\s/g, '').toUpperCase());
}
