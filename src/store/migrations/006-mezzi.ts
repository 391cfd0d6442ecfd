/** Migration 6: the tables of mezzi pubblicitari, for the requests SF100 and SF110. */
import { type Kysely, sql } from 'kysely';

/** Permanent advertising devices: those of the positions, the declarations about them, and the contents of each declaration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const s = db.schema;

  await s
    .createTable('mezzi')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('codice', 'text', (c) => c.notNull())
    .addColumn('posizione', 'text', (c) => c.references('posizioni.id'))
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('dati_json', 'text', (c) => c.notNull())
    .addColumn('cessato_dal', 'text')
    .addColumn('stato_da', 'text', (c) => c.notNull())
    .addColumn('pratica', 'text', (c) => c.references('pratiche.id'))
    .addUniqueConstraint('mezzi_codice', ['ente', 'codice'])
    .execute();
  await s.createIndex('mezzi_posizione').on('mezzi').column('posizione').execute();

  await s
    .createTable('dichiarazioni_mezzi')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('proprietario', 'text', (c) => c.notNull())
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('posizione', 'text', (c) => c.references('posizioni.id'))
    .addColumn('creata', 'bigint', (c) => c.notNull())
    .addColumn('pratica', 'text', (c) => c.unique().references('pratiche.id'))
    .execute();
  await s.createIndex('dichiarazioni_mezzi_proprietario').on('dichiarazioni_mezzi').column('proprietario').execute();

  await s
    .createTable('mezzi_dichiarati')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('dichiarazione', 'text', (c) => c.notNull().references('dichiarazioni_mezzi.id').onDelete('cascade'))
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('azione', 'text', (c) => c.notNull())
    .addColumn('mezzo', 'text', (c) => c.references('mezzi.id'))
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('dati_json', 'text', (c) => c.notNull())
    .addColumn('allegati_json', 'text', (c) => c.notNull())
    .addColumn('tolto', 'bigint')
    .execute();
  await s.createIndex('mezzi_dichiarati_ordine').on('mezzi_dichiarati').columns(['dichiarazione', 'n']).execute();
  // A declaration has one entry for each device of the position, also when two are sent at once.
  await sql`create unique index mezzi_dichiarati_mezzo on mezzi_dichiarati (dichiarazione, mezzo) where mezzo is not null`.execute(
    db,
  );
  await s.createIndex('mezzi_dichiarati_di').on('mezzi_dichiarati').column('mezzo').execute();
}
