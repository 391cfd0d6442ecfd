/** Addresses of the booking and of one appointment, for its citizen. Pure. */

/** The form. */
export const BOOKING_PATH = '/servizio/appuntamento';

/** The page on which it is moved and cancelled. */
export const appointmentPath = ({ email, id }: { email: string; id: string }): string =>
  `${BOOKING_PATH}/${encodeURIComponent(email)}/${id}`;

/** The file for a calendar. */
export const calendarAddress = ({ email, id }: { email: string; id: string }): string =>
  `/api/v1/portale/appuntamenti/${id}/calendario?email=${encodeURIComponent(email)}`;
