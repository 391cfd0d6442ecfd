/** Migration 3: the column and the indexes with which operators search and sort pratiche. */
import { type Kysely, sql } from 'kysely';

/** The words by which a case is found, and the orders in which an operator reads the cases of an ente. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const s = db.schema;
  await s
    .alterTable('pratiche')
    .addColumn('cerca', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await riempi(db as Kysely<Righe>);

  // Both orders include the words: a search reads the index and not the cases, which are long.
  await s.createIndex('pratiche_ente').on('pratiche').columns(['ente', 'stato', 'termine_il', 'cerca']).execute();
  await s.createIndex('pratiche_arrivo').on('pratiche').columns(['ente', 'stato', 'inviata_il', 'cerca']).execute();
  // Few among many: those with an entry that no operator has read.
  await s
    .createIndex('pratiche_da_leggere')
    .on('pratiche')
    .columns(['ente', 'stato', 'termine_il', 'cerca'])
    .where(sql.ref('letto_operatore'), '<', sql.ref('versione'))
    .execute();
}

type Riga = { id: string; anno: number; numero: number; nome: string; cognome: string; oggetto: string };
type Righe = { pratiche: Riga & { cerca: string } };

/** The existing cases get their words from the code as it is today: a later change is a later migration. */
async function riempi(db: Kysely<Righe>): Promise<void> {
  let dopo = '';
  for (;;) {
    const righe = await db
      .selectFrom('pratiche')
      .select(['id', 'anno', 'numero', 'nome', 'cognome', 'oggetto'])
      .where('id', '>', dopo)
      .orderBy('id')
      .limit(500)
      .execute();
    for (const { id, anno, numero, nome, cognome, oggetto } of righe) {
      const cerca = `${anno}/${String(numero).padStart(6, '0')} ${nome} ${cognome} ${oggetto}`
        .toLowerCase()
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/\s+/g, ' ')
        .slice(0, 300);
      await db.updateTable('pratiche').set({ cerca }).where('id', '=', id).execute();
    }
    const ultima = righe.at(-1);
    if (!ultima) return;
    dopo = ultima.id;
  }
}
