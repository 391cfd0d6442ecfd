import type { Db } from '../../store/open.server.ts';
import type { Tables } from '../../store/tables.ts';

type Riga = Tables['bozze'];

/** Writes over the draft of the same owner and path; its key and its first instant stay. @returns the key of its one send */
export async function scriviBozza(db: Db, riga: Riga): Promise<string> {
  const { valori_json, passo, salvata, aggiornata, scade } = riga;
  const row = await db
    .insertInto('bozze')
    .values(riga)
    .onConflict((c) =>
      c.columns(['proprietario', 'percorso']).doUpdateSet({ valori_json, passo, salvata, aggiornata, scade }),
    )
    .returning('chiave')
    .executeTakeFirstOrThrow();
  return row.chiave;
}

export function trovaBozza(
  db: Db,
  di: { proprietario: string; percorso: string; now: number },
): Promise<Riga | undefined> {
  return db
    .selectFrom('bozze')
    .selectAll()
    .where('proprietario', '=', di.proprietario)
    .where('percorso', '=', di.percorso)
    .where('scade', '>', di.now)
    .executeTakeFirst();
}

/** @returns whether there was one */
export async function togliBozza(db: Db, proprietario: string, percorso: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('bozze')
    .where('proprietario', '=', proprietario)
    .where('percorso', '=', percorso)
    .returning('percorso')
    .executeTakeFirst();
  return gone !== undefined;
}
