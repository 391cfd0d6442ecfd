/** What the portal knows of an ente. Everything that names a municipality is data here; nothing is in code. */

import { type Articolo, asSubject } from '../../../platform/atoms/articolo.ts';
import { addDays } from '../../../platform/atoms/date.ts';
import type { Chiusura } from '../../../platform/atoms/giorni-lavorativi.ts';
import { boundsOf, type GeoBorder, type GeoPoint } from '../../../platform/border.ts';
import type { MailPicture } from '../../../platform/mail/message.ts';
import type { Area } from './aree.ts';

/** A mail, without the one it goes to. */
export type MailText = { subject: string; text: string; html: string; pictures?: readonly MailPicture[] };

/** A mail to one person, complete and in the name of an ente. @property unsubscribe address that stops mails of this kind */
export type EnteMail = { to: string; ente: Ente; testo: MailText; unsubscribe?: string };

/** A picture of an ente, whose bytes are in a table of their own. @property impronta hash of the bytes: names it in its address */
export type EnteImage = { impronta: string; tipo: 'svg' | 'png'; larghezza: number; altezza: number };

/** A page elsewhere, and its name in a list of links. */
export type EnteLink = { testo: string; url: string };

/** A notice of an ente on its home page and start pages, from one day to another, both included. */
export type Annuncio = {
  testo: string;
  dal?: string | undefined;
  al?: string | undefined;
  collegamento?: EnteLink | undefined;
};

/**
 * A text that operators answer with. @property testo with placeholders such as `{nome}` (see risposte.ts)
 * @property servizi codes it is offered for; all without it
 */
export type RispostaPronta = { nome: string; testo: string; servizi?: string[] | undefined };

/** `dopo_controllo`: once an operator has released it. `subito`: from the start, until then with nothing but type, area and day. */
export type Pubblicazione = 'dopo_controllo' | 'subito';

export type Ente = {
  /** Opaque id, in calls `Id` and `Ente__c` */
  id: string;
  /** "Comune di Borgosereno"; the record `portal` carries the name of the portal itself */
  nome: string;
  /** Article of the name, where it does not follow from its first word */
  articolo?: Articolo | undefined;
  /** One line under the name in the header */
  motto: string;
  regione: string;
  codice_fiscale: string;
  /** Host name under which this ente's pages are served, without port; null when it shares the portal's */
  host: string | null;
  /** Primary colour `#rrggbb`, with a contrast to white of at least 4.5 (the import checks it) */
  colore: string;
  contatti: { indirizzo: string; telefono?: string; numero_verde?: string; email: string; pec?: string };
  /** Pages of the ente's own site; for a missing one the portal's page is used, or none is shown */
  url: {
    sito?: string;
    privacy?: string;
    note_legali?: string;
    accessibilita?: string;
    faq?: string;
    /** Appointment booking, in general and per service code */
    prenotazione?: string;
    prenotazione_per?: Record<string, string>;
  };
  /** When the offices are open, in lines */
  orari?: string | undefined;
  /** On which its offices are closed beside weekends and holidays */
  chiusure?: (Chiusura & { motivo?: string | undefined })[] | undefined;
  /** Day of the town's patron saint, `MM-DD` */
  patrono?: string | undefined;
  /** Texts of the information pages in Markdown; for a missing one the portal's own is used. That of the FAQ stands above the portal's */
  testo_privacy?: string | undefined;
  testo_note_legali?: string | undefined;
  testo_accessibilita?: string | undefined;
  testo_faq?: string | undefined;
  /** Mailbox that receives new cases: per service code, `*` for all others */
  caselle: Record<string, string>;
  /** Service codes that this ente answers for (SF510, SF130, …); when read, only those whose data the ente has given */
  categorie: string[];
  /** When reports of a type, by code, are on the public list; a type that is not named never is */
  pubblicazione?: Record<string, Pubblicazione | undefined> | undefined;
  risposte?: RispostaPronta[] | undefined;
  /** Crest: in header and footer, and as the icon of the page; without it a town hall */
  stemma?: EnteImage | undefined;
  annunci?: Annuncio[] | undefined;
  /** Further links and logos of the footer. @property alternativo what the logo says, for those who do not see it */
  piede?:
    | {
        collegamenti?: EnteLink[] | undefined;
        loghi?: { immagine: EnteImage; alternativo: string; url?: string | undefined }[] | undefined;
      }
    | undefined;
  /** Minutes without activity after which the login of its operators ends; 15 without it */
  inattivita_minuti?: number | undefined;
  /** An operator reads the cases of their own offices, and another office's with a reason */
  uffici_riservati?: boolean | undefined;
  /** Longest time to completion in days, per service code; 30 by default */
  giorni: Record<string, number>;
  /** Tile source for the pin on a map; without it no map is shown */
  mappa?: { tasselli: string; attribuzione: string; lat: number; lon: number; zoom: number };
  /** Its quarters and hamlets, by which operators sort cases */
  aree?: Area[] | undefined;
  /** Border of the municipality; without it a place anywhere is accepted without a question */
  confine?: GeoBorder | undefined;
};

/** @returns the middle of an ente's map, else of its border; undefined when the portal was given neither */
export function centerOf({ mappa, confine }: Pick<Ente, 'mappa' | 'confine'>): GeoPoint | undefined {
  if (mappa) return { lat: mappa.lat, lon: mappa.lon };
  if (!confine) return undefined;
  const { west, south, east, north } = boundsOf(confine);
  return { lat: (south + north) / 2, lon: (west + east) / 2 };
}

/** @returns the mailbox that receives the cases of a service, if the ente has any */
export function casellaOf({ caselle }: Pick<Ente, 'caselle'>, codice: string): string | undefined {
  return caselle[codice] ?? caselle['*'];
}

const DEFAULT_GIORNI = 30;

/** @param today `YYYY-MM-DD` @returns the day by which the ente answers a case that is sent today */
export const termineOf = ({ giorni }: Pick<Ente, 'giorni'>, codice: string, today: string): string =>
  addDays(today, giorni[codice] ?? DEFAULT_GIORNI);

/** Codes of the types of report that the ente takes and publishes. */
export const publishedTypes = ({
  categorie,
  pubblicazione = {},
}: Pick<Ente, 'categorie' | 'pubblicazione'>): string[] => categorie.filter((codice) => pubblicazione[codice]);

/** The record of the portal itself, for pages without an ente. */
export const PORTAL_ID = 'portale';

/** The error when an ente does not answer for a type, in the browser and on the server. */
export const notReceivedText = (name: string): string =>
  `${asSubject({ nome: name })} non riceve online questo tipo di pratica: scegline un altro o contatta l’ente.`;
