import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { HOUR, houseOn, RIG_NOW, type Rig } from '../../tests/rig.ts';
import { PortalError } from '../platform/errors.ts';
import { enqueueEntries } from '../platform/outbox.server.ts';
import { outboxEntry, outboxKind } from '../platform/outbox-kind.ts';
import { NEVER_AGAIN } from '../platform/outbox-retry.server.ts';
import { deliverDue } from '../platform/outbox-worker.server.ts';
import { followJump, noteClock } from './clock-jump.server.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await houseOn('sqlite');
});
afterAll(() => rig.close());
const said = vi.spyOn(console, 'warn');
beforeEach(async () => {
  await rig.reset();
  await noteClock(rig.house.db);
  said.mockReset().mockReturnValue();
});
afterEach(() => {
  vi.mocked(Date.now).mockRestore?.();
});

const real = Date.now;
const set = (by: number) => vi.spyOn(Date, 'now').mockImplementation(() => real() + by);

const mail = { tipo: 'x', corsia: 'receipts' as const, dati_json: '{}', creata: RIG_NOW, tentativi: 0, errore: null };
async function fill(): Promise<void> {
  const { db } = rig.house;
  const waits = { ...mail, inviata: null };
  await db
    .insertInto('posta_in_uscita')
    .values([
      { ...waits, id: 'a', da_inviare: RIG_NOW, presa_fino: 0 },
      { ...waits, id: 'b', da_inviare: RIG_NOW, presa_fino: RIG_NOW + 1 },
      { ...waits, id: 'c', da_inviare: NEVER_AGAIN, presa_fino: 0 },
      { ...mail, id: 'd', da_inviare: RIG_NOW, presa_fino: RIG_NOW + 1, inviata: RIG_NOW },
    ])
    .execute();
  await db
    .insertInto('limiti')
    .values([
      { chiave: 'e', tempi_json: JSON.stringify([RIG_NOW, RIG_NOW + 1]), scade: RIG_NOW + 2 },
      { chiave: 'f', tempi_json: '[]', scade: RIG_NOW },
    ])
    .execute();
}

const kept = async () => ({
  posta: await rig.house.db
    .selectFrom('posta_in_uscita')
    .select(['id', 'da_inviare', 'presa_fino'])
    .orderBy('id')
    .execute(),
  limiti: await rig.house.db.selectFrom('limiti').selectAll().orderBy('chiave').execute(),
});

test.each([-2 * HOUR, 2 * HOUR])(
  'what waits, is taken or is counted goes along when the clock is set by %d ms, once for all processes, in one line of the log',
  async (by) => {
    await fill();
    set(by);
    await Promise.all([followJump(rig.house.db), followJump(rig.house.db)]);
    const { posta, limiti } = await kept();
    const moved = (posta[0]?.da_inviare ?? 0) - RIG_NOW;
    // The two clocks of a machine are read one after the other.
    expect(Math.abs(moved - by)).toBeLessThan(1000);
    expect(posta).toEqual([
      { id: 'a', da_inviare: RIG_NOW + moved, presa_fino: 0 },
      { id: 'b', da_inviare: RIG_NOW + moved, presa_fino: RIG_NOW + 1 + moved },
      { id: 'c', da_inviare: NEVER_AGAIN, presa_fino: 0 },
      { id: 'd', da_inviare: RIG_NOW, presa_fino: RIG_NOW + 1 },
    ]);
    expect(limiti).toEqual([
      { chiave: 'e', tempi_json: JSON.stringify([RIG_NOW + moved, RIG_NOW + 1 + moved]), scade: RIG_NOW + 2 + moved },
      { chiave: 'f', tempi_json: '[]', scade: RIG_NOW + moved },
    ]);
    expect(said.mock.calls.map(([line]) => JSON.parse(line as string))).toEqual([
      expect.objectContaining({ level: 'warn', message: 'orologio del computer spostato', by_s: by / 1000 }),
    ]);
  },
);

test('a clock that was corrected by seconds moves nothing', async () => {
  await fill();
  const before = await kept();
  set(3000);
  await followJump(rig.house.db);
  expect(await kept()).toEqual(before);
  expect(said).not.toHaveBeenCalled();
});

test('a mail that is refused while the store follows is tried again by the new clock', async () => {
  const { db } = rig.house;
  await enqueueEntries(db, rig.house.now, outboxEntry(outboxKind('prova', 'receipts', z.object({})), {}));
  let following: Promise<void> | undefined;
  await deliverDue(rig.house, async () => {
    // It has the store while the answer of the mail server is written.
    following = db.transaction().execute(async () => rig.clock.pass(-2 * HOUR));
    throw new PortalError('send_failed');
  });
  await following;
  expect((await kept()).posta).toEqual([
    expect.objectContaining({ da_inviare: RIG_NOW - 2 * HOUR + 10_000, presa_fino: 0 }),
  ]);
});
