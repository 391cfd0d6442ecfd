/** The outbox and a real mail server that is away, breaks off, refuses and comes back. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { smtpMail } from '../src/adapters/mail/smtp.server.ts';
import type { PortalHouse } from '../src/context.ts';
import type { MailMessage, MailPort } from '../src/platform/mail/message.ts';
import { enqueueEntries } from '../src/platform/outbox.server.ts';
import { readOutboxDepth } from '../src/platform/outbox-depth.server.ts';
import { outboxEntry, outboxKind } from '../src/platform/outbox-kind.ts';
import { outboxMail } from '../src/platform/outbox-retry.server.ts';
import { type DeliverRow, deliverDue, startOutbox } from '../src/platform/outbox-worker.server.ts';
import { HOUR, MINUTE, onBoth } from './rig.ts';
import { type SmtpMailboxes, startMailboxes } from './smtp.ts';

const mailOf = (id: string): MailMessage => ({
  messageId: `<${id}@portale.esempio.it>`,
  to: 'anna@esempio.it',
  subject: 'La tua pratica',
  text: 'Testo',
  html: '<p>Testo</p>',
});
/** Gives a server that says nothing up soon, and one that answers on a busy machine late. */
function portOf(server: SmtpMailboxes): MailPort {
  const [patient, hasty] = [15_000, 250].map((ms) =>
    smtpMail({ url: server.url, from: 'portale@esempio.it', timeoutMs: ms, urgentMs: ms }),
  ) as [MailPort, MailPort];
  return {
    kind: patient.kind,
    send: (message) => (server.isSilent() ? hasty : patient).send(message),
    close: async () => void (await Promise.all([patient.close(), hasty.close()])),
  };
}
const deliver: DeliverRow = ({ id }, { mail }) => mail.send(mailOf(id));

onBoth('the queue of mails', (rig) => {
  let server: SmtpMailboxes;
  let mail: MailPort;
  let house: PortalHouse;

  beforeEach(async () => {
    server = await startMailboxes();
    mail = portOf(server);
    house = { ...rig.house, mail: outboxMail(mail) };
    // The first mail of a process always tells the queue that the server is there.
    await sendCode(0);
    await round();
  });
  afterEach(async () => {
    await mail.close();
    await server.close();
  });

  const sendCode = (n: number) => house.mail.send({ ...mailOf(`codice.${n}`), urgent: true });
  const write = (count: number) =>
    enqueueEntries(
      house.db,
      house.now,
      ...Array.from({ length: count }, () => outboxEntry(outboxKind('prova', 'receipts', z.object({})), {})),
    );
  const waiting = () =>
    house.db.selectFrom('posta_in_uscita').selectAll().where('inviata', 'is', null).orderBy('da_inviare').execute();
  const round = (host = house) => deliverDue(host, deliver);
  const allRounds = async (...hosts: PortalHouse[]) => {
    while ((await Promise.all(hosts.map(round))).some((taken) => taken > 0));
  };
  const arrived = () => server.all().filter(({ messageId }) => !messageId.startsWith('<codice'));
  /** Each of the queue's mails is in the mailbox, and in it once. */
  const expectEachOnce = (count: number) => {
    expect(arrived()).toHaveLength(count);
    expect(new Set(arrived().map(({ messageId }) => messageId)).size).toBe(count);
  };

  test.each(['silent', 'breaking'] as const)('a %s server is tried with one mail every 30 seconds', async (mood) => {
    server.behave(mood);
    await write(8);
    await allRounds(house, { ...(await rig.otherHost()), mail: house.mail });

    const began = house.now();
    const rows = await waiting();
    expect(rows.map(({ da_inviare }) => (da_inviare - began) / 1000)).toEqual([30, 60, 90, 120, 150, 180, 210, 240]);
    expect(rows.map(({ tentativi, errore }) => [tentativi, errore])).toEqual(Array(8).fill([0, 'mail_away']));
    rig.clock.pass(30_000);
    expect([await round(), await round()]).toEqual([1, 0]);
    expect((await waiting()).map(({ da_inviare }) => (da_inviare - began) / 1000)).toEqual([
      60, 90, 120, 150, 180, 210, 240, 270,
    ]);
    rig.clock.pass(HOUR);
    // Late since they were written, whenever they are tried next.
    expect((await readOutboxDepth(house)).get('receipts')?.oldest_s).toBe((HOUR + 30_000) / 1000);
    expect(arrived()).toEqual([]);
  });

  test('once the server is back the first mail to leave brings all others with it, from every host, each once', async () => {
    server.behave('silent');
    const other = { ...(await rig.otherHost()), mail: house.mail };
    await write(25);
    await allRounds(house, other);
    rig.clock.pass(30_000);
    server.behave('well');

    await allRounds(house, other);

    expectEachOnce(25);
    expect(await waiting()).toEqual([]);
  });

  test('a code that leaves brings the waiting mails with it, but those tried just now some seconds later', async () => {
    server.behave('breaking');
    await write(3);
    await allRounds(house);
    rig.clock.pass(9000);
    server.behave('well');

    await sendCode(1);
    await allRounds(house);
    expect(arrived()).toEqual([]);
    rig.clock.pass(1000);
    await allRounds(house);

    expectEachOnce(3);
  });

  test('a mail that the server refuses keeps its own time, and no other mail changes it', async () => {
    server.behave('refusing');
    await write(2);
    await round();
    await round();
    server.behave('well');
    await sendCode(1);
    rig.clock.pass(9_999);
    expect(await round()).toBe(0);
    expect((await waiting()).map(({ errore, tentativi }) => [errore, tentativi])).toEqual([
      ['send_failed', 1],
      ['send_failed', 1],
    ]);
    rig.clock.pass(1);
    await round();
    expectEachOnce(2);
  });

  test('a worker sends what waited without being told of it', async () => {
    server.behave('silent');
    const worker = startOutbox(house, deliver);
    try {
      await write(12);
      await expect.poll(async () => (await waiting()).every(({ errore }) => errore), { timeout: 10_000 }).toBe(true);
      rig.clock.pass(MINUTE);
      server.behave('well');
      await expect.poll(() => arrived().length, { timeout: 10_000 }).toBe(12);
    } finally {
      await worker.stop();
    }
    expectEachOnce(12);
    expect(await waiting()).toEqual([]);
  });
});

test('a code fails within its own limit while the queue waits for a silent server', async () => {
  const server = await startMailboxes();
  server.behave('silent');
  const mail = smtpMail({ url: server.url, from: 'portale@esempio.it', timeoutMs: 60_000, urgentMs: 300 });
  const queued = Array.from({ length: 10 }, (_, n) => mail.send(mailOf(`coda.${n}`)));
  const outcomes = Promise.allSettled(queued);

  await expect(mail.send({ ...mailOf('codice'), urgent: true })).rejects.toMatchObject({ code: 'unavailable' });

  await server.close();
  await mail.close();
  expect((await outcomes).map(({ status }) => status)).toEqual(Array(10).fill('rejected'));
});
