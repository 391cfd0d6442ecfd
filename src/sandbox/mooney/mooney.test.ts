import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ProviderServer, startProviderServer } from '../../../tests/doubles/provider-server.ts';
import { HOUR, NOW, onBoth } from '../../../tests/rig.ts';
import { mooneyPayments } from '../../adapters/payments/mooney.server.ts';
import { avviso, carrello } from '../../adapters/payments/payments.contract-test.ts';
import type { NotificaFornitore, Payments } from '../../platform/payments.ts';
import { mooneySandbox } from './mooney.server.ts';
import type { Mooney } from './mooney.ts';
import { consegna } from './postino.server.ts';
import { sandboxMooney } from './settings.ts';

const SEGRETO = 'segreto-condiviso-con-il-fornitore-di-prova';

onBoth('the sandbox’s Mooney', (rig) => {
  let server: ProviderServer;
  let portale: ProviderServer;
  let mooney: Mooney;
  let payments: Payments;
  let notifiche: (NotificaFornitore | null | undefined)[];
  let attese: number[];
  beforeEach(async () => {
    [server, portale] = await Promise.all([startProviderServer(), startProviderServer()]);
    notifiche = [];
    attese = [];
    const settings = { ...sandboxMooney(server.url, SEGRETO), origini: [server.url, portale.url] };
    mooney = {
      ...{ db: rig.house.db, now: rig.house.now, settings, fetch },
      attendi: async (ms) => void attese.push(ms),
      sveglia: () => undefined,
      report: (error) => {
        throw error;
      },
    };
    payments = mooneyPayments(settings, { now: rig.house.now });
    server.answer = (request) => mooneySandbox(request, mooney);
    portale.answer = async (request) => {
      const firma = request.headers.get('x-mooney-signature') ?? '';
      notifiche.push(payments.leggiNotifica?.(await request.text(), firma, rig.house.now()));
      return new Response('{}');
    };
  });
  afterEach(async () => {
    await Promise.all([server.close(), portale.close()]);
  });

  const chiesto = (riferimento = 'rif-1') => {
    const { ritorni, ...resto } = carrello([avviso()], riferimento);
    const qui = (url: string) => url.replace(new URL(url).origin, portale.url);
    const { ok, annullato, errore, attesa } = ritorni;
    const tutti = { ok: qui(ok), annullato: qui(annullato), errore: qui(errore), attesa: qui(attesa) };
    return { ...resto, ritorni: tutti, notifica: `${portale.url}/notifiche` };
  };
  const scegli = async (redirect: string, scelta: string) => {
    const risposta = await fetch(redirect, {
      method: 'POST',
      body: new URLSearchParams({ scelta }),
      redirect: 'manual',
    });
    return risposta.headers.get('location') ?? String(risposta.status);
  };
  const chiedi = (rif: string | null) => payments.esito({ riferimento: 'rif-1', rif, avvisi: [avviso()] });
  const stati = () => notifiche.map((n) => n?.stato);

  test.each([
    ['paga', 'ok', 'pagato'],
    ['tabaccheria', 'attesa', 'in_attesa'],
    ['annulla', 'annullato', 'annullato'],
    ['fallisci', 'errore', 'fallito'],
    ['scade', 'errore', 'scaduto'],
  ] as const)(
    '«%s» leads back to «%s», and the portal knows before the browser is there',
    async (scelta, dove, stato) => {
      const { redirect, rif } = await payments.apri(chiesto());

      expect(await scegli(redirect, scelta)).toBe(chiesto().ritorni[dove]);

      expect(notifiche).toMatchObject([{ stato, riferimento: 'rif-1' }]);
      expect((await chiedi(rif)).stato).toBe(stato);
    },
  );

  test('what is to be paid at a shop is paid there later, by who the receipt names', async () => {
    const { redirect, rif } = await payments.apri(chiesto());
    await scegli(redirect, 'tabaccheria');
    expect(await (await fetch(redirect)).text()).toContain('Paga ora in tabaccheria');

    expect(await scegli(redirect, 'paga_ora')).toBe(new URL(redirect).pathname);

    expect(stati()).toEqual(['in_attesa', 'pagato']);
    expect((await chiedi(rif)).ricevute).toMatchObject([{ intermediario: 'Tabaccheria di prova' }]);
  });

  test('«paga due volte» tells the first payment twice, then a second one', async () => {
    const { redirect } = await payments.apri(chiesto());

    await scegli(redirect, 'due_volte');

    const [una, copia, altra] = notifiche;
    expect(notifiche).toHaveLength(3);
    expect(copia).toEqual(una);
    expect(altra?.evento).not.toBe(una?.evento);
    expect([una?.ricevute.length, altra?.ricevute.length]).toEqual([1, 2]);
    expect(new Set(altra?.ricevute.map((r) => r.rif)).size).toBe(2);
  });

  test('late: Mooney itself knows nothing for half a minute', async () => {
    const { redirect, rif } = await payments.apri(chiesto());
    await scegli(redirect, 'ritardo');
    expect([notifiche, (await chiedi(rif)).stato]).toEqual([[], 'in_attesa']);

    rig.clock.pass(30_000);
    await consegna(mooney);

    expect([stati(), (await chiedi(rif)).stato]).toEqual([['pagato'], 'pagato']);
  });

  test('out of order: the payment, again, then that it is awaited, then the payment', async () => {
    const { redirect } = await payments.apri(chiesto());
    await scegli(redirect, 'disordine');
    rig.clock.pass(4_000);
    await consegna(mooney);

    expect(stati()).toEqual(['pagato', 'pagato', 'in_attesa', 'pagato']);
    expect(new Set(notifiche.map((n) => n?.evento)).size).toBe(2);
  });

  test('slowly: answers come later than the portal waits, for a minute', async () => {
    const { redirect, rif } = await payments.apri(chiesto());
    await scegli(redirect, 'lentamente');
    await chiedi(rif);
    expect([attese.length, notifiche]).toEqual([1, []]);
    expect(attese[0]).toBeGreaterThan(10_000);

    rig.clock.pass(60_000);
    await consegna(mooney);
    await chiedi(rif);

    expect([attese.length, stati()]).toEqual([1, ['pagato']]);
  });

  test('a notification goes out again, with growing waits and a fresh signature, until the portal says 200', async () => {
    portale.fault = 'unavailable';
    const { redirect } = await payments.apri(chiesto());
    await scegli(redirect, 'paga');
    await consegna(mooney);
    expect(portale.calls).toHaveLength(1);

    portale.fault = 'reset';
    rig.clock.pass(1_000);
    await consegna(mooney);
    portale.fault = undefined;
    rig.clock.pass(1_000);
    await consegna(mooney);
    expect(notifiche).toEqual([]);
    rig.clock.pass(HOUR);
    await consegna(mooney);
    await consegna(mooney);

    expect(stati()).toEqual(['pagato']);
    expect(portale.calls).toHaveLength(3);
  });

  test('two rounds at once send a notification once', async () => {
    portale.fault = 'unavailable';
    const { redirect } = await payments.apri(chiesto());
    await scegli(redirect, 'paga');
    portale.fault = undefined;
    rig.clock.pass(1_000);

    await Promise.all([consegna(mooney), consegna(mooney), consegna(mooney)]);

    expect(notifiche).toHaveLength(1);
  });

  test('of two clicks, or two tabs, one counts; the other sees the order as it stands', async () => {
    const { redirect, rif } = await payments.apri(chiesto());

    const dove = await Promise.all([scegli(redirect, 'paga'), scegli(redirect, 'annulla'), scegli(redirect, 'paga')]);

    expect(dove.filter((d) => d === new URL(redirect).pathname)).toHaveLength(2);
    expect(notifiche).toHaveLength(1);
    expect((await chiedi(rif)).stato).toBe(notifiche[0]?.stato);
  });

  test('the same reference gives the same order; with another amount it is refused', async () => {
    const { rif } = await payments.apri(chiesto());

    expect((await payments.apri(chiesto())).rif).toBe(rif);
    const altro = { ...chiesto(), avvisi: [avviso({ importo_cent: 100 })] };
    await expect(payments.apri(altro)).rejects.toMatchObject({ why: 'refused' });
  });

  test('an order that is given up is paid by nobody; one that is paid is not given up', async () => {
    const uno = await payments.apri(chiesto());
    expect(await payments.annulla?.({ riferimento: 'rif-1', rif: uno.rif })).toBe(true);
    expect(await payments.annulla?.({ riferimento: 'rif-1', rif: uno.rif })).toBe(true);
    expect(await scegli(uno.redirect, 'paga')).toBe(new URL(uno.redirect).pathname);

    const due = await payments.apri(chiesto('rif-2'));
    await scegli(due.redirect, 'paga');
    expect(await payments.annulla?.({ riferimento: 'rif-2', rif: due.rif })).toBe(false);
  });

  test('after a day an order that nobody paid has expired', async () => {
    const { redirect, rif, scade } = await payments.apri(chiesto());
    expect(scade).toBe(NOW + 24 * HOUR);
    rig.clock.set(scade);

    expect((await chiedi(rif)).stato).toBe('scaduto');
    expect(await scegli(redirect, 'paga')).toBe(new URL(redirect).pathname);
    await consegna(mooney);
    expect(stati()).toEqual(['scaduto']);
  });

  test('who does not know the secret opens, reads and cancels nothing', async () => {
    const { rif } = await payments.apri(chiesto());
    const altri = mooneyPayments({ ...mooney.settings, secret: 'indovinato-indovinato-indovinato' });

    await expect(altri.apri(chiesto('rif-2'))).rejects.toMatchObject({ why: 'away' });
    await expect(altri.esito({ riferimento: 'rif-1', rif, avvisi: [] })).rejects.toMatchObject({ why: 'away' });
    await expect(altri.annulla?.({ riferimento: 'rif-1', rif })).rejects.toMatchObject({ why: 'away' });
    expect((await fetch(`${mooney.settings.url}/orders/${rif}`)).status).toBe(401);
  });

  test('an order that would lead, or tell, elsewhere than the portal is refused', async () => {
    const via = { ...chiesto(), notifica: 'https://evil.example/' };
    await expect(payments.apri(via)).rejects.toMatchObject({ why: 'refused' });
    const ritorno = { ...chiesto(), ritorni: { ...chiesto().ritorni, ok: 'https://evil.example/' } };
    await expect(payments.apri(ritorno)).rejects.toMatchObject({ why: 'refused' });
  });

  test('the page shows what is paid as text, runs no script, and every choice has its own words', async () => {
    const causale = '<script>alert(1)</script> & "Mensa"';
    const { redirect } = await payments.apri({ ...chiesto(), avvisi: [avviso({ causale })] });

    const risposta = await fetch(redirect);
    const html = await risposta.text();

    expect(html).not.toContain('<script');
    expect(html).toContain('Ambiente di prova');
    expect(risposta.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const bottone of ['Paga subito', 'Paga in tabaccheria', 'Annulla', 'Fallisci', 'Fai scadere'])
      expect(html).toContain(`>${bottone}</button>`);
    expect(html).not.toContain('Paga ora in tabaccheria');
  });

  test('the list leads to the orders; what is none, is not found', async () => {
    const { redirect } = await payments.apri(chiesto());

    expect(await (await fetch(mooney.settings.url)).text()).toContain(new URL(redirect).pathname);
    for (const path of ['/paga/ord-altro', '/paga', '/altro', '/paga/__proto__'])
      expect((await fetch(mooney.settings.url + path)).status).toBe(404);
    expect(await scegli(redirect, 'constructor')).toBe(new URL(redirect).pathname);
  });
});
