/** The one query behind the figures of an ente. */
import { sql } from 'kysely';
import type { StoreDb } from '../../../store/tables.ts';
import { ESTERNA } from '../../cases/pratica/stati.ts';

const DAY_MS = 86_400_000;

/**
 * Cases that have all this in common, and how many of them are in each state.
 * @property mese which month of the period, from 0 @property giorni whole days to the first answer; null: no answer yet
 */
export type PraticaGroup = {
  mese: number;
  codice: string;
  ufficio: string | null;
  giorni: number | null;
  ricevute: number;
  aperte: number;
  in_ritardo: number;
  valutazioni: number;
  stelle: number;
};

/** Appointments of one month and state. @property mese which month of the period, from 0 */
export type AppointmentGroup = { mese: number; stato: string; quanti: number };

/** Of one calendar. @param months instants at which the months begin, and the last one ends. What is only held, or was cancelled, is not counted */
export async function countAppuntamenti(
  db: StoreDb,
  { ente, calendario, months }: { ente: string; calendario: string; months: readonly number[] },
): Promise<AppointmentGroup[]> {
  const rows = await db
    .selectFrom('appuntamenti')
    .select(['stato', monthOf('inizio', months).as('mese'), sql<number>`count(*)`.as('quanti')])
    .where('ente', '=', ente)
    .where('calendario', '=', calendario)
    .where('inizio', '>=', months[0] ?? 0)
    .where('inizio', '<', months.at(-1) ?? 0)
    .where('stato', 'not in', ['tenuto', 'annullato'])
    .groupBy(['stato', sql`mese`])
    .execute();
  // PostgreSQL gives counts as text.
  return rows.map((row) => ({ ...row, mese: Number(row.mese), quanti: Number(row.quanti) }));
}

/** Written into the statement: as parameters PostgreSQL would not see that the grouped expression is the selected one. */
const monthOf = (column: 'inizio' | 'inviata_il', [, ...ends]: readonly number[]) =>
  sql<number>`case ${sql.join(
    ends.map((end, i) => sql`when ${sql.ref(column)} < ${sql.lit(end)} then ${sql.lit(i)}`),
    sql` `,
  )} end`;

/**
 * Counts the cases of an ente in one pass over an index.
 * @param area only those of this area @param uffici only those of these offices or of none; all without it
 * @param months instants at which the months begin, and the last one ends
 * @param today `YYYY-MM-DD`
 */
export async function countPratiche(
  db: StoreDb,
  of: {
    ente: string;
    area?: string | undefined;
    uffici?: readonly string[] | undefined;
    months: readonly number[];
    today: string;
  },
): Promise<PraticaGroup[]> {
  const { ente, area, uffici, months, today } = of;
  const month = monthOf('inviata_il', months);
  const isOpen = sql`stato in ('inviata', 'in_elaborazione', 'da_integrare')`;
  const isLate = sql`stato in ('inviata', 'in_elaborazione') and termine_il < ${today}`;
  const rows = await db
    .selectFrom('pratiche')
    .leftJoin('valutazioni', 'valutazioni.pratica', 'pratiche.id')
    .select([
      month.as('mese'),
      'codice',
      'assegnata_ufficio as ufficio',
      sql<number | null>`(prima_risposta_il - inviata_il) / ${sql.lit(DAY_MS)}`.as('giorni'),
      sql<number>`count(*)`.as('ricevute'),
      sql<number>`sum(case when ${isOpen} then 1 else 0 end)`.as('aperte'),
      sql<number>`sum(case when ${isLate} then 1 else 0 end)`.as('in_ritardo'),
      sql<number>`count(stelle)`.as('valutazioni'),
      sql<number>`coalesce(sum(stelle), 0)`.as('stelle'),
    ])
    .where('ente', '=', ente)
    .where('inviata_il', '>=', months[0] ?? 0)
    .where('inviata_il', '<', months.at(-1) ?? 0)
    .where('stato', '<>', ESTERNA)
    .$if(uffici !== undefined, (query) =>
      query.where((e) =>
        e.or([
          e('assegnata_ufficio', 'is', null),
          ...(uffici && uffici.length > 0 ? [e('assegnata_ufficio', 'in', uffici)] : []),
        ]),
      ),
    )
    .$if(area !== undefined, (query) => query.where('area', '=', area ?? ''))
    .groupBy([sql`mese`, 'codice', 'assegnata_ufficio', sql`giorni`])
    .execute();
  // PostgreSQL gives counts and sums as text.
  return rows.map(({ codice, ufficio, giorni, ...row }) => ({
    codice,
    ufficio,
    giorni: giorni === null ? null : Number(giorni),
    mese: Number(row.mese),
    ricevute: Number(row.ricevute),
    aperte: Number(row.aperte),
    in_ritardo: Number(row.in_ritardo),
    valutazioni: Number(row.valutazioni),
    stelle: Number(row.stelle),
  }));
}
