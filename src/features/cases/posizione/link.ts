/** Which links of people to positions hold: one rule for every query that goes through them. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Delega } from '../../../store/tables.ts';
import { asksForFirm, RUOLI } from '../richiedente/richiedente.ts';

/** A citizen who looks for what is theirs. @property today today's date in Rome, `YYYY-MM-DD` */
export type PosizioneHolder = { codice_fiscale: string; today: string };

/** What a delegation may let somebody do beside seeing the position: pay, send some request, send a request of this service (its code). */
export type DelegaPower = 'paga' | 'presenta' | { servizio: string };
/** All that it lets them do. @property servizi codes of the services whose requests they may send; absent: of all */
export type DelegaPowers = { paga: boolean; presenta: boolean; servizi?: string[] | undefined };
/** To do that, or as one's own position alone: not as a delegate. */
export type LinkUse = DelegaPower | 'own';

/**
 * The condition that a link holds: its holder has not removed it, and it has not ended. From the day of its end on, the person sees nothing
 * of the position. That of a delegate holds as long as a delegation does, which one who holds the position in their own right has given.
 * @param link name of `rappresentanze` in the query
 * @param use what the person wants with it; without it they only see
 */
export const linkHolds = (link: string, today: string, use?: LinkUse): RawBuilder<SqlBool> => {
  const isOwn = sql`${sql.ref(`${link}.delegata`)} is null`;
  const isTheirs = use === 'own' ? isOwn : sql`(${isOwn} or ${isDelegated(link, today, use)})`;
  return sql<SqlBool>`(${isUnended(link, today)} and ${isTheirs})`;
};

const isUnended = (link: string, today: string) =>
  sql<SqlBool>`${sql.ref(`${link}.tolta`)} is null and ${isNotEndedByEnte(link, today)}`;

/** Whether the position is still the person's for the ente, though they may have removed it from their area. */
export const isNotEndedByEnte = (link: string, today: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${link}.fine`)} is null or ${sql.ref(`${link}.fine`)} > ${today})`;

const isDelegated = (link: string, today: string, power: DelegaPower | undefined) => sql<SqlBool>`exists (
  select 1 from deleghe_posizioni as dp join deleghe as dl on dl.id = dp.delega
  where dp.posizione = ${sql.ref(`${link}.posizione`)} and dl.delegato = ${sql.ref(`${link}.codice_fiscale`)}
  and ${delegationHolds({ delega: 'dl', posizione: sql.ref(`${link}.posizione`) }, today)}
  ${power ? sql`and ${delegationLets('dl', power)}` : sql``})`;

/** What `delegaLets` says, as a condition. @param delega name of `deleghe` in the query */
const delegationLets = (delega: string, power: DelegaPower): RawBuilder<SqlBool> => {
  if (power === 'paga') return sql<SqlBool>`${sql.ref(`${delega}.paga`)} = 1`;
  const sends = sql<SqlBool>`${sql.ref(`${delega}.presenta`)} = 1`;
  if (power === 'presenta') return sends;
  const servizi = sql.ref(`${delega}.servizi`);
  return sql<SqlBool>`${sends} and (${servizi} is null or ${servizi} like ${`%${storedServizi([power.servizio])}%`})`;
};

/** Whether a delegation with these powers lets its delegate do that. */
export const delegaLets = ({ paga, presenta, servizi }: DelegaPowers, power: DelegaPower): boolean => {
  if (power === 'paga') return paga;
  return presenta && (power === 'presenta' || (servizi?.includes(power.servizio) ?? true));
};

/** The powers of a stored delegation. */
export const powersOf = ({ paga, presenta, servizi }: Pick<Delega, 'paga' | 'presenta' | 'servizi'>): DelegaPowers => ({
  paga: paga === 1,
  presenta: presenta === 1,
  ...(servizi !== null && { servizi: servizi.split(',').filter(Boolean) }),
});

/** Codes of services as a delegation stores them, so that one is found between its commas. @param codici at least one */
export const storedServizi = (codici: readonly string[]): string => `,${codici.join(',')},`;

/**
 * The condition that a delegation lets its delegate act on a position today: it was accepted and has not ended, and the one who gave it still
 * holds the position, and not as a delegate themselves. For one that an office granted, the position is still the person's for the ente.
 * @param of name of `deleghe` in the query, and the id of the position
 */
export const delegationHolds = (
  { delega, posizione }: { delega: string; posizione: RawBuilder<unknown> },
  today: string,
): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(`${delega}.accettata`)} is not null
  and ${sql.ref(`${delega}.chiusa`)} is null and ${sql.ref(`${delega}.fino_a`)} >= ${today}
  and exists (select 1 from rappresentanze as dt where dt.posizione = ${posizione}
    and dt.codice_fiscale = ${sql.ref(`${delega}.delegante`)} and dt.delegata is null and ${isNotEndedByEnte('dt', today)}
    and (dt.tolta is null or ${sql.ref(`${delega}.ente`)} is not null))`;

/**
 * The condition that the two codes of a letter open nothing more to the person of a link: the ente has ended it, or it is a delegate's, for
 * whom the holder says what they may do and until when.
 */
export const linkBarsCodes = (link: string, today: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${link}.fine`)} <= ${today} or ${sql.ref(`${link}.delegata`)} = 1)`;

const FIRM_RUOLI = Object.keys(RUOLI).filter(asksForFirm);

/**
 * The firm that the one who gave a delegation represents on a position, by the name on it; null when they act for themselves or for a person.
 * For a query of `deleghe as d` and `deleghe_posizioni as n`.
 */
export const firmOfDelega: RawBuilder<string | null> = sql<string | null>`(
  select fp.intestatario from rappresentanze as fr join posizioni as fp on fp.id = fr.posizione
  where fr.codice_fiscale = d.delegante and fr.posizione = n.posizione and fr.ruolo in (${sql.join(FIRM_RUOLI)}))`;
