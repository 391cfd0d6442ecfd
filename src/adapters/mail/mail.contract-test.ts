import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAIL_AWAY, type MailMessage, type MailPort } from '../../platform/mail/message.ts';

/** A mail that arrived, read back from where the adapter put it. */
type ArrivedMail = {
  recipients: string[];
  subject: string;
  text: string;
  html: string;
  messageId: string;
  replyTo: string | undefined;
  fromName: string | undefined;
  /** Headers by which the mails of this kind are stopped, by their names */
  unsubscribe: Record<string, string>;
};

export type MailRig = {
  port: MailPort;
  /** In order of arrival */
  arrived(): Promise<ArrivedMail[]>;
  /** From now on nobody takes a mail */
  breakDown(): Promise<void>;
  end(): Promise<void>;
};

export const SENT_MESSAGE: MailMessage = {
  messageId: '<017f-riga@portale.esempio.it>',
  to: 'maria.rossi@esempio.it',
  subject: 'Segnalazione 2026/000123: è già in lavorazione, perciò aspetta',
  text: 'Perché? È così: città, più, dov’è.\n\nhttps://portale.esempio.it/segnalazione',
  html: '<!doctype html><html lang="it"><body><p>Perché? È così: città, più, dov’è.</p></body></html>',
  replyTo: 'urp@comune.esempio.it',
  fromName: 'Comune di Sant’Àgata, “Ufficio”',
};

/** The promises of every mail adapter. Both adapters run it. */
export function mailContract(name: string, start: () => Promise<MailRig>): void {
  describe(`${name}: the promises of every mail adapter`, () => {
    let rig: MailRig;
    beforeEach(async () => {
      rig = await start();
    });
    afterEach(async () => {
      await rig.port.close();
      await rig.end();
    });

    test('a mail arrives once, to its one recipient, with both parts and its accents', async () => {
      await rig.port.send(SENT_MESSAGE);

      const [mail, ...others] = await rig.arrived();

      expect(others).toEqual([]);
      expect(mail?.recipients).toEqual([SENT_MESSAGE.to]);
      expect(mail?.subject).toBe(SENT_MESSAGE.subject);
      expect(mail?.text.trim()).toBe(SENT_MESSAGE.text);
      expect(mail?.html.trim()).toBe(SENT_MESSAGE.html);
    });

    test('the message id, the name of the sender and the address for answers arrive as given', async () => {
      await rig.port.send(SENT_MESSAGE);

      const [mail] = await rig.arrived();

      expect(mail).toMatchObject({
        messageId: SENT_MESSAGE.messageId,
        fromName: SENT_MESSAGE.fromName,
        replyTo: SENT_MESSAGE.replyTo,
      });
    });

    test('a mail that can be stopped says where, in the two headers of RFC 8058; no other mail has them', async () => {
      const unsubscribe = 'https://portale.esempio.it/segnalazioni/smetti?chiave=Ab-3_x.9Z';
      await rig.port.send({ ...SENT_MESSAGE, unsubscribe });
      await rig.port.send(SENT_MESSAGE);

      expect((await rig.arrived()).map((mail) => mail.unsubscribe)).toEqual([
        { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        {},
      ]);
    });

    const injections: [string, Partial<MailMessage>][] = [
      ['a line end in the recipient', { to: 'a@esempio.it\r\nBcc: b@esempio.it' }],
      ['a bare line feed after the recipient', { to: 'a@esempio.it\n' }],
      ['two recipients', { to: 'a@esempio.it, b@esempio.it' }],
      ['two recipients by semicolon', { to: 'a@esempio.it;b@esempio.it' }],
      ['a group of recipients', { to: 'tutti: a@esempio.it, b@esempio.it;' }],
      ['a recipient with a display name', { to: 'A <a@esempio.it>' }],
      ['a quoted recipient', { to: '"a@esempio.it> b"@esempio.it' }],
      ['no recipient', { to: '' }],
      ['a line end in the subject', { subject: 'Ciao\r\nBcc: b@esempio.it' }],
      ['a bare carriage return in the subject', { subject: 'Ciao\rBcc: b@esempio.it' }],
      ['a Unicode line separator in the subject', { subject: 'Ciao\u2028Bcc: b@esempio.it' }],
      ['a line end in the sender’s name', { fromName: 'Comune\r\nBcc: b@esempio.it' }],
      ['a line end in the address for answers', { replyTo: 'a@esempio.it\r\nBcc: b@esempio.it' }],
      ['two addresses for answers', { replyTo: 'a@esempio.it, b@esempio.it' }],
      ['a line end in the address that stops mails', { unsubscribe: 'https://a.example/\r\nBcc: b@esempio.it' }],
      ['a second address beside the one that stops mails', { unsubscribe: 'https://a.example/>, <https://b.example/' }],
      ['a line end in the message id', { messageId: '<1@esempio.it>\r\nBcc: b@esempio.it' }],
    ];
    test.each(injections)('%s is refused and nothing is sent', async (_, fault) => {
      await expect(rig.port.send({ ...SENT_MESSAGE, ...fault })).rejects.toMatchObject({ code: 'invalid' });

      expect(await rig.arrived()).toEqual([]);
    });

    test('lines in the text that look like headers stay text', async () => {
      await rig.port.send({ ...SENT_MESSAGE, text: 'Bcc: b@esempio.it\r\n.\r\nRCPT TO:<b@esempio.it>\r\nfine' });

      const mails = await rig.arrived();

      expect(mails.map((mail) => mail.recipients)).toEqual([[SENT_MESSAGE.to]]);
      expect(mails[0]?.text).toContain('RCPT TO:<b@esempio.it>');
    });

    test('an urgent mail arrives like any other', async () => {
      await rig.port.send({ ...SENT_MESSAGE, urgent: true });

      expect((await rig.arrived()).map(({ messageId }) => messageId)).toEqual([SENT_MESSAGE.messageId]);
    });

    test.each([undefined, true] as const)(
      'a server that is away is told as such, with the cause (urgent: %s)',
      async (urgent) => {
        await rig.breakDown();

        await expect(rig.port.send({ ...SENT_MESSAGE, ...(urgent && { urgent }) })).rejects.toMatchObject({
          code: 'unavailable',
          reason: MAIL_AWAY,
          cause: expect.any(Error),
        });
      },
    );

    test('after closing nothing is sent, and closing again is harmless', async () => {
      await rig.port.close();
      await rig.port.close();

      await expect(rig.port.send(SENT_MESSAGE)).rejects.toMatchObject({ reason: MAIL_AWAY });
      expect(await rig.arrived()).toEqual([]);
    });
  });
}
