/** Queries of the tags that the operators of an ente have in use. */

import type { StoreDb } from '../../../store/tables.ts';
import { wordOfEtichetta } from './etichette.ts';
import { rangeEnd } from './pratica-search.ts';
import { STATO_LABELS } from './stati.ts';

/** In the order of the alphabet. */
export async function listEtichette(db: StoreDb, ente: string): Promise<string[]> {
  const rows = await db.selectFrom('etichette').select('nome').where('ente', '=', ente).execute();
  return rows.map(({ nome }) => nome).sort((a, b) => a.localeCompare(b, 'it'));
}

export async function addEtichetta(db: StoreDb, ente: string, nome: string): Promise<void> {
  await db
    .insertInto('etichette')
    .values({ ente, nome })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Takes a tag off the list of the ente once no case has it. */
export async function dropUnusedEtichetta(db: StoreDb, ente: string, nome: string): Promise<void> {
  const word = wordOfEtichetta(nome);
  const used = await db
    .selectFrom('pratiche_parole')
    .select('pratica')
    .where('ente', '=', ente)
    .where('stato', 'in', Object.keys(STATO_LABELS))
    .where('parola', '>=', word)
    .where('parola', '<', rangeEnd(word))
    .limit(1)
    .executeTakeFirst();
  if (!used) await db.deleteFrom('etichette').where('ente', '=', ente).where('nome', '=', nome).execute();
}
