/** Addresses of the booking and of one appointment, for its citizen. Pure. */
import { isoInstant } from '../../../platform/atoms/date.ts';

/** The form. */
export const BOOKING_PATH = '/servizio/appuntamento';

/**
 * The form with what is known. @property calendario code of the office @property motivo code of the reason
 * @property per code of the service whose page leads there @property da path of that page, to come back to
 */
export function bookingHref({
  ente,
  calendario,
  motivo,
  per,
  da,
}: Partial<Record<'ente' | 'calendario' | 'motivo' | 'per' | 'da', string | undefined>>): string {
  const known = Object.entries({ ente, calendario, motivo, per, da }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return known.length > 0 ? `${BOOKING_PATH}?${new URLSearchParams(known)}` : BOOKING_PATH;
}

/** The page on which it is moved and cancelled. */
export const appointmentPath = ({ email, id }: { email: string; id: string }): string =>
  `${BOOKING_PATH}/${encodeURIComponent(email)}/${id}`;

/** The same page with the earlier time that is offered. @param inizio its first instant */
export const offerPath = (pratica: { email: string; id: string }, inizio: number): string =>
  `${appointmentPath(pratica)}?${new URLSearchParams({ proposta: isoInstant(inizio) })}`;

/** The picture of the map around an office. @param of codes of the ente and of the office */
export const officeMapAddress = (of: { ente: string; calendario: string }): string =>
  `/api/v1/portale/appuntamenti/uffici/mappa?${new URLSearchParams(of)}`;

/** The file for a calendar. */
export const calendarAddress = ({ email, id }: { email: string; id: string }): string =>
  `/api/v1/portale/appuntamenti/${id}/calendario?email=${encodeURIComponent(email)}`;
