import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cittadino, enteAdministrator, onBoth, operatore, RIG_NOW, type Rig } from '../../tests/rig.ts';
import type { CallContext, LoggedInUser } from '../context.ts';
import { type ApiOperation, defineOperation } from './contract.ts';
import type { PortalError } from './errors.ts';
import { type NamedOperation, parseInput, runOperation } from './run.server.ts';

const row = (
  over: Partial<ApiOperation> = {},
  handler: NamedOperation['handler'] = async () => 'fatto',
): NamedOperation => ({
  name: 'prova',
  handler,
  operation: defineOperation({
    summary: 'Prova.',
    method: 'POST',
    path: '/api/prova',
    access: 'anyone',
    input: z.object({ nome: z.string('Scrivi il nome.') }),
    output: z.unknown(),
    ...over,
  }),
});
const ctxOf = (rig: Rig, over: Partial<CallContext> = {}) =>
  ({
    house: rig.house,
    db: rig.house.db,
    now: RIG_NOW,
    visitor: 'anna',
    user: null,
    address: '203.0.113.7',
    ...over,
  }) as CallContext;
const user = { id: 'anna' } as LoggedInUser;

onBoth('a call', (rig) => {
  test('that needs a login is refused before its input is looked at', async () => {
    const named = row({ access: 'login' });
    await expect(runOperation(named, {}, ctxOf(rig))).rejects.toMatchObject({ code: 'anonymous' });
    await expect(runOperation(named, {}, ctxOf(rig, { user }))).rejects.toMatchObject({ code: 'invalid' });
    expect(await runOperation(named, { nome: 'x' }, ctxOf(rig, { user }))).toBe('fatto');
  });

  test('of an administrator is refused to other operators, and does not say which enti there are', async () => {
    const named = row({ access: 'administrator', input: z.object({ ente: z.string() }) });
    const asked = (user: LoggedInUser | null, ente: unknown = 'borgo') =>
      runOperation(named, { ente }, ctxOf(rig, { user })).catch((error: PortalError) => error.code);
    const administrator = { ...enteAdministrator('borgo'), enti: ['borgo', 'valle'] };
    expect(await asked(administrator)).toBe('fatto');
    expect(await asked(administrator, 'valle')).toBe('forbidden');
    expect(await asked(administrator, 'altrove')).toBe('not_found');
    expect(await asked(enteAdministrator('valle'))).toBe('not_found');
    expect(await asked(operatore('borgo'))).toBe('forbidden');
    expect(await asked(cittadino('anna'))).toBe('forbidden');
    expect(await asked(null)).toBe('anonymous');
    expect(await asked(administrator, null)).toBe('invalid');
  });

  test('reaches its handler with the output of the schema and nothing else', async () => {
    const named = row({}, async (input) => input);
    expect(await runOperation(named, { nome: 'x', ruolo: 'operatore' }, ctxOf(rig))).toEqual({ nome: 'x' });
  });

  test('that creates runs in one transaction, after its slow part', async () => {
    const inside: boolean[] = [];
    const named = row(
      { creates: true },
      {
        prepare: async (_input, ctx) => {
          inside.push(ctx.db.isTransaction);
          return 'pronto';
        },
        run: async (_input, ctx, prepared: never) => {
          inside.push(ctx.db.isTransaction);
          return prepared;
        },
      },
    );
    expect(await runOperation(named, { nome: 'x' }, ctxOf(rig))).toBe('pronto');
    expect(inside).toEqual([false, true]);
  });

  test.each([
    ['that writes nothing', {}],
    ['that creates', { creates: true as const }],
    ['that brings a file', { creates: true as const, upload: 1000 }],
  ])('%s is limited per visitor and per network', async (_, over) => {
    const brakes = [
      { by: 'visitor', times: 2, minutes: 60 },
      { by: 'address', times: 3, minutes: 60 },
    ] as const;
    const named = row({ ...over, brakes });
    const from = (visitor: string, address = '203.0.113.7') =>
      runOperation(named, { nome: 'x' }, ctxOf(rig, { visitor, address }));
    const passes = async (call: Promise<unknown>) =>
      call.then(
        () => true,
        (error: PortalError) => {
          expect([error.code, error.retryAfter]).toEqual(['too_many', 3600]);
          return false;
        },
      );
    const done: boolean[] = [];
    for (const visitor of ['a', 'a', 'a', 'b', 'c']) done.push(await passes(from(visitor)));
    expect(done).toEqual([true, true, false, true, false]);
    expect(await passes(from('c', '198.51.100.1'))).toBe(true);
  });

  test('without a visitor is counted with its network, so that strangers do not use up the limit of others', async () => {
    const named = row({ brakes: [{ by: 'visitor', times: 1, minutes: 60 }] });
    const from = (address: string) => runOperation(named, { nome: 'x' }, ctxOf(rig, { visitor: null, address }));
    expect(await from('203.0.113.7')).toBe('fatto');
    await expect(from('203.0.113.7')).rejects.toMatchObject({ code: 'too_many' });
    expect(await from('203.0.113.8')).toBe('fatto');
    expect(await runOperation(named, { nome: 'x' }, ctxOf(rig))).toBe('fatto');
  });

  test('whose slow part awaits the brake itself is counted once and before it, so that many at once do no more work', async () => {
    const [worked, ran] = [[] as string[], [] as string[]];
    const named = row(
      { creates: true, brakes: [{ by: 'visitor', times: 3, minutes: 60 }] },
      {
        prepare: async (_input, { visitor }, brake) => {
          await brake();
          await brake();
          worked.push(visitor ?? '');
        },
        run: async (_input, { visitor }) => {
          ran.push(visitor ?? '');
          throw new Error('not written');
        },
      },
    );
    const other = await rig.otherHost();
    const burst = () =>
      Promise.allSettled(
        Array.from({ length: 20 }, (_, i) =>
          runOperation(named, { nome: 'x' }, ctxOf(rig, i % 2 ? {} : { house: other, db: other.db })),
        ),
      );
    const reasons = (await burst()).map((done) => done.status === 'rejected' && done.reason.code);
    expect([worked.length, ran.length, reasons.filter((code) => code === 'too_many')]).toEqual([
      3,
      3,
      Array(17).fill('too_many'),
    ]);
    // Work that failed afterwards has been done all the same.
    await burst();
    expect(worked).toHaveLength(3);
  });

  test('with a wrong input uses up none of the allowed times', async () => {
    const named = row({ brakes: [{ by: 'visitor', times: 1, minutes: 60 }] });
    for (let i = 0; i < 5; i++)
      await expect(runOperation(named, {}, ctxOf(rig))).rejects.toMatchObject({ code: 'invalid' });
    expect(await runOperation(named, { nome: 'x' }, ctxOf(rig))).toBe('fatto');
  });

  test('tells its handler whether the bot check found a person', async () => {
    const named = row({ bot: 'spent' }, async (_input, ctx) => ctx.human);
    const botCheck = { ...rig.house.botCheck, verify: async () => ({ outcome: 'human' as const }) };
    const house = { ...rig.house, botCheck };
    expect(await runOperation(named, { nome: 'x', 'g-recaptcha-response': 'buono' }, ctxOf(rig, { house }))).toBe(true);
    expect(await runOperation(named, { nome: 'x' }, ctxOf(rig, { house, human: true }))).toBe(false);
  });

  test('that only checks a token refuses a wrong one, and goes through without one however often', async () => {
    const named = row({ bot: 'checked' });
    const botCheck = { ...rig.house.botCheck, verify: async () => ({ outcome: 'refused' as const }) };
    const ctx = ctxOf(rig, { house: { ...rig.house, botCheck } });
    await expect(runOperation(named, { nome: 'x', 'g-recaptcha-response': 'falso' }, ctx)).rejects.toMatchObject({
      code: 'invalid',
      fields: { 'g-recaptcha-response': expect.any(Array) },
    });
    for (let i = 0; i < 15; i++)
      expect(await runOperation(named, { nome: 'x', 'g-recaptcha-response': '' }, ctx)).toBe('fatto');
  });
});

describe('the errors of a schema', () => {
  const schema = z
    .object({
      a: z.string('a'),
      b: z.optional(z.string()),
      c: z.array(z.object({ d: z.string('c.d') })),
    })
    .check(z.refine((v) => Boolean(v.b), { path: ['b'], error: 'b', when: () => true }));
  const errors = (fields: Record<string, unknown>) => {
    try {
      parseInput(row({ input: schema }).operation, fields);
    } catch (error) {
      return Object.entries((error as PortalError).fields ?? {});
    }
    return [];
  };

  test('all errors come at once, in the order of the fields, with those of rules over several fields', () => {
    expect(errors({ c: [{ d: 1 }] })).toEqual([
      ['a', ['a']],
      ['b', ['b']],
      ['c.0.d', ['c.d']],
    ]);
  });

  test('valid input has no errors', () => {
    expect(errors({ a: 'x', b: 'y', c: [] })).toEqual([]);
  });
});
