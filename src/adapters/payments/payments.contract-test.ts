import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Fault, type ProviderServer, startProviderServer } from '../../../tests/doubles/provider-server.ts';
import type { AvvisoDaPagare, Carrello, Payments } from '../../platform/payments.ts';

export type Scelta = 'paga' | 'annulla' | 'fallisci' | 'paga_piu_tardi';

/** One adapter and its provider, which answers at `server.url`. */
export type Banco = {
  payments: Payments;
  /** The citizen, at the page that the redirect leads to. @returns where their browser is sent back to */
  scegli(redirect: string, scelta: Scelta): Promise<string>;
  /** What was to be paid later is paid */
  passaTempo(): Promise<void>;
};

/** @param timeoutMs how long the adapter waits for an answer */
type Start = (server: ProviderServer, timeoutMs: number) => Banco;

export const PORTALE = 'https://portale.example';

export const avviso = (over: Partial<AvvisoDaPagare> = {}): AvvisoDaPagare => ({
  ente: 'borgo',
  dominioEC: '80000015554',
  nomeEnte: 'Comune di Borgo',
  numero_avviso: '301011100007347557',
  iuv: '01011100007347557',
  causale: 'Mensa scolastica, novembre',
  importo_cent: 4550,
  ...over,
});

export const carrello = (avvisi: readonly AvvisoDaPagare[] = [avviso()], riferimento = 'rif-1'): Carrello => ({
  riferimento,
  avvisi,
  email: 'maria.rossi@esempio.it',
  ritorni: {
    ok: `${PORTALE}/servizio/paga-online/pago-pa/esito?r=${riferimento}&e=ok`,
    annullato: `${PORTALE}/servizio/paga-online/pago-pa/esito?r=${riferimento}&e=annullato`,
    errore: `${PORTALE}/servizio/paga-online/pago-pa/esito?r=${riferimento}&e=errore`,
    attesa: `${PORTALE}/servizio/paga-online/pago-pa/esito?r=${riferimento}&e=attesa`,
  },
  notifica: `${PORTALE}/api/v1/portale/pagamenti/notifiche/mooney`,
});

/** What every provider promises the portal. Every adapter runs it, over a real line. */
export function paymentsContract(nome: string, start: Start): void {
  describe(`${nome}: the promises of every payment adapter`, () => {
    let server: ProviderServer;
    let stranger: ProviderServer;
    let banco: Banco;
    beforeEach(async () => {
      server = await startProviderServer();
      stranger = await startProviderServer();
      server.elsewhere = `${stranger.url}/c/1`;
      banco = start(server, 5000);
    });
    afterEach(async () => {
      await server.close();
      await stranger.close();
    });

    const apri = async () => {
      const aperto = await banco.payments.apri(carrello());
      return {
        ...aperto,
        esito: () => banco.payments.esito({ riferimento: 'rif-1', rif: aperto.rif, avvisi: [avviso()] }),
      };
    };

    test('a cart opens: its page is at an origin that was agreed on, and it ends some day', async () => {
      const aperto = await banco.payments.apri(carrello());

      expect(banco.payments.origini).toContain(new URL(aperto.redirect).origin);
      expect(aperto.scade).toBeGreaterThan(0);
    });

    test('a cart that nobody paid has no receipt', async () => {
      const { esito } = await apri();

      expect(await esito()).toEqual({ stato: 'aperto', ricevute: [] });
    });

    test('what was paid is told once and for all: our notice, our cents, one receipt that keeps its id', async () => {
      const { redirect, esito } = await apri();

      const ritorno = await banco.scegli(redirect, 'paga');
      const [prima, dopo] = [await esito(), await esito()];

      expect(ritorno).toBe(carrello().ritorni.ok);
      expect(prima).toMatchObject({
        stato: 'pagato',
        ricevute: [{ dominioEC: '80000015554', numero_avviso: '301011100007347557', importo_cent: 4550 }],
      });
      expect(prima.ricevute[0]?.rif).toMatch(/./);
      expect(prima.ricevute[0]?.pagato_il).toBeGreaterThan(0);
      expect(dopo).toEqual(prima);
    });

    test.each([
      ['annulla', 'annullato'],
      ['fallisci', 'errore'],
    ] as const)('who chooses «%s» comes back, and nothing was paid', async (scelta, ritorno) => {
      const { redirect, esito } = await apri();

      expect(await banco.scegli(redirect, scelta)).toBe(carrello().ritorni[ritorno]);

      const { stato, ricevute } = await esito();
      expect(stato).not.toBe('pagato');
      expect(ricevute).toEqual([]);
    });

    test('what is paid later is not paid before', async () => {
      const { redirect, esito } = await apri();
      await banco.scegli(redirect, 'paga_piu_tardi');

      const prima = await esito();
      await banco.passaTempo();
      const dopo = await esito();

      expect(prima.stato).not.toBe('pagato');
      expect(prima.ricevute).toEqual([]);
      expect(dopo).toMatchObject({ stato: 'pagato', ricevute: [{ importo_cent: 4550 }] });
    });

    const faults: Fault[] = ['reset', 'html', 'garbage', 'endless', 'elsewhere', 'nowhere', 'unavailable'];
    test.each(faults)(
      'a provider with the fault «%s» is away, at the opening and later, and nobody else is asked',
      async (fault) => {
        const { esito } = await apri();

        server.fault = fault;

        await expect(banco.payments.apri(carrello())).rejects.toMatchObject({ name: 'PaymentError', why: 'away' });
        await expect(esito()).rejects.toMatchObject({ name: 'PaymentError', why: 'away' });
        expect(stranger.calls).toEqual([]);
      },
    );

    test('a provider that does not answer in time is away', async () => {
      const { rif } = await apri();
      const { payments } = start(server, 50);

      server.fault = 'silent';

      await expect(payments.apri(carrello())).rejects.toMatchObject({ why: 'away' });
      await expect(payments.esito({ riferimento: 'rif-1', rif, avvisi: [avviso()] })).rejects.toMatchObject({
        why: 'away',
      });
    });

    test('a provider that refuses connections is away', async () => {
      const { esito } = await apri();

      await server.close();

      await expect(banco.payments.apri(carrello())).rejects.toMatchObject({ why: 'away' });
      await expect(esito()).rejects.toMatchObject({ why: 'away' });
      server = await startProviderServer();
    });

    test('a provider that is back is used again', async () => {
      const { redirect, esito } = await apri();
      server.fault = 'unavailable';
      await expect(esito()).rejects.toMatchObject({ why: 'away' });

      server.fault = undefined;
      await banco.scegli(redirect, 'paga');

      expect(await esito()).toMatchObject({ stato: 'pagato' });
    });
  });
}
