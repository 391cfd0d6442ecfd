/** Mail port that really sends: hands each message of the portal to the mail server named in the settings. */
import { createTransport } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import { PortalError } from '../../platform/errors.ts';
import type { MailPort } from '../../platform/mail/message.ts';
import { checkMessage, isOneAddress } from '../../platform/mail/message.ts';
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
};

/**
 * Mail through an SMTP server, over at most five connections kept open for 30 s.
 * @throws Error when `from` is not exactly one address: a wrong setting stops the start
 */
export function smtpMail({ url, from, timeoutMs = 10_000 }: SmtpOptions): MailPort {
  const sender = parseSender(from);
  const transport = createTransport({
    pool: true,
    url,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    idleTimeout: 30_000,
    // Retries once over a fresh connection, when the server had dropped the idle one; all other retries are the outbox's.
    maxRequeues: 1,
  });
  const underway = new Set<Promise<unknown>>();

  return {
    kind: 'smtp',
    async send(message) {
      checkMessage(message);
      const { to, subject, text, html, messageId, replyTo, fromName, autoSubmitted = true, pictures = [] } = message;
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
          ...{ cid, contentType: type, content: Buffer.from(bytes), contentDisposition: 'inline' as const },
          filename: `${cid.split('@')[0]}.${type === 'image/png' ? 'png' : 'jpg'}`,
        })),
        messageId,
        headers: {
          ...(autoSubmitted && { 'Auto-Submitted': 'auto-generated' }),
          ...(request && { 'X-Request-Id': request.id }),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
        // A server that trickles its answers exceeds no other time limit.
        signal: AbortSignal.timeout(timeoutMs * 3),
      });
      underway.add(sending);
      try {
        await sending;
      } catch (cause) {
        throw new PortalError('send_failed', { cause });
      } finally {
        underway.delete(sending);
      }
    },
    async close() {
      transport.close();
      await Promise.allSettled(underway);
    },
  };
}

function parseSender(from: string): { name: string; address: string } {
  const [sender, ...others] = addressparser(from, { flatten: true });
  if (!sender || others.length > 0 || !isOneAddress(sender.address)) {
    throw new Error('MAIL_FROM: serve un solo indirizzo, per esempio "Portale <portale@esempio.it>".');
  }
  return sender;
}
