/** Mail port for trying the portal: every message is stored instead of sent, so that none reaches a real mailbox. */
import type { MailMessage, MailPort } from '../../platform/mail/message.ts';
import { checkMessage, mailAway } from '../../platform/mail/message.ts';

/** A mail kept in the sandbox instead of being sent. @property at when it would have been sent, ms since 1970 */
export type SandboxMail = MailMessage & { at: number };

/** The sandbox's mailbox. `put` with a `messageId` that is already there may replace it. */
export type SandboxMailStore = { put(mail: SandboxMail): Promise<void> };

/**
 * A mail port that keeps every mail, to be read at /sandbox/posta, and sends none. It refuses what SMTP refuses, so that mail
 * that works here works in production.
 * @param now clock, ms since 1970
 */
export function sandboxMail(store: SandboxMailStore, now: () => number = Date.now): MailPort {
  let closed = false;
  const underway = new Set<Promise<void>>();

  return {
    kind: 'sandbox',
    async send(message) {
      checkMessage(message);
      if (closed) throw mailAway(new Error('the mail port is closed'));
      const keeping = store.put({ ...message, at: now() });
      underway.add(keeping);
      try {
        await keeping;
      } catch (cause) {
        throw mailAway(cause);
      } finally {
        underway.delete(keeping);
      }
    },
    async close() {
      closed = true;
      await Promise.allSettled(underway);
    },
  };
}
