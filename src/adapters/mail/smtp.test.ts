import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { MAIL_AWAY } from '../../platform/mail/message.ts';
import { mailContract, SENT_MESSAGE } from './mail.contract-test.ts';
import { smtpMail } from './smtp.server.ts';

const FROM = 'Portale del cittadino <portale@esempio.it>';

type Delivery = { from: string; recipients: string[]; mail: Email };

const atEnd: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of atEnd.splice(0).reverse()) await end();
});

/** A real SMTP server on a free port. It offers STARTTLS only when asked, because its certificate is self-signed. */
async function smtpServer(options: SMTPServerOptions = {}) {
  const deliveries: Delivery[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    async onData(stream, session, callback) {
      const mail = await PostalMime.parse(await buffer(stream));
      const { mailFrom, rcptTo } = session.envelope;
      deliveries.push({
        from: mailFrom ? mailFrom.address : '',
        recipients: rcptTo.map((recipient) => recipient.address),
        mail,
      });
      callback();
    },
    ...options,
  });
  // Some of these tests break the connection from the client's side.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const stop = () => new Promise<void>((done) => (server.server.listening ? server.close(() => done()) : done()));
  atEnd.push(stop);
  const { port } = server.server.address() as AddressInfo;
  const hangUp = () => {
    for (const connection of server.connections) connection.close();
  };
  return { server, deliveries, stop, hangUp, url: `smtp://127.0.0.1:${port}` };
}

/** A server whose answers the test determines, byte by byte. */
async function rawServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function mailOver(url: string, limits: { timeoutMs?: number; urgentMs?: number } = {}) {
  const port = smtpMail({ url, from: FROM, ...limits });
  atEnd.push(() => port.close());
  return port;
}

mailContract('SMTP', async () => {
  const { url, deliveries, stop } = await smtpServer();
  return {
    port: smtpMail({ url, from: FROM }),
    arrived: async () =>
      deliveries.map(({ recipients, mail }) => ({
        recipients,
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
        messageId: mail.messageId ?? '',
        replyTo: mail.replyTo?.[0]?.address,
        fromName: mail.from?.name,
        unsubscribe: Object.fromEntries(
          ['List-Unsubscribe', 'List-Unsubscribe-Post'].flatMap((name) =>
            (header(mail, name.toLowerCase()) ?? []).map((value) => [name, value]),
          ),
        ),
      })),
    breakDown: stop,
    end: stop,
  };
});

const header = (mail: Email | undefined, key: string) =>
  mail?.headers.filter((line) => line.key === key).map((line) => line.value);

test('a mail has one To, one From, a date, and is marked as automatic', async () => {
  const { url, deliveries } = await smtpServer();

  await mailOver(url).send(SENT_MESSAGE);

  const [delivery] = deliveries;
  expect(delivery?.from).toBe('portale@esempio.it');
  expect(delivery?.mail.from?.address).toBe('portale@esempio.it');
  expect(delivery?.mail.to?.map((to) => to.address)).toEqual([SENT_MESSAGE.to]);
  expect([delivery?.mail.cc, delivery?.mail.bcc]).toEqual([undefined, undefined]);
  expect(header(delivery?.mail, 'date')).toHaveLength(1);
  expect(header(delivery?.mail, 'auto-submitted')).toEqual(['auto-generated']);
});

test('a mail without a sender name has the portal’s', async () => {
  const { url, deliveries } = await smtpServer();
  const { fromName: _, replyTo: __, ...plain } = SENT_MESSAGE;

  await mailOver(url).send({ ...plain, autoSubmitted: false });

  expect(deliveries[0]?.mail.from?.name).toBe('Portale del cittadino');
  expect(deliveries[0]?.mail.replyTo).toBeUndefined();
  expect(header(deliveries[0]?.mail, 'auto-submitted')).toEqual([]);
});

test('a second attempt has the same message id', async () => {
  let tries = 0;
  const { url, deliveries } = await smtpServer({
    onRcptTo: (_, __, callback) => callback(++tries === 1 ? new Error('Greylisted') : null),
  });
  const port = mailOver(url);

  await expect(port.send(SENT_MESSAGE)).rejects.toMatchObject({ code: 'send_failed' });
  await port.send(SENT_MESSAGE);

  expect(deliveries.map(({ mail }) => mail.messageId)).toEqual([SENT_MESSAGE.messageId]);
});

test('each of many simultaneous mails arrives once, over at most six connections', async () => {
  let connections = 0;
  const { url, deliveries } = await smtpServer({
    onConnect: (_, callback) => {
      connections += 1;
      callback();
    },
  });
  const port = mailOver(url);
  const ids = Array.from({ length: 30 }, (_, i) => `<riga-${i}@esempio.it>`);

  await Promise.all(ids.map((messageId) => port.send({ ...SENT_MESSAGE, messageId })));

  expect(deliveries.map(({ mail }) => mail.messageId).sort()).toEqual(ids.toSorted());
  expect(connections).toBeLessThanOrEqual(6);
});

test('a recipient that the server refuses is send_failed, and the next mail goes out', async () => {
  const { url, deliveries } = await smtpServer({
    onRcptTo: ({ address }, _, callback) => callback(address.startsWith('ignoto') ? new Error('No such user') : null),
  });
  const port = mailOver(url);

  await expect(port.send({ ...SENT_MESSAGE, to: 'ignoto@esempio.it' })).rejects.toMatchObject({
    code: 'send_failed',
    cause: { responseCode: 550 },
  });
  await port.send(SENT_MESSAGE);

  expect(deliveries.map(({ recipients }) => recipients)).toEqual([[SENT_MESSAGE.to]]);
});

test('a mail refused after its data is send_failed', async () => {
  const { url } = await smtpServer({
    onData: (stream, _, callback) => {
      stream.resume();
      stream.on('end', () => callback(Object.assign(new Error('Try later'), { responseCode: 451 })));
    },
  });

  await expect(mailOver(url).send(SENT_MESSAGE)).rejects.toMatchObject({
    code: 'send_failed',
    cause: { responseCode: 451 },
  });
});

const AWAY = { code: 'unavailable', reason: MAIL_AWAY };
const TIMED_OUT = { ...AWAY, cause: { code: 'ETIMEDOUT' } };

test('a server that accepts and says nothing is away within the time limit', async () => {
  const { url } = await rawServer(() => {});

  await expect(mailOver(url, { timeoutMs: 100 }).send(SENT_MESSAGE)).rejects.toMatchObject(TIMED_OUT);
});

test('a server that falls silent after the greeting is away within the time limit', async () => {
  const { url } = await rawServer((socket) => socket.write('220 lento.esempio.it ESMTP\r\n'));

  await expect(mailOver(url, { timeoutMs: 100 }).send(SENT_MESSAGE)).rejects.toMatchObject(TIMED_OUT);
});

test('a server that has too many callers, or closes, is away; so is one that hangs up in the middle of a mail', async () => {
  const busy = await rawServer((socket) => socket.end('421 4.7.0 Too many connections\r\n'));
  await expect(mailOver(busy.url).send(SENT_MESSAGE)).rejects.toMatchObject({ ...AWAY, cause: { responseCode: 421 } });

  const closing = await smtpServer({
    onMailFrom: (_, __, callback) => callback(Object.assign(new Error('Closing'), { responseCode: 421 })),
  });
  await expect(mailOver(closing.url).send(SENT_MESSAGE)).rejects.toMatchObject(AWAY);

  const breaking = await smtpServer({ onData: (stream) => void stream.once('data', () => breaking.hangUp()) });
  await expect(mailOver(breaking.url).send(SENT_MESSAGE)).rejects.toMatchObject(AWAY);
  expect(breaking.deliveries).toEqual([]);
});

test('an urgent mail has connections of its own: it arrives while all others are held by mails that wait', async () => {
  const held = new Set<() => void>();
  const { url, deliveries } = await smtpServer({
    onMailFrom: (_, __, callback) => void (held.size < 6 ? held.add(callback) : callback()),
  });
  const port = mailOver(url);
  const others = Array.from({ length: 8 }, (_, i) =>
    port.send({ ...SENT_MESSAGE, messageId: `<coda-${i}@esempio.it>` }),
  );
  await expect.poll(() => held.size).toBe(6);

  await port.send({ ...SENT_MESSAGE, urgent: true });

  expect(deliveries.map(({ mail }) => mail.messageId)).toEqual([SENT_MESSAGE.messageId]);
  for (const go of held) go();
  await Promise.all(others);
  expect(deliveries).toHaveLength(9);
});

test('an urgent mail has one time limit for everything, also for its wait for a connection', async () => {
  const { url } = await rawServer((socket) => {
    // Each answer comes within the limit, all together do not.
    socket.write('220 lento.esempio.it ESMTP\r\n');
    const drops = setInterval(() => socket.write('250-x\r\n'), 20);
    socket.on('close', () => clearInterval(drops));
  });
  const port = mailOver(url, { urgentMs: 200 });

  const sending = Array.from({ length: 6 }, () => port.send({ ...SENT_MESSAGE, urgent: true }));

  for (const outcome of await Promise.allSettled(sending))
    expect(outcome).toMatchObject({ status: 'rejected', reason: AWAY });
});

test('a server that trickles its answer without end is away within three time limits', async () => {
  const { url } = await rawServer((socket) => {
    socket.write('220 lento.esempio.it ESMTP\r\n');
    const drops = setInterval(() => socket.write('250-x\r\n'), 20);
    socket.on('close', () => clearInterval(drops));
  });

  await expect(mailOver(url, { timeoutMs: 100 }).send(SENT_MESSAGE)).rejects.toMatchObject(AWAY);
});

test('a server that hangs up before its greeting is away', async () => {
  const { url } = await rawServer((socket) => socket.destroy());

  await expect(mailOver(url).send(SENT_MESSAGE)).rejects.toMatchObject(AWAY);
});

test('a mail goes out although the server dropped the idle connection', async () => {
  const { hangUp, url, deliveries } = await smtpServer();
  const port = mailOver(url);
  await port.send(SENT_MESSAGE);

  hangUp();
  await port.send({ ...SENT_MESSAGE, messageId: '<seconda@esempio.it>' });

  expect(deliveries).toHaveLength(2);
});

test('a certificate that cannot be verified is refused, with TLS from the start and with an upgrade', async () => {
  const secure = await smtpServer({ secure: true, disabledCommands: ['AUTH'] });
  const upgrade = await smtpServer({ disabledCommands: ['AUTH'] });

  const direct = mailOver(secure.url.replace('smtp:', 'smtps:')).send(SENT_MESSAGE);
  await expect(direct).rejects.toMatchObject(AWAY);
  await expect(mailOver(upgrade.url).send(SENT_MESSAGE)).rejects.toMatchObject(AWAY);

  expect([...secure.deliveries, ...upgrade.deliveries]).toEqual([]);
});

test('a URL that demands TLS sends nothing in clear', async () => {
  const { url, deliveries } = await smtpServer();

  const sending = mailOver(`${url}?requireTLS=true`).send(SENT_MESSAGE);

  await expect(sending).rejects.toMatchObject({ code: 'send_failed' });
  expect(deliveries).toEqual([]);
});

test('the user and password of the URL are used to log in', async () => {
  const logins: (string | undefined)[] = [];
  const { url, deliveries } = await smtpServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, callback) => {
      logins.push(username, password ?? undefined);
      callback(null, { user: username });
    },
  });

  await mailOver(url.replace('//', '//portale:segr%40eto@')).send(SENT_MESSAGE);

  expect(logins).toEqual(['portale', 'segr@eto']);
  expect(deliveries).toHaveLength(1);
});

test('closing waits for the mail on its way, then leaves no connection open', async () => {
  const { promise: closed, resolve: onClose } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: onArrival } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { url } = await smtpServer({
    onData: (stream, _, callback) => {
      stream.resume();
      stream.on('end', () => {
        onArrival();
        void released.then(() => callback());
      });
    },
    onClose: () => onClose(),
  });
  const port = smtpMail({ url, from: FROM });

  const sending = port.send(SENT_MESSAGE);
  await arrived;
  let done = false;
  const closing = port.close().then(() => {
    done = true;
  });
  await new Promise(setImmediate);
  expect(done).toBe(false);
  release();

  await expect(sending).resolves.toBeUndefined();
  await closing;
  await closed;
});

test.each(['', 'non un indirizzo', 'a@esempio.it, b@esempio.it'])('a sender setting "%s" stops the start', (from) => {
  expect(() => smtpMail({ url: 'smtp://127.0.0.1:1', from })).toThrow(/MAIL_FROM/);
});

test('a picture travels inside the mail, under the name by which its HTML shows it', async () => {
  const { url, deliveries } = await smtpServer();
  const port = smtpMail({ url, from: FROM });
  atEnd.push(() => port.close());
  const bytes = Buffer.from('picture');
  const html = '<p><img src="cid:mappa@portale" alt="Mappa"></p>';

  await port.send({ ...SENT_MESSAGE, html, pictures: [{ cid: 'mappa@portale', type: 'image/png', bytes }] });

  const [picture, ...others] = deliveries[0]?.mail.attachments ?? [];
  expect(others).toEqual([]);
  expect([picture?.contentId, picture?.mimeType, picture?.disposition, picture?.filename]).toEqual([
    '<mappa@portale>',
    'image/png',
    'inline',
    'mappa.png',
  ]);
  expect(Buffer.from(picture?.content as ArrayBuffer).equals(bytes)).toBe(true);
  expect(deliveries[0]?.mail.html).toContain('src="cid:mappa@portale"');
});

test('an appointment travels in the mail in the way in which calendars take it over', async () => {
  const { url, deliveries } = await smtpServer();
  const port = smtpMail({ url, from: FROM });
  atEnd.push(() => port.close());
  const calendar = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n';

  await port.send({ ...SENT_MESSAGE, event: { method: 'CANCEL', calendar } });

  const parts = deliveries[0]?.mail.attachments ?? [];
  expect(parts.map(({ mimeType, method }) => [mimeType, method])).toContainEqual(['text/calendar', 'CANCEL']);
  expect(parts.map(({ filename }) => filename)).toContain('appuntamento.ics');
});
