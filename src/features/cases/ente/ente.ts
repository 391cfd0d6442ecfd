/** What the portal knows of an ente. Everything that names a municipality is data here; nothing is in code. */

import type * as z from 'zod/mini';
import { asSubject } from '../../../platform/atoms/articolo.ts';
import { addDays } from '../../../platform/atoms/date.ts';
import { boundsOf, type GeoPoint } from '../../../platform/border.ts';
import type { MailEvent, MailPicture } from '../../../platform/mail/message.ts';
import type { enteImage, enteRecord } from './ente.fields.ts';

/** A mail, without the one it goes to. */
export type MailText = {
  subject: string;
  text: string;
  html: string;
  pictures?: readonly MailPicture[];
  event?: MailEvent;
};

/** A mail to one person, complete and in the name of an ente. @property unsubscribe address that stops mails of this kind @property copyTo a second person, who gets the same in a mail of their own */
export type EnteMail = { to: string; ente: Ente; testo: MailText; unsubscribe?: string; copyTo?: string };

/** A record as the import makes it and the store has it; when read, `categorie` are only those whose data the ente has given. */
export type Ente = z.output<ReturnType<typeof enteRecord>>;

export type EnteImage = z.output<typeof enteImage>;

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
