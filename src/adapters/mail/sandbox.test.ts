import { expect, test } from 'vitest';
import { unsubscribeHeaders } from '../../platform/mail/message.ts';
import type { MailRig } from './mail.contract-test.ts';
import { mailContract, SENT_MESSAGE } from './mail.contract-test.ts';
import type { SandboxMail } from './sandbox.server.ts';
import { sandboxMail } from './sandbox.server.ts';

async function start(): Promise<MailRig> {
  const kept: SandboxMail[] = [];
  let broken = false;
  const port = sandboxMail({
    async put(mail) {
      if (broken) throw new Error('disk full');
      kept.push(mail);
    },
  });
  return {
    port,
    arrived: async () =>
      kept.map(({ to, replyTo, fromName, ...mail }) => ({
        ...mail,
        recipients: [to],
        replyTo,
        fromName,
        unsubscribe: unsubscribeHeaders(mail),
      })),
    breakDown: async () => {
      broken = true;
    },
    end: async () => {},
  };
}

mailContract('sandbox', start);

test('a kept mail says when it would have been sent', async () => {
  const kept: SandboxMail[] = [];
  const put = async (mail: SandboxMail) => void kept.push(mail);

  await sandboxMail({ put }, () => 1_795_000_000_000).send(SENT_MESSAGE);

  expect(kept).toEqual([{ ...SENT_MESSAGE, at: 1_795_000_000_000 }]);
});
