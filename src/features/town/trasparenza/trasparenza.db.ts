/** The one query behind the figures of a municipality: counts of reports, and of nobody. */
import { sql } from 'kysely';
import type { StoreDb, StoreDialect } from '../../../store/tables.ts';

const DAY_MS = 86_400_000;

/**
 * Reports that have all this in common.
 * @property mese which month of the period, from 0 @property risposta, chiusura whole days from the sending; null: not yet
 * @property punctual closed by the promised day
 */
export type ReportGroup = {
  mese: number;
  codice: string;
  risposta: number | null;
  chiusura: number | null;
  quante: number;
  punctual: number;
};

/**
 * @param months instants at which the months begin, and the last one ends
 * The promised day ends at midnight by Greenwich, one or two hours after it does in Rome.
 */
export async function groupReports(
  { db, dialect }: { db: StoreDb; dialect: StoreDialect },
  { ente, months }: { ente: string; months: readonly number[] },
): Promise<ReportGroup[]> {
  const [from, ...ends] = months as [number, ...number[]];
  // Written into the statement: as parameters PostgreSQL would not see that the grouped expression is the selected one.
  const month = sql<number>`case ${sql.join(
    ends.map((end, i) => sql`when inviata_il < ${sql.lit(end)} then ${sql.lit(i)}`),
    sql` `,
  )} end`;
  const promised =
    dialect === 'postgres'
      ? sql`(extract(epoch from (termine_il::date + 1)) * 1000)::bigint`
      : sql`unixepoch(termine_il, '+1 day') * 1000`;
  const rows = await db
    .selectFrom('pratiche')
    .select([
      month.as('mese'),
      'codice',
      sql<number | null>`(prima_risposta_il - inviata_il) / ${sql.lit(DAY_MS)}`.as('risposta'),
      sql<number | null>`(chiusa_il - inviata_il) / ${sql.lit(DAY_MS)}`.as('chiusura'),
      sql<number>`count(*)`.as('quante'),
      sql<number>`sum(case when chiusa_il < ${promised} then 1 else 0 end)`.as('punctual'),
    ])
    .where('ente', '=', ente)
    .where('inviata_il', '>=', from)
    .where('inviata_il', '<', ends.at(-1) as number)
    .where('tipo', '=', 'segnalazione')
    .groupBy([sql`mese`, 'codice', sql`risposta`, sql`chiusura`])
    .execute();
  const whole = (value: unknown) => (value === null ? null : Number(value));
  // PostgreSQL gives counts and sums as text.
  return rows.map(({ codice, ...row }) => ({
    codice,
    mese: Number(row.mese),
    quante: Number(row.quante),
    punctual: Number(row.punctual),
    risposta: whole(row.risposta),
    chiusura: whole(row.chiusura),
  }));
}
