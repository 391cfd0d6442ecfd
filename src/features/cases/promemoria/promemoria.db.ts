/** Queries behind the daily reminder: whose turn it is, which cases are late or due soon, and who has them. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { Pratica, StoreDb, StoreTables } from '../../../store/tables.ts';

/** @returns ids of the enti that were reminded for this day */
export async function readReminded(db: StoreDb, day: string): Promise<string[]> {
  const rows = await db.selectFrom('promemoria').select('ente').where('giorno', '>=', day).execute();
  return rows.map(({ ente }) => ente);
}

/** @returns whether this caller, and no other host, is the one that reminds an ente for a day; in its transaction */
export async function claimDay(db: StoreDb, ente: string, day: string): Promise<boolean> {
  const claimed = await db
    .insertInto('promemoria')
    .values({ ente, giorno: day })
    .onConflict((c) => c.column('ente').doUpdateSet({ giorno: day }).where('promemoria.giorno', '<', day))
    .returning('ente')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** States in which the ente has to act: the term is suspended while a case waits for the citizen (product rule). */
const ACTING_STATI = ['inviata', 'in_elaborazione'];

/** @property today, until `YYYY-MM-DD`: due before the first is late, due up to the second is near */
export type DueDays = { ente: string; today: string; until: string };

/** Cases of one office, person and kind, and how many of them are late. */
export type DueGroup = {
  ufficio: string | null;
  persona: string | null;
  codice: string;
  late: number;
};

/** What is late or due soon, by who has it: read from the due dates' index, so that only these cases are read. */
export async function groupDue(db: StoreDb, { ente, today, until }: DueDays): Promise<DueGroup[]> {
  const rows = await db
    .selectFrom('pratiche')
    .select([
      'assegnata_ufficio as ufficio',
      'assegnata_a as persona',
      'codice',
      sql<number>`sum(case when termine_il < ${today} then 1 else 0 end)`.as('late'),
    ])
    .where('ente', '=', ente)
    .where('stato', 'in', ACTING_STATI)
    .where('termine_il', '<=', until)
    .groupBy(['assegnata_ufficio', 'assegnata_a', 'codice'])
    .execute();
  return rows.map((row) => ({ ...row, late: Number(row.late) }));
}

/** Those of a person, or those of some groups of office and kind. */
export type DueOwner = { persona: string } | { groups: readonly Pick<DueGroup, 'ufficio' | 'codice'>[] };

export type DuePratica = Pick<
  Pratica,
  'id' | 'ufficio' | 'tipo' | 'codice' | 'anno' | 'numero' | 'termine_il' | 'host'
>;

/**
 * Cases due from one day to another, the earliest first, and how many there are.
 * @param days `from`, `to` first and last day; without the first one all before
 */
export async function listDue(
  db: StoreDb,
  owner: DueOwner,
  { ente, from, to, limit }: { ente: string; from?: string; to: string; limit: number },
): Promise<{ pratiche: DuePratica[]; total: number }> {
  let found = db
    .selectFrom('pratiche')
    .where('ente', '=', ente)
    .where('stato', 'in', ACTING_STATI)
    .where('termine_il', '<=', to)
    .where((e) => isOf(e, owner));
  if (from) found = found.where('termine_il', '>=', from);
  const { total } = await found.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const pratiche = await found
    .select(['id', 'ufficio', 'tipo', 'codice', 'anno', 'numero', 'termine_il', 'host'])
    .orderBy('termine_il')
    .orderBy('inviata_il')
    .orderBy('id')
    .limit(limit)
    .execute();
  return { pratiche, total: Number(total) };
}

function isOf(e: ExpressionBuilder<StoreTables, 'pratiche'>, owner: DueOwner) {
  if ('persona' in owner) return e('assegnata_a', '=', owner.persona);
  return e.or(
    owner.groups.map(({ ufficio, codice }) =>
      e.and([
        e('codice', '=', codice),
        ufficio === null ? e('assegnata_ufficio', 'is', null) : e('assegnata_ufficio', '=', ufficio),
      ]),
    ),
  );
}

/** The people of these ids, with their absences in the offices of an ente. */
export const selectAssigned = (db: StoreDb, ids: readonly string[], ente: string) =>
  db
    .selectFrom('utenti')
    .leftJoin(
      (e) =>
        e
          .selectFrom('uffici_persone')
          .innerJoin('uffici', 'uffici.id', 'uffici_persone.ufficio')
          .select(['utente', 'assente_dal', 'assente_al'])
          .where('uffici.ente', '=', ente)
          .as('places'),
      (join) => join.onRef('places.utente', '=', 'utenti.id'),
    )
    .select(['utenti.id', 'email', 'enti_json', 'assente_dal', 'assente_al'])
    .where('utenti.id', 'in', ids)
    .execute();
