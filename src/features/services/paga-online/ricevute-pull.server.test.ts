import { expect, test } from 'vitest';
import { writeAvviso, writePagamento } from '../../../../tests/pagamenti.ts';
import { ANNA, writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import { callerOf, createAccount, DAY, ENTI, MINUTE, onOneInTurn, RIG_NOW, type Rig } from '../../../../tests/rig.ts';
import { type FornitoreRicevuta, PaymentError } from '../../../platform/payments.ts';
import { pullRicevute, rereadRicevute } from './ricevute-pull.server.ts';

const numero = (n: number) => `30100000000000${String(n).padStart(4, '0')}`;

const paid = (n: number, over: Partial<FornitoreRicevuta> = {}): FornitoreRicevuta => ({
  dominioEC: ENTI.borgo.codice_fiscale,
  numero_avviso: numero(n),
  rif: `iur-${n}`,
  importo_cent: 50_00,
  pagato_il: RIG_NOW - MINUTE,
  intermediario: 'Banca di prova',
  causale: 'Come la scrive l’ente',
  ...over,
});

const running = new AbortController().signal;
/** As a host does after some minutes. */
const pull = (rig: Rig, stopping = running) => pullRicevute(rig.house, stopping);
const pullLater = (rig: Rig, minutes = 5) => {
  rig.clock.pass(minutes * MINUTE);
  return pull(rig);
};
const listRicevute = ({ house }: Rig) =>
  house.db
    .selectFrom('ricevute')
    .select(['rif', 'ente', 'numero_avviso', 'pagamento', 'causale', 'importo_cent', 'doppia'])
    .orderBy('rif')
    .execute();
const statoOf = async ({ house }: Rig, table: 'avvisi' | 'documenti', n: number) =>
  (await house.db.selectFrom(table).select('stato').where('numero_avviso', '=', numero(n)).executeTakeFirstOrThrow())
    .stato;
/** Pages asked of one ente. */
const pagesOf = ({ payments }: Rig, ente: { codice_fiscale: string } = ENTI.borgo) =>
  payments.pagopa.listed.filter(({ dominioEC }) => dominioEC === ente.codice_fiscale);

onOneInTurn('receipts of all notices', (rig) => {
  test('a notice that was paid at a bank is paid here after the next reading, and its citizen finds the receipt', async () => {
    const anna = await createAccount(rig, ANNA);
    const posizione = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    await writeDocumento(rig, posizione, { numero_avviso: numero(1), importo_cent: 50_00 });
    await pull(rig);
    expect(await statoOf(rig, 'documenti', 1)).toBe('da_pagare');
    rig.payments.pagopa.paid.push(paid(1));
    await pullLater(rig);
    expect(await statoOf(rig, 'documenti', 1)).toBe('pagato');
    const { body } = await callerOf(rig, { user: anna }).call('mieiPagamenti', {});
    expect(body.data).toMatchObject([
      {
        stato: 'pagato',
        numero_avviso: numero(1),
        importo_cent: 50_00,
        fornitore: 'pagopa',
        ricevuta: expect.any(String),
      },
    ]);
  });

  test('a receipt counts once, however often it is in the list, and is not asked for again', async () => {
    await writeAvviso(rig, { numero_avviso: numero(1) });
    const asked: string[] = [];
    rig.payments.pagopa.onRead = (iuv) => asked.push(iuv);
    rig.payments.pagopa.paid.push(paid(1));
    await pull(rig);
    await pullLater(rig);
    expect(asked).toEqual([numero(1).slice(1)]);
    expect(await listRicevute(rig)).toMatchObject([
      { rif: 'iur-1', pagamento: null, doppia: 0, causale: 'Mensa scolastica' },
    ]);
    expect(await rig.house.db.selectFrom('posta_in_uscita').select('tipo').execute()).toEqual([]);
  });

  test('a receipt of a notice that the portal does not know is kept, with the words of its ente', async () => {
    rig.payments.pagopa.paid.push(paid(7));
    await pull(rig);
    expect(await listRicevute(rig)).toEqual([
      {
        rif: 'iur-7',
        ente: 'borgo',
        numero_avviso: numero(7),
        pagamento: null,
        causale: 'Come la scrive l’ente',
        importo_cent: 50_00,
        doppia: 0,
      },
    ]);
    expect(rig.reports).toEqual([]);
  });

  test('a cart that was opened for the notice gets its receipt, as if it had asked', async () => {
    const avviso = await writeAvviso(rig, { numero_avviso: numero(1) });
    const { id } = await writePagamento(rig, [avviso], { stato: 'aperto', email: 'anna@esempio.it' });
    rig.payments.pagopa.paid.push(paid(1, { payerEmail: 'anna@esempio.it' }));
    await pull(rig);
    expect(await listRicevute(rig)).toMatchObject([{ rif: 'iur-1', pagamento: id }]);
    const { stato } = await rig.house.db.selectFrom('pagamenti').select('stato').executeTakeFirstOrThrow();
    expect(stato).toBe('pagato');
  });

  test('a cart of a notice that was paid before it was opened stays unpaid, and the receipt belongs to nobody', async () => {
    const avviso = await writeAvviso(rig, { numero_avviso: numero(1) });
    await writePagamento(rig, [avviso], { stato: 'aperto', creato: RIG_NOW, email: 'anna@esempio.it' });
    rig.payments.pagopa.paid.push(paid(1, { pagato_il: RIG_NOW - DAY, payerEmail: 'anna@esempio.it' }));
    await pull(rig);
    expect(await listRicevute(rig)).toMatchObject([{ rif: 'iur-1', pagamento: null }]);
    const { stato } = await rig.house.db.selectFrom('pagamenti').select('stato').executeTakeFirstOrThrow();
    expect(stato).toBe('non_completato');
    expect(await statoOf(rig, 'avvisi', 1)).toBe('pagato');
  });

  test.each([
    ['more than', 52_00, 'pagato'],
    ['less than', 48_00, 'da_pagare'],
  ])('a receipt of %s the notice asks for is kept and reported', async (_words, importo_cent, stato) => {
    await writeAvviso(rig, { numero_avviso: numero(1) });
    rig.payments.pagopa.paid.push(paid(1, { importo_cent }));
    await pull(rig);
    await pullLater(rig);
    expect(await listRicevute(rig)).toMatchObject([{ rif: 'iur-1', importo_cent }]);
    expect(await statoOf(rig, 'avvisi', 1)).toBe(stato);
    expect(rig.reports.map(String)).toEqual(['Error: Ricevuta pagopa di un importo diverso da quello dell’avviso']);
  });

  test('a notice that was paid here and then at a bank is told as paid twice, to its payer and to the office', async () => {
    const avviso = await writeAvviso(rig, { numero_avviso: numero(1) });
    await writePagamento(rig, [avviso], { fornitore: 'mooney' });
    rig.payments.pagopa.paid.push(paid(1));
    await pull(rig);
    expect(await listRicevute(rig)).toMatchObject([
      { rif: expect.stringContaining('RIF'), doppia: 0 },
      { rif: 'iur-1', doppia: 1 },
    ]);
    const mails = await rig.house.db.selectFrom('posta_in_uscita').select('tipo').orderBy('tipo').execute();
    expect(mails.map(({ tipo }) => tipo)).toEqual(['pagamento.doppio', 'pagamento.doppio_ufficio']);
  });

  test('a notice that was paid twice at banks is told to the citizen who owes it, once, by the address that they confirmed', async () => {
    const anna = await createAccount(rig, ANNA);
    await rig.house.db
      .updateTable('utenti')
      .set({ email_comunicazione: 'anna.zelinda@esempio.it' })
      .where('id', '=', anna.id)
      .execute();
    const posizione = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    await writeDocumento(rig, posizione, { numero_avviso: numero(1), importo_cent: 50_00 });
    rig.payments.pagopa.paid.push(paid(1), paid(1, { rif: 'iur-2' }));
    await pull(rig);
    await rig.deliver();
    expect(rig.mails.map(({ to }) => to).toSorted()).toEqual(['anna.zelinda@esempio.it', 'protocollo@borgo.example']);
    const mail = rig.mails.find(({ to }) => to === 'anna.zelinda@esempio.it');
    expect(mail?.subject).toBe('Comune di Borgo: un avviso risulta pagato due volte');
    expect(mail?.text).toContain('/area-riservata?scheda=pagamenti');
    expect(mail?.text).not.toContain('iur-');
  });

  test('each ente is read every five minutes two days back, and once a day thirty', async () => {
    await pull(rig);
    await pullLater(rig, 4);
    expect(pagesOf(rig)).toMatchObject([{ from: '2026-10-21', to: '2026-11-21', page: 0 }]);
    await pullLater(rig, 1);
    expect(pagesOf(rig)).toHaveLength(2);
    expect(pagesOf(rig)[1]).toMatchObject({ from: '2026-11-18', to: '2026-11-21' });
    await pullLater(rig, 24 * 60);
    expect(pagesOf(rig)[2]).toMatchObject({ from: '2026-10-22', to: '2026-11-22' });
  });

  test('a day that an operator of the portal asks for is where the next reading begins', async () => {
    await pull(rig);
    const reread = (ente: string, day: string) => rereadRicevute(rig.house.db, { ente, day, now: RIG_NOW });
    await expect(reread('borgo', '2026-11-21')).rejects.toThrow('non è nel futuro');
    await expect(reread('borgo', 'ieri')).rejects.toThrow('AAAA-MM-GG');
    await expect(reread('nessuno', '2026-01-01')).rejects.toThrow('non c’è un ente «nessuno»');
    await reread('borgo', '2026-01-01');
    rig.payments.pagopa.paid.push(paid(1, { pagato_il: Date.UTC(2026, 0, 5, 12) }));
    await pull(rig);
    expect(pagesOf(rig).at(-1)).toMatchObject({ from: '2026-01-01', to: '2026-11-21' });
    expect(await listRicevute(rig)).toMatchObject([{ rif: 'iur-1' }]);
  });

  test('all pages are read, and a provider that is over its limit is asked again a minute later at the same page', async () => {
    rig.payments.pagopa.perPage = 2;
    rig.payments.pagopa.paid.push(...[1, 2, 3, 4, 5].map((n) => paid(n)));
    rig.payments.pagopa.onRead = (iuv) => {
      if (iuv === numero(3).slice(1)) rig.payments.pagopa.fault = 'away';
    };
    await pull(rig);
    expect(pagesOf(rig).map(({ page }) => page)).toEqual([0, 1]);
    rig.payments.pagopa.fault = null;
    rig.payments.pagopa.onRead = () => undefined;
    await pullLater(rig, 1);
    expect(pagesOf(rig).map(({ page }) => page)).toEqual([0, 1, 1, 2]);
    expect((await listRicevute(rig)).map(({ rif }) => rif)).toEqual(['iur-1', 'iur-2', 'iur-3', 'iur-4', 'iur-5']);
    expect(rig.reports).toEqual([]);
  });

  test('a receipt that cannot be read is reported and asked for again, and keeps none of the others back', async () => {
    rig.payments.pagopa.paid.push(paid(1), paid(2));
    rig.payments.pagopa.onRead = (iuv) => {
      if (iuv === numero(1).slice(1)) throw new PaymentError('away', 'ricevuta: risposta incomprensibile');
    };
    await pull(rig);
    expect((await listRicevute(rig)).map(({ rif }) => rif)).toEqual(['iur-2']);
    expect(rig.reports).toHaveLength(1);
    rig.payments.pagopa.onRead = () => undefined;
    await pullLater(rig);
    expect((await listRicevute(rig)).map(({ rif }) => rif)).toEqual(['iur-1', 'iur-2']);
  });

  test('an ente whose reading fails keeps none of the others back', async () => {
    rig.payments.pagopa.paid.push(paid(1), paid(2, { dominioEC: ENTI.valle.codice_fiscale }));
    rig.payments.pagopa.onRead = (iuv) => {
      if (iuv === numero(1).slice(1)) throw new TypeError('x is not a function');
    };
    await expect(pull(rig)).rejects.toThrow('x is not a function');
    expect((await listRicevute(rig)).map(({ rif, ente }) => [rif, ente])).toEqual([['iur-2', 'valle']]);
  });

  test('two hosts do not read the same ente, and one goes on where another has fallen', async () => {
    rig.payments.pagopa.perPage = 1;
    rig.payments.pagopa.paid.push(paid(1), paid(2));
    let other: Promise<void> | undefined;
    rig.payments.pagopa.onRead = () => {
      other ??= pull(rig);
      // The host falls: nothing of it is left but what the store has.
      if (pagesOf(rig).length === 2) throw new TypeError('killed');
    };
    await expect(pull(rig)).rejects.toThrow('killed');
    await other;
    expect(pagesOf(rig).map(({ page }) => page)).toEqual([0, 1]);
    rig.payments.pagopa.onRead = () => undefined;
    await pullLater(rig, 1);
    expect(pagesOf(rig)).toHaveLength(2);
    await pullLater(rig, 1);
    expect(pagesOf(rig).map(({ page }) => page)).toEqual([0, 1, 1]);
    expect((await listRicevute(rig)).map(({ rif }) => rif)).toEqual(['iur-1', 'iur-2']);
  });

  test('a host that stops ends after the receipt that it is reading, and the next one begins there at once', async () => {
    rig.payments.pagopa.paid.push(paid(1), paid(2));
    const stopping = new AbortController();
    rig.payments.pagopa.onRead = () => stopping.abort();
    await pull(rig, stopping.signal);
    expect((await listRicevute(rig)).map(({ rif }) => rif)).toEqual(['iur-1']);
    rig.payments.pagopa.onRead = () => undefined;
    await pull(rig);
    expect((await listRicevute(rig)).map(({ rif }) => rif)).toEqual(['iur-1', 'iur-2']);
  });

  test('after hosts that fall at any receipt of any page the books are those of the provider, to the cent', async () => {
    const all = Array.from({ length: 40 }, (_, n) => paid(n + 1, { importo_cent: (n + 1) ** 4 }));
    for (let n = 1; n <= 20; n++)
      await writeAvviso(rig, { numero_avviso: numero(n), iuv: numero(n).slice(1), importo_cent: n ** 4 });
    const { pagopa } = rig.payments;
    pagopa.perPage = 7;
    let fallen = 0;
    for (let round = 0; round < 40; round++) {
      // More is paid while hosts fall, and the list is in another order each time.
      pagopa.paid.splice(0, Infinity, ...all.slice(0, round + 1).sort(() => (round % 2) - 0.5));
      const end = 1 + (round % 3);
      let read = 0;
      pagopa.onRead = () => {
        if (++read === end) throw new TypeError('killed');
      };
      await pull(rig).catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
        fallen++;
      });
      rig.clock.pass(3 * MINUTE);
    }
    pagopa.onRead = () => undefined;
    await pullLater(rig);
    await pullLater(rig);
    expect(fallen).toBeGreaterThan(10);
    const books = await listRicevute(rig);
    const byNumero = (a: { numero_avviso: string }, b: { numero_avviso: string }) =>
      a.numero_avviso < b.numero_avviso ? -1 : 1;
    const wanted = all.map(({ numero_avviso, importo_cent }) => ({ numero_avviso, importo_cent, doppia: 0 }));
    expect(books.toSorted(byNumero)).toMatchObject(wanted.toSorted(byNumero));
    expect(await rig.house.db.selectFrom('avvisi').select('stato').distinct().execute()).toEqual([{ stato: 'pagato' }]);
    expect(rig.reports).toEqual([]);
  });

  test('without a provider that has such a list nothing is read', async () => {
    await pullRicevute({ ...rig.house, payments: { mooney: rig.payments.mooney } }, running);
    expect(await rig.house.db.selectFrom('letture_ricevute').selectAll().execute()).toEqual([]);
  });
});
