/** What the portal knows of an ente: everything that names a municipality is here, nothing in code. */
/** A mail to one person, ready to leave in the name of a municipality. */
export type EnteMail = { to: string; ente: Ente; testo: { subject: string; text: string; html: string } };

export type Ente = {
  /** Opaque id, on the wire `Id` and `Ente__c` */
  id: string;
  /** "Comune di Borgosereno"; the record `portal` carries the name of the portal itself */
  nome: string;
  /** One line under the name in the header */
  motto: string;
  regione: string;
  codice_fiscale: string;
  /** Host name under which this ente's pages are served, without port; null when it shares the portal's */
  host: string | null;
  /** Primary colour `#rrggbb`, contrast with white ≥ 4.5 (checked at import) */
  colore: string;
  contatti: { indirizzo: string; telefono?: string; numero_verde?: string; email: string; pec?: string };
  /** Addresses of the ente's own site; what is missing falls back to the portal's pages or is not shown */
  url: {
    sito?: string;
    privacy?: string;
    note_legali?: string;
    accessibilita?: string;
    faq?: string;
    /** Appointment booking, and the same per service code */
    prenotazione?: string;
    prenotazione_per?: Record<string, string>;
  };
  /** Mailbox that receives new cases: per service code, `*` for all others */
  caselle: Record<string, string>;
  /** Service codes this ente answers for (SF510, SF130, …). As the portal reads them, without those whose data it was not given */
  categorie: string[];
  /** Longest time to completion in days per service code; default 30 */
  giorni: Record<string, number>;
  /** Tile source for the pin on a map; without it no map is shown */
  mappa?: { tasselli: string; attribuzione: string; lat: number; lon: number; zoom: number };
};

/** @returns the mailbox that receives the cases of a service, if the ente has any */
export function casellaOf({ caselle }: Pick<Ente, 'caselle'>, codice: string): string | undefined {
  return caselle[codice] ?? caselle['*'];
}

/** The record that stands for the portal itself, when no ente is known for a page. */
export const PORTAL_ID = 'portale';

/** Said beside the type when an ente does not answer for it, in the browser and by the server. */
export const notReceivedText = (name: string): string =>
  `${name} non riceve online questo tipo di pratica: scegline un altro o contatta l’ente.`;
