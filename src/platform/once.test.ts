import { describe, expect, test } from 'vitest';
import { onBoth, RIG_NOW, type Rig } from '../../tests/rig.ts';
import type { CallContext } from '../context.ts';
import { PortalError } from './errors.ts';
import { findFinished, fingerprintOf, runOnce } from './once.server.ts';

const ctxOf = (rig: Rig, visitor = 'anna') =>
  ({ house: rig.house, db: rig.house.db, now: RIG_NOW, visitor, user: null }) as unknown as CallContext;
const send = { operation: 'prova', key: 'chiave-1', fingerprint: 'a' };

onBoth('a send', (rig) => {
  test('with a key is done once, however many calls come at the same time, and all get its answer', async () => {
    let done = 0;
    const work = async () => ({ n: ++done });
    const answers = await Promise.all(Array.from({ length: 20 }, () => runOnce(ctxOf(rig), send, work)));
    expect([done, answers]).toEqual([1, Array(20).fill({ n: 1 })]);
  });

  test('that fails is as if it had never begun', async () => {
    const failing = runOnce(ctxOf(rig), send, async (inside) => {
      await inside.db.insertInto('limiti').values({ chiave: 'x', tempi_json: '[]', scade: 1 }).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await findFinished(ctxOf(rig), send)).toBeUndefined();
    expect(await rig.house.db.selectFrom('limiti').selectAll().execute()).toEqual([]);
    expect(await runOnce(ctxOf(rig), send, async () => 'fatto')).toBe('fatto');
  });

  test('that fails is done by the second call that waits for it', async () => {
    let first = true;
    const work = async () => {
      if (!first) return 'secondo';
      first = false;
      throw new Error('no');
    };
    const both = await Promise.allSettled([runOnce(ctxOf(rig), send, work), runOnce(ctxOf(rig), send, work)]);
    expect(both.map((b) => b.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test.each([
    ['has waited too long for the first', '55P03'],
    ['stood in the way of an import', '40P01'],
  ])('asks a caller who %s to come again', async (_who, code) => {
    const locked = runOnce(ctxOf(rig), send, async () => {
      const cause = Object.assign(new Error('as PostgreSQL ends one of two that wait for each other'), { code });
      throw new PortalError('unavailable', { cause });
    });
    await expect(locked).rejects.toMatchObject({
      code: 'conflict',
      message: 'Stiamo già elaborando questa richiesta. Attendi qualche secondo.',
    });
  });

  test('is refused under the same key with other contents', async () => {
    await runOnce(ctxOf(rig), send, async () => 1);
    await expect(findFinished(ctxOf(rig), { ...send, fingerprint: 'b' })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('is a separate thing for another owner, operation or key', async () => {
    await runOnce(ctxOf(rig), send, async () => 1);
    expect(await findFinished(ctxOf(rig, 'bruno'), send)).toBeUndefined();
    expect(await findFinished(ctxOf(rig), { ...send, operation: 'altra' })).toBeUndefined();
    expect(await findFinished(ctxOf(rig), { ...send, key: 'chiave-2' })).toBeUndefined();
    expect(await findFinished(ctxOf(rig), send)).toEqual({ answer: 1 });
  });

  test('is done each time without a key, and still in a transaction', async () => {
    let done = 0;
    for (let i = 0; i < 2; i++)
      await runOnce(ctxOf(rig), undefined, async (inside) => (done += inside.db.isTransaction ? 1 : 0));
    expect(done).toBe(2);
  });
});

describe('the fingerprint of a body', () => {
  test('the order of names, missing names and the tokens make no difference', async () => {
    const one = await fingerprintOf({ a: 1, b: { c: 2, d: [1, 2] } });
    const same = { b: { d: [1, 2], c: 2 }, a: 1, e: undefined, 'g-recaptcha-response': 'x', _token: 'y', _chiave: 'z' };
    expect(await fingerprintOf(same)).toBe(one);
  });

  test.each([
    ['a value', { a: 2, b: [1, 2] }],
    ['the order of a list', { a: 1, b: [2, 1] }],
    ['a name more', { a: 1, b: [1, 2], c: '' }],
    ['a type', { a: '1', b: [1, 2] }],
  ])('the fingerprint differs by %s', async (_, other) => {
    expect(await fingerprintOf(other)).not.toBe(await fingerprintOf({ a: 1, b: [1, 2] }));
  });

  test('a file is compared by its name and content', async () => {
    const of = (content: string, name = 'a.pdf') => fingerprintOf({ file: new File([content], name) });
    expect(await of('x')).toBe(await of('x'));
    expect(await of('x')).not.toBe(await of('y'));
    expect(await of('x')).not.toBe(await of('x', 'b.pdf'));
  });
});
