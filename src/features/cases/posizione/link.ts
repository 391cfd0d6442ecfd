/** Which links of people to positions hold: one rule for every query that goes through them. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A citizen who looks for what is theirs. @property today today's date in Rome, `YYYY-MM-DD` */
export type PosizioneHolder = { codice_fiscale: string; today: string };

/**
 * The condition that a link holds: its holder has not removed it, and it has not ended. From the day of its end on, the person sees nothing
 * of the position.
 * @param link name of `rappresentanze` in the query
 */
export const linkHolds = (link: string, today: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${link}.tolta`)} is null and (${sql.ref(`${link}.fine`)} is null or ${sql.ref(`${link}.fine`)} > ${today}))`;

/** The condition that the ente has ended a link. Nothing that its person knows or has opened restores it. */
export const linkHasEnded = (link: string, today: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${link}.fine`)} <= ${today}`;
