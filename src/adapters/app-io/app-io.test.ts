import { describe, expect, onTestFinished, test } from 'vitest';
import { appIoServer } from '../../../tests/doubles/app-io-server.ts';
import { startProviderServer } from '../../../tests/doubles/provider-server.ts';
import { IoError } from '../../platform/app-io.ts';
import { callOutside } from '../../platform/outside.server.ts';
import { CLOSED_IO_KEY, WRONG_IO_KEY } from '../../sandbox/io/settings.ts';
import { appIoContract, IO_PERSON, ioMessageTo } from './app-io.contract-test.ts';
import { httpAppIo } from './http.server.ts';

const KEY = 'chiave-di-app-io-0123456789';
const LOOPBACK = ['127.0.0.0/8'];
const portAt = (url: string, networks = LOOPBACK) =>
  httpAppIo({ url, call: (asked) => callOutside({ ...asked, maxMs: Math.min(asked.maxMs, 500) }, networks) });

appIoContract('its API', async () => {
  const io = await appIoServer();
  return {
    port: portAt(io.url),
    key: KEY,
    wrongKey: WRONG_IO_KEY + KEY,
    closedKey: CLOSED_IO_KEY + KEY,
    conduct: io.conduct,
    profile: io.profile,
    inbox: async (fiscalCode) =>
      (await io.messages())
        .filter((one) => one.fiscal_code === fiscalCode && one.status === 'PROCESSED')
        .map(({ content }) => content.subject),
    end: io.close,
  };
});

describe('the API of IO', () => {
  const openIo = async () => {
    const io = await appIoServer();
    onTestFinished(io.close);
    return io;
  };
  const errorOf = async (work: Promise<unknown>): Promise<IoError> => {
    const error = await work.then(
      () => undefined,
      (given: unknown) => given,
    );
    if (error instanceof IoError) return error;
    throw new Error('no IoError', { cause: error });
  };

  test('is sent what the official file says: paths, the key in its header, UTF-8', async () => {
    const io = await openIo();
    const port = portAt(io.url);
    await port.allows(KEY, IO_PERSON);
    const id = await port.send(KEY, ioMessageTo(IO_PERSON));
    await port.outcome(KEY, { fiscal_code: IO_PERSON, id: id ?? '' });
    expect(io.calls()).toEqual(['POST /profiles', 'POST /messages', `GET /messages/${IO_PERSON}/${id}`]);
    expect(io.server.calls.map(({ headers }) => headers['ocp-apim-subscription-key'])).toEqual([KEY, KEY, KEY]);
    expect(io.server.calls[1]?.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(io.server.calls[1]?.body ?? '')).toEqual({
      fiscal_code: IO_PERSON,
      content: {
        subject: 'Richiesta 2026/000012: l’abbiamo ricevuta',
        markdown: expect.stringContaining('(https://portale.example/area-riservata)'),
        due_date: '2026-12-01T09:00:00.000Z',
        payment_data: { amount: 1250, notice_number: '301000000000000123', payee: { fiscal_code: '80000015554' } },
      },
    });
  });

  test('takes 150 requests of a key in five seconds, and says how long to wait for more', async () => {
    const io = await openIo();
    const port = portAt(io.url);
    for (let n = 0; n < 150; n++) await port.allows(KEY, IO_PERSON);
    expect(await errorOf(port.allows(KEY, IO_PERSON))).toMatchObject({ why: 'quota', waitMs: 5000 });
    expect(await port.allows(`altra-${KEY}`, IO_PERSON)).toBe(true);
    io.pass(5000);
    expect(await port.allows(KEY, IO_PERSON)).toBe(true);
  });

  test('may say itself how long to wait, within reason', async () => {
    const server = await startProviderServer();
    onTestFinished(server.close);
    const waits = [];
    for (const after of ['7', '86400', 'domani']) {
      server.answer = () => new Response('{}', { status: 429, headers: { 'retry-after': after } });
      waits.push((await errorOf(portAt(server.url).allows(KEY, IO_PERSON))).waitMs);
    }
    expect(waits).toEqual([7000, 600_000, 5000]);
  });

  test.each([
    ['answers too late', 'silent', 'unknown'],
    ['breaks the connection', 'reset', 'unknown'],
    ['answers without end', 'endless', 'unknown'],
    ['leads elsewhere', 'nowhere', 'unknown'],
    ['is away', 'unavailable', 'away'],
  ] as const)('that %s: what may have been sent is not known', async (_, fault, why) => {
    const server = await startProviderServer();
    onTestFinished(server.close);
    server.fault = fault;
    expect((await errorOf(portAt(server.url).send(KEY, ioMessageTo(IO_PERSON)))).why).toBe(why);
    expect((await errorOf(portAt(server.url).allows(KEY, IO_PERSON))).why).toBe('away');
  });

  test('that nobody serves, or that is in a network of the portal, has got nothing', async () => {
    const server = await startProviderServer();
    await server.close();
    for (const port of [portAt(server.url), portAt(server.url, []), portAt('https://io.invalid')])
      expect((await errorOf(port.send(KEY, ioMessageTo(IO_PERSON)))).why).toBe('away');
  });

  test('takes a message also when it answers 200, or no id that can be read', async () => {
    const server = await startProviderServer();
    onTestFinished(server.close);
    server.answer = () => Response.json({ id: '01BX9NSMKVXXS5PSP2FATZMYYY' });
    expect(await portAt(server.url).send(KEY, ioMessageTo(IO_PERSON))).toBe('01BX9NSMKVXXS5PSP2FATZMYYY');
    server.answer = () => new Response('Created', { status: 201 });
    expect(await portAt(server.url).send(KEY, ioMessageTo(IO_PERSON))).toBeNull();
  });
});
