import { expect, test } from 'vitest';
import { scriviAvviso } from '../../../../tests/pagamenti.ts';
import { scriviDocumento, scriviPosizione } from '../../../../tests/posizioni.ts';
import {
  type Answer,
  type Caller,
  caller,
  cittadino,
  conto,
  count,
  DAY,
  ENTI,
  HOUR,
  onBoth,
  type Rig,
} from '../../../../tests/rig.ts';
import type { Ctx } from '../../../context.ts';
import { PaymentError, ProviderDown } from '../../../platform/payments.ts';
import { apriCarrello, prepara, pronta, scriviApertura } from './apertura.server.ts';
import { lasciatiAperti } from './lettura.server.ts';
import { PAROLE, RIFIUTI } from './rifiuti.ts';

const BORGO = ENTI.borgo.codice_fiscale;
const VALLE = ENTI.valle.codice_fiscale;
const numero = (n: number) => `3010000000000001${String(n).padStart(2, '0')}`;
const iuv = (n: number) => numero(n).slice(1);
const email = { emailDebitore: 'anna@esempio.it' };
const richiesta = { IUV: iuv(1), dominioEC: BORGO, ...email };

const avviso = (rig: Rig, n = 1, over = {}) => scriviAvviso(rig, { numero_avviso: numero(n), iuv: iuv(n), ...over });
const rifiutata = ({ status, body }: Answer) => [status, body.error?.codice, body.error?.messaggio];
const inCorso = [
  409,
  'PAGAMENTO_IN_CORSO',
  expect.stringContaining('in attesa con Mooney, aperto il 20 novembre 2026'),
];

onBoth('opening a pagoPA cart', (rig) => {
  test('writes the attempt down and says where to go', async () => {
    await avviso(rig);
    const anna = caller(rig);

    const { status, body } = await anna.call('pagaConPagopa', richiesta);

    const { riferimento, redirect } = body.data;
    expect([status, body.success, redirect]).toEqual([200, true, 'https://pagopa.example/c/pagopa-1']);
    expect(await rig.house.db.selectFrom('pagamenti').selectAll().execute()).toMatchObject([
      { id: riferimento, fornitore: 'pagopa', stato: 'aperto', importo_cent: 5000, proprietario: anna.visitor },
    ]);
    const [carrello] = rig.payments.pagopa.carrelli;
    expect(carrello?.ritorni.ok).toBe(
      `${rig.house.settings.publicUrl}/servizio/paga-online/pago-pa/esito?r=${riferimento}&e=ok&p=${rig.house.signer.sign('ritorno', riferimento)}`,
    );
  });

  test.each([
    ['of a municipality', 'borgo.example', 'borgo.example'],
    ['that is nobody’s', 'evil.example', 'portale'],
  ])('from the host %s brings the browser back where its cookies are, and nowhere else', async (_whose, host, back) => {
    await avviso(rig);
    await caller(rig, { host }).call('pagaConPagopa', richiesta);
    const { ok, annullato } = rig.payments.pagopa.carrelli[0]?.ritorni ?? {};
    const { hostname } = new URL(rig.house.settings.publicUrl);
    for (const address of [ok, annullato])
      expect(new URL(address ?? '').hostname).toBe(back === 'portale' ? hostname : back);
  });

  test('the amount is the portal’s own, whatever a browser sends', async () => {
    await avviso(rig);
    const cambiati = [0, -1, 1e-9, 1e12, '1,00', 'NaN', 0.1 + 0.2];
    for (const importo of cambiati)
      await caller(rig).call('pagaConPagopa', { ...richiesta, importo_cent: importo, importo, amount: importo });
    expect(rig.payments.pagopa.carrelli.map((c) => c.avvisi[0]?.importo_cent)).toEqual(cambiati.map(() => 5000));
  });

  test('five notices of two bodies go into one cart, each with its body', async () => {
    for (const n of [1, 2, 3, 4]) await avviso(rig, n);
    await avviso(rig, 5, { ente: 'valle', importo_cent: 1 });
    const altri = [2, 3, 4].map((n) => ({ IUV: iuv(n), dominioEC: BORGO }));

    const { status } = await caller(rig).call('pagaConPagopa', {
      ...richiesta,
      altri: [...altri, { IUV: iuv(5), dominioEC: VALLE }],
    });

    expect(status).toBe(200);
    const avvisi = rig.payments.pagopa.carrelli[0]?.avvisi.map((a) => [a.numero_avviso, a.dominioEC, a.importo_cent]);
    expect(avvisi).toEqual([...[1, 2, 3, 4].map((n) => [numero(n), BORGO, 5000]), [numero(5), VALLE, 1]]);
    expect(await rig.house.db.selectFrom('pagamenti').select('importo_cent').execute()).toEqual([
      { importo_cent: 20_001 },
    ]);
  });

  test('six notices are refused, the same notice twice as well, and nothing is opened', async () => {
    await avviso(rig);
    const stesso = { IUV: iuv(1), dominioEC: BORGO };
    const sei = await caller(rig).call('pagaConPagopa', { ...richiesta, altri: Array(5).fill(stesso) });
    const due = await caller(rig).call('pagaConPagopa', { ...richiesta, altri: [stesso] });
    expect([sei.status, Object.keys(sei.body.errors)]).toEqual([422, ['altri']]);
    expect(rifiutata(due)).toEqual([422, 'AVVISO_RIPETUTO', RIFIUTI.AVVISO_RIPETUTO.message]);
    expect(due.body.errors).toEqual({ 'altri.0.IUV': [RIFIUTI.AVVISO_RIPETUTO.message] });
    expect([rig.payments.pagopa.carrelli.length, await count(rig, 'pagamenti')]).toEqual([0, 0]);
  });

  test('one’s own IUV with another body’s tax code pays nothing', async () => {
    await avviso(rig);
    await avviso(rig, 2, { ente: 'valle' });
    const risposta = await caller(rig).call('pagaConPagopa', { ...richiesta, dominioEC: VALLE });
    expect(rifiutata(risposta)).toEqual([404, 'PAGAMENTO_SCONOSCIUTO', RIFIUTI.PAGAMENTO_SCONOSCIUTO.message]);
    expect(rig.payments.pagopa.carrelli).toEqual([]);
  });

  test('of several notices, the words name the one that cannot be paid', async () => {
    await avviso(rig);
    await avviso(rig, 2, { stato: 'pagato' });
    const { body } = await caller(rig).call('pagaConPagopa', {
      ...richiesta,
      altri: [{ IUV: iuv(2), dominioEC: BORGO }],
    });
    expect(body.error.messaggio).toBe(`Avviso 3010 0000 0000 0001 02: ${RIFIUTI.PAGAMENTO_DUPLICATO.message}`);
  });

  test.each([
    ['away', [503, 'SERVIZIO_NON_DISPONIBILE', RIFIUTI.SERVIZIO_NON_DISPONIBILE.message]],
    ['refused', [409, 'PAGAMENTO_IN_CORSO', PAROLE.altrove]],
    ['unknown', [404, 'PAGAMENTO_SCONOSCIUTO', PAROLE.nonRegistrato]],
  ] as const)('a provider that is %s: told in words, nothing is written', async (guasto, parole) => {
    await avviso(rig);
    rig.payments.pagopa.guasto = guasto;
    expect(rifiutata(await caller(rig).call('pagaConPagopa', richiesta))).toEqual(parole);
    expect([await count(rig, 'pagamenti'), await count(rig, 'posta_in_uscita'), rig.reports]).toEqual([0, 0, []]);
  });

  test('fifty sends at once with one key open one payment', async () => {
    await avviso(rig);
    const anna = caller(rig, { user: cittadino('anna') });
    const inviate = Array.from({ length: 50 }, () => anna.call('pagaConPagopa', richiesta, { key: 'chiave-unica' }));
    const risposte = await Promise.all(inviate);
    expect(new Set(risposte.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(risposte[0]?.body.success).toBe(true);
    expect(await count(rig, 'pagamenti')).toBe(1);
  });

  test('the same key with another notice is refused', async () => {
    await avviso(rig);
    await avviso(rig, 2);
    const anna = caller(rig);
    await anna.call('pagaConPagopa', richiesta, { key: 'chiave-unica' });
    const altra = await anna.call('pagaConPagopa', { ...richiesta, IUV: iuv(2) }, { key: 'chiave-unica' });
    expect([altra.status, await count(rig, 'pagamenti')]).toEqual([422, 1]);
  });

  test('a double click without a key asks the provider once', async () => {
    await avviso(rig);
    const { house } = rig;
    const chi = { visitor: 'anna', user: null, address: '203.0.113.7' };
    const ctx = { ...chi, house, db: house.db, now: house.now() } as unknown as Ctx;
    const cosa = { fornitore: 'pagopa', cercati: [richiesta], email: richiesta.emailDebitore } as const;
    const clic = () => prepara(ctx, cosa, () => apriCarrello(ctx, cosa, async () => undefined));
    const pronte = (await Promise.all([clic(), clic()])).map(pronta);
    const aperte = [];
    for (const una of pronte)
      aperte.push(await house.db.transaction().execute((db) => scriviApertura({ ...ctx, db }, una)));

    expect(aperte[0]).toEqual(aperte[1]);
    expect([rig.payments.pagopa.carrelli.length, await count(rig, 'pagamenti')]).toEqual([1, 1]);
  });

  test('twenty at once, three times, on two hosts, are thirty carts at the provider', async () => {
    await avviso(rig);
    const anna = caller(rig, { user: await conto(rig) });
    const altrove = anna.at(await rig.otherHost());
    const risposte: Answer[] = [];
    for (let volta = 0; volta < 3; volta++) {
      const venti = Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? anna : altrove).call('pagaConPagopa', { ...richiesta, emailDebitore: `anna${n}@esempio.it` }),
      );
      risposte.push(...(await Promise.all(venti)));
    }
    expect(risposte.filter(({ status }) => status === 200)).toHaveLength(30);
    expect([rig.payments.pagopa.carrelli.length, await count(rig, 'pagamenti')]).toEqual([30, 30]);
  });

  test('who has just paid and pays again is told so', async () => {
    await avviso(rig);
    const anna = caller(rig);
    const { body } = await anna.call('pagaConPagopa', richiesta);
    rig.payments.pagopa.di(body.data.riferimento, 'pagato');
    rig.clock.pass(6000);
    const ancora = await anna.call('pagaConPagopa', richiesta);
    expect(rifiutata(ancora)).toEqual([409, 'PAGAMENTO_DUPLICATO', RIFIUTI.PAGAMENTO_DUPLICATO.message]);
    expect(rig.payments.pagopa.carrelli).toHaveLength(1);
  });

  test('who has reached the limit does not make us ask the provider', async () => {
    await avviso(rig);
    const anna = caller(rig, { user: cittadino('anna') });
    for (let i = 0; i < 30; i++) await anna.call('pagaConPagopa', richiesta);
    const prima = rig.payments.pagopa.carrelli.length;
    const { status, body } = await anna.call('pagaConPagopa', richiesta);
    expect([status, body.error.codice, prima, rig.payments.pagopa.carrelli.length]).toEqual([429, 'TOO_MANY', 30, 30]);
  });

  test('numbers cannot be guessed here either', async () => {
    const eva = caller(rig, { user: cittadino('eva') });
    const stati = [];
    for (let n = 0; n < 21; n++) stati.push((await eva.call('pagaConPagopa', { ...richiesta, IUV: iuv(n) })).status);
    expect(stati).toEqual([...Array(20).fill(404), 429]);
  });

  test('a provider that sends somewhere else than it may: nobody is sent there', async () => {
    await avviso(rig);
    const { pagopa } = rig.payments;
    const evil = { ...pagopa, apri: async () => ({ redirect: 'https://evil.test/c/1', rif: null, scade: 0 }) };
    const risposta = await caller(rig)
      .at({ ...rig.house, payments: { pagopa: evil } })
      .call('pagaConPagopa', richiesta);
    expect([risposta.status, await count(rig, 'pagamenti'), rig.reports.length]).toEqual([503, 0, 1]);
  });
});

onBoth('a provider that we cannot talk with', (rig) => {
  test('is reported when it is our set-up or its contract, and not when it is down', async () => {
    await avviso(rig);
    const { pagopa } = rig.payments;
    const apri = async (error: PaymentError) => {
      const fails = async () => {
        throw error;
      };
      const chi = caller(rig).at({ ...rig.house, payments: { pagopa: { ...pagopa, apri: fails } } });
      return (await chi.call('pagaConPagopa', richiesta)).body.error.messaggio;
    };
    expect(await apri(new ProviderDown('risposta 503'))).toBe(RIFIUTI.SERVIZIO_NON_DISPONIBILE.message);
    expect(rig.reports).toEqual([]);
    expect(await apri(new PaymentError('away', 'carrello: risposta 401'))).toBe(
      RIFIUTI.SERVIZIO_NON_DISPONIBILE.message,
    );
    expect(rig.reports).toHaveLength(1);
  });
});

onBoth('opening a payment at the second provider', (rig) => {
  test.each([
    [99, 422],
    [100, 200],
    [99_999, 200],
    [100_000, 422],
  ])('%i cents: %i', async (importo_cent, status) => {
    await avviso(rig, 1, { importo_cent });
    const risposta = await caller(rig).call('pagaConMooney', richiesta);
    expect(risposta.status).toBe(status);
    if (status === 422) expect(risposta.body.error.messaggio).toBe(RIFIUTI.IMPORTO_NON_AMMESSO.message);
  });

  test('while it is open, nobody pays the notice otherwise unaware of it; given up, anybody does', async () => {
    await scriviDocumento(rig, await scriviPosizione(rig), { numero_avviso: numero(1), iuv: iuv(1) });
    const [anna, bruno] = [caller(rig), caller(rig)];
    const { riferimento } = (await anna.call('pagaConMooney', richiesta)).body.data;

    for (const chi of [anna, bruno])
      for (const con of ['pagaConPagopa', 'pagaConMooney'] as const)
        expect(rifiutata(await chi.call(con, richiesta))).toEqual(inCorso);
    expect(rig.payments.pagopa.carrelli).toEqual([]);

    const finita = await anna.call('annullaPagamento', { id: riferimento });
    expect([finita.status, finita.body.data.stato, rig.payments.mooney.annullati]).toEqual([
      200,
      'annullato',
      [riferimento],
    ]);
    expect((await bruno.call('pagaConPagopa', richiesta)).status).toBe(200);
  });

  test('who was told what is waiting may pay with pagoPA all the same; with the second provider nobody may', async () => {
    for (const n of [1, 2]) await avviso(rig, n);
    await caller(rig).call('pagaConMooney', richiesta);
    const bruno = caller(rig);
    const insieme = { ...richiesta, IUV: iuv(2), altri: [{ IUV: iuv(1), dominioEC: BORGO }] };
    const no = await bruno.call('pagaConPagopa', insieme);
    expect(rifiutata(no)).toEqual([
      409,
      'PAGAMENTO_IN_CORSO',
      expect.stringMatching(/^Avviso 3010.*in attesa con Mooney/),
    ]);
    expect(no.body.errors).toEqual({ conferma: [no.body.message] });
    expect((await bruno.call('pagaConPagopa', { ...insieme, conferma: false })).status).toBe(409);
    expect((await bruno.call('pagaConMooney', { ...richiesta, conferma: true })).status).toBe(409);
    expect((await bruno.call('pagaConPagopa', { ...insieme, conferma: true })).status).toBe(200);
  });

  test('money that went both ways is kept twice, reported, and told to who paid second', async () => {
    await avviso(rig);
    const [anna, user] = [caller(rig), await conto(rig)];
    await rig.house.db.updateTable('avvisi').set({ debitore: user.codice_fiscale }).execute();
    const bruno = caller(rig, { user });
    const diAnna = (await anna.call('pagaConMooney', richiesta)).body.data.riferimento;
    const diBruno = (await bruno.call('pagaConPagopa', { ...richiesta, conferma: true })).body.data.riferimento;
    rig.payments.mooney.di(diAnna, 'pagato');
    rig.payments.pagopa.di(diBruno, 'pagato');
    rig.clock.pass(HOUR / 60);
    const esito = async (chi: Caller, riferimento: string) =>
      (await chi.call('esitoPagamento', { riferimento })).body.data;
    expect(await esito(bruno, diBruno)).toMatchObject({ stato: 'pagato', ricevuta: expect.any(String) });
    expect(await esito(anna, diAnna)).toMatchObject({ stato: 'pagato', ricevuta: expect.any(String), doppio: true });
    expect([await count(rig, 'ricevute'), rig.reports.length]).toEqual([2, 1]);
  });

  test('by others than who owes it, a notice is opened twice a day and no more, whoever they are', async () => {
    await avviso(rig);
    const apri = (chi: Caller) => chi.call('pagaConMooney', richiesta);
    for (let volta = 0; volta < 2; volta++) {
      const chi = caller(rig);
      const { riferimento } = (await apri(chi)).body.data;
      expect((await chi.call('annullaPagamento', { id: riferimento })).status).toBe(200);
      rig.clock.pass(HOUR);
    }
    const quanti = rig.payments.mooney.carrelli.length;
    const no = await apri(caller(rig));
    expect([no.status, no.body.error.messaggio]).toEqual([429, PAROLE.giaApertoOggi]);
    expect(rig.payments.mooney.carrelli).toHaveLength(quanti);
    expect((await caller(rig).call('pagaConPagopa', richiesta)).status).toBe(200);

    const user = await conto(rig);
    expect((await apri(caller(rig, { user }))).status).toBe(429);
    await rig.house.db.updateTable('avvisi').set({ debitore: user.codice_fiscale }).execute();
    expect((await apri(caller(rig, { user }))).status).toBe(200);
    expect(quanti).toBe(2);
  });

  test('ten strangers at once do not get past the two of a day', async () => {
    await avviso(rig);
    for (let volta = 0; volta < 3; volta++) {
      const chiamanti = Array.from({ length: 10 }, () => caller(rig));
      const risposte = await Promise.all(chiamanti.map((chi) => chi.call('pagaConMooney', richiesta)));
      for (const [i, { status, body }] of risposte.entries())
        if (status === 200) await chiamanti[i]?.call('annullaPagamento', { id: body.data.riferimento });
      rig.clock.pass(1000);
    }
    // The second may have been ready at the provider when the first was written down: it has had its turn.
    expect(rig.payments.mooney.carrelli).toHaveLength(2);
    expect([1, 2]).toContain(await count(rig, 'pagamenti'));
  });

  test('an order that the provider did not open is none of the two', async () => {
    await avviso(rig);
    rig.payments.mooney.guasto = 'away';
    for (let volta = 0; volta < 3; volta++)
      expect((await caller(rig).call('pagaConMooney', richiesta)).status).toBe(503);
    rig.payments.mooney.guasto = null;
    expect((await caller(rig).call('pagaConMooney', richiesta)).status).toBe(200);
  });

  test('the block ends with its time', async () => {
    await avviso(rig);
    await caller(rig).call('pagaConMooney', richiesta);
    rig.clock.pass(2 * DAY + HOUR);
    expect((await caller(rig).call('pagaConPagopa', richiesta)).status).toBe(200);
    expect(await rig.house.db.selectFrom('pagamenti').select('stato').orderBy('creato').execute()).toEqual([
      { stato: 'scaduto' },
      { stato: 'aperto' },
    ]);
  });

  test('a pagoPA cart that is open blocks nothing', async () => {
    await avviso(rig);
    await caller(rig).call('pagaConPagopa', richiesta);
    expect((await caller(rig).call('pagaConMooney', richiesta)).status).toBe(200);
  });

  test('of ten that open at once, one does', async () => {
    await avviso(rig);
    const inviate = Array.from({ length: 10 }, () => caller(rig).call('pagaConMooney', richiesta));
    const stati = (await Promise.all(inviate)).map(({ status }) => status).sort();
    // Two spoke with the provider, and of these one was written down; the others were told before.
    expect(stati.filter((stato) => stato === 200)).toEqual([200]);
    expect(stati.filter((stato) => stato === 409 || stato === 429)).toHaveLength(9);
    expect([rig.payments.mooney.carrelli.length <= 2, await count(rig, 'pagamenti')]).toEqual([true, 1]);
  });

  test('sent again with its key it is answered as before, though it blocks the notice', async () => {
    await avviso(rig);
    const anna = caller(rig, { user: cittadino('anna') });
    const [prima, ...altre] = await Promise.all(
      Array.from({ length: 50 }, () => anna.call('pagaConMooney', richiesta, { key: 'chiave-unica' })),
    );
    expect(prima?.body.success).toBe(true);
    for (const { body } of altre) expect(body).toEqual(prima?.body);
    expect(await count(rig, 'pagamenti')).toBe(1);
  });
});

onBoth('giving up a payment at the second provider', (rig) => {
  const aperto = async (chi = caller(rig)) => {
    await avviso(rig);
    const { riferimento } = (await chi.call('pagaConMooney', richiesta)).body.data;
    return { chi, id: riferimento as string };
  };

  test('is found again by who opened it, and by nobody else', async () => {
    const { chi: anna, id } = await aperto();
    const ctx = { house: rig.house, db: rig.house.db, now: rig.house.now(), user: null };
    const viste = (visitor: string | null) => lasciatiAperti({ ...ctx, visitor } as unknown as Ctx);

    expect(await viste(anna.visitor)).toEqual([{ id, causale: 'Mensa scolastica', importo_cent: 5000 }]);
    expect([await viste('altri'), await viste(null)]).toEqual([[], []]);
    await anna.call('annullaPagamento', { id });
    expect(await viste(anna.visitor)).toEqual([]);
  });

  test('is for who opened it: another with the reference finds nothing', async () => {
    const { id } = await aperto();
    for (const altro of [caller(rig), caller(rig, { user: cittadino('bruno') })])
      expect((await altro.call('annullaPagamento', { id })).status).toBe(404);
    expect(rig.payments.mooney.annullati).toEqual([]);
  });

  test('is for who owes the notice, too: by their login, and told where in the check', async () => {
    const { id } = await aperto();
    const user = await conto(rig);
    const chi = caller(rig, { user });
    const fields = { numero_avviso: numero(1), dominioEC: BORGO, conferma: true };
    const attesa = async () => (await chi.call('controllaAvviso', fields)).body.data.in_attesa;
    expect((await attesa()).riferimento).toBeUndefined();
    expect((await chi.call('annullaPagamento', { id })).status).toBe(404);

    await rig.house.db.updateTable('avvisi').set({ debitore: user.codice_fiscale }).execute();
    expect((await attesa()).riferimento).toBe(id);
    expect((await chi.call('esitoPagamento', { riferimento: id })).body.data.annullabile).toBe(true);
    const finito = await chi.call('annullaPagamento', { id });
    expect([finito.status, finito.body.data.stato]).toEqual([200, 'annullato']);
    expect(await attesa()).toBeUndefined();
    expect((await chi.call('pagaConPagopa', richiesta)).status).toBe(200);
  });

  test('is for the citizen who opened it, from any browser', async () => {
    const { id } = await aperto(caller(rig, { user: cittadino('anna') }));
    expect((await caller(rig).call('annullaPagamento', { id })).status).toBe(404);
    expect((await caller(rig, { user: cittadino('anna') }).call('annullaPagamento', { id })).status).toBe(200);
  });

  test('after it was paid is too late, and the page says paid', async () => {
    const { chi, id } = await aperto();
    rig.payments.mooney.di(id, 'pagato');
    const { status, body } = await chi.call('annullaPagamento', { id });
    expect([status, body.message]).toEqual([409, RIFIUTI.PAGAMENTO_FINITO.message]);
    expect((await chi.call('esitoPagamento', { riferimento: id })).body.data.stato).toBe('pagato');
  });

  test('with the provider away changes nothing', async () => {
    const { chi, id } = await aperto();
    rig.payments.mooney.guasto = 'away';
    const { status, body } = await chi.call('annullaPagamento', { id });
    expect([status, body.message]).toEqual([503, PAROLE.nonAnnullabileOra]);
    expect((await chi.call('esitoPagamento', { riferimento: id })).body.data).toMatchObject({
      stato: 'in_verifica',
      annullabile: true,
    });
  });

  test('twice is once, and a pagoPA cart cannot be given up', async () => {
    const { chi, id } = await aperto();
    await chi.call('annullaPagamento', { id });
    expect((await chi.call('annullaPagamento', { id })).status).toBe(200);
    expect(rig.payments.mooney.annullati).toHaveLength(1);
    const { riferimento } = (await chi.call('pagaConPagopa', richiesta)).body.data;
    expect((await chi.call('annullaPagamento', { id: riferimento })).status).toBe(409);
  });
});
