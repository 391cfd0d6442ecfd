import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { HOUR, MINUTE, onBoth, RIG_NOW, type Rig } from '../../tests/rig.ts';
import type { PortalHouse } from '../context.ts';
import { PortalError } from './errors.ts';
import { mailAway } from './mail/message.ts';
import { currentRequest, duringRequest } from './monitoring/request.server.ts';
import { enqueueEntries, stopDelay } from './outbox.server.ts';
import { readOutboxDepth } from './outbox-depth.server.ts';
import { type OutboxLane, outboxEntry, outboxKind } from './outbox-kind.ts';
import { type DeliverRow, deliverDue, startOutbox } from './outbox-worker.server.ts';

const kindOf = (lane: OutboxLane) => outboxKind(lane, lane, z.object({ n: z.number() }));
const entry = (n: number, when?: { id?: string; delay?: number }) => outboxEntry(kindOf('receipts'), { n }, when);
const put = (rig: Rig, n = 1) => enqueueEntries(rig.house.db, rig.house.now, entry(n));
const row = (rig: Rig) => rig.house.db.selectFrom('posta_in_uscita').selectAll().executeTakeFirstOrThrow();
const away: DeliverRow = async () => {
  throw new PortalError('send_failed');
};
const count = ({ db }: PortalHouse) => db.selectFrom('posta_in_uscita').select('id').execute();
const none: DeliverRow = async () => undefined;

onBoth('the outbox', (rig) => {
  test('sends each row once', async () => {
    await put(rig);
    const sent: string[] = [];
    const deliver: DeliverRow = async (outboxRow) => void sent.push(outboxRow.dati_json);
    expect([await deliverDue(rig.house, deliver), await deliverDue(rig.house, deliver)]).toEqual([1, 0]);
    expect(sent).toEqual(['{"n":1}']);
    expect((await row(rig)).inviata).toBe(RIG_NOW);
  });

  test('a row leaves in the request that wrote it, and a row of no request in none', async () => {
    const id = '0123456789abcdef0123456789abcdef';
    await duringRequest({ id }, () => put(rig));
    await put(rig);
    const ids: unknown[] = [];
    await deliverDue(rig.house, async () => void ids.push(currentRequest()?.id));
    expect(ids.sort()).toEqual([id, undefined]);
  });

  test('its depth tells what is due, what has its own time and what was given up, and how long the oldest waits', async () => {
    expect((await readOutboxDepth(rig.house)).get('receipts')).toEqual({ due: 0, later: 0, given_up: 0, oldest_s: 0 });
    await put(rig);
    rig.clock.pass(MINUTE);
    expect((await readOutboxDepth(rig.house)).get('receipts')).toEqual({ due: 1, later: 0, given_up: 0, oldest_s: 60 });
    await deliverDue(rig.house, away);
    // A mail that is tried again later has been waiting since it was written; work with a time of its own is not late.
    await enqueueEntries(rig.house.db, () => rig.house.now() - HOUR, entry(1, { delay: 2 * HOUR }));
    expect((await readOutboxDepth(rig.house)).get('receipts')).toEqual({ due: 0, later: 2, given_up: 0, oldest_s: 60 });
    rig.clock.pass(MINUTE);
    await deliverDue(rig.house, async () => {
      throw new PortalError('invalid');
    });
    expect((await readOutboxDepth(rig.house)).get('receipts')).toEqual({ due: 0, later: 1, given_up: 1, oldest_s: 0 });
  });

  test('a row written in a transaction that failed is never sent', async () => {
    const failing = rig.house.db.transaction().execute(async (tx) => {
      await enqueueEntries(tx, rig.house.now, entry(1));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await deliverDue(rig.house, none)).toBe(0);
  });

  test('a row that could not be sent is tried again after growing waits', async () => {
    await put(rig);
    const waits: number[] = [];
    for (let i = 0; i < 7; i++) {
      await deliverDue(rig.house, away);
      const { da_inviare } = await row(rig);
      waits.push(da_inviare - rig.house.now());
      rig.clock.set(da_inviare - 1);
      expect(await deliverDue(rig.house, away)).toBe(0);
      rig.clock.set(da_inviare);
    }
    expect(waits).toEqual([10_000, 30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, HOUR]);
    expect(await deliverDue(rig.house, none)).toBe(1);
    expect((await row(rig)).inviata).not.toBeNull();
  });

  test('a mail that finds no server although others leave delays none of them, and is soon tried like one that was refused', async () => {
    await put(rig, 0);
    const tries: number[] = [];
    const deliver: DeliverRow = async ({ dati_json, id }, { mail, now }) => {
      if (dati_json === '{"n":0}') {
        tries.push(now());
        throw mailAway(new Error('the server hung up'));
      }
      await mail.send({
        messageId: `<${id}@esempio.it>`,
        to: 'anna@esempio.it',
        subject: '',
        text: '',
        html: '',
      });
    };
    // Another mail leaves every three seconds.
    for (let second = 0; second < 900; second += 3) {
      await put(rig);
      await deliverDue(rig.house, deliver);
      rig.clock.pass(3000);
    }
    const gaps = tries.slice(1).map((at, i) => at - (tries[i] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10_000);
    expect(tries.length).toBeLessThan(25);
    const { errore, da_inviare } = await rig.house.db
      .selectFrom('posta_in_uscita')
      .selectAll()
      .where('inviata', 'is', null)
      .executeTakeFirstOrThrow();
    expect([errore, da_inviare - (tries.at(-1) ?? 0)]).toEqual(['send_failed', HOUR]);
  });

  test('the worker tries for two days before it gives up, and then reports it', async () => {
    await put(rig);
    let tries = 0;
    while ((await deliverDue(rig.house, away)) === 1) {
      tries++;
      rig.clock.set((await row(rig)).da_inviare);
      if (rig.reports.length > 0) break;
    }
    expect(tries).toBeGreaterThan(50);
    expect(rig.reports).toHaveLength(1);
    rig.clock.set(RIG_NOW + 400 * 24 * HOUR);
    expect(await deliverDue(rig.house, away)).toBe(0);
    expect((await row(rig)).inviata).toBeNull();
  });

  test('a message that is itself invalid is not tried again', async () => {
    await put(rig);
    await deliverDue(rig.house, async () => {
      throw new PortalError('invalid');
    });
    rig.clock.pass(100 * HOUR);
    expect(await deliverDue(rig.house, none)).toBe(0);
    expect(rig.reports).toHaveLength(1);
  });

  test('a worker that dies with a row in hand loses nothing: another takes it when its lease is over', async () => {
    await put(rig);
    let dies: (() => void) | undefined;
    const died = deliverDue(rig.house, () => new Promise((_, fail) => (dies = () => fail(new PortalError('failed')))));
    await expect.poll(() => dies).toBeDefined();

    const { presa_fino } = await row(rig);
    rig.clock.set(presa_fino - 1);
    expect(await deliverDue(rig.house, none)).toBe(0);
    rig.clock.set(presa_fino);
    expect(await deliverDue(rig.house, none)).toBe(1);
    // Longer than a mail server may take to answer, short enough for a citizen who waits.
    expect(presa_fino - RIG_NOW).toBeGreaterThan(30_000);
    expect(presa_fino - RIG_NOW).toBeLessThan(3 * MINUTE);

    dies?.();
    await died;
  });

  test('a row that was sent while the store was down is marked when it is back, and is not sent twice', async () => {
    await put(rig);
    let away = 0;
    const db = new Proxy(rig.house.db, {
      get: (real, name) => {
        if (name === 'updateTable' && away-- > 0) throw new PortalError('unavailable');
        const value = Reflect.get(real, name);
        return typeof value === 'function' ? value.bind(real) : value;
      },
    });
    let left = 0;
    const deliver: DeliverRow = async () => {
      left++;
      away = 2;
    };
    await deliverDue({ ...rig.house, db }, deliver);
    expect(await row(rig)).toMatchObject({ inviata: RIG_NOW, tentativi: 0 });
    rig.clock.pass(HOUR);
    expect(await deliverDue(rig.house, deliver)).toBe(0);
    expect(left).toBe(1);
  });

  test('two workers at once never have the same row', async () => {
    const other = await rig.otherHost();
    const hosts = [rig.house, other, rig.house, other, rig.house, other];
    // Open the connections before the race begins, so that no worker is late.
    await Promise.all(hosts.map((host) => count(host)));
    const rows = Array.from({ length: 400 }, (_, n) => entry(n));
    await enqueueEntries(rig.house.db, rig.house.now, ...rows);
    const sent: string[] = [];
    const deliver: DeliverRow = async (outboxRow) => void sent.push(outboxRow.dati_json);
    let more = 1;
    while (more > 0) {
      const taken = await Promise.all(hosts.map((host) => deliverDue(host, deliver)));
      more = Math.max(...taken);
    }
    expect(sent).toHaveLength(400);
    expect(new Set(sent).size).toBe(400);
  });

  test('rows that wait behind slow ones are left to the worker that took them meanwhile', async () => {
    for (let n = 0; n < 10; n++) await put(rig, n);
    const sent: string[] = [];
    let slow = true;
    await deliverDue(rig.house, async (outboxRow) => {
      sent.push(outboxRow.id);
      if (!slow) return;
      slow = false;
      rig.clock.pass(3 * MINUTE);
      // Another host finds all of them unattended.
      await deliverDue(rig.house, async (other) => void sent.push(other.id));
    });
    const times = Object.values(Object.groupBy(sent, (id) => id)).map((ids) => ids?.length ?? 0);
    // Those in hand go twice, under the same Message-ID; those still waiting must not.
    expect(times).toHaveLength(10);
    expect(times.filter((n) => n > 1).length).toBeLessThanOrEqual(5);
  });

  test('the worker sends a row written while it sleeps, and stops when told', async () => {
    const sent: string[] = [];
    const worker = startOutbox(rig.house, async (outboxRow) => void sent.push(outboxRow.id));
    await put(rig);
    await expect.poll(() => sent.length).toBe(1);
    await worker.stop();
    await put(rig);
    expect(sent).toHaveLength(1);
  });

  test('what is slow in one lane holds up no other, however much of it waits', async () => {
    const lanes = ['pictures', 'programs', 'news', 'offices', 'receipts'] as const;
    for (const lane of lanes)
      await enqueueEntries(
        rig.house.db,
        rig.house.now,
        ...Array.from({ length: 25 }, (_, n) => outboxEntry(kindOf(lane), { n })),
      );
    const sent: string[] = [];
    let release: () => void = () => undefined;
    const stuck = new Promise<void>((done) => (release = done));
    const worker = startOutbox(rig.house, async ({ tipo }) => {
      if (tipo !== 'receipts') await stuck;
      sent.push(tipo);
    });
    await expect.poll(() => sent.length).toBe(25);
    expect(new Set(sent)).toEqual(new Set(['receipts']));
    release();
    await expect.poll(() => sent.length).toBe(125);
    await worker.stop();
  });

  test('how late a row left is told by its lane: since it was due, and after a failure since it was written', async () => {
    const told: [string, number][] = [];
    const house = {
      ...rig.house,
      metrics: { ...rig.house.metrics, left: (...one: [string, number]) => told.push(one) },
    };
    await enqueueEntries(rig.house.db, rig.house.now, outboxEntry(kindOf('programs'), { n: 1 }, { delay: MINUTE }));
    await put(rig);
    await deliverDue(house, away);
    rig.clock.pass(2 * MINUTE);
    await deliverDue(house, none);
    expect(told.toSorted()).toEqual([
      ['programs', MINUTE],
      ['receipts', 2 * MINUTE],
    ]);
  });

  test('a row that waits for something leaves at once when that is there, but a row that was tried keeps its time', async () => {
    await enqueueEntries(rig.house.db, rig.house.now, entry(1, { id: 'a', delay: MINUTE }));
    expect(await deliverDue(rig.house, none)).toBe(0);
    await stopDelay(rig.house, 'a');
    expect(await deliverDue(rig.house, away)).toBe(1);
    await stopDelay(rig.house, 'a');
    expect(await deliverDue(rig.house, none)).toBe(0);
  });

  test('a store that is down for a moment ends no worker', async () => {
    const sent: string[] = [];
    let broken = true;
    const flaky = {
      ...rig.house,
      now: () => {
        if (broken) throw new Error('store away');
        return rig.house.now();
      },
    };
    const worker = startOutbox(flaky, async (outboxRow) => void sent.push(outboxRow.id));
    await put(rig);
    await expect.poll(() => rig.reports.length).toBeGreaterThan(0);
    broken = false;
    await put(rig);
    await expect.poll(() => sent.length, { timeout: 5000 }).toBe(2);
    await worker.stop();
  });
});
