/** Queries of logins and their utenti, and of the move of a visitor's drafts and files to the account at login. */
import { type ExpressionBuilder, sql } from 'kysely';
import { takeBackKeys } from '../../../platform/once.server.ts';
import type { StoreDb, StoreTables, StoreTx, Utente } from '../../../store/tables.ts';
import { dichiarazionePath, MAX_FILES } from '../../cases/allegati/file-limits.ts';
import { parseValues } from '../../cases/bozza/bozza-values.ts';
import { IDENTITY_COLUMNS, type UtenteIdentity } from '../../cases/utente/utente.ts';

export type Accesso = StoreTables['accessi'];

/** Writes the person of a login; contacts and residence that they gave here stay. @returns the current record */
export function writeUtente(db: StoreDb, utente: Utente): Promise<Utente> {
  const { nome, cognome, codice_fiscale, email, enti_json, ultimo_accesso } = utente;
  const { data_nascita, uffici_da_accesso, amministra_da_accesso } = utente;
  const told = {
    nome,
    cognome,
    codice_fiscale,
    data_nascita,
    email,
    enti_json,
    uffici_da_accesso,
    amministra_da_accesso,
  };
  return db
    .insertInto('utenti')
    .values(utente)
    .onConflict((c) => c.column('identita').doUpdateSet({ ...told, ultimo_accesso }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function writeAccesso(db: StoreDb, accesso: Accesso): Promise<void> {
  await db.insertInto('accessi').values(accesso).execute();
}

/** A login with its person, valid or not, without the columns that only logout and profile read. */
export async function findAccesso(db: StoreDb, hash: string): Promise<AccessoRow | undefined> {
  return (await byHash(db, { hash }))[0];
}

type AccessoRow = UtenteIdentity &
  Pick<Accesso, 'hash' | 'ultimo' | 'scade'> &
  Pick<Utente, 'creato' | 'ultimo_accesso'>;

const byHash = (db: StoreDb, key: { hash: string }) =>
  db
    .selectFrom('accessi')
    .innerJoin('utenti', 'utenti.id', 'accessi.utente')
    .select(IDENTITY_COLUMNS.map((column) => `utenti.${column}` as const))
    .select(['accessi.hash', 'accessi.ultimo', 'accessi.scade', 'utenti.creato', 'utenti.ultimo_accesso'])
    .where('accessi.hash', '=', key.hash)
    .execute();

export async function markAzione(db: StoreDb, hash: string, ultimo: number): Promise<void> {
  await db.updateTable('accessi').set({ ultimo }).where('hash', '=', hash).execute();
}

/** @returns what its provider needs for its own logout, or undefined when there was no such login */
export function removeAccesso(db: StoreDb, hash: string): Promise<{ id_token: string | null } | undefined> {
  return db.deleteFrom('accessi').where('hash', '=', hash).returning('id_token').executeTakeFirst();
}

/** @returns whether there is something to move to an account: a draft, a file or a confirmed address */
export async function hasDrafts(db: StoreDb, owners: readonly string[]): Promise<boolean> {
  const rows = await Promise.all(
    (['bozze', 'allegati', 'prove_email'] as const).map((table) =>
      db.selectFrom(table).select('proprietario').where('proprietario', 'in', owners).limit(1).executeTakeFirst(),
    ),
  );
  return rows.some(Boolean);
}

/** @property codice_fiscale of the person who logged in @property draftLife how long an account keeps a draft after its last change, ms */
export type AccountMove = { visitor: string; account: string; codice_fiscale: string; now: number; draftLife: number };

/**
 * Moves what a visitor began to the account of the person who logged in: drafts with their files, code proofs, grants, keys of
 * sends. Of two drafts of one form the younger stays, with the files of both unless they are too many (a login that ended while a
 * form was being filled in leaves its files with the older); of a declaration of devices the younger values join the older draft.
 * Expired drafts are not restored. A draft with another person's tax code belongs to somebody who used this browser before, and
 * is not moved.
 */
export async function moveToAccount(tx: StoreTx, { visitor, account, ...move }: AccountMove): Promise<void> {
  const { codice_fiscale, now, draftLife } = move;
  const all = await tx.selectFrom('bozze').selectAll().where('proprietario', 'in', [visitor, account]).execute();
  const foreign = all.filter((d) => d.proprietario === visitor && !isOwn(d.valori_json, codice_fiscale));
  const drafts = all.filter((d) => !foreign.includes(d));
  // An SQL list must not be empty, and no path is ''.
  const stayingPaths = ['', ...foreign.map((d) => d.percorso)];
  // Declarations of devices move first, because their own changes lock the declaration before the draft.
  await tx
    .updateTable('dichiarazioni_mezzi')
    .set({ proprietario: account })
    .where('proprietario', '=', visitor)
    .where('pratica', 'is', null)
    .where(sql`${sql.lit(dichiarazionePath(''))} || id`, 'not in', stayingPaths)
    .execute();
  for (const draft of drafts) {
    const other = drafts.find((d) => d.percorso === draft.percorso && d !== draft && d.scade > now);
    const younger =
      other &&
      (other.aggiornata > draft.aggiornata ||
        (other.aggiornata === draft.aggiornata && draft.proprietario === account));
    if (draft.scade > now && !younger) continue;
    // The older draft has devices and files, so the younger values join it.
    if (
      draft.scade > now &&
      other &&
      draft.proprietario === account &&
      draft.percorso.startsWith(dichiarazionePath(''))
    ) {
      await mergeInto(tx, draft, other);
      continue;
    }
    const file = (owners: string[]) => (e: ExpressionBuilder<StoreTables, 'allegati'>) =>
      e.and([e('proprietario', 'in', owners), e('bozza', '=', draft.percorso), e('pratica', 'is', null)]);
    const together = await tx
      .selectFrom('allegati')
      .select('id')
      .where(file([visitor, account]))
      .execute();
    if (draft.scade <= now || together.length > MAX_FILES)
      await tx
        .deleteFrom('allegati')
        .where(file([draft.proprietario]))
        .execute();
    await tx.deleteFrom('bozze').where(matchesDraft(draft)).execute();
  }
  await tx
    .updateTable('bozze')
    .set((e) => ({ proprietario: account, rete: null, email: null, scade: e('aggiornata', '+', draftLife) }))
    .where('proprietario', '=', visitor)
    .where('percorso', 'not in', stayingPaths)
    .execute();
  await tx
    .updateTable('allegati')
    .set({ proprietario: account })
    .where('proprietario', '=', visitor)
    .where('pratica', 'is', null)
    .where((e) => e.or([e('bozza', 'is', null), e('bozza', 'not in', stayingPaths)]))
    .execute();
  await tx
    .deleteFrom('prove_email')
    .where('proprietario', '=', account)
    .where('email', 'in', (q) => q.selectFrom('prove_email').select('email').where('proprietario', '=', visitor))
    .execute();
  await tx.updateTable('prove_email').set({ proprietario: account }).where('proprietario', '=', visitor).execute();
  await tx
    .deleteFrom('concessioni')
    .where('proprietario', '=', account)
    .where('posizione', 'in', (q) =>
      q.selectFrom('concessioni').select('posizione').where('proprietario', '=', visitor),
    )
    .execute();
  await tx.updateTable('concessioni').set({ proprietario: account }).where('proprietario', '=', visitor).execute();
  await tx
    .updateTable('invii')
    .set({ proprietario: account })
    .where('proprietario', '=', visitor)
    .where('chiave', 'not in', (q) => q.selectFrom('invii').select('chiave').where('proprietario', '=', account))
    .execute();
  const kept = await tx.selectFrom('bozze').select('chiave').where('proprietario', '=', account).execute();
  await takeBackKeys(
    tx,
    account,
    kept.map(({ chiave }) => chiave),
  );
}

type Bozza = Pick<StoreTables['bozze'], 'proprietario' | 'percorso' | 'valori_json' | 'aggiornata'>;

/** The values of the younger draft go over into the older, which stays. */
async function mergeInto(tx: StoreTx, draft: Bozza, younger: Bozza): Promise<void> {
  const typed = parseValues(younger.valori_json);
  // An empty value may be a field that the step did not show.
  const values = {
    ...parseValues(draft.valori_json),
    ...Object.fromEntries(Object.entries(typed).filter(([, v]) => v)),
  };
  await tx.deleteFrom('bozze').where(matchesDraft(younger)).execute();
  const valori_json = JSON.stringify(values);
  await tx
    .updateTable('bozze')
    .set({ valori_json, dimensione: Buffer.byteLength(valori_json), aggiornata: younger.aggiornata })
    .where(matchesDraft(draft))
    .execute();
}

const matchesDraft =
  ({ proprietario, percorso }: Pick<Bozza, 'proprietario' | 'percorso'>) =>
  (e: ExpressionBuilder<StoreTables, 'bozze'>) =>
    e.and({ proprietario, percorso });

/** A draft without a tax code may belong to anybody. */
function isOwn(valori_json: string, codice_fiscale: string): boolean {
  const { codice_fiscale: written = '' } = parseValues(valori_json);
  return ['', codice_fiscale].includes(written.replace(/\s/g, '').toUpperCase());
}
