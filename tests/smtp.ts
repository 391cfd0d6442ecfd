import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ArrivedMail = { to: string[]; subject: string; text: string; html: string; messageId: string; raw: string };

/** `silent`: it never greets; `breaking`: it hangs up in the middle of a mail; `refusing`: a temporary error */
type MailServerMood = 'well' | 'silent' | 'breaking' | 'refusing';

/** A real SMTP server that keeps what arrives. */
export type SmtpMailboxes = {
  url: string;
  all(): readonly ArrivedMail[];
  /** Waits for the nth mail (from 0) to an address whose subject matches. */
  mailTo(address: string, subject: RegExp, nth?: number): Promise<ArrivedMail>;
  /** How it treats every mail from now on */
  behave(how: MailServerMood): void;
  isSilent(): boolean;
  close(): Promise<void>;
};

const PATIENCE = 10_000;

/** The HTML as a mail program shows it: its `cid:` pictures stand in it. */
const withPicturesInside = ({ html = '', attachments }: Email): string =>
  attachments.reduce((shown, { contentId = '', mimeType, content }) => {
    const picture = `data:${mimeType};base64,${Buffer.from(content as ArrayBuffer).toString('base64')}`;
    return contentId ? shown.replaceAll(`"cid:${contentId.slice(1, -1)}"`, `"${picture}"`) : shown;
  }, html);

export async function startMailboxes(): Promise<SmtpMailboxes> {
  const mails: ArrivedMail[] = [];
  const waiting = new Set<() => void>();
  let mood: MailServerMood = 'well';
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect(_, greet) {
      if (mood !== 'silent') greet();
    },
    onData(stream, session, done) {
      if (mood === 'breaking') for (const connection of server.connections) connection.close();
      buffer(stream).then(async (raw) => {
        if (mood === 'refusing') return done(new Error('try later'));
        const mail = await PostalMime.parse(raw);
        mails.push({
          to: session.envelope.rcptTo.map((r) => r.address),
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          html: withPicturesInside(mail),
          messageId: mail.messageId ?? '',
          raw: raw.toString('utf8'),
        });
        done();
        for (const wake of waiting) wake();
      }, done);
    },
  });
  // A portal that is killed breaks its connections.
  server.on('error', () => undefined);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    all: () => mails,
    isSilent: () => mood === 'silent',
    behave: (how) => {
      mood = how;
      // One that was greeted before would go on as if nothing had happened.
      if (how === 'silent') for (const connection of server.connections) connection.close();
    },
    mailTo: (address, subject, nth = 0) =>
      new Promise((found, failed) => {
        const look = () => {
          const mail = mails.filter((m) => m.to.includes(address) && subject.test(m.subject))[nth];
          if (!mail) return;
          clearTimeout(patience);
          waiting.delete(look);
          found(mail);
        };
        const patience = setTimeout(() => {
          waiting.delete(look);
          failed(
            new Error(
              `Nessuna mail ${subject} a ${address}; arrivate: ${mails.map((m) => `${m.to} ${m.subject}`).join(' | ')}`,
            ),
          );
        }, PATIENCE);
        waiting.add(look);
        look();
      }),
    close: () => new Promise((done) => server.close(() => done())),
  };
}
