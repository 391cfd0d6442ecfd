/** The port to the mail server, and the checks that keep second recipients and forged headers out of a mail. */
import type { FieldErrors } from '../errors.ts';
import { PortalError } from '../errors.ts';

/** A picture that travels inside a mail, so that reading it fetches nothing. @property cid its name in the HTML, `cid:…` */
export type MailPicture = { cid: string; type: 'image/png' | 'image/jpeg'; bytes: Uint8Array };

/** An appointment that the reader's calendar takes over: new, moved or cancelled. @property calendar iCalendar text */
export type MailEvent = { method: 'REQUEST' | 'CANCEL'; calendar: string };

/** One mail to one person. Text and HTML say the same thing. */
export type MailMessage = {
  /** `<outbox row id@host>`: the same at every attempt, so that a mail server can recognise a repetition */
  messageId: string;
  /** Exactly one address, without a display name */
  to: string;
  subject: string;
  text: string;
  html: string;
  pictures?: readonly MailPicture[];
  event?: MailEvent;
  /** One address, without a display name */
  replyTo?: string;
  /** Display name of the sender, usually the name of the ente; the address is the portal's */
  fromName?: string;
  /** Default true: marks the mail as automatic, so that out-of-office replies are not sent (RFC 3834) */
  autoSubmitted?: boolean;
  /** Address at which the reader, or their mail program by a POST, stops mails of this kind (RFC 8058) */
  unsubscribe?: string;
  /** A person waits for it now, as for a one-time code: it overtakes all others, and fails within five seconds */
  urgent?: true;
};

/** `reason` of the error when it is the mail server that does not answer. */
export const MAIL_AWAY = 'mail_away';

/** The error for a mail that no server took or refused. It says nothing about the mail, only that the server is away. */
export const mailAway = (cause: unknown): PortalError => new PortalError('unavailable', { reason: MAIL_AWAY, cause });

/** The headers by which a mail program offers to stop mails of this kind, and does so without opening a page (RFC 8058). */
export const unsubscribeHeaders = ({ unsubscribe }: Pick<MailMessage, 'unsubscribe'>): Record<string, string> =>
  unsubscribe ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};

/** Sends the portal's mail. The outbox is the only caller that retries. */
export type MailPort = {
  /**
   * Resolves when the mail was handed over.
   * @throws PortalError `invalid`: the message itself is refused, and would be at every attempt
   * @throws PortalError `send_failed`: the server refused it now; worth another attempt
   * @throws PortalError `unavailable` with reason {@link MAIL_AWAY}: the server does not answer, and would not for any other mail
   */
  send(message: MailMessage): Promise<void>;
  /** Accepts no more mail and waits for the mails on their way. Closing twice is harmless. */
  close(): Promise<void>;
  kind: 'smtp' | 'sandbox';
};

// The address a browser accepts in <input type="email"> (HTML standard): ASCII, no spaces, commas or brackets,
// so it can neither hold a second address nor a header. Bounded before the test: RFC 5321 §4.5.3.1.
const ADDRESS_FORM =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const WEB_ADDRESS = /^https?:\/\/[\w.~:/?#[\]@!$&'()*+;=%-]{1,500}$/;
const MESSAGE_ID = /^<[\w.!#$%&'*+/=?^`{|}~-]{1,200}@[a-z0-9.:[\]-]{1,253}>$/i;
// Line ends of every kind, and the other control characters: none of them may stand in a header.
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]/u;

/** @returns whether the text is exactly one bare e-mail address of at most 254 characters */
export function isOneAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS_FORM.test(text);
}

/**
 * Refuses a message that could reach anybody but its one recipient or add a header (OWASP ASVS V1.3.11).
 * Every adapter calls it before it does anything else.
 * @throws PortalError `invalid` with the fields at fault
 */
export function checkMessage(message: MailMessage): void {
  const { messageId, to, subject, replyTo, fromName, unsubscribe } = message;
  const address = 'Scrivi un solo indirizzo e-mail, per esempio nome@esempio.it.';
  const line = 'Scrivi il testo su una sola riga.';
  const fields: FieldErrors = {};
  if (!isOneAddress(to)) fields.to = [address];
  if (replyTo !== undefined && !isOneAddress(replyTo)) fields.replyTo = [address];
  if (CONTROL_CHARACTERS.test(subject)) fields.subject = [line];
  if (fromName !== undefined && CONTROL_CHARACTERS.test(fromName)) fields.fromName = [line];
  if (unsubscribe !== undefined && !WEB_ADDRESS.test(unsubscribe))
    fields.unsubscribe = ['L’indirizzo per non ricevere più e-mail non è valido.'];
  if (!MESSAGE_ID.test(messageId)) fields.messageId = ['Il codice del messaggio non è valido.'];
  if (Object.keys(fields).length > 0) throw new PortalError('invalid', { fields });
}
