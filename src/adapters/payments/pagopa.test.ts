import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pagopaDouble } from '../../../tests/doubles/pagopa.ts';
import { type ProviderServer, startProviderServer } from '../../../tests/doubles/provider-server.ts';
import { CART_REFUSALS } from '../../platform/pagopa-wire.ts';
import type { DebtPosition, PaymentsPort } from '../../platform/payments.ts';
import type { PagopaSettings } from '../../platform/payments-settings.server.ts';
import { answerPagopa } from '../../sandbox/pagopa/pagopa.server.ts';
import { sandboxPagopa } from '../../sandbox/pagopa/settings.ts';
import type { StoreDb } from '../../store/tables.ts';
import { type PagopaOptions, pagopaPayments } from './pagopa.server.ts';
import { avviso, carrello, paymentsContract } from './payments.contract-test.ts';

const MINUTE = 60_000;

paymentsContract('pagoPA', (server, timeoutMs) => {
  const di = pagopaDouble(server.url);
  server.answer = (request) => answerPagopa(request, di);
  return {
    payments: pagopaPayments(sandboxPagopa(server.url), { timeoutMs, now: di.now }),
    choose: (redirect, choice) => chooseAtCheckout(redirect, choice),
    passTime: async () => di.pass(MINUTE),
  };
});

/** Visits the page of Checkout like a browser without scripts. @returns the address it is sent back to */
async function chooseAtCheckout(redirect: string, choice: string): Promise<string> {
  const response = await fetch(redirect, {
    method: 'POST',
    body: new URLSearchParams({ scelta: choice }),
    redirect: 'manual',
  });
  return response.headers.get('location') ?? `no way back: ${response.status}`;
}

let server: ProviderServer;
let provider: ReturnType<typeof pagopaDouble>;
let settings: PagopaSettings;
beforeEach(async () => {
  server = await startProviderServer();
  provider = pagopaDouble(server.url);
  settings = sandboxPagopa(server.url);
  server.answer = (request) => answerPagopa(request, provider);
});
afterEach(() => server.close());

const adapter = (over: Partial<PagopaSettings> = {}) => pagopaPayments({ ...settings, ...over }, { now: provider.now });
const otherAvviso = avviso({ dominioEC: '80012000826', numero_avviso: '301022200007347592', iuv: '01022200007347592' });
const tentativo = (avvisi = [avviso()]) => ({ riferimento: 'rif-1', rif: null, avvisi });
const answers = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  server.answer = () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
};

describe('the list of what was paid', () => {
  const query = { dominioEC: '80000015554', from: '2026-11-18', to: '2026-11-21', page: 0 };
  const row = { organizationFiscalCode: '80000015554', iuv: '01011100007347557' };
  const page = (over: object = {}) => ({ currentPageNumber: 0, length: 1, totalPages: 3, results: [row], ...over });

  test('is asked for by ente, days and page, with the key of that ente', async () => {
    answers(200, page());
    const own = { '80000015554': { key: 'its-own', segregazione: '47', iban: 'IT60X0542811101000000123456' } };

    expect(await adapter({ enti: own }).listPaid?.(query)).toEqual({ paid: [row.iuv], isLast: false });

    const [call] = server.calls;
    expect(call?.line).toBe(
      'GET /sandbox/pagopa/gpd/payments-receipts-service/v1/payments/80000015554/receipts?from=2026-11-18&to=2026-11-21&pageNum=0&pageSize=100',
    );
    expect(call?.headers['ocp-apim-subscription-key']).toBe('its-own');
  });

  test('ends with its last page, and with one that is empty whatever it says of others', async () => {
    answers(200, page({ totalPages: 1 }));
    expect(await adapter().listPaid?.(query)).toMatchObject({ isLast: true });
    answers(200, page({ results: [] }));
    expect(await adapter().listPaid?.(query)).toEqual({ paid: [], isLast: true });
    answers(404, { title: 'No receipts found', status: 404 });
    expect(await adapter().listPaid?.(query)).toEqual({ paid: [], isLast: true });
  });

  test.each([
    ['another page', page({ currentPageNumber: 2 })],
    ['rows of another ente', page({ results: [row, { ...row, organizationFiscalCode: '80012000826' }] })],
    ['a row without its IUV', page({ results: [{ ...row, iuv: undefined }] })],
    ['an IUV that leads elsewhere', page({ results: [{ ...row, iuv: '../../x' }] })],
    ['more rows than were asked for', page({ results: Array.from({ length: 101 }, () => row) })],
    ['a page of the web', '<!doctype html>'],
  ])('is not read from an answer with %s, and pagoPA is away', async (_, body) => {
    answers(200, body);

    await expect(adapter().listPaid?.(query)).rejects.toMatchObject({ why: 'away' });
  });

  test.each([
    [404, '<!doctype html>'],
    [404, { statusCode: 404, message: 'Resource not found' }],
    [500, { title: 'x', status: 500 }],
  ])('is not empty when pagoPA answers %i with %o, and pagoPA is away', async (status, body) => {
    answers(status, body);

    await expect(adapter().listPaid?.(query)).rejects.toMatchObject({ why: 'away' });
  });

  test('pagoPA that is over its limit is not asked again before the time that it names', async () => {
    answers(429, { title: 'x' }, { 'retry-after': '30' });
    const pagopa = adapter();
    await expect(pagopa.listPaid?.(query)).rejects.toMatchObject({ name: 'PaymentError', why: 'away' });
    answers(200, page());
    await expect(pagopa.listPaid?.(query)).rejects.toMatchObject({ why: 'away' });
    provider.pass(31_000);
    expect(await pagopa.listPaid?.(query)).toMatchObject({ paid: [row.iuv] });
    expect(server.calls).toHaveLength(2);
  });

  test('what is paid at the test page of a bank is in it on that day, and its receipt can be read', async () => {
    const pay = (fields: Record<string, string>) =>
      fetch(`${server.url}/sandbox/pagopa/altrove`, { method: 'POST', body: new URLSearchParams(fields) });
    const typed = { ente: '80000015554', avviso: '3010 1110 0007 3475 57', importo: '45,50', attesa: '2' };
    expect((await pay(typed)).status).toBe(200);
    const pagopa = adapter();
    expect(await pagopa.listPaid?.(query)).toEqual({ paid: [], isLast: true });
    provider.pass(2 * MINUTE);
    expect(await pagopa.listPaid?.(query)).toEqual({ paid: ['01011100007347557'], isLast: true });
    expect(await pagopa.listPaid?.({ ...query, to: '2026-11-19' })).toEqual({ paid: [], isLast: true });
    const paid = await pagopa.readPaid?.({ dominioEC: '80000015554', iuv: '01011100007347557' });
    expect(paid).toMatchObject([{ numero_avviso: '301011100007347557', importo_cent: 4550 }]);
    expect((await pay(typed)).status).toBe(422);
    const wrong = await pay({ ...typed, importo: 'tanto' });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toMatch(/Scrivi l’importo.*value="3010 1110 0007 3475 57"/s);
  });
});

describe('settlement flows', () => {
  const ente = '80000015554';
  const key = { psp: 'PROVA', nome: '2026-11-20PROVA-0001', revisione: 1 };
  const since = Date.UTC(2026, 10, 1);
  const flow = (over: object = {}) => ({
    fdr: key.nome,
    revision: 1,
    fdrDate: '2026-11-20T08:00:00Z',
    regulation: 'TRN1',
    published: '2026-11-20T09:00:00Z',
    sender: { pspId: 'PROVA', pspName: 'Banca di prova' },
    receiver: { organizationId: ente },
    totPayments: 1,
    sumPayments: 99_999_999.99,
    ...over,
  });
  const payment = (over: object = {}) => ({
    index: 1,
    iuv: '01011100007347557',
    iur: 'R1',
    idTransfer: 1,
    pay: 0.1 + 0.2,
    payStatus: 'EXECUTED',
    payDate: '2026-11-19T10:00:00.000Z',
    ...over,
  });
  const payments = (over: object = {}) => ({
    metadata: { pageSize: 500, pageNumber: 1, totPage: 1 },
    data: [payment(over)],
  });

  test('are read by ente, name, revision and provider, in cents', async () => {
    answers(200, flow());
    expect(await adapter().flussi?.read(ente, key)).toMatchObject({
      ...key,
      importo_cent: 99_999_999_99,
      pagamenti: 1,
    });
    expect(server.calls[0]?.line).toBe(
      `GET /sandbox/pagopa/fdr-org/service/v1/organizations/${ente}/fdrs/${key.nome}/revisions/1/psps/PROVA`,
    );
    answers(200, payments());
    expect(await adapter().flussi?.readPayments(ente, key, 1)).toMatchObject({
      payments: [{ importo_cent: 30, esito: 'EXECUTED' }],
      isLast: true,
    });
  });

  test.each([
    ['of another ente', flow({ receiver: { organizationId: '80012000826' } })],
    ['of another revision', flow({ revision: 2 })],
    ['without its sum', flow({ sumPayments: undefined })],
    ['with a fraction of a cent', flow({ sumPayments: 1.005 })],
    ['as a page of the web', '<!doctype html>'],
  ])('one that is answered %s is not read, and pagoPA is away', async (_, body) => {
    answers(200, body);
    await expect(adapter().flussi?.read(ente, key)).rejects.toMatchObject({ why: 'away' });
  });

  test.each([
    ['of another page', { ...payments(), metadata: { pageNumber: 2, totPage: 3 } }],
    ['with an unknown state', payments({ payStatus: 'MAYBE' })],
    ['with a negative amount', payments({ pay: -1 })],
    ['without a receipt’s id', payments({ iur: '' })],
  ])('payments %s are not read', async (_, body) => {
    answers(200, body);
    await expect(adapter().flussi?.readPayments(ente, key, 1)).rejects.toMatchObject({ why: 'away' });
  });

  test('what was paid and then transferred at the test pages is a flow, which a later revision may correct', async () => {
    const post = (page: string, fields: Record<string, string>) =>
      fetch(`${server.url}/sandbox/pagopa/${page}`, { method: 'POST', body: new URLSearchParams(fields) });
    const flussi = adapter().flussi;
    expect((await post('riversa', { ente, come: 'giusto' })).status).toBe(422);
    await post('altrove', { ente, avviso: '3010 1110 0007 3475 57', importo: '45,50', attesa: '0' });
    expect((await post('riversa', { ente, come: 'revocato' })).status).toBe(200);
    expect(await flussi?.list({ dominioEC: ente, since, page: 1 })).toEqual({ flussi: [key], isLast: true });
    expect(await flussi?.list({ dominioEC: ente, since: provider.now(), page: 1 })).toMatchObject({ flussi: [] });
    expect(await flussi?.read(ente, key)).toMatchObject({ pagamenti: 1, importo_cent: 4550 });
    // The contract requires more of it than the portal reads.
    const address = `${settings.flowsUrl}/organizations/${ente}/fdrs/${key.nome}/revisions/1/psps/${key.psp}`;
    const whole = await fetch(address, { headers: { 'Ocp-Apim-Subscription-Key': 'sandbox' } });
    expect(await whole.json()).toMatchObject({
      sender: { type: 'LEGAL_PERSON', id: 'PROVA', pspBrokerId: 'PROVA', channelId: 'PROVA_01' },
      receiver: { id: ente, organizationId: ente, organizationName: expect.stringMatching(/./) },
    });
    expect(await flussi?.readPayments(ente, key, 1)).toMatchObject({
      payments: [{ iuv: '01011100007347557', importo_cent: 4550, esito: 'REVOKED' }],
    });
    expect((await post('riversa', { ente, come: 'giusto' })).status).toBe(422);
    provider.pass(MINUTE);
    expect((await post('riversa', { ente, come: 'revisione' })).status).toBe(200);
    const { flussi: all } = (await flussi?.list({ dominioEC: ente, since, page: 1 })) ?? {};
    expect(all?.map(({ revisione }) => revisione)).toEqual([1, 2]);
    await expect(flussi?.read(ente, { ...key, revisione: 3 })).rejects.toMatchObject({ why: 'away' });
  });

  test('are not offered without their address', () => {
    expect(adapter({ flowsUrl: undefined }).flussi).toBeUndefined();
  });
});

describe('a cart', () => {
  test('has our reference, our cents and the four return addresses, and expires after ten minutes', async () => {
    const opened = await adapter().open(carrello([avviso(), otherAvviso]));

    expect(opened).toMatchObject({ rif: null, scade: provider.now() + 10 * MINUTE });
    const [call] = server.calls;
    expect(call?.line).toBe('POST /sandbox/pagopa/checkout/ec/v2/carts');
    expect(JSON.parse(call?.body ?? '')).toEqual({
      emailNotice: 'maria.rossi@esempio.it',
      idCart: 'rif-1',
      paymentNotices: [
        {
          noticeNumber: '301011100007347557',
          fiscalCode: '80000015554',
          amount: 4550,
          companyName: 'Comune di Borgo',
          description: 'Mensa scolastica, novembre',
        },
        expect.objectContaining({ noticeNumber: '301022200007347592', fiscalCode: '80012000826' }),
      ],
      returnUrls: {
        returnOkUrl: carrello().returnUrls.ok,
        returnCancelUrl: carrello().returnUrls.annullato,
        returnErrorUrl: carrello().returnUrls.errore,
        returnWaitingUrl: carrello().returnUrls.attesa,
      },
    });
  });

  test('a long subject is cut to the length pagoPA accepts, and no character is split', async () => {
    await adapter().open(carrello([avviso({ causale: `${'a'.repeat(139)}😀 e altro` })]));

    expect(JSON.parse(server.calls[0]?.body ?? '').paymentNotices[0].description).toBe('a'.repeat(139));
  });

  test.each([
    ['no notices', []],
    ['six notices', Array.from({ length: 6 }, (_, n) => avviso({ numero_avviso: `30101110000734750${n}` }))],
    ['the same notice twice', [avviso(), avviso()]],
    ['an amount of nothing', [avviso({ importo_cent: 0 })]],
    ['half a cent', [avviso({ importo_cent: 10.5 })]],
    ['a number that is none', [avviso({ numero_avviso: '123' })]],
    ['an ente that does not exist', [avviso({ dominioEC: '../../evil' })]],
  ])('with %s is refused, and nothing is sent', async (_, avvisi) => {
    await expect(adapter().open(carrello(avvisi))).rejects.toMatchObject({ name: 'PaymentError', why: 'refused' });

    expect(server.calls).toEqual([]);
  });

  test.each(Object.entries(CART_REFUSALS))(
    'that pagoPA refuses (%s) is refused, with its words',
    async (_, problem) => {
      answers(422, { ...problem, status: 422 });

      await expect(adapter().open(carrello())).rejects.toMatchObject({
        why: 'refused',
        message: expect.stringContaining(problem.title),
      });
    },
  );

  test('a 422 without an explanation is refused as well', async () => {
    answers(422, '<html>');

    await expect(adapter().open(carrello())).rejects.toMatchObject({ why: 'refused' });
  });

  test.each([400, 401, 403, 404, 500, 502, 200, 201, 303, 307])('is away when pagoPA answers %i', async (status) => {
    answers(status, { title: 'x', status }, { location: `${server.url}/c/1` });

    await expect(adapter().open(carrello())).rejects.toMatchObject({ why: 'away' });
  });

  test.each([
    '//evil.test/c/1',
    '/c/1',
    'https:evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'HOST@evil.test/c/1',
    'HOST.evil.test/c/1',
    'http://utente:segreto@127.0.0.1:1/c/1',
    'https://127.0.0.1/c/1',
    '',
  ])('that would lead to %j is away, and that address is not called', async (address) => {
    answers(302, '', { location: address.replace('HOST', server.url) });

    await expect(adapter().open(carrello())).rejects.toMatchObject({ why: 'away' });
    expect(server.calls).toHaveLength(1);
  });

  test('a provider is away when its redirect has user and password before the right host', async () => {
    answers(302, '', { location: server.url.replace('http://', 'http://a:b@') });

    await expect(adapter().open(carrello())).rejects.toMatchObject({ why: 'away' });
  });

  test('may lead to any origin of the list', async () => {
    answers(302, '', { location: 'https://checkout.pagopa.it/c/1?clientId=CHECKOUT_CART' });

    const { redirect } = await adapter({ origins: ['https://checkout.pagopa.it'] }).open(carrello());

    expect(redirect).toBe('https://checkout.pagopa.it/c/1?clientId=CHECKOUT_CART');
  });

  test('of a notice that is paid already is refused', async () => {
    const { redirect } = await adapter().open(carrello());
    await chooseAtCheckout(redirect, 'paga');

    await expect(adapter().open(carrello())).rejects.toMatchObject({ why: 'refused' });
  });
});

describe('keys', () => {
  const enti = {
    [otherAvviso.dominioEC]: { key: 'chiave-di-altro', segregazione: '47', iban: 'IT60X0542811101000000123456' },
  };
  const keys = () => server.calls.map(({ headers }) => headers['ocp-apim-subscription-key']);

  test('an ente with a key of its own is asked with it, the others with the common one', async () => {
    const pagopa = adapter({ enti });

    await pagopa.open(carrello([otherAvviso]));
    await pagopa.readEsito(tentativo([avviso()]));
    await pagopa.readEsito(tentativo([otherAvviso]));

    expect(keys()).toEqual(['chiave-di-altro', 'sandbox', 'chiave-di-altro']);
  });

  test('without any key none is sent', async () => {
    answers(404, '');

    await adapter({ key: undefined, enti: {} }).readEsito(tentativo());

    expect(keys()).toEqual([undefined]);
  });

  test('each ente has the segregation code of its settings', async () => {
    const { others: _, ...real } = { ...settings, enti };
    const segregazione = async (pagopa: PaymentsPort, ente: string) => (await pagopa.enteOf?.(ente))?.segregazione;

    expect(await segregazione(pagopaPayments(real), otherAvviso.dominioEC)).toBe('47');
    expect(await segregazione(pagopaPayments(real), '00000000000')).toBeUndefined();
    expect(await segregazione(pagopaPayments(real), '__proto__')).toBeUndefined();
    expect(await segregazione(adapter(), '12345678901')).toBe('01');
  });

  describe('that an administrator has written', () => {
    const iban = 'IT40S0542811101000000123456';
    const withStored = (stored: PagopaOptions['stored'], over: Partial<PagopaSettings> = {}) =>
      pagopaPayments({ ...settings, enti, ...over }, { now: provider.now, stored });
    const { dominioEC } = otherAvviso;
    const position = (payee = otherAvviso): DebtPosition => ({
      iupd: 'portale-1',
      taxonomy: '9/0101108TS/',
      avviso: payee,
      scadenza: '2026-12-31',
      pagatore: { nome: 'Mario', cognome: 'Rossi', codice_fiscale: 'RSSMRA80A01Z999Y' },
    });

    test('count before the settings, with their segregation code and IBAN, from the next call on', async () => {
      let written = false;
      const pagopa = withStored(async () =>
        written ? { key: 'dalla-gestione', segregazione: '12', iban } : undefined,
      );
      await pagopa.readEsito(tentativo([otherAvviso]));
      written = true;
      await pagopa.readEsito(tentativo([otherAvviso]));
      await pagopa.createDebtPosition?.(position());

      expect(keys()).toEqual(['chiave-di-altro', 'dalla-gestione', 'dalla-gestione']);
      expect(JSON.parse(server.calls[2]?.body ?? '').paymentOption[0].transfer[0].iban).toBe(iban);
      expect(await pagopa.enteOf?.(dominioEC)).toEqual({ segregazione: '12', iban, hasKey: true });
    });

    test('without a key that of the settings goes on: the ente’s own, else the common one', async () => {
      const pagopa = withStored(async () => ({ segregazione: '12', iban }));
      await pagopa.readEsito(tentativo([otherAvviso]));
      await pagopa.readEsito(tentativo([avviso()]));

      expect(keys()).toEqual(['chiave-di-altro', 'sandbox']);
      const alone = withStored(async () => ({ segregazione: '12', iban }), { enti: {}, key: undefined });
      expect(await alone.enteOf?.(dominioEC)).toEqual({ segregazione: '12', iban, hasKey: false });
    });

    test('with a key that cannot be read any more nothing is asked, and no other key takes its place', async () => {
      const pagopa = withStored(async () => ({ segregazione: '12', iban, isKeyLost: true as const }));
      const query = { dominioEC, from: '2026-11-20', to: '2026-11-20', page: 0 };
      const lost = { name: 'PaymentError', why: 'away', message: expect.stringContaining('va scritta di nuovo') };

      await expect(pagopa.open(carrello([otherAvviso]))).rejects.toMatchObject(lost);
      await expect(pagopa.readEsito(tentativo([otherAvviso]))).rejects.toMatchObject(lost);
      await expect(pagopa.listPaid?.(query)).rejects.toMatchObject(lost);
      await expect(pagopa.createDebtPosition?.(position())).rejects.toMatchObject(lost);
      expect(server.calls).toEqual([]);
      expect(await pagopa.enteOf?.(dominioEC)).toEqual({ segregazione: '12', iban, hasKey: false });
    });

    test('are read by the transaction that asks', async () => {
      const asked: unknown[] = [];
      const pagopa = withStored(async (_, db) => void asked.push(db));
      const db = {} as StoreDb;
      await pagopa.enteOf?.(dominioEC, db);
      expect(asked).toEqual([db]);
    });
  });
});

describe('a key is tried', () => {
  const dominioEC = '80000015554';
  const check = (key?: string) => adapter().checkAccess?.({ dominioEC, key });

  test('by the receipts of today of that ente, and with the one that counts where none is given', async () => {
    expect(await check('una-chiave-nuova')).toBe(true);
    expect(await check()).toBe(true);

    const { line, headers } = server.calls[0] ?? {};
    expect(line).toMatch(/\/payments\/80000015554\/receipts\?from=2026-11-20&to=2026-11-20&pageNum=0/);
    expect(headers?.['ocp-apim-subscription-key']).toBe('una-chiave-nuova');
    expect(server.calls[1]?.headers['ocp-apim-subscription-key']).toBe('sandbox');
  });

  test('one that pagoPA refuses is told from a pagoPA that cannot be asked', async () => {
    expect(await check('sbagliata-di-certo')).toBe(false);
    for (const status of [401, 403]) {
      answers(status, { title: 'x', status });
      expect(await check('una-chiave-nuova')).toBe(false);
    }
    for (const [status, body] of [
      [400, {}],
      [429, {}],
      [500, {}],
      [302, {}],
      [200, '<!doctype html>'],
    ] as const) {
      answers(status, body);
      await expect(check('una-chiave-nuova')).rejects.toMatchObject({ name: 'PaymentError', why: 'away' });
    }
  });

  test('one of an ente to which nothing was paid is taken', async () => {
    answers(404, { title: 'No receipts found', status: 404 });
    expect(await check('una-chiave-nuova')).toBe(true);
  });

  test.each(['reset', 'html', 'garbage', 'endless', 'elsewhere', 'nowhere', 'unavailable'] as const)(
    'and nothing is known of it while pagoPA has the fault «%s»',
    async (fault) => {
      server.fault = fault;
      server.elsewhere = `${server.url}/altrove`;
      await expect(check('una-chiave-nuova')).rejects.toMatchObject({ name: 'PaymentError', why: 'away' });
      expect(server.calls).toHaveLength(1);
    },
  );
});

describe('a provider in trouble', () => {
  test('is not called before the time it gives, when it is over its limit', async () => {
    const pagopa = adapter();
    answers(429, '', { 'retry-after': '3' });
    await expect(pagopa.open(carrello())).rejects.toMatchObject({ why: 'away' });
    server.answer = (request) => answerPagopa(request, provider);

    provider.pass(2_999);
    await expect(pagopa.open(carrello())).rejects.toMatchObject({ why: 'away' });
    expect(server.calls).toHaveLength(1);

    provider.pass(1);
    await expect(pagopa.open(carrello())).resolves.toBeDefined();
  });

  test.each([
    ['an hour', '3600'],
    ['a date in years', 'Fri, 31 Dec 2100 23:59:59 GMT'],
    ['nonsense', 'presto'],
  ])('that asks for a pause of %s gets one of a minute at most', async (_, after) => {
    const pagopa = adapter();
    answers(429, '', { 'retry-after': after });
    await expect(pagopa.open(carrello())).rejects.toMatchObject({ why: 'away' });
    server.answer = (request) => answerPagopa(request, provider);

    provider.pass(MINUTE);

    await expect(pagopa.open(carrello())).resolves.toBeDefined();
  });

  test('has a pause of ten seconds after five faults in a row, while receipts are still asked for', async () => {
    const pagopa = adapter();
    server.fault = 'unavailable';
    for (let n = 0; n < 7; n++) await expect(pagopa.open(carrello())).rejects.toMatchObject({ why: 'away' });
    expect(server.calls).toHaveLength(5);

    server.fault = undefined;
    expect(await pagopa.readEsito(tentativo())).toMatchObject({ stato: 'aperto' });
    provider.pass(10_000);
    await expect(pagopa.open(carrello())).resolves.toBeDefined();
  });
});

describe('receipts', () => {
  const xml = (fields: Record<string, string> = {}, root = 'paSendRTReq') => {
    const all: Record<string, string> = {
      receiptId: 'c110729d258c4ab1b765fe902aae41d6',
      noticeNumber: '301011100007347557',
      fiscalCode: '80000015554',
      outcome: 'OK',
      creditorReferenceId: '01011100007347557',
      paymentAmount: '45.50',
      description: 'Mensa &amp; doposcuola',
      companyName: 'Comune di Borgo',
      debtor: '<uniqueIdentifier/><fullName>Maria &lt;Rossi&gt;</fullName>',
      transferList: '<transfer><fiscalCodePA>99999999999</fiscalCodePA><companyName>X</companyName></transfer>',
      PSPCompanyName: 'Banca Popolare d&#8217;Esempio',
      paymentDateTime: '2026-07-15T10:30:00',
      ...fields,
    };
    const inside = Object.entries(all).map(([name, value]) => `<${name}>${value}</${name}>`);
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<ns2:${root} xmlns:ns2="http://pagopa-api.pagopa.gov.it/pa/paForNode.xsd">\n<idPA>80000015554</idPA>\n<receipt>${inside.join('\n  ')}</receipt>\n</ns2:${root}>\n`;
  };

  test.each(['paSendRTReq', 'PaSendRTV2Request'])(
    'as %s they are read to the cent and the second, in Roman time',
    async (root) => {
      answers(200, xml({}, root), { 'content-type': 'application/xml' });

      expect(await adapter().readEsito(tentativo())).toEqual({
        stato: 'pagato',
        ricevute: [
          {
            dominioEC: '80000015554',
            numero_avviso: '301011100007347557',
            rif: 'c110729d258c4ab1b765fe902aae41d6',
            importo_cent: 4550,
            pagato_il: Date.UTC(2026, 6, 15, 8, 30),
            intermediario: 'Banca Popolare d’Esempio',
            causale: 'Mensa & doposcuola',
          },
        ],
      });
      expect(server.calls[0]?.line).toBe(
        'GET /sandbox/pagopa/gpd/payments-receipts-service/v1/payments/80000015554/receipts/01011100007347557',
      );
    },
  );

  test.each([
    ['2026-01-15T10:30:00', Date.UTC(2026, 0, 15, 9, 30)],
    ['2026-01-15T10:30:00.123Z', Date.UTC(2026, 0, 15, 10, 30, 0, 123)],
    ['2026-01-15T10:30:00+02:00', Date.UTC(2026, 0, 15, 8, 30)],
  ])('paid at %s is that instant', async (paymentDateTime, instant) => {
    answers(200, xml({ paymentDateTime }));

    expect((await adapter().readEsito(tentativo())).ricevute[0]?.pagato_il).toBe(instant);
  });

  test.each([
    ['0.01', 1],
    ['1.10', 110],
    ['19.99', 1999],
    ['999999.99', 99_999_999],
  ])('%s euros are %i cents', async (paymentAmount, cents) => {
    answers(200, xml({ paymentAmount }));

    expect((await adapter().readEsito(tentativo())).ricevute[0]?.importo_cent).toBe(cents);
  });

  test('are no proof when the payment did not succeed', async () => {
    answers(200, xml({ outcome: 'KO' }));

    expect(await adapter().readEsito(tentativo())).toEqual({ stato: 'aperto', ricevute: [] });
  });

  test.each([
    ['of another notice', xml({ noticeNumber: '301011100007347558' })],
    ['of another ente', xml({ fiscalCode: '80012000826' })],
    ['without an id', xml({ receiptId: ' ' })],
    ['with an amount of one decimal', xml({ paymentAmount: '45.5' })],
    ['with a comma', xml({ paymentAmount: '45,50' })],
    ['with an amount beyond any number', xml({ paymentAmount: `${'9'.repeat(400)}.00` })],
    ['with two amounts', xml().replace('<outcome>', '<paymentAmount>0.01</paymentAmount><outcome>')],
    ['cut off', xml().slice(0, -30)],
    [
      'with entities of its own',
      `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml({ description: '&x;' })}`,
    ],
    ['with an unknown entity', xml({ description: '&eacute;' })],
    ['that is empty', ''],
    ['that is JSON', '{"receiptId":"x"}'],
    ['that says nothing', '<paSendRTReq/>'],
    ['nested without end', '<a>'.repeat(1000)],
  ])('are not read from an answer %s, and pagoPA is away', async (_, body) => {
    answers(200, body);

    await expect(adapter().readEsito(tentativo())).rejects.toMatchObject({ why: 'away' });
  });

  test.each([404, 422])('are still to come when pagoPA answers %i', async (status) => {
    answers(status, { title: 'x' });

    expect(await adapter().readEsito(tentativo())).toEqual({ stato: 'aperto', ricevute: [] });
  });

  test.each([400, 401, 403, 500])('are away when pagoPA answers %i', async (status) => {
    answers(status, { title: 'x' });

    await expect(adapter().readEsito(tentativo())).rejects.toMatchObject({ why: 'away' });
  });

  test('a cart paid in part gives the receipts there are, and is paid when all have come', async () => {
    const pagopa = adapter();
    const both = [avviso(), otherAvviso];
    const { redirect } = await pagopa.open(carrello(both));
    await chooseAtCheckout(redirect, 'paga_in_parte');

    expect(await pagopa.readEsito(tentativo(both))).toMatchObject({
      stato: 'in_attesa',
      ricevute: [{ numero_avviso: avviso().numero_avviso }],
    });
    provider.pass(MINUTE);
    expect(await pagopa.readEsito(tentativo(both))).toMatchObject({ stato: 'pagato', ricevute: [{}, {}] });
  });

  test('when one ente cannot be asked, the receipt of the other is returned', async () => {
    const pagopa = adapter();
    const both = [avviso(), otherAvviso];
    const { redirect } = await pagopa.open(carrello(both));
    await chooseAtCheckout(redirect, 'paga');
    server.answer = (request) =>
      request.url.includes(otherAvviso.dominioEC) ? new Response('', { status: 403 }) : answerPagopa(request, provider);

    expect(await pagopa.readEsito(tentativo(both))).toMatchObject({
      stato: 'in_attesa',
      ricevute: [{ numero_avviso: avviso().numero_avviso }],
    });
  });

  test('of a notice paid twice are both returned', async () => {
    const pagopa = adapter();
    const { redirect } = await pagopa.open(carrello());
    await chooseAtCheckout(redirect, 'paga_due_volte');

    const { stato, ricevute } = await pagopa.readEsito(tentativo());

    expect(stato).toBe('pagato');
    expect(new Set(ricevute.map(({ rif }) => rif)).size).toBe(2);
  });
});

describe('a debt position', () => {
  const posizione = (over: Partial<DebtPosition> = {}): DebtPosition => ({
    iupd: 'portale-0001',
    taxonomy: '9/0101109IM/',
    avviso: avviso(),
    scadenza: '2026-12-31',
    pagatore: { nome: 'Maria', cognome: 'Rossi', codice_fiscale: 'RSSMRA80A41H501W' },
    ...over,
  });
  const createPosition = (p = posizione()) => adapter().createDebtPosition?.(p);
  const read = async (iupd = 'portale-0001') => {
    const url = `${settings.gpdUrl}/organizations/80000015554/debtpositions/${iupd}`;
    return (await fetch(url, { headers: { 'Ocp-Apim-Subscription-Key': 'sandbox' } })).json();
  };

  test('is made and published at once, with one option and one transfer to the ente', async () => {
    await createPosition();

    expect(server.calls.map(({ line }) => line)).toEqual([
      'POST /sandbox/pagopa/gpd/debt-positions-service/v1/organizations/80000015554/debtpositions?toPublish=true',
    ]);
    expect(await read()).toMatchObject({
      iupd: 'portale-0001',
      type: 'F',
      status: 'VALID',
      fullName: 'Maria Rossi',
      paymentOption: [
        {
          nav: '301011100007347557',
          iuv: '01011100007347557',
          amount: 4550,
          dueDate: '2026-12-31T23:59:59Z',
          transfer: [{ amount: 4550, category: '9/0101109IM/', iban: 'IT60X0542811101000000123456' }],
        },
      ],
    });
  });

  const HASH = 'a/CWqtFtCEyA/ymBySahGSaqKMiak5mlX3BoX0jupy8=';
  const stamp = { importo_cent: 1600, hashDocument: HASH, provincia: 'RM', taxonomy: '9/0301150IM/' };
  const withStamp = (over = {}, importo_cent = 6150) =>
    posizione({ avviso: avviso({ importo_cent }), stamp: { ...stamp, ...over } });

  test('with a stamp has a second transfer for it, without an account, and the sum as its amount', async () => {
    await createPosition(withStamp());

    expect((await read()).paymentOption).toMatchObject([
      {
        amount: 6150,
        transfer: [
          { idTransfer: '1', amount: 4550, category: '9/0101109IM/', iban: 'IT60X0542811101000000123456' },
          {
            idTransfer: '2',
            amount: 1600,
            organizationFiscalCode: '80000015554',
            category: '9/0301150IM/',
            stamp: { hashDocument: HASH, stampType: '01', provincialResidence: 'RM' },
          },
        ],
      },
    ]);
    expect((await read()).paymentOption[0].transfer[1]).not.toHaveProperty('iban');
  });

  test.each([
    ['no document', withStamp({ hashDocument: '' })],
    ['a fingerprint that is too long', withStamp({ hashDocument: 'a'.repeat(73) })],
    ['a province in full', withStamp({ provincia: 'Roma' })],
    ['no taxonomy code', withStamp({ taxonomy: '' })],
    ['nothing left for the ente', withStamp({}, 1600)],
  ])('with a stamp and %s is refused, and nothing is sent', async (_, wrong) => {
    await expect(createPosition(wrong)).rejects.toMatchObject({ why: 'refused' });

    expect(server.calls).toEqual([]);
  });

  test('made twice is one', async () => {
    await createPosition();
    await createPosition();

    expect(await read()).toMatchObject({ status: 'VALID' });
  });

  test('is published the next time, when it was only made', async () => {
    await fetch(`${settings.gpdUrl}/organizations/80000015554/debtpositions`, {
      method: 'POST',
      headers: { 'Ocp-Apim-Subscription-Key': 'sandbox' },
      body: await bodyOfAPosition(),
    });
    expect(await read()).toMatchObject({ status: 'DRAFT' });

    await createPosition();

    expect(await read()).toMatchObject({ status: 'VALID' });
  });

  async function bodyOfAPosition(): Promise<string> {
    const real = server.answer;
    answers(201, { iupd: 'portale-0001' });
    await createPosition();
    server.answer = real;
    return server.calls.at(-1)?.body ?? '';
  }

  test.each([
    ['the same name with another amount', posizione({ avviso: avviso({ importo_cent: 1 }) })],
    ['the same number with another name', posizione({ iupd: 'portale-0002' })],
  ])('%s is refused', async (_, otherPosition) => {
    await createPosition();

    await expect(createPosition(otherPosition)).rejects.toMatchObject({ why: 'refused' });
  });

  test('is refused when it was paid already', async () => {
    await createPosition();
    await chooseAtCheckout((await adapter().open(carrello())).redirect, 'paga');

    await expect(createPosition()).rejects.toMatchObject({ why: 'refused' });
  });

  test('without a code of the taxonomy is refused, and nothing is sent', async () => {
    await expect(createPosition(posizione({ taxonomy: '' }))).rejects.toMatchObject({ why: 'refused' });

    expect(server.calls).toEqual([]);
  });

  test('is not made for an ente that is not in the settings', async () => {
    const { others: _, ...real } = settings;

    await expect(pagopaPayments(real).createDebtPosition?.(posizione())).rejects.toMatchObject({ why: 'away' });
    expect(server.calls).toEqual([]);
  });

  test.each([400, 401, 403, 404, 429, 500])('is away when pagoPA answers %i', async (status) => {
    answers(status, { title: 'x', status });

    await expect(createPosition()).rejects.toMatchObject({ why: 'away' });
  });

  test.each(['silent', 'html', 'garbage', 'elsewhere'] as const)(
    'is away with the fault «%s» of pagoPA',
    async (fault) => {
      server.fault = fault;
      const pagopa = pagopaPayments(settings, { now: provider.now, timeoutMs: 50 });

      await expect(pagopa.createDebtPosition?.(posizione())).rejects.toMatchObject({ why: 'away' });
    },
  );
});
