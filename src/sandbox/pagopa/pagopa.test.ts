import { beforeEach, describe, expect, test } from 'vitest';
import { type PagopaDouble, pagopaDouble } from '../../../tests/doubles/pagopa.ts';
import { onOneInTurn } from '../../../tests/rig.ts';
import { CARRELLO_CHOICES } from './carrello-choices.ts';
import { makeMemory } from './memory.server.ts';
import { answerPagopa } from './pagopa.server.ts';
import { sandboxPagopa } from './settings.ts';

const MINUTE = 60_000;
const PORTAL_URL = 'http://127.0.0.1:4321';
const { checkoutUrl, gpdUrl, receiptsUrl } = sandboxPagopa(PORTAL_URL);
const KEY = { 'Ocp-Apim-Subscription-Key': 'sandbox' };
const RETURN_URL = 'https://portale.example/esito?r=1&e=';

const notice = (over = {}) => ({
  noticeNumber: '301011100007347557',
  fiscalCode: '80000015554',
  amount: 123_456,
  companyName: 'Comune di Sant’Àgata <b>',
  description: 'Mensa & "doposcuola"',
  ...over,
});
const cart = (over = {}) => ({
  emailNotice: 'maria@esempio.it',
  paymentNotices: [notice()],
  returnUrls: {
    returnOkUrl: `${RETURN_URL}ok`,
    returnCancelUrl: `${RETURN_URL}annullato`,
    returnErrorUrl: `${RETURN_URL}errore`,
    returnWaitingUrl: `${RETURN_URL}attesa`,
  },
  ...over,
});

let provider: PagopaDouble;
const ask = (url: string, init?: RequestInit) => answerPagopa(new Request(url, init), provider);
const send = (url: string, body: unknown) => ask(url, { method: 'POST', headers: KEY, body: JSON.stringify(body) });
const openCart = (body: unknown = cart()) => send(`${checkoutUrl}/carts`, body);
const openPage = async (body?: unknown) => (await openCart(body)).headers.get('location') ?? '';
const choose = (url: string, choice: string) =>
  ask(url, { method: 'POST', body: new URLSearchParams({ scelta: choice }) });
const ricevuta = (iuv = '01011100007347557') =>
  ask(`${receiptsUrl}/payments/80000015554/receipts/${iuv}`, { headers: KEY });
const ids = async () => [...(await (await ricevuta()).text()).matchAll(/<receiptId>(\w+)</g)].map(([, id]) => id);

function promises(makeProvider: () => PagopaDouble): void {
  beforeEach(() => {
    provider = makeProvider();
  });

  test('a cart leads to a page of the portal that shows the payee, the subject and the amount, and says that it is a test', async () => {
    const opened = await openCart();
    expect(opened.status).toBe(302);

    const html = await (await ask(opened.headers.get('location') ?? '')).text();

    expect(html).toContain('Ambiente di prova');
    expect(html).toContain('1.234,56\u00a0€');
    expect(html).toContain('3010 1110 0007 3475 57');
    expect(html).toContain('Sant’Àgata &lt;b&gt;');
    expect(html).not.toMatch(/<script|style="|onclick/);
    expect(html).not.toContain('paga_in_parte');
  });

  test.each([
    ['paga', 'ok', 1],
    ['annulla', 'annullato', 0],
    ['fallisci', 'errore', 0],
    ['tempo_scaduto', 'attesa', 0],
    ['paga_piu_tardi', 'attesa', 0],
    ['paga_due_volte', 'ok', 2],
    ['rispondi_lentamente', 'ok', 1],
  ])('«%s» leads back by «%s», with %i receipts at once', async (choice, where, count) => {
    const response = await choose(await openPage(), choice);

    expect([response.status, response.headers.get('location')]).toEqual([303, RETURN_URL + where]);
    expect(new Set(await ids()).size).toBe(count);
  });

  test('a receipt of a later payment is there after a minute', async () => {
    await choose(await openPage(), 'paga_piu_tardi');
    provider.pass(MINUTE - 1);
    expect((await ricevuta()).status).toBe(404);

    provider.pass(1);

    expect((await ricevuta()).headers.get('content-type')).toBe('application/xml');
  });

  test('slow answers take longer than the portal waits, for a minute', async () => {
    await choose(await openPage(), 'rispondi_lentamente');
    await ricevuta();
    provider.pass(MINUTE);
    await ricevuta();

    expect(provider.waits).toEqual([10_000]);
  });

  test('a double click pays once, and both times leads to the same place', async () => {
    const url = await openPage();
    const [first, second] = await Promise.all([choose(url, 'paga'), choose(url, 'paga')]);
    const before = await ids();
    const third = await choose(url, 'paga_due_volte');

    for (const response of [first, second, third]) expect(response.headers.get('location')).toBe(`${RETURN_URL}ok`);
    expect(before).toHaveLength(1);
    expect(await ids()).toEqual(before);
  });

  test('after the choice the page, reached by the back button, offers only the way back', async () => {
    const url = await openPage();
    await choose(url, 'annulla');

    const html = await (await ask(url)).text();

    expect(html).toContain('già concluso');
    expect(html).toContain('e=annullato');
    expect(html).not.toContain('<form');
  });

  test('a notice paid in one window fails in the other, and opens no more carts', async () => {
    const [first, other] = [await openPage(), await openPage()];
    await choose(first, 'paga');

    expect((await choose(other, 'paga')).headers.get('location')).toBe(`${RETURN_URL}errore`);
    expect(await ids()).toHaveLength(1);
    expect((await openCart()).status).toBe(422);
  });

  test('a cart is deleted after ten minutes: neither page nor choice is left', async () => {
    const url = await openPage();
    provider.pass(10 * MINUTE);

    expect((await ask(url)).status).toBe(404);
    expect((await choose(url, 'paga')).status).toBe(404);
    expect((await ricevuta()).status).toBe(404);
  });

  test('an invalid choice shows the page again', async () => {
    expect((await choose(await openPage(), '__proto__')).status).toBe(422);
  });

  test.each([
    ['nothing', null, 400],
    ['no notices', cart({ paymentNotices: [] }), 400],
    ['an amount in euros', cart({ paymentNotices: [notice({ amount: 12.5 })] }), 400],
    ['no waiting address', cart({ returnUrls: { ...cart().returnUrls, returnWaitingUrl: undefined } }), 400],
    [
      'an address of another site',
      cart({ returnUrls: { ...cart().returnUrls, returnOkUrl: 'https://evil.test' } }),
      400,
    ],
    ['six notices', cart({ paymentNotices: Array.from({ length: 6 }, () => notice()) }), 422],
    ['the same notice twice', cart({ paymentNotices: [notice(), notice()] }), 422],
  ])('a cart with %s is refused', async (_, body, status) => {
    expect((await openCart(body)).status).toBe(status);
  });

  const STAMP = {
    hashDocument: 'a/CWqtFtCEyA/ymBySahGSaqKMiak5mlX3BoX0jupy8=',
    stampType: '01',
    provincialResidence: 'RM',
  };
  const IBAN = 'IT60X0542811101000000123456';
  const transfer = (idTransfer: string, over: object) => ({
    idTransfer,
    amount: 1600,
    remittanceInformation: 'Permesso',
    category: '9/0301109AP/',
    ...over,
  });
  test.each([
    ['the fee and a stamp', 3200, [transfer('1', { iban: IBAN }), transfer('2', { stamp: STAMP })], 201],
    ['a stamp alone', 1600, [transfer('1', { stamp: STAMP })], 201],
    ['an account and a stamp in one transfer', 1600, [transfer('1', { iban: IBAN, stamp: STAMP })], 400],
    ['neither account nor stamp', 1600, [transfer('1', {})], 400],
    ['a sum that is not that of its transfers', 1601, [transfer('1', { iban: IBAN })], 400],
    ['one transfer twice', 3200, [transfer('1', { iban: IBAN }), transfer('1', { stamp: STAMP })], 400],
    ['a stamp of 14.62', 1462, [transfer('1', { amount: 1462, stamp: STAMP })], 400],
    ['a stamp of another type', 1600, [transfer('1', { stamp: { ...STAMP, stampType: '02' } })], 400],
    ['a stamp for no document', 1600, [transfer('1', { stamp: { ...STAMP, hashDocument: 'x' } })], 400],
    ['a stamp without a province', 1600, [transfer('1', { stamp: { ...STAMP, provincialResidence: 'rm' } })], 400],
  ])('a debt position of %s gets its answer', async (_, amount, transfers, status) => {
    const position = {
      iupd: 'prova-1',
      type: 'F',
      fiscalCode: 'RSSMRA80A41H501W',
      fullName: 'Maria Rossi',
      companyName: 'Comune di Borgo',
      switchToExpired: false,
      paymentOption: [
        {
          iuv: '01011100007347557',
          amount,
          description: 'Permesso',
          isPartialPayment: false,
          dueDate: '2026-12-31T23:59:59Z',
          transfer: transfers,
        },
      ],
    };
    expect((await send(`${gpdUrl}/organizations/80000015554/debtpositions`, position)).status).toBe(status);
  });

  test('receipts and positions need a key', async () => {
    expect((await ask(`${receiptsUrl}/payments/80000015554/receipts/01011100007347557`)).status).toBe(401);
    expect((await ask(`${gpdUrl}/organizations/80000015554/debtpositions/x`)).status).toBe(401);
  });

  test.each(['/c/inventato', '/checkout/ec/v2/altro', '/gpd', '/..%2f'])('%s is not found', async (path) => {
    expect((await ask(`${PORTAL_URL}/sandbox/pagopa${path}`, { headers: KEY })).status).toBe(404);
  });

  test('a fault that the tester switches on concerns one service only, until it is switched off', async () => {
    const faultsUrl = `${PORTAL_URL}/sandbox/pagopa`;
    const breakAt = (fault: string, place: string) =>
      ask(faultsUrl, { method: 'POST', body: new URLSearchParams({ guasto: fault, dove: place }) });

    await breakAt('fermo', 'carrelli');
    expect([(await openCart()).status, (await ricevuta()).status]).toEqual([503, 404]);
    await breakAt('limite', 'tutto');
    expect([(await openCart()).headers.get('retry-after'), (await ricevuta()).status]).toEqual(['5', 429]);
    await breakAt('spazzatura', 'ricevute');
    expect([(await openCart()).status, await (await ricevuta()).text()]).toEqual([
      302,
      expect.stringContaining('<!doctype'),
    ]);
    await breakAt('altrove', 'carrelli');
    expect((await openCart()).headers.get('location')).toMatch(/^https:\/\/altrove\.example\//);
    await breakAt('lento', 'ricevute');
    await ricevuta();
    expect(provider.waits).toEqual([10_000]);
    expect((await breakAt('__proto__', 'tutto')).status).toBe(422);
    expect(await (await ask(faultsUrl)).text()).toMatch(/value="lento" checked/);
    await breakAt('nessuno', 'tutto');
    expect([(await openCart()).status, (await ricevuta()).status]).toEqual([302, 404]);
  });
}

describe('the test pagoPA', () => {
  promises(() => pagopaDouble(PORTAL_URL));

  test('every choice has its words', () => {
    for (const { name, explanation } of Object.values(CARRELLO_CHOICES))
      expect(`${name} ${explanation}`).toMatch(/^[A-Z].*\.$/);
  });
});

onOneInTurn('the test pagoPA, in the portal’s own store', (rig) => {
  promises(() => pagopaDouble(PORTAL_URL, makeMemory(rig.house.db, 'pagopa')));
});
