/** Migration 30: the words of each pratica as rows of their own, and an index for each order in which operators read a list. */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';

/** Indexes that had the words, each case's in full. `da_assegnare` is part of the order by assignee. */
const WITH_WORDS = ['ente', 'arrivo', 'da_leggere', 'assegnata_a', 'assegnata_ufficio', 'da_assegnare', 'servizio'];

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const s = db.schema;
  // Compared byte by byte, as SQLite does, so that the beginning of a word is a range of the index.
  const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`;
  for (const column of ['richiedente', 'assegnata_nome'])
    await s
      .alterTable('pratiche')
      .addColumn(column, text, (c) => c.notNull().defaultTo(''))
      .execute();
  const table = s
    .createTable('pratiche_parole')
    .addColumn('ente', 'text', (c) => c.notNull())
    .addColumn('stato', 'text', (c) => c.notNull())
    .addColumn('parola', text, (c) => c.notNull())
    .addColumn('pratica', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('pratiche_parole_pk', ['ente', 'stato', 'parola', 'pratica']);
  await (dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute();
  for (const index of WITH_WORDS) await s.dropIndex(`pratiche_${index}`).execute();
  await fill(db as Kysely<Tables>);

  // Year and number come last, so that no two cases of an ente are equal, and a page of rows is found by an index alone.
  const order = (index: string, columns: string[]) =>
    s
      .createIndex(`pratiche_${index}`)
      .on('pratiche')
      .columns([...columns, 'anno', 'numero']);
  await order('ente', ['ente', 'stato', 'termine_il', 'inviata_il']).execute();
  // The code, by which operators narrow any list, is read from the index as well.
  await order('arrivo', ['ente', 'stato', 'inviata_il']).column('codice').execute();
  await order('numeri', ['ente', 'stato']).column('codice').execute();
  await order('richiedente', ['ente', 'stato', 'richiedente']).column('codice').execute();
  await order('assegnatario', ['ente', 'stato', 'assegnata_nome', 'termine_il', 'inviata_il'])
    .column('codice')
    .execute();
  await order('servizio', ['ente', 'codice', 'stato', 'termine_il', 'inviata_il']).execute();
  await order('da_leggere', ['ente', 'stato', 'termine_il', 'inviata_il'])
    .where(sql.ref('letto_operatore'), '<', sql.ref('versione'))
    .execute();
  for (const column of ['assegnata_a', 'assegnata_ufficio'])
    await order(column, [column, 'stato', 'termine_il', 'inviata_il'])
      .column('ente')
      .where(sql.ref(column), 'is not', null)
      .execute();
}

type Row = { id: string; ente: string; stato: string; anno: number; numero: number } & {
  nome: string;
  cognome: string;
  oggetto: string;
  protocollo_ente: string | null;
};
type Tables = {
  pratiche: Row & { assegnata_a: string | null };
  pratiche_parole: { ente: string; stato: string; parola: string; pratica: string };
  utenti: { id: string; nome: string; cognome: string };
};

/** How many cases are written at once: between two portions others may write. */
const PORTION = 500;

/** The existing cases get their words from the code as it is today: a later change is a later migration. */
async function fill(db: Kysely<Tables>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('pratiche')
      .leftJoin('utenti', 'utenti.id', 'assegnata_a')
      .select(['pratiche.id', 'ente', 'stato', 'anno', 'numero', 'pratiche.nome', 'pratiche.cognome', 'oggetto'])
      .select(['protocollo_ente', 'utenti.nome as di_nome', 'utenti.cognome as di_cognome'])
      .where('pratiche.id', '>', after)
      .orderBy('pratiche.id')
      .limit(PORTION)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const made = rows.map((row) => ({ ...row, parts: partsOfCase(row) }));
    const write = async (tx: Kysely<Tables>) => {
      const values = made.map(
        ({ id, parts, di_nome, di_cognome, ...row }) =>
          sql`(${id}, ${parts.map((part) => ` ${part}`).join('')}, ${sortName(row)}, ${
            di_nome === null ? '' : sortName({ nome: di_nome, cognome: di_cognome ?? '' })
          })`,
      );
      await sql`with fresh (id, cerca, richiedente, assegnata_nome) as (values ${sql.join(values)})
        update pratiche set cerca = fresh.cerca, richiedente = fresh.richiedente, assegnata_nome = fresh.assegnata_nome
        from fresh where pratiche.id = fresh.id`.execute(tx);
      const words = made.flatMap(({ id, ente, stato, parts }) =>
        parts.map((parola) => ({ ente, stato, parola, pratica: id })),
      );
      // Below the number of parameters that SQLite takes.
      for (let n = 0; n < words.length; n += 5000)
        await tx
          .insertInto('pratiche_parole')
          .values(words.slice(n, n + 5000))
          .execute();
    };
    await (db.isTransaction ? write(db) : db.transaction().execute(write));
  }
}

const plain = (text: string) =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/[’‘`]/g, "'").replace(/\s+/g, ' ').trim();

const sortName = ({ nome, cognome }: { nome: string; cognome: string }) => plain(`${cognome} ${nome}`).slice(0, 80);

function partsOfCase({ anno, numero, protocollo_ente, nome, cognome, oggetto }: Row): string[] {
  const number = `${anno}/${String(numero).padStart(6, '0')} ${numero}`;
  const words = plain(`${number} ${protocollo_ente ?? ''} ${nome} ${cognome} ${oggetto}`).split(' ');
  const parts = words.flatMap((word) =>
    Array.from(word.matchAll(/(?:^|(?<=[^\p{L}\p{N}]))(?=[\p{L}\p{N}])|^/gu), ({ index }) =>
      word.slice(index, index + 40),
    ),
  );
  return [...new Set(parts)].slice(0, 40);
}
