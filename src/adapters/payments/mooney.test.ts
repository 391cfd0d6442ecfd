import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ProviderServer, startProviderServer } from '../../../tests/doubles/provider-server.ts';
import type { PaymentsPort } from '../../platform/payments.ts';
import { mooneySandbox } from '../../sandbox/mooney/mooney.server.ts';
import type { Mooney } from '../../sandbox/mooney/mooney.ts';
import { MOONEY_PATH } from '../../sandbox/mooney/settings.ts';
import { openStore, type PortalStore } from '../../store/open.server.ts';
import { mooneyPayments } from './mooney.server.ts';
import { avviso, carrello, PORTAL_URL, paymentsContract } from './payments.contract-test.ts';

const MOONEY_SECRET = 'segreto-condiviso-con-il-fornitore-di-prova';
const MINUTE_MS = 60_000;

/** The current time, ms since the epoch. */
const NOW = Date.UTC(2026, 10, 20, 9);

const folder = mkdtempSync(join(tmpdir(), 'mooney-prova-'));
let store: PortalStore;
beforeAll(async () => {
  store = await openStore({ dataDir: folder });
});
beforeEach(() => store.db.deleteFrom('fornitori_sandbox').execute());
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** The sandbox's provider behind a real connection. */
function sandboxAt(server: ProviderServer): Mooney {
  return {
    db: store.db,
    now: () => NOW,
    settings: { url: server.url + MOONEY_PATH, secret: MOONEY_SECRET, origins: [PORTAL_URL] },
    returnOrigins: [PORTAL_URL],
    fetch: async () => new Response(),
    wait: async () => undefined,
    wake: () => undefined,
    report: (error) => {
      throw error;
    },
  };
}

const CHOICE_BUTTONS = {
  paga: 'paga',
  annulla: 'annulla',
  fallisci: 'fallisci',
  paga_piu_tardi: 'tabaccheria',
} as const;

async function chooseAtMooney(pageUrl: string, choice: string): Promise<string> {
  const response = await fetch(pageUrl, {
    method: 'POST',
    body: new URLSearchParams({ scelta: choice }),
    redirect: 'manual',
  });
  return response.headers.get('location') ?? '';
}

paymentsContract('Mooney', (server, timeoutMs) => {
  const mooney = sandboxAt(server);
  server.answer = (request) => mooneySandbox(request, mooney);
  let pageUrl = '';
  return {
    payments: mooneyPayments(
      { url: mooney.settings.url, secret: MOONEY_SECRET, origins: [server.url] },
      { timeoutMs, now: () => NOW },
    ),
    choose: (redirect, choice) => {
      pageUrl = redirect;
      return chooseAtMooney(redirect, CHOICE_BUTTONS[choice]);
    },
    passTime: async () => void (await chooseAtMooney(pageUrl, 'paga_ora')),
  };
});

describe('answers of Mooney are accepted only in their own form', () => {
  let server: ProviderServer;
  let payments: PaymentsPort;
  beforeEach(async () => {
    server = await startProviderServer();
    payments = mooneyPayments({ url: `${server.url}/v1`, secret: MOONEY_SECRET, origins: ['https://paga.example'] });
  });
  afterEach(() => server.close());

  const json = (body: unknown, status = 200) => Response.json(body, { status });
  const openedOrder = (over: object = {}) => ({
    orderId: 'ord-1',
    redirectUrl: 'https://paga.example/c/1',
    expiresAt: '2026-11-21T10:00:00Z',
    ...over,
  });
  const readOrder = (over: object = {}) => ({
    orderId: 'ord-1',
    reference: 'rif-1',
    status: 'CREATED',
    currency: 'EUR',
    payments: [],
    notice: { creditor: avviso().dominioEC, number: avviso().numero_avviso },
    ...over,
  });
  const payment = { id: 'pay-1', amount: 4550, paidAt: '2026-11-20T10:00:00+01:00', shop: 'Bar Sport' };
  const askOrder = () => payments.readEsito({ riferimento: 'rif-1', rif: 'ord-1', avvisi: [avviso()] });
  const giveUp = () => payments.cancel?.({ riferimento: 'rif-1', rif: 'ord-1' });

  test('an order says what is paid, how much, by whom and where to return; it is signed, and its key makes it once', async () => {
    server.answer = () => json(openedOrder(), 201);

    expect(await payments.open(carrello())).toEqual({
      redirect: 'https://paga.example/c/1',
      rif: 'ord-1',
      scade: Date.UTC(2026, 10, 21, 10),
    });

    const [call] = server.calls;
    expect(call?.line).toBe('POST /v1/orders');
    expect(JSON.parse(call?.body ?? '')).toEqual({
      reference: 'rif-1',
      amount: 4550,
      currency: 'EUR',
      description: 'Mensa scolastica, novembre',
      email: 'maria.rossi@esempio.it',
      notice: { creditor: '80000015554', number: '301011100007347557' },
      returnUrls: {
        ok: expect.stringContaining('e=ok'),
        cancel: expect.stringContaining('e=annullato'),
        error: expect.stringContaining('e=errore'),
        pending: expect.stringContaining('e=attesa'),
      },
      notifyUrl: carrello().notifyUrl,
    });
    const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(call?.headers['x-mooney-signature'] ?? '') ?? [];
    expect(v1).toBe(createHmac('sha256', MOONEY_SECRET).update(`${t}.POST /orders.${call?.body}`).digest('hex'));
    expect(call?.headers['idempotency-key']).toBe('rif-1');
  });

  test.each([
    ['two notices', [avviso(), avviso({ numero_avviso: '301011100007347558' })]],
    ['none', []],
    ['0.99 €', [avviso({ importo_cent: 99 })]],
    ['1000.00 €', [avviso({ importo_cent: 100_000 })]],
  ])('a cart of %s is refused without asking', async (_what, avvisi) => {
    await expect(payments.open(carrello(avvisi))).rejects.toMatchObject({ why: 'refused' });
    expect(server.calls).toEqual([]);
  });

  test.each([100, 99_999])('%i cents are within its bounds', async (importo_cent) => {
    server.answer = () => json(openedOrder());
    expect(await payments.open(carrello([avviso({ importo_cent })]))).toMatchObject({ rif: 'ord-1' });
  });

  test.each([
    'https://evil.example/c/1',
    'https://paga.example.evil.example/c/1',
    'https://paga.example@evil.example/c/1',
    'https://evil@paga.example/c/1',
    'http://paga.example/c/1',
    'https://paga.example:444/c/1',
    '//paga.example/c/1',
    '/c/1',
    'javascript:alert(1)',
    'data:text/html,ciao',
    '',
  ])('a redirect to «%s» is not passed on', async (redirectUrl) => {
    server.answer = () => json(openedOrder({ redirectUrl }), 201);
    await expect(payments.open(carrello())).rejects.toMatchObject({ why: 'away' });
  });

  test.each([
    ['no id', { orderId: undefined }],
    ['an id that is a path', { orderId: '../../admin' }],
    ['no end', { expiresAt: undefined }],
    ['an end that is no instant', { expiresAt: 'domani' }],
  ])('an opening with %s fails', async (_what, over) => {
    server.answer = () => json(openedOrder(over));
    await expect(payments.open(carrello())).rejects.toMatchObject({ why: 'away' });
  });

  test.each([
    [400, 'away'],
    [401, 'away'],
    [404, 'refused'],
    [409, 'refused'],
    [422, 'refused'],
    [429, 'away'],
    [500, 'away'],
    [503, 'away'],
  ])('an opening answered by %i is «%s»', async (status, why) => {
    server.answer = () => json({}, status);
    await expect(payments.open(carrello())).rejects.toMatchObject({ name: 'PaymentError', why });
  });

  test.each([
    ['CREATED', 'aperto', []],
    ['PENDING', 'in_attesa', []],
    ['PAID', 'pagato', [payment]],
    ['EXPIRED', 'scaduto', []],
    ['CANCELLED', 'annullato', []],
    ['FAILED', 'fallito', []],
  ])('an order that is %s is «%s»', async (status, stato, paidWith) => {
    server.answer = () => json(readOrder({ status, payments: paidWith }));

    expect((await askOrder()).stato).toBe(stato);
    expect(server.calls.at(-1)?.line).toBe('GET /v1/orders/ord-1');
  });

  test('an order to be paid at a shop gives the code to show there, in any other state none; a code that is no code is refused', async () => {
    const voucher = { code: '123456789012', qr: 'MOONEY|123456789012|4550' };
    server.answer = () => json({ ...readOrder({ status: 'PENDING' }), voucher });
    expect((await askOrder()).shopCode).toEqual(voucher);
    server.answer = () => json({ ...readOrder({ status: 'CANCELLED' }), voucher });
    expect((await askOrder()).shopCode).toBeUndefined();
    server.answer = () => json({ ...readOrder({ status: 'PENDING' }), voucher: { code: '<b>1</b>' } });
    await expect(askOrder()).rejects.toMatchObject({ why: 'away' });
  });

  test('a payment is reported with the shop, the time and its own id', async () => {
    server.answer = () => json(readOrder({ status: 'PAID', payments: [payment] }));

    expect((await askOrder()).ricevute).toEqual([
      {
        dominioEC: '80000015554',
        numero_avviso: '301011100007347557',
        rif: 'pay-1',
        importo_cent: 4550,
        pagato_il: Date.UTC(2026, 10, 20, 9),
        intermediario: 'Bar Sport',
      },
    ]);
  });

  test.each([
    ['another order', { orderId: 'ord-2' }],
    ['another reference', { reference: 'rif-2' }],
    ['another notice', { notice: { creditor: avviso().dominioEC, number: '301011100007347558' } }],
    ['another body', { notice: { creditor: '80000000000', number: avviso().numero_avviso } }],
    ['a state nobody knows', { status: 'REFUNDED' }],
    ['another currency', { currency: 'USD' }],
    ['paid without a payment', { status: 'PAID' }],
    ['a payment though nothing is paid', { payments: [payment] }],
    ['cents that are not whole', { status: 'PAID', payments: [{ ...payment, amount: 45.5 }] }],
    ['an amount as text', { status: 'PAID', payments: [{ ...payment, amount: '4550' }] }],
    ['a day that does not exist', { status: 'PAID', payments: [{ ...payment, paidAt: '2026-02-30T10:00:00Z' }] }],
  ])('an answer of %s is ignored', async (_what, over) => {
    server.answer = () => json(readOrder(over));
    await expect(askOrder()).rejects.toMatchObject({ name: 'PaymentError', why: 'away' });
  });

  test('an order that Mooney does not find is unknown, when asked and when cancelled', async () => {
    server.answer = () => json({}, 404);
    await expect(askOrder()).rejects.toMatchObject({ why: 'unknown' });
    await expect(giveUp()).rejects.toMatchObject({ why: 'unknown' });
    await expect(payments.readEsito({ riferimento: 'rif-1', rif: null, avvisi: [] })).rejects.toMatchObject({
      why: 'unknown',
    });
  });

  test('a provider that is down is not called for ten seconds, so that citizens do not wait in vain', async () => {
    let now = NOW;
    const url = `${server.url}/v1`;
    const provider = mooneyPayments(
      { url, secret: MOONEY_SECRET, origins: ['https://paga.example'] },
      { now: () => now },
    );
    server.answer = () => json({}, 503);
    for (let i = 0; i < 8; i++) await expect(provider.open(carrello())).rejects.toMatchObject({ why: 'away' });
    expect(server.calls).toHaveLength(5);

    server.answer = () => json(openedOrder(), 201);
    now += 10_000;
    expect(await provider.open(carrello())).toMatchObject({ rif: 'ord-1' });
  });

  test('an order is cancelled, or it is too late', async () => {
    server.answer = () => json(readOrder({ status: 'CANCELLED' }));
    expect(await giveUp()).toBe(true);
    expect(server.calls.at(-1)?.line).toBe('POST /v1/orders/ord-1/cancel');

    server.answer = () => json({}, 409);
    expect(await giveUp()).toBe(false);
    server.answer = () => json(readOrder({ status: 'PAID', payments: [payment] }));
    expect(await giveUp()).toBe(false);
    server.answer = () => json(readOrder({ status: 'CANCELLED', orderId: 'ord-2' }));
    await expect(giveUp()).rejects.toMatchObject({ why: 'away' });
  });
});

describe('a notification is checked by its signature', () => {
  const payments = mooneyPayments({ url: 'https://mooney.example', secret: MOONEY_SECRET, origins: [] });
  const body = JSON.stringify({
    eventId: 'evt-1',
    order: {
      orderId: 'ord-1',
      reference: 'rif-1',
      status: 'PAID',
      currency: 'EUR',
      notice: { creditor: avviso().dominioEC, number: avviso().numero_avviso },
      payments: [{ id: 'pay-1', amount: 4550, paidAt: '2026-11-20T09:00:00Z' }],
    },
  });
  const sign = (t = NOW, text = body, secret = MOONEY_SECRET) => {
    const seconds = Math.floor(t / 1000);
    return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`;
  };
  const readNotification = (signature: string, text = body, now = NOW) =>
    payments.readNotification?.(text, signature, now);

  test('a valid one gives its event, our reference, and what was paid', () => {
    expect(readNotification(sign())).toEqual({
      evento: 'evt-1',
      riferimento: 'rif-1',
      stato: 'pagato',
      ricevute: [
        {
          dominioEC: '80000015554',
          numero_avviso: '301011100007347557',
          rif: 'pay-1',
          importo_cent: 4550,
          pagato_il: Date.UTC(2026, 10, 20, 9),
          intermediario: null,
        },
      ],
    });
  });

  test.each([
    ['none', ''],
    ['of another key', sign(NOW, body, 'un-altro-segreto-lungo-almeno-32-caratteri')],
    ['of another body', sign(NOW, `${body} `)],
    ['of another time', sign().replace(/^t=\d+/, `t=${NOW / 1000 - 1}`)],
    ['cut short', sign().slice(0, -1)],
    ['in capitals', sign().replace(/v1=.*/, (v) => `v1=${v.slice(3).toUpperCase()}`)],
    ['without time', sign().replace(/^t=\d+,/, '')],
    ['with something behind it', `${sign()},v1=0`],
    ['of an older scheme', sign().replace('v1', 'v0')],
  ])('a signature %s is refused', (_what, signature) => {
    expect(readNotification(signature)).toBeNull();
  });

  test('it is valid for five minutes, and no more than five minutes early', () => {
    expect(readNotification(sign(NOW - 5 * MINUTE_MS))).toMatchObject({ evento: 'evt-1' });
    expect(readNotification(sign(NOW - 5 * MINUTE_MS - 1000))).toBeNull();
    expect(readNotification(sign(NOW + 5 * MINUTE_MS))).toMatchObject({ evento: 'evt-1' });
    expect(readNotification(sign(NOW + 5 * MINUTE_MS + 1000))).toBeNull();
  });

  test('a signed call of ours, sent back, is not a notification', async () => {
    const server = await startProviderServer();
    const ours = mooneyPayments({ url: server.url, secret: MOONEY_SECRET, origins: [] });
    await ours.open(carrello()).catch((error: unknown) => error);
    const [call] = server.calls;
    await server.close();

    const signature = call?.headers['x-mooney-signature'] ?? '';
    expect(signature).not.toBe('');
    expect(ours.readNotification?.(call?.body ?? '', signature, Date.now())).toBeNull();
  });

  test.each(['{', '[]', 'null', '{"eventId":"evt-1"}', body.replace('PAID', 'SOLD')])(
    'correctly signed, «%s» is thrown so that it is reported',
    (text) => {
      expect(() => readNotification(sign(NOW, text), text)).toThrow(
        expect.objectContaining({ name: 'PaymentError', why: 'away' }),
      );
    },
  );
});
