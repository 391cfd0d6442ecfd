/** Prepares a mail for the sandbox's mailbox: a row of its list, and the HTML behind a strict policy. Pure. */
import * as z from 'zod/mini';
import type { MailMessage } from '../platform/mail/message.ts';

/** What the store keeps of a mail, as far as the pages show it. */
export const storedMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  fromName: z.optional(z.string()),
});

/** A mail of the sandbox outbox, as its pages read it. @property at when it was sent, ms since 1970 */
export type SandboxMail = z.infer<typeof storedMail> & { id: string; at: number };

/** A mail's row in the list, so that a code or a link can be used without opening it. */
export type MailRow = Pick<SandboxMail, 'id' | 'at' | 'to' | 'subject'> & { codice?: string; links: string[] };

/**
 * Policy for the HTML part served as a page of its own: only its inline styles work. `sandbox` without `allow-same-origin` keeps
 * even a faulty mail away from the portal's cookies; links open in a new tab.
 */
export const PREVIEW_CSP =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

/** A browser finds no picture by its `cid:`, as a mail program does: it stands in the HTML itself. */
export const withPicturesInside = ({ pictures = [], ...mail }: MailMessage): Omit<MailMessage, 'pictures'> => ({
  ...mail,
  html: pictures.reduce(
    (html, { cid, type, bytes }) =>
      html.replaceAll(`"cid:${cid}"`, `"data:${type};base64,${Buffer.from(bytes).toString('base64')}"`),
    mail.html,
  ),
});

/** @returns one row per mail, the newest first */
export function listMailRows(mails: SandboxMail[]): MailRow[] {
  return mails.toSorted((a, b) => b.at - a.at).map(toMailRow);
}

/** The code is a line of six digits by itself; a link stands by itself on its line. */
export function toMailRow({ id, at, to, subject, text }: SandboxMail): MailRow {
  const lines = text.split('\n').map((line) => line.trim());
  return {
    id,
    at,
    to,
    subject,
    codice: lines.find((line) => /^\d{6}$/.test(line)),
    links: lines.filter((line) => /^https?:\/\/\S+$/.test(line)),
  };
}
