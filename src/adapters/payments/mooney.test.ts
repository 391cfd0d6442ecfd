import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ProviderServer, startProviderServer } from '../../../tests/doubles/provider-server.ts';
import type { Payments } from '../../platform/payments.ts';
import { mooneySandbox } from '../../sandbox/mooney/mooney.server.ts';
import type { Mooney } from '../../sandbox/mooney/mooney.ts';
import { MOONEY_PATH } from '../../sandbox/mooney/settings.ts';
import { openStore, type Store } from '../../store/open.server.ts';
import { mooneyPayments } from './mooney.server.ts';
import { avviso, carrello, PORTALE, paymentsContract } from './payments.contract-test.ts';

const SEGRETO = 'segreto-condiviso-con-il-fornitore-di-prova';
const MINUTO = 60_000;

/** Where the clock stands, ms since the epoch. */
const NOW = Date.UTC(2026, 10, 20, 9);

const folder = mkdtempSync(join(tmpdir(), 'mooney-prova-'));
let store: Store;
beforeAll(async () => {
  store = await openStore({ dataDir: folder });
});
beforeEach(() => store.db.deleteFrom('fornitori_sandbox').execute());
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** The sandbox's provider behind a real line. */
function sandboxAt(server: ProviderServer): Mooney {
  return {
    db: store.db,
    now: () => NOW,
    settings: { url: server.url + MOONEY_PATH, secret: SEGRETO, origini: [PORTALE] },
    fetch: async () => new Response(),
    attendi: async () => undefined,
    sveglia: () => undefined,
    report: (error) => {
      throw error;
    },
  };
}

const SCELTE = { paga: 'paga', annulla: 'annulla', fallisci: 'fallisci', paga_piu_tardi: 'tabaccheria' } as const;

async function scegli(pagina: string, scelta: string): Promise<string> {
  const risposta = await fetch(pagina, { method: 'POST', body: new URLSearchParams({ scelta }), redirect: 'manual' });
  return risposta.headers.get('location') ?? '';
}

paymentsContract('Mooney', (server, timeoutMs) => {
  const mooney = sandboxAt(server);
  server.answer = (request) => mooneySandbox(request, mooney);
  let pagina = '';
  return {
    payments: mooneyPayments(
      { url: mooney.settings.url, secret: SEGRETO, origini: [server.url] },
      { timeoutMs, now: () => NOW },
    ),
    scegli: (redirect, scelta) => {
      pagina = redirect;
      return scegli(redirect, SCELTE[scelta]);
    },
    passaTempo: async () => void (await scegli(pagina, 'paga_ora')),
  };
});

describe('what Mooney answers is believed only in its own form', () => {
  let server: ProviderServer;
  let payments: Payments;
  beforeEach(async () => {
    server = await startProviderServer();
    payments = mooneyPayments({ url: `${server.url}/v1`, secret: SEGRETO, origini: ['https://paga.example'] });
  });
  afterEach(() => server.close());

  const json = (dati: unknown, status = 200) => Response.json(dati, { status });
  const aperto = (over: object = {}) => ({
    orderId: 'ord-1',
    redirectUrl: 'https://paga.example/c/1',
    expiresAt: '2026-11-21T10:00:00Z',
    ...over,
  });
  const letto = (over: object = {}) => ({
    ...{ orderId: 'ord-1', reference: 'rif-1', status: 'CREATED', currency: 'EUR', payments: [] },
    notice: { creditor: avviso().dominioEC, number: avviso().numero_avviso },
    ...over,
  });
  const versamento = { id: 'pay-1', amount: 4550, paidAt: '2026-11-20T10:00:00+01:00', shop: 'Bar Sport' };
  const chiedi = () => payments.esito({ riferimento: 'rif-1', rif: 'ord-1', avvisi: [avviso()] });
  const rinuncia = () => payments.annulla?.({ riferimento: 'rif-1', rif: 'ord-1' });

  test('an order says what, how much, for whom, where to come back to; it is signed, and its key makes it once', async () => {
    server.answer = () => json(aperto(), 201);

    expect(await payments.apri(carrello())).toEqual({
      redirect: 'https://paga.example/c/1',
      rif: 'ord-1',
      scade: Date.UTC(2026, 10, 21, 10),
    });

    const [chiamata] = server.calls;
    expect(chiamata?.line).toBe('POST /v1/orders');
    expect(JSON.parse(chiamata?.body ?? '')).toEqual({
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
      notifyUrl: carrello().notifica,
    });
    const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(chiamata?.headers['x-mooney-signature'] ?? '') ?? [];
    expect(v1).toBe(createHmac('sha256', SEGRETO).update(`${t}.POST /orders.${chiamata?.body}`).digest('hex'));
    expect(chiamata?.headers['idempotency-key']).toBe('rif-1');
  });

  test.each([
    ['two notices', [avviso(), avviso({ numero_avviso: '301011100007347558' })]],
    ['none', []],
    ['0.99 €', [avviso({ importo_cent: 99 })]],
    ['1000.00 €', [avviso({ importo_cent: 100_000 })]],
  ])('a cart of %s is refused without asking', async (_cosa, avvisi) => {
    await expect(payments.apri(carrello(avvisi))).rejects.toMatchObject({ why: 'refused' });
    expect(server.calls).toEqual([]);
  });

  test.each([100, 99_999])('%i cents are within its bounds', async (importo_cent) => {
    server.answer = () => json(aperto());
    expect(await payments.apri(carrello([avviso({ importo_cent })]))).toMatchObject({ rif: 'ord-1' });
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
  ])('a redirect to «%s» is not handed on', async (redirectUrl) => {
    server.answer = () => json(aperto({ redirectUrl }), 201);
    await expect(payments.apri(carrello())).rejects.toMatchObject({ why: 'away' });
  });

  test.each([
    ['no id', { orderId: undefined }],
    ['an id that is a path', { orderId: '../../admin' }],
    ['no end', { expiresAt: undefined }],
    ['an end that is no instant', { expiresAt: 'domani' }],
  ])('an opening with %s is no opening', async (_cosa, over) => {
    server.answer = () => json(aperto(over));
    await expect(payments.apri(carrello())).rejects.toMatchObject({ why: 'away' });
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
    await expect(payments.apri(carrello())).rejects.toMatchObject({ name: 'PaymentError', why });
  });

  test.each([
    ['CREATED', 'aperto', []],
    ['PENDING', 'in_attesa', []],
    ['PAID', 'pagato', [versamento]],
    ['EXPIRED', 'scaduto', []],
    ['CANCELLED', 'annullato', []],
    ['FAILED', 'fallito', []],
  ])('an order that is %s is «%s»', async (status, stato, versamenti) => {
    server.answer = () => json(letto({ status, payments: versamenti }));

    expect((await chiedi()).stato).toBe(stato);
    expect(server.calls.at(-1)?.line).toBe('GET /v1/orders/ord-1');
  });

  test('a payment is told with who took it, when, and its own id', async () => {
    server.answer = () => json(letto({ status: 'PAID', payments: [versamento] }));

    expect((await chiedi()).ricevute).toEqual([
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
    ['a payment though nothing is paid', { payments: [versamento] }],
    ['cents that are not whole', { status: 'PAID', payments: [{ ...versamento, amount: 45.5 }] }],
    ['an amount as text', { status: 'PAID', payments: [{ ...versamento, amount: '4550' }] }],
    ['a day that does not exist', { status: 'PAID', payments: [{ ...versamento, paidAt: '2026-02-30T10:00:00Z' }] }],
  ])('an answer of %s says nothing', async (_cosa, over) => {
    server.answer = () => json(letto(over));
    await expect(chiedi()).rejects.toMatchObject({ name: 'PaymentError', why: 'away' });
  });

  test('an order that Mooney does not know is unknown, when asked and when given up', async () => {
    server.answer = () => json({}, 404);
    await expect(chiedi()).rejects.toMatchObject({ why: 'unknown' });
    await expect(rinuncia()).rejects.toMatchObject({ why: 'unknown' });
    await expect(payments.esito({ riferimento: 'rif-1', rif: null, avvisi: [] })).rejects.toMatchObject({
      why: 'unknown',
    });
  });

  test('a provider that is down is left in peace for ten seconds: nobody waits for what will not come', async () => {
    let now = NOW;
    const url = `${server.url}/v1`;
    const con = mooneyPayments({ url, secret: SEGRETO, origini: ['https://paga.example'] }, { now: () => now });
    server.answer = () => json({}, 503);
    for (let i = 0; i < 8; i++) await expect(con.apri(carrello())).rejects.toMatchObject({ why: 'away' });
    expect(server.calls).toHaveLength(5);

    server.answer = () => json(aperto(), 201);
    now += 10_000;
    expect(await con.apri(carrello())).toMatchObject({ rif: 'ord-1' });
  });

  test('an order is given up, or it is too late', async () => {
    server.answer = () => json(letto({ status: 'CANCELLED' }));
    expect(await rinuncia()).toBe(true);
    expect(server.calls.at(-1)?.line).toBe('POST /v1/orders/ord-1/cancel');

    server.answer = () => json({}, 409);
    expect(await rinuncia()).toBe(false);
    server.answer = () => json(letto({ status: 'PAID', payments: [versamento] }));
    expect(await rinuncia()).toBe(false);
    server.answer = () => json(letto({ status: 'CANCELLED', orderId: 'ord-2' }));
    await expect(rinuncia()).rejects.toMatchObject({ why: 'away' });
  });
});

describe('a notification is believed by its signature', () => {
  const payments = mooneyPayments({ url: 'https://mooney.example', secret: SEGRETO, origini: [] });
  const corpo = JSON.stringify({
    eventId: 'evt-1',
    order: {
      ...{ orderId: 'ord-1', reference: 'rif-1', status: 'PAID', currency: 'EUR' },
      notice: { creditor: avviso().dominioEC, number: avviso().numero_avviso },
      payments: [{ id: 'pay-1', amount: 4550, paidAt: '2026-11-20T09:00:00Z' }],
    },
  });
  const firma = (t = NOW, testo = corpo, segreto = SEGRETO) => {
    const secondi = Math.floor(t / 1000);
    return `t=${secondi},v1=${createHmac('sha256', segreto).update(`${secondi}.${testo}`).digest('hex')}`;
  };
  const leggi = (con: string, testo = corpo, now = NOW) => payments.leggiNotifica?.(testo, con, now);

  test('a good one tells its event, our reference, and what was paid', () => {
    expect(leggi(firma())).toEqual({
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
    ['of another key', firma(NOW, corpo, 'un-altro-segreto-lungo-almeno-32-caratteri')],
    ['of another body', firma(NOW, `${corpo} `)],
    ['of another time', firma().replace(/^t=\d+/, `t=${NOW / 1000 - 1}`)],
    ['cut short', firma().slice(0, -1)],
    ['in capitals', firma().replace(/v1=.*/, (v) => `v1=${v.slice(3).toUpperCase()}`)],
    ['without time', firma().replace(/^t=\d+,/, '')],
    ['with something behind it', `${firma()},v1=0`],
    ['of an older scheme', firma().replace('v1', 'v0')],
  ])('a signature %s is none', (_cosa, con) => {
    expect(leggi(con)).toBeNull();
  });

  test('it counts for five minutes, and as long before its time', () => {
    expect(leggi(firma(NOW - 5 * MINUTO))).toMatchObject({ evento: 'evt-1' });
    expect(leggi(firma(NOW - 5 * MINUTO - 1000))).toBeNull();
    expect(leggi(firma(NOW + 5 * MINUTO))).toMatchObject({ evento: 'evt-1' });
    expect(leggi(firma(NOW + 5 * MINUTO + 1000))).toBeNull();
  });

  test('a signed call of ours, sent back, is no notification', async () => {
    const server = await startProviderServer();
    const nostro = mooneyPayments({ url: server.url, secret: SEGRETO, origini: [] });
    await nostro.apri(carrello()).catch((error: unknown) => error);
    const [chiamata] = server.calls;
    await server.close();

    const con = chiamata?.headers['x-mooney-signature'] ?? '';
    expect(con).not.toBe('');
    expect(nostro.leggiNotifica?.(chiamata?.body ?? '', con, Date.now())).toBeNull();
  });

  test.each(['{', '[]', 'null', '{"eventId":"evt-1"}', corpo.replace('PAID', 'SOLD')])(
    'well signed, «%s» is thrown for somebody to look at',
    (testo) => {
      expect(() => leggi(firma(NOW, testo), testo)).toThrow(
        expect.objectContaining({ name: 'PaymentError', why: 'away' }),
      );
    },
  );
});
