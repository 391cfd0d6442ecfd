import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ProviderFault,
  type ProviderServer,
  startProviderServer,
} from '../../../tests/doubles/provider-server.ts';
import type { AvvisoToPay, Carrello, PaymentsPort } from '../../platform/payments.ts';

type PayerChoice = 'paga' | 'annulla' | 'fallisci' | 'paga_piu_tardi';

/** One adapter and its provider, which answers at `server.url`. */
type PaymentsBench = {
  payments: PaymentsPort;
  /** Pays as the citizen, at the page that the redirect leads to. @returns the address their browser is sent back to */
  choose(redirect: string, choice: PayerChoice): Promise<string>;
  /** Pays an order that was to be paid later */
  passTime(): Promise<void>;
};

/** @param timeoutMs how long the adapter waits for an answer */
type StartBench = (server: ProviderServer, timeoutMs: number) => PaymentsBench;

export const PORTAL_URL = 'https://portale.example';

export const avviso = (over: Partial<AvvisoToPay> = {}): AvvisoToPay => ({
  ente: 'borgo',
  dominioEC: '80000015554',
  enteName: 'Comune di Borgo',
  numero_avviso: '301011100007347557',
  iuv: '01011100007347557',
  causale: 'Mensa scolastica, novembre',
  importo_cent: 4550,
  ...over,
});

export const carrello = (avvisi: readonly AvvisoToPay[] = [avviso()], riferimento = 'rif-1'): Carrello => ({
  riferimento,
  avvisi,
  email: 'maria.rossi@esempio.it',
  returnUrls: {
    ok: `${PORTAL_URL}/servizio/paga-online/pago-pa/esito?r=${riferimento}&e=ok`,
    annullato: `${PORTAL_URL}/servizio/paga-online/pago-pa/esito?r=${riferimento}&e=annullato`,
    errore: `${PORTAL_URL}/servizio/paga-online/pago-pa/esito?r=${riferimento}&e=errore`,
    attesa: `${PORTAL_URL}/servizio/paga-online/pago-pa/esito?r=${riferimento}&e=attesa`,
  },
  notifyUrl: `${PORTAL_URL}/api/v1/portale/pagamenti/notifiche/mooney`,
});

/** The promises of every payment adapter, over a real connection. */
export function paymentsContract(name: string, start: StartBench): void {
  describe(`${name}: the promises of every payment adapter`, () => {
    let server: ProviderServer;
    let stranger: ProviderServer;
    let bench: PaymentsBench;
    beforeEach(async () => {
      server = await startProviderServer();
      stranger = await startProviderServer();
      server.elsewhere = `${stranger.url}/c/1`;
      bench = start(server, 5000);
    });
    afterEach(async () => {
      await server.close();
      await stranger.close();
    });

    const openCarrello = async () => {
      const opened = await bench.payments.open(carrello());
      return {
        ...opened,
        esito: () => bench.payments.readEsito({ riferimento: 'rif-1', rif: opened.rif, avvisi: [avviso()] }),
      };
    };

    test('a cart opens at a page of an allowed origin, and expires', async () => {
      const opened = await bench.payments.open(carrello());

      expect(bench.payments.origins).toContain(new URL(opened.redirect).origin);
      expect(opened.scade).toBeGreaterThan(0);
    });

    test('an unpaid cart has no receipt', async () => {
      const { esito } = await openCarrello();

      expect(await esito()).toEqual({ stato: 'aperto', ricevute: [] });
    });

    test('a payment is reported finally: our notice, our cents, one receipt that keeps its id', async () => {
      const { redirect, esito } = await openCarrello();

      const returnedTo = await bench.choose(redirect, 'paga');
      const [first, second] = [await esito(), await esito()];

      expect(returnedTo).toBe(carrello().returnUrls.ok);
      expect(first).toMatchObject({
        stato: 'pagato',
        ricevute: [{ dominioEC: '80000015554', numero_avviso: '301011100007347557', importo_cent: 4550 }],
      });
      expect(first.ricevute[0]?.rif).toMatch(/./);
      expect(first.ricevute[0]?.pagato_il).toBeGreaterThan(0);
      expect(second).toEqual(first);
    });

    test.each([
      ['annulla', 'annullato'],
      ['fallisci', 'errore'],
    ] as const)('a citizen who chooses «%s» comes back, and nothing was paid', async (choice, returnKey) => {
      const { redirect, esito } = await openCarrello();

      expect(await bench.choose(redirect, choice)).toBe(carrello().returnUrls[returnKey]);

      const { stato, ricevute } = await esito();
      expect(stato).not.toBe('pagato');
      expect(ricevute).toEqual([]);
    });

    test('a payment to be made later is not paid before', async () => {
      const { redirect, esito } = await openCarrello();
      await bench.choose(redirect, 'paga_piu_tardi');

      const before = await esito();
      await bench.passTime();
      const after = await esito();

      expect(before.stato).not.toBe('pagato');
      expect(before.ricevute).toEqual([]);
      expect(after).toMatchObject({ stato: 'pagato', ricevute: [{ importo_cent: 4550 }] });
    });

    const faults: ProviderFault[] = ['reset', 'html', 'garbage', 'endless', 'elsewhere', 'nowhere', 'unavailable'];
    test.each(faults)(
      'a provider with the fault «%s» is away, when a cart is opened and later, and no other provider is called',
      async (fault) => {
        const { esito } = await openCarrello();

        server.fault = fault;

        await expect(bench.payments.open(carrello())).rejects.toMatchObject({ name: 'PaymentError', why: 'away' });
        await expect(esito()).rejects.toMatchObject({ name: 'PaymentError', why: 'away' });
        expect(stranger.calls).toEqual([]);
      },
    );

    test('a provider that does not answer in time is away', async () => {
      const { rif } = await openCarrello();
      const { payments } = start(server, 50);

      server.fault = 'silent';

      await expect(payments.open(carrello())).rejects.toMatchObject({ why: 'away' });
      await expect(payments.readEsito({ riferimento: 'rif-1', rif, avvisi: [avviso()] })).rejects.toMatchObject({
        why: 'away',
      });
    });

    test('a provider that refuses connections is away', async () => {
      const { esito } = await openCarrello();

      await server.close();

      await expect(bench.payments.open(carrello())).rejects.toMatchObject({ why: 'away' });
      await expect(esito()).rejects.toMatchObject({ why: 'away' });
      server = await startProviderServer();
    });

    test('a provider that is back is used again', async () => {
      const { redirect, esito } = await openCarrello();
      server.fault = 'unavailable';
      await expect(esito()).rejects.toMatchObject({ why: 'away' });

      server.fault = undefined;
      await bench.choose(redirect, 'paga');

      expect(await esito()).toMatchObject({ stato: 'pagato' });
    });
  });
}
