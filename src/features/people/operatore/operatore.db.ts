/** Queries behind the operators' list: cases of their enti filtered, counted by state and paged. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../../store/open.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import type { Stato } from '../../cases/pratica/stati.ts';

/**
 * Which cases are meant.
 * @property enti ids of bodies, at least one
 * @property parole all of them are in a case, as {@link paroleCercate} makes them
 */
export type Filtro = { enti: readonly string[]; parole: readonly string[]; nonLette: boolean };

/** What the list shows of a case: not its long texts. */
const COLONNE = [
  'id',
  'ufficio',
  'ente',
  'tipo',
  'codice',
  'anno',
  'numero',
  'oggetto',
  'nome',
  'cognome',
  'stato',
  'inviata_il',
  'termine_il',
  'versione',
  'letto_operatore',
] as const;

export type Ordine = 'termine' | 'arrivo';
export type Riga = Pick<Pratica, (typeof COLONNE)[number]>;

/** Something has come since an operator read or wrote: the partial index has these words. */
const NON_LETTA = sql<boolean>`letto_operatore < versione`;

function scelte(db: Db, { enti, parole, nonLette }: Filtro) {
  const tutte = db.selectFrom('pratiche');
  let query = enti.length === 1 ? tutte.where('ente', '=', enti[0] as string) : tutte.where('ente', 'in', enti);
  for (const parola of parole) query = query.where(sql<boolean>`cerca like ${`%${letterale(parola)}%`} escape '!'`);
  return nonLette ? query.where(NON_LETTA) : query;
}

/** `%` and `_` are what they look like. */
const letterale = (parola: string) => parola.replace(/[!%_]/g, '!$&');

/** @returns how many there are in each state that has any */
export async function contaPerStato(db: Db, filtro: Filtro): Promise<Partial<Record<Stato, number>>> {
  const conti: Partial<Record<Stato, number>> = {};
  // One body at a time: for several at once SQLite takes an index that does not hold what is counted.
  for (const ente of filtro.enti) {
    const righe = await scelte(db, { ...filtro, enti: [ente] })
      .select(['stato', (e) => e.fn.countAll<number>().as('n')])
      .groupBy('stato')
      .execute();
    for (const { stato, n } of righe) conti[stato as Stato] = (conti[stato as Stato] ?? 0) + Number(n);
  }
  return conti;
}

/** Ends with the id, so that no case is on two pages. */
function inOrdine<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>, ordine: Ordine) {
  if (ordine === 'arrivo') return query.orderBy(sql.ref('inviata_il'), 'desc').orderBy(sql.ref('id'));
  return query.orderBy(sql.ref('termine_il')).orderBy(sql.ref('inviata_il')).orderBy(sql.ref('id'));
}

/** Beyond so many questions in one the bodies are read together, and sorted. */
const RAMI = 100;

/**
 * A page of cases: by due date, the earliest first, or by arrival, the newest first.
 * @param come `stati` that have any; `salta`: how many stand on the pages before
 */
export function elenca(
  db: Db,
  filtro: Filtro,
  come: { stati: readonly Stato[]; ordine: Ordine; salta: number; quante: number },
): Promise<Riga[]> {
  const { stati, ordine, salta, quante } = come;
  const ognuno = filtro.enti.length * stati.length <= RAMI;
  const filtri = ognuno ? filtro.enti.map((ente) => ({ ...filtro, enti: [ente] })) : [filtro];
  // Each body and state in its own order straight from the index, at most as many as may be shown; then the few are sorted.
  const rami = filtri.flatMap((uno) =>
    stati.map((stato) => {
      const ramo = scelte(db, uno).where('stato', '=', stato).select(COLONNE);
      return db
        .selectFrom(
          inOrdine(ramo, ordine)
            .limit(salta + quante)
            .as('pratiche'),
        )
        .selectAll();
    }),
  );
  const [primo, ...altri] = rami;
  if (!primo) return Promise.resolve([]);
  const tutti = altri.reduce((sopra, ramo) => sopra.unionAll(ramo), primo);
  return inOrdine(db.selectFrom(tutti.as('pratiche')).selectAll(), ordine)
    .limit(quante)
    .offset(salta)
    .execute();
}
