import { beforeEach, describe, expect, test } from 'vitest';
import { type BancoDiProva, banco } from '../../../tests/doubles/pagopa.ts';
import { onBoth } from '../../../tests/rig.ts';
import { memoriaDi } from './memoria.server.ts';
import { rispondiPagopa } from './pagopa.server.ts';
import { SCELTE } from './scelte.ts';
import { sandboxPagopa } from './settings.ts';

const MINUTE = 60_000;
const QUI = 'http://127.0.0.1:4321';
const { checkoutUrl, gpdUrl, receiptsUrl } = sandboxPagopa(QUI);
const KEY = { 'Ocp-Apim-Subscription-Key': 'sandbox' };
const RITORNO = 'https://portale.example/esito?r=1&e=';

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
    returnOkUrl: `${RITORNO}ok`,
    returnCancelUrl: `${RITORNO}annullato`,
    returnErrorUrl: `${RITORNO}errore`,
    returnWaitingUrl: `${RITORNO}attesa`,
  },
  ...over,
});

let di: BancoDiProva;
const ask = (url: string, init?: RequestInit) => rispondiPagopa(new Request(url, init), di);
const send = (url: string, body: unknown) => ask(url, { method: 'POST', headers: KEY, body: JSON.stringify(body) });
const apri = (body: unknown = cart()) => send(`${checkoutUrl}/carts`, body);
const pagina = async (body?: unknown) => (await apri(body)).headers.get('location') ?? '';
const scegli = (url: string, scelta: string) => ask(url, { method: 'POST', body: new URLSearchParams({ scelta }) });
const ricevuta = (iuv = '01011100007347557') =>
  ask(`${receiptsUrl}/payments/80000015554/receipts/${iuv}`, { headers: KEY });
const ids = async () => [...(await (await ricevuta()).text()).matchAll(/<receiptId>(\w+)</g)].map(([, id]) => id);

function promises(nuova: () => BancoDiProva): void {
  beforeEach(() => {
    di = nuova();
  });

  test('a cart leads to a page of the portal that shows who is paid, what for and how much, and is said to be a test', async () => {
    const aperto = await apri();
    expect(aperto.status).toBe(302);

    const html = await (await ask(aperto.headers.get('location') ?? '')).text();

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
  ])('«%s» leads back by «%s», with %i receipts at once', async (scelta, dove, quante) => {
    const risposta = await scegli(await pagina(), scelta);

    expect([risposta.status, risposta.headers.get('location')]).toEqual([303, RITORNO + dove]);
    expect(new Set(await ids()).size).toBe(quante);
  });

  test('paid later, the receipt is there after a minute', async () => {
    await scegli(await pagina(), 'paga_piu_tardi');
    di.passa(MINUTE - 1);
    expect((await ricevuta()).status).toBe(404);

    di.passa(1);

    expect((await ricevuta()).headers.get('content-type')).toBe('application/xml');
  });

  test('answering slowly, for a minute the answer takes longer than the portal waits', async () => {
    await scegli(await pagina(), 'rispondi_lentamente');
    await ricevuta();
    di.passa(MINUTE);
    await ricevuta();

    expect(di.attese).toEqual([10_000]);
  });

  test('a double click pays once, and both times leads to the same place', async () => {
    const url = await pagina();
    const [una, due] = await Promise.all([scegli(url, 'paga'), scegli(url, 'paga')]);
    const prima = await ids();
    const tre = await scegli(url, 'paga_due_volte');

    for (const risposta of [una, due, tre]) expect(risposta.headers.get('location')).toBe(`${RITORNO}ok`);
    expect(prima).toHaveLength(1);
    expect(await ids()).toEqual(prima);
  });

  test('after the choice the page, by the back button, offers nothing but the way back', async () => {
    const url = await pagina();
    await scegli(url, 'annulla');

    const html = await (await ask(url)).text();

    expect(html).toContain('già concluso');
    expect(html).toContain('e=annullato');
    expect(html).not.toContain('<form');
  });

  test('a notice paid in one window fails in the other, and opens no cart any more', async () => {
    const [una, altra] = [await pagina(), await pagina()];
    await scegli(una, 'paga');

    expect((await scegli(altra, 'paga')).headers.get('location')).toBe(`${RITORNO}errore`);
    expect(await ids()).toHaveLength(1);
    expect((await apri()).status).toBe(422);
  });

  test('a cart is forgotten after ten minutes: neither page nor choice', async () => {
    const url = await pagina();
    di.passa(10 * MINUTE);

    expect((await ask(url)).status).toBe(404);
    expect((await scegli(url, 'paga')).status).toBe(404);
    expect((await ricevuta()).status).toBe(404);
  });

  test('a choice that is none shows the page again', async () => {
    expect((await scegli(await pagina(), '__proto__')).status).toBe(422);
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
  ])('a cart with %s opens nothing', async (_, body, status) => {
    expect((await apri(body)).status).toBe(status);
  });

  test('receipts and positions are for who has a key', async () => {
    expect((await ask(`${receiptsUrl}/payments/80000015554/receipts/01011100007347557`)).status).toBe(401);
    expect((await ask(`${gpdUrl}/organizations/80000015554/debtpositions/x`)).status).toBe(401);
  });

  test.each(['/c/inventato', '/checkout/ec/v2/altro', '/gpd', '/..%2f'])('%s is not there', async (path) => {
    expect((await ask(`${QUI}/sandbox/pagopa${path}`, { headers: KEY })).status).toBe(404);
  });

  test('what the tester breaks breaks there and nowhere else, until it is mended', async () => {
    const guasti = `${QUI}/sandbox/pagopa`;
    const rompi = (guasto: string, dove: string) =>
      ask(guasti, { method: 'POST', body: new URLSearchParams({ guasto, dove }) });

    await rompi('fermo', 'carrelli');
    expect([(await apri()).status, (await ricevuta()).status]).toEqual([503, 404]);
    await rompi('limite', 'tutto');
    expect([(await apri()).headers.get('retry-after'), (await ricevuta()).status]).toEqual(['5', 429]);
    await rompi('spazzatura', 'ricevute');
    expect([(await apri()).status, await (await ricevuta()).text()]).toEqual([
      302,
      expect.stringContaining('<!doctype'),
    ]);
    await rompi('altrove', 'carrelli');
    expect((await apri()).headers.get('location')).toMatch(/^https:\/\/altrove\.example\//);
    await rompi('lento', 'ricevute');
    await ricevuta();
    expect(di.attese).toEqual([10_000]);
    expect((await rompi('__proto__', 'tutto')).status).toBe(422);
    expect(await (await ask(guasti)).text()).toMatch(/value="lento" checked/);
    await rompi('nessuno', 'tutto');
    expect([(await apri()).status, (await ricevuta()).status]).toEqual([302, 404]);
  });
}

describe('the test pagoPA', () => {
  promises(() => banco(QUI));

  test('every choice has its words', () => {
    for (const { nome, che } of Object.values(SCELTE)) expect(`${nome} ${che}`).toMatch(/^[A-Z].*\.$/);
  });
});

onBoth('the test pagoPA, in the portal’s own store', (rig) => {
  promises(() => banco(QUI, memoriaDi(rig.house.db, 'pagopa')));
});
