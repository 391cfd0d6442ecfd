import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ProviderServer, startProviderServer } from '../../../tests/doubles/provider-server.ts';
import { HOUR, onOneInTurn, RIG_NOW } from '../../../tests/rig.ts';
import { mooneyPayments } from '../../adapters/payments/mooney.server.ts';
import { avviso, carrello } from '../../adapters/payments/payments.contract-test.ts';
import type { FornitoreNotification, PaymentsPort } from '../../platform/payments.ts';
import { deliverDue } from './delivery.server.ts';
import { mooneySandbox } from './mooney.server.ts';
import type { Mooney } from './mooney.ts';
import type { MooneyOrder } from './order.ts';
import { cancelOrder, createOrder, findOrder } from './orders.server.ts';
import { sandboxMooney } from './settings.ts';

const SECRET = 'segreto-condiviso-con-il-fornitore-di-prova';

onOneInTurn('the sandbox’s Mooney', (rig) => {
  let server: ProviderServer;
  let portal: ProviderServer;
  let mooney: Mooney;
  let payments: PaymentsPort;
  let notifications: (FornitoreNotification | null | undefined)[];
  let waits: number[];
  beforeEach(async () => {
    [server, portal] = await Promise.all([startProviderServer(), startProviderServer()]);
    notifications = [];
    waits = [];
    const settings = { ...sandboxMooney(server.url, SECRET), origins: [server.url, portal.url] };
    mooney = {
      db: rig.house.db,
      now: rig.house.now,
      settings,
      fetch,
      returnOrigins: settings.origins,
      wait: async (ms) => void waits.push(ms),
      wake: () => undefined,
      report: (error) => {
        throw error;
      },
    };
    payments = mooneyPayments(settings, { now: rig.house.now });
    server.answer = (request) => mooneySandbox(request, mooney);
    portal.answer = async (request) => {
      const signature = request.headers.get('x-mooney-signature') ?? '';
      notifications.push(payments.readNotification?.(await request.text(), signature, rig.house.now()));
      return new Response('{}');
    };
  });
  afterEach(async () => {
    await Promise.all([server.close(), portal.close()]);
  });

  const cartOf = (riferimento = 'rif-1') => {
    const { returnUrls: returns, ...rest } = carrello([avviso()], riferimento);
    const atPortal = (url: string) => url.replace(new URL(url).origin, portal.url);
    const { ok, annullato: cancelled, errore: failed, attesa: waiting } = returns;
    const ownReturns = {
      ok: atPortal(ok),
      annullato: atPortal(cancelled),
      errore: atPortal(failed),
      attesa: atPortal(waiting),
    };
    return { ...rest, returnUrls: ownReturns, notifyUrl: `${portal.url}/notifiche` };
  };
  const choose = async (redirect: string, choice: string) => {
    const response = await fetch(redirect, {
      method: 'POST',
      body: new URLSearchParams({ scelta: choice }),
      redirect: 'manual',
    });
    return response.headers.get('location') ?? String(response.status);
  };
  const readOutcome = (rif: string | null) => payments.readEsito({ riferimento: 'rif-1', rif, avvisi: [avviso()] });
  const stati = () => notifications.map((n) => n?.stato);

  test.each([
    ['paga', 'ok', 'pagato'],
    ['tabaccheria', 'attesa', 'in_attesa'],
    ['annulla', 'annullato', 'annullato'],
    ['fallisci', 'errore', 'fallito'],
    ['scade', 'errore', 'scaduto'],
  ] as const)(
    '«%s» leads back to «%s», and the portal is notified before the browser arrives',
    async (choice, where, stato) => {
      const { redirect, rif } = await payments.open(cartOf());

      expect(await choose(redirect, choice)).toBe(cartOf().returnUrls[where]);

      expect(notifications).toMatchObject([{ stato, riferimento: 'rif-1' }]);
      expect((await readOutcome(rif)).stato).toBe(stato);
    },
  );

  test('an order to be paid at a shop is paid there later, and the receipt names the shop', async () => {
    const { redirect, rif } = await payments.open(cartOf());
    await choose(redirect, 'tabaccheria');
    expect(await (await fetch(redirect)).text()).toContain('Paga ora in tabaccheria');
    expect((await readOutcome(rif)).shopCode).toMatchObject({ code: expect.stringMatching(/^\d{12}$/) });

    expect(await choose(redirect, 'paga_ora')).toBe(new URL(redirect).pathname);

    expect(stati()).toEqual(['in_attesa', 'pagato']);
    expect((await readOutcome(rif)).ricevute).toMatchObject([{ intermediario: 'Tabaccheria di prova' }]);
  });

  test('«paga due volte» reports the first payment twice, then a second one', async () => {
    const { redirect } = await payments.open(cartOf());

    await choose(redirect, 'due_volte');

    const [first, copy, second] = notifications;
    expect(notifications).toHaveLength(3);
    expect(copy).toEqual(first);
    expect(second?.evento).not.toBe(first?.evento);
    expect([first?.ricevute.length, second?.ricevute.length]).toEqual([1, 2]);
    expect(new Set(second?.ricevute.map((r) => r.rif)).size).toBe(2);
  });

  test('late: Mooney itself does not see the payment for half a minute', async () => {
    const { redirect, rif } = await payments.open(cartOf());
    await choose(redirect, 'ritardo');
    expect([notifications, (await readOutcome(rif)).stato]).toEqual([[], 'in_attesa']);

    rig.clock.pass(30_000);
    await deliverDue(mooney);

    expect([stati(), (await readOutcome(rif)).stato]).toEqual([['pagato'], 'pagato']);
  });

  test('out of order: the payment, the same again, then that it is awaited, then the payment', async () => {
    const { redirect } = await payments.open(cartOf());
    await choose(redirect, 'disordine');
    rig.clock.pass(4_000);
    await deliverDue(mooney);

    expect(stati()).toEqual(['pagato', 'pagato', 'in_attesa', 'pagato']);
    expect(new Set(notifications.map((n) => n?.evento)).size).toBe(2);
  });

  test('slowly: for a minute answers take longer than the portal waits', async () => {
    const { redirect, rif } = await payments.open(cartOf());
    await choose(redirect, 'lentamente');
    await readOutcome(rif);
    expect([waits.length, notifications]).toEqual([1, []]);
    expect(waits[0]).toBeGreaterThan(10_000);

    rig.clock.pass(60_000);
    await deliverDue(mooney);
    await readOutcome(rif);

    expect([waits.length, stati()]).toEqual([1, ['pagato']]);
  });

  test('a notification is repeated, with growing pauses and a fresh signature, until the portal answers 200', async () => {
    portal.fault = 'unavailable';
    const { redirect } = await payments.open(cartOf());
    await choose(redirect, 'paga');
    await deliverDue(mooney);
    expect(portal.calls).toHaveLength(1);

    portal.fault = 'reset';
    rig.clock.pass(1_000);
    await deliverDue(mooney);
    portal.fault = undefined;
    rig.clock.pass(1_000);
    await deliverDue(mooney);
    expect(notifications).toEqual([]);
    rig.clock.pass(HOUR);
    await deliverDue(mooney);
    await deliverDue(mooney);

    expect(stati()).toEqual(['pagato']);
    expect(portal.calls).toHaveLength(3);
  });

  test('two rounds at once send a notification once', async () => {
    portal.fault = 'unavailable';
    const { redirect } = await payments.open(cartOf());
    await choose(redirect, 'paga');
    portal.fault = undefined;
    rig.clock.pass(1_000);

    await Promise.all([deliverDue(mooney), deliverDue(mooney), deliverDue(mooney)]);

    expect(notifications).toHaveLength(1);
  });

  test('of two clicks, or two tabs, one counts, and the other sees the current state of the order', async () => {
    const { redirect, rif } = await payments.open(cartOf());

    const places = await Promise.all([choose(redirect, 'paga'), choose(redirect, 'annulla'), choose(redirect, 'paga')]);

    expect(places.filter((d) => d === new URL(redirect).pathname)).toHaveLength(2);
    expect(notifications).toHaveLength(1);
    expect((await readOutcome(rif)).stato).toBe(notifications[0]?.stato);
  });

  test('the same reference gives the same order; with another amount it is refused', async () => {
    const { rif } = await payments.open(cartOf());

    expect((await payments.open(cartOf())).rif).toBe(rif);
    const other = { ...cartOf(), avvisi: [avviso({ importo_cent: 100 })] };
    await expect(payments.open(other)).rejects.toMatchObject({ why: 'refused' });
  });

  test('a cancelled order cannot be paid, and a paid one cannot be cancelled', async () => {
    const first = await payments.open(cartOf());
    expect(await payments.cancel?.({ riferimento: 'rif-1', rif: first.rif })).toBe(true);
    expect(await payments.cancel?.({ riferimento: 'rif-1', rif: first.rif })).toBe(true);
    expect(await choose(first.redirect, 'paga')).toBe(new URL(first.redirect).pathname);

    const second = await payments.open(cartOf('rif-2'));
    await choose(second.redirect, 'paga');
    expect(await payments.cancel?.({ riferimento: 'rif-2', rif: second.rif })).toBe(false);
  });

  test('an unpaid order expires after a day', async () => {
    const { redirect, rif, scade } = await payments.open(cartOf());
    expect(scade).toBe(RIG_NOW + 24 * HOUR);
    rig.clock.set(scade);

    expect((await readOutcome(rif)).stato).toBe('scaduto');
    expect(await choose(redirect, 'paga')).toBe(new URL(redirect).pathname);
    await deliverDue(mooney);
    expect(stati()).toEqual(['scaduto']);
  });

  test('a caller without the secret opens, reads and cancels nothing', async () => {
    const { rif } = await payments.open(cartOf());
    const strangers = mooneyPayments({ ...mooney.settings, secret: 'indovinato-indovinato-indovinato' });

    await expect(strangers.open(cartOf('rif-2'))).rejects.toMatchObject({ why: 'away' });
    await expect(strangers.readEsito({ riferimento: 'rif-1', rif, avvisi: [] })).rejects.toMatchObject({ why: 'away' });
    await expect(strangers.cancel?.({ riferimento: 'rif-1', rif })).rejects.toMatchObject({ why: 'away' });
    expect((await fetch(`${mooney.settings.url}/orders/${rif}`)).status).toBe(401);
  });

  test('an order with an address outside the portal is refused', async () => {
    const elsewhere = { ...cartOf(), notifyUrl: 'https://evil.example/' };
    await expect(payments.open(elsewhere)).rejects.toMatchObject({ why: 'refused' });
    const astray = { ...cartOf(), returnUrls: { ...cartOf().returnUrls, ok: 'https://evil.example/' } };
    await expect(payments.open(astray)).rejects.toMatchObject({ why: 'refused' });
  });

  test('the page shows data as text, runs no script, and every choice has its own words', async () => {
    const causale = '<script>alert(1)</script> & "Mensa"';
    const { redirect } = await payments.open({ ...cartOf(), avvisi: [avviso({ causale })] });

    const response = await fetch(redirect);
    const html = await response.text();

    expect(html).not.toContain('<script');
    expect(html).toContain('Ambiente di prova');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const button of ['Paga subito', 'Paga in tabaccheria', 'Annulla', 'Fallisci', 'Fai scadere'])
      expect(html).toContain(`>${button}</button>`);
    expect(html).not.toContain('Paga ora in tabaccheria');
  });

  test('the list leads to the orders, and a missing order is not found', async () => {
    const { redirect } = await payments.open(cartOf());

    expect(await (await fetch(mooney.settings.url)).text()).toContain(new URL(redirect).pathname);
    for (const path of ['/paga/ord-altro', '/paga', '/altro', '/paga/__proto__'])
      expect((await fetch(mooney.settings.url + path)).status).toBe(404);
    expect(await choose(redirect, 'constructor')).toBe(new URL(redirect).pathname);
  });

  test('an order that was stored before its fields had today’s names can still be cancelled', async () => {
    const order = await createOrder(mooney, {
      reference: 'vecchio',
      amount: 1000,
      currency: 'EUR',
      description: 'TARI',
      email: 'anna@esempio.it',
      notice: { creditor: '12345678901', number: '301000000000000000' },
      returnUrls: { ok: portal.url, cancel: portal.url, error: portal.url, pending: portal.url },
      notifyUrl: portal.url,
    });
    const { slowUntil, ...others } = order as MooneyOrder;
    await rig.house.db
      .updateTable('fornitori_sandbox')
      .set({ dati_json: JSON.stringify({ ...others, lentaFino: slowUntil }) })
      .where('chiave', '=', others.orderId)
      .execute();
    const found = await findOrder(mooney, others.orderId);
    expect(found).toEqual(order);
    expect(await cancelOrder(mooney, found as MooneyOrder)).toMatchObject({ status: 'CANCELLED' });
  });
});
