/** A report that waits in the browser of its author for a connection: its shape, what becomes of it, and the words for it. Pure. */
import * as z from 'zod/mini';
import { type ErrorCode, hasNoErrors, type PortalError } from '../../../platform/errors.ts';
import { isKeptHere } from '../allegati/kept-files.ts';

/** Names of the records begin with it. */
export const CODA_PREFIX = 'coda:';
export const codaName = (chiave: string): string => CODA_PREFIX + chiave;

/**
 * @property chiave key of the one send @property percorso of its form @property tipo what it is: "segnalazione" @property invio the
 * call that sends it @property corpo of that call, without files @property valori as typed, for the form
 * @property allegati ids of its files in the order of the form; of a photo that this browser keeps, the id it has here
 * @property arrivati ids of those photos at the portal, by the id they had here
 * @property byHand why its author has to do something first
 */
export const codaItem = z.object({
  chiave: z.string(),
  percorso: z.string(),
  tipo: z.string(),
  titolo: z.string(),
  da: z.number(),
  invio: z.object({
    method: z.enum(['GET', 'POST', 'DELETE']),
    path: z.string(),
    bot: z.optional(z.enum(['checked', 'spent'])),
  }),
  corpo: z.record(z.string(), z.unknown()),
  valori: z.record(z.string(), z.string()),
  allegati: z.array(z.string()),
  arrivati: z.record(z.string(), z.string()),
  byHand: z.optional(z.string()),
  inviata: z.optional(z.object({ protocollo: z.string(), chat: z.string() })),
});
export type CodaItem = z.infer<typeof codaItem>;

/** As long as the portal knows the key of a send (decision 5); a day less, so that none is sent twice. */
const SENT_BY_ITSELF_MS = 6 * 24 * 3600_000;

export const CODE_NEEDED = 'prima conferma il tuo indirizzo e-mail con il codice che ti mandiamo.';
const TOO_OLD = 'è passata una settimana: aprila, controlla e inviala.';
export const AS_GUEST = 'l’hai scritta prima di accedere: aprila e inviala a tuo nome.';
/** Was written on a page that knew nobody. */
export const UNCLAIMED_WORDS = 'aprila, controlla che sia tutto giusto e inviala.';

/** Gives up sending by itself what the portal may not recognise any more. */
export const heldWhenOld = (item: CodaItem, now: number): CodaItem =>
  item.byHand === undefined && !item.inviata && now - item.da > SENT_BY_ITSELF_MS ? { ...item, byHand: TOO_OLD } : item;

/** Photos that have not arrived at the portal. */
export const photosToSend = ({ allegati, arrivati }: CodaItem): string[] =>
  allegati.filter((id) => isKeptHere(id) && !arrivati[id]);

/** The body of the send. Before, all photos have arrived, or are not kept any more. */
export const bodyOfItem = ({ corpo, allegati, arrivati }: CodaItem): Record<string, unknown> => ({
  ...corpo,
  filesAllegati: allegati.flatMap((id) => {
    const Id = isKeptHere(id) ? arrivati[id] : id;
    return Id ? [{ Id }] : [];
  }),
});

/** The login of its page has ended, or somebody else's has begun: it waits for its person. */
const OF_ANOTHER_LOGIN: readonly ErrorCode[] = ['anonymous', 'token'];

/** @returns the words for its author; undefined when it just waits */
export function refusalWords({ code, fields, message }: PortalError): string | undefined {
  if (OF_ANOTHER_LOGIN.includes(code) || code === 'conflict' || code === 'unavailable') return undefined;
  if (fields?.otp) return CODE_NEEDED;
  const said = hasNoErrors(fields ?? {}) ? message : Object.values(fields ?? {})[0]?.[0];
  return said ?? message;
}

/** What a browser has of reports that wait. @property others of people who are not logged in now */
export type CodaShown = { items: readonly CodaItem[]; others: number };

export const countInWords = (count: number): string =>
  count === 1 ? 'una segnalazione non ancora inviata' : `${count} segnalazioni non ancora inviate`;
