/** Where the profile speaks of the calendar of a citizen. */
export const PROFILO_PATH = '/area-riservata/profilo-utente';
export const CALENDAR_ANCHOR = `${PROFILO_PATH}#calendario`;
