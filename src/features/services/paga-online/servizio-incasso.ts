/** How the service is written that a receipt is for. */

/** Codes of the payment services of an ente are its own, and could be those of another service. */
export const SPONTANEO = 'spontaneo/';

/** @returns the service under which receipts of a spontaneous payment are */
export const spontaneoServizio = (codice: string): string => SPONTANEO + codice;

/** @returns the code of a payment service; undefined for any other service */
export const spontaneoCodice = (servizio: string): string | undefined =>
  servizio.startsWith(SPONTANEO) ? servizio.slice(SPONTANEO.length) : undefined;
