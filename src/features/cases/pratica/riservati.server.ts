/** Whose cases an operator reads in an ente that keeps its offices apart: those of their own offices, and of others with a reason. */
import type { CallContext, LoggedInUser } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Pratica } from '../../../store/tables.ts';
import { enti } from '../ente/ente.server.ts';
import { isServed } from '../programma/programma.server.ts';
import { hasActedSince } from './atti.db.ts';

/** How long a reason, or what somebody did with the case themselves, keeps it open to them: a day's work. */
const OPEN_MS = 8 * 3600_000;

/** The refusal that a reason lifts. */
export const OTHER_OFFICE = 'ALTRO_UFFICIO';

/** Of the enti that keep their offices apart, those in which this operator reads only what is their own: who administers reads all. */
export async function riservatiOf(
  house: CallContext['house'],
  { enti: own, amministra }: Pick<LoggedInUser, 'enti' | 'amministra'>,
): Promise<string[]> {
  return (await enti(house))
    .filter(({ id, uffici_riservati }) => uffici_riservati && own.includes(id) && !amministra.includes(id))
    .map(({ id }) => id);
}

/** What decides about one case. */
export type OfficePratica = Pick<Pratica, 'ente' | 'assegnata_ufficio' | 'assegnata_a'>;

/** A case without an office waits for one, so that every operator of the ente reads it. */
export const isOfOtherOffice = (user: LoggedInUser | null, { ente, assegnata_ufficio, assegnata_a }: OfficePratica) =>
  user?.riservati.includes(ente) &&
  assegnata_ufficio !== null &&
  !user.uffici.includes(assegnata_ufficio) &&
  assegnata_a !== user.id;

/**
 * @throws PortalError `not_found` for a program that does not see this service, and for a case that another program deals with; `forbidden` for a case of another office that the
 * caller has given no reason to read
 */
export async function requireOffice(
  ctx: CallContext,
  pratica: OfficePratica & Pick<Pratica, 'id' | 'codice' | 'proprietario'>,
): Promise<void> {
  if (!isServed(ctx, pratica)) throw new PortalError('not_found');
  if (!ctx.user || !isOfOtherOffice(ctx.user, pratica)) return;
  const own = { pratica: pratica.id, chi: ctx.user.id, dal: ctx.now - OPEN_MS };
  if (!(await hasActedSince(ctx.db, own)))
    throw new PortalError('forbidden', {
      reason: OTHER_OFFICE,
      message: 'Questa pratica è di un altro ufficio: per leggerla scrivi il motivo.',
    });
}
