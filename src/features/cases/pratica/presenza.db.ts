/** Queries on which operators have a case open now. */
import type { Presenza, StoreDb } from '../../../store/tables.ts';

/**
 * @param presenza with `dal` as if it began now
 * @param limits.since before it, an earlier one has ended @param limits.fresh one written after it is left as it is
 */
export async function writePresenza(
  db: StoreDb,
  presenza: Presenza,
  { since, fresh }: { since: number; fresh: number },
): Promise<void> {
  const { nome, visto } = presenza;
  await db
    .insertInto('presenze')
    .values(presenza)
    .onConflict((c) =>
      c
        .columns(['pratica', 'utente'])
        .doUpdateSet((e) => ({
          nome,
          visto,
          dal: e
            .case()
            .when('presenze.visto', '<', since)
            .then(e.ref('excluded.dal'))
            .else(e.ref('presenze.dal'))
            .end(),
        }))
        .where('presenze.visto', '<=', fresh),
    )
    .execute();
}

/** The others on a case since an instant, the first to come first. @property kept when they last kept what they write */
export const selectOthers = (db: StoreDb, { pratica, utente }: Pick<Presenza, 'pratica' | 'utente'>, since: number) =>
  db
    .selectFrom('presenze as p')
    .leftJoin('bozze_operatori as b', (j) => j.onRef('b.pratica', '=', 'p.pratica').onRef('b.utente', '=', 'p.utente'))
    .select(['p.nome', 'p.dal', 'b.aggiornata as kept'])
    .where('p.pratica', '=', pratica)
    .where('p.utente', '<>', utente)
    .where('p.visto', '>=', since)
    .orderBy('p.dal')
    .orderBy('p.utente')
    .execute();
