/** Mail port that really sends: hands each message of the portal to the mail server named in the settings. */
import { createTransport } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import { PortalError } from '../../platform/errors.ts';
import type { MailPort } from '../../platform/mail/message.ts';
import { checkMessage, isOneAddress, mailAway, unsubscribeHeaders } from '../../platform/mail/message.ts';
import { currentRequest } from '../../platform/monitoring/request.server.ts';

export type SmtpOptions = {
  /**
   * `smtps://user:password@host:465` is TLS from the start; `smtp://…:587` upgrades when the server offers it, and
   * `?requireTLS=true` makes that mandatory. A certificate that cannot be verified is refused.
   */
  url: string;
  /** `portale@esempio.it` or `Portale <portale@esempio.it>` */
  from: string;
  /** Longest wait, in ms, for name look-up, connection, greeting and answers each; a whole send takes at most three */
  timeoutMs?: number;
  /** Longest time, in ms, of a whole send of an urgent mail, with its wait for a free connection */
  urgentMs?: number;
};

/** What a server says that is closing or has too many callers: nothing about the mail (RFC 5321 §3.8, §4.2.3). */
const SERVER_CLOSING = 421;

/**
 * Mail through an SMTP server, over at most six connections kept open for 30 s, and three for urgent mails alone: a full queue, or
 * one that waits for a silent server, does not hold these up.
 * @throws Error when `from` is not exactly one address: a wrong setting stops the start
 */
export function smtpMail({ url, from, timeoutMs = 10_000, urgentMs = 5_000 }: SmtpOptions): MailPort {
  const sender = parseSender(from);
  const queued = { transport: connectionPool(url, timeoutMs, 6), longest: timeoutMs * 3 };
  const urgently = { transport: connectionPool(url, urgentMs, 3), longest: urgentMs };
  const underway = new Set<Promise<unknown>>();

  return {
    kind: 'smtp',
    async send(message) {
      checkMessage(message);
      const { to, subject, text, html, messageId, replyTo, fromName, autoSubmitted = true, pictures = [] } = message;
      const { transport, longest } = message.urgent ? urgently : queued;
      const request = currentRequest();
      const sending = transport.sendMail({
        from: { name: fromName ?? sender.name, address: sender.address },
        to: { name: '', address: to },
        envelope: { from: sender.address, to: [to] },
        replyTo: replyTo && { name: '', address: replyTo },
        subject,
        text,
        html,
        attachments: pictures.map(({ cid, type, bytes }) => ({
          cid,
          contentType: type,
          content: Buffer.from(bytes),
          contentDisposition: 'inline' as const,
          filename: `${cid.split('@')[0]}.${type === 'image/png' ? 'png' : 'jpg'}`,
        })),
        ...(message.event && {
          icalEvent: { method: message.event.method, content: message.event.calendar, filename: 'appuntamento.ics' },
        }),
        messageId,
        headers: {
          ...(autoSubmitted && { 'Auto-Submitted': 'auto-generated' }),
          ...(request && { 'X-Request-Id': request.id }),
          ...unsubscribeHeaders(message),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
        // A server that trickles its answers exceeds no other time limit.
        signal: AbortSignal.timeout(longest),
      });
      underway.add(sending);
      try {
        await sending;
      } catch (cause) {
        throw isRefusal(cause) ? new PortalError('send_failed', { cause }) : mailAway(cause);
      } finally {
        underway.delete(sending);
      }
    },
    async close() {
      for (const { transport } of [queued, urgently]) transport.close();
      await Promise.allSettled(underway);
    },
  };
}

/** @param longest wait for each step, in ms */
const connectionPool = (url: string, longest: number, maxConnections: number) =>
  createTransport({
    pool: true,
    url,
    maxConnections,
    dnsTimeout: longest,
    connectionTimeout: longest,
    greetingTimeout: longest,
    socketTimeout: longest,
    idleTimeout: 30_000,
    // Retries once over a fresh connection, when the server had dropped the idle one; all other retries are the outbox's.
    maxRequeues: 1,
  });

/** Did the server say no, rather than nothing? A TLS that fails is no answer either: it would fail for every mail. */
function isRefusal(cause: unknown): boolean {
  const { responseCode } = Object(cause) as { responseCode?: number };
  return responseCode !== undefined && responseCode !== SERVER_CLOSING;
}

function parseSender(from: string): { name: string; address: string } {
  const [sender, ...others] = addressparser(from, { flatten: true });
  if (!sender || others.length > 0 || !isOneAddress(sender.address)) {
    throw new Error('MAIL_FROM: serve un solo indirizzo, per esempio "Portale <portale@esempio.it>".');
  }
  return sender;
}
