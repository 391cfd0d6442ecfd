import { expect, test } from 'vitest';
import { writeAvviso } from '../../../../tests/pagamenti.ts';
import { writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import {
  callerOf,
  cittadino,
  countRows,
  createAccount,
  DAY,
  ENTI,
  HOUR,
  onOneInTurn,
  type Rig,
  type RigAnswer,
  type RigCaller,
} from '../../../../tests/rig.ts';
import type { CallContext } from '../../../context.ts';
import { PaymentError, ProviderDown } from '../../../platform/payments.ts';
import { openCarrello, prepareOnce, unwrapPrepared, writeOpening } from './pagamento-opening.server.ts';
import { RIFIUTI, RIFIUTO_TEXTS } from './rifiuti.ts';
import { listLeftOpen } from './tentativo-read.server.ts';

const BORGO = ENTI.borgo.codice_fiscale;
const VALLE = ENTI.valle.codice_fiscale;
const numero = (n: number) => `3010000000000001${String(n).padStart(2, '0')}`;
const iuv = (n: number) => numero(n).slice(1);
const email = { emailDebitore: 'anna@esempio.it' };
const pagaInput = { IUV: iuv(1), dominioEC: BORGO, ...email };

const avviso = (rig: Rig, n = 1, over = {}) => writeAvviso(rig, { numero_avviso: numero(n), iuv: iuv(n), ...over });
const refusalOf = ({ status, body }: RigAnswer) => [status, body.error?.codice, body.error?.messaggio];
const PENDING_REFUSAL = [
  409,
  'PAGAMENTO_IN_CORSO',
  expect.stringContaining('in attesa con Mooney, aperto il 20 novembre 2026'),
];

onOneInTurn('opening a pagoPA cart', (rig) => {
  test('opening a cart records the attempt and answers where to go', async () => {
    await avviso(rig);
    const anna = callerOf(rig);

    const { status, body } = await anna.call('pagaConPagopa', pagaInput);

    const { riferimento, redirect } = body.data;
    expect([status, body.success, redirect]).toEqual([200, true, 'https://pagopa.example/c/pagopa-1']);
    expect(await rig.house.db.selectFrom('pagamenti').selectAll().execute()).toMatchObject([
      { id: riferimento, fornitore: 'pagopa', stato: 'aperto', importo_cent: 5000, proprietario: anna.visitor },
    ]);
    const [carrello] = rig.payments.pagopa.carrelli;
    expect(carrello?.returnUrls.ok).toBe(
      `${rig.house.settings.publicUrl}/servizio/paga-online/pago-pa/esito?r=${riferimento}&e=ok`,
    );
  });

  test.each([
    ['of a municipality', 'borgo.example', 'borgo.example'],
    ['of no ente', 'evil.example', 'portale'],
  ])(
    'a payment from the host %s brings the browser back to the host with its cookies, and nowhere else',
    async (_whose, host, back) => {
      await avviso(rig);
      await callerOf(rig, { host }).call('pagaConPagopa', pagaInput);
      const { ok, annullato: cancelled } = rig.payments.pagopa.carrelli[0]?.returnUrls ?? {};
      const { hostname } = new URL(rig.house.settings.publicUrl);
      for (const address of [ok, cancelled])
        expect(new URL(address ?? '').hostname).toBe(back === 'portale' ? hostname : back);
    },
  );

  test('the amount to pay is the portal’s own, whatever a browser sends', async () => {
    await avviso(rig);
    const tampered = [0, -1, 1e-9, 1e12, '1,00', 'NaN', 0.1 + 0.2];
    for (const importo of tampered)
      await callerOf(rig).call('pagaConPagopa', { ...pagaInput, importo_cent: importo, importo, amount: importo });
    expect(rig.payments.pagopa.carrelli.map((c) => c.avvisi[0]?.importo_cent)).toEqual(tampered.map(() => 5000));
  });

  test('five notices of two enti go into one cart, each with its ente', async () => {
    for (const n of [1, 2, 3, 4]) await avviso(rig, n);
    await avviso(rig, 5, { ente: 'valle', importo_cent: 1 });
    const others = [2, 3, 4].map((n) => ({ IUV: iuv(n), dominioEC: BORGO }));

    const { status } = await callerOf(rig).call('pagaConPagopa', {
      ...pagaInput,
      altri: [...others, { IUV: iuv(5), dominioEC: VALLE }],
    });

    expect(status).toBe(200);
    const avvisi = rig.payments.pagopa.carrelli[0]?.avvisi.map((a) => [a.numero_avviso, a.dominioEC, a.importo_cent]);
    expect(avvisi).toEqual([...[1, 2, 3, 4].map((n) => [numero(n), BORGO, 5000]), [numero(5), VALLE, 1]]);
    expect(await rig.house.db.selectFrom('pagamenti').select('importo_cent').execute()).toEqual([
      { importo_cent: 20_001 },
    ]);
  });

  test('six notices, or the same notice twice, are refused and nothing is opened', async () => {
    await avviso(rig);
    const same = { IUV: iuv(1), dominioEC: BORGO };
    const six = await callerOf(rig).call('pagaConPagopa', { ...pagaInput, altri: Array(5).fill(same) });
    const two = await callerOf(rig).call('pagaConPagopa', { ...pagaInput, altri: [same] });
    expect([six.status, Object.keys(six.body.errors)]).toEqual([422, ['altri']]);
    expect(refusalOf(two)).toEqual([422, 'AVVISO_RIPETUTO', RIFIUTI.AVVISO_RIPETUTO.message]);
    expect(two.body.errors).toEqual({ 'altri.0.IUV': [RIFIUTI.AVVISO_RIPETUTO.message] });
    expect([rig.payments.pagopa.carrelli.length, await countRows(rig, 'pagamenti')]).toEqual([0, 0]);
  });

  test('a valid IUV with the tax code of another ente pays nothing', async () => {
    await avviso(rig);
    await avviso(rig, 2, { ente: 'valle' });
    const answer = await callerOf(rig).call('pagaConPagopa', { ...pagaInput, dominioEC: VALLE });
    expect(refusalOf(answer)).toEqual([404, 'PAGAMENTO_SCONOSCIUTO', RIFIUTI.PAGAMENTO_SCONOSCIUTO.message]);
    expect(rig.payments.pagopa.carrelli).toEqual([]);
  });

  test('the refusal of a cart names the notice that cannot be paid', async () => {
    await avviso(rig);
    await avviso(rig, 2, { stato: 'pagato' });
    const { body } = await callerOf(rig).call('pagaConPagopa', {
      ...pagaInput,
      altri: [{ IUV: iuv(2), dominioEC: BORGO }],
    });
    expect(body.error.messaggio).toBe(`Avviso 3010 0000 0000 0001 02: ${RIFIUTI.PAGAMENTO_DUPLICATO.message}`);
  });

  test.each([
    ['away', [503, 'SERVIZIO_NON_DISPONIBILE', RIFIUTI.SERVIZIO_NON_DISPONIBILE.message]],
    ['refused', [409, 'PAGAMENTO_IN_CORSO', RIFIUTO_TEXTS.elsewhere]],
    ['unknown', [404, 'PAGAMENTO_SCONOSCIUTO', RIFIUTO_TEXTS.notRegistered]],
  ] as const)('a fault “%s” of the provider is explained in words, and nothing is written', async (fault, words) => {
    await avviso(rig);
    rig.payments.pagopa.fault = fault;
    expect(refusalOf(await callerOf(rig).call('pagaConPagopa', pagaInput))).toEqual(words);
    expect([await countRows(rig, 'pagamenti'), await countRows(rig, 'posta_in_uscita'), rig.reports]).toEqual([
      0,
      0,
      [],
    ]);
  });

  test('fifty sends at once with one key open one payment', async () => {
    await avviso(rig);
    const anna = callerOf(rig, { user: cittadino('anna') });
    const sent = Array.from({ length: 50 }, () => anna.call('pagaConPagopa', pagaInput, { key: 'chiave-unica' }));
    const answers = await Promise.all(sent);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.body.success).toBe(true);
    expect(await countRows(rig, 'pagamenti')).toBe(1);
  });

  test('the same key with another notice is refused', async () => {
    await avviso(rig);
    await avviso(rig, 2);
    const anna = callerOf(rig);
    await anna.call('pagaConPagopa', pagaInput, { key: 'chiave-unica' });
    const another = await anna.call('pagaConPagopa', { ...pagaInput, IUV: iuv(2) }, { key: 'chiave-unica' });
    expect([another.status, await countRows(rig, 'pagamenti')]).toEqual([422, 1]);
  });

  test('a double click without a key asks the provider once', async () => {
    await avviso(rig);
    const { house } = rig;
    const who = { visitor: 'anna', user: null, address: '203.0.113.7' };
    const ctx = { ...who, house, db: house.db, now: house.now(), host: '' } as unknown as CallContext;
    const request = { fornitore: 'pagopa', queries: [pagaInput], email: pagaInput.emailDebitore } as const;
    const click = () => prepareOnce(ctx, request, () => openCarrello(ctx, request, async () => undefined));
    const ready = (await Promise.all([click(), click()])).map(unwrapPrepared);
    const opened = [];
    for (const one of ready)
      opened.push(await house.db.transaction().execute((db) => writeOpening({ ...ctx, db }, one)));

    expect(opened[0]).toEqual(opened[1]);
    expect([rig.payments.pagopa.carrelli.length, await countRows(rig, 'pagamenti')]).toEqual([1, 1]);
  });

  test('twenty payments at once, three times, on two hosts, open thirty carts at the provider', async () => {
    await avviso(rig);
    const anna = callerOf(rig, { user: await createAccount(rig) });
    const elsewhere = anna.at(await rig.otherHost());
    const answers: RigAnswer[] = [];
    for (let round = 0; round < 3; round++) {
      const twenty = Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? anna : elsewhere).call('pagaConPagopa', { ...pagaInput, emailDebitore: `anna${n}@esempio.it` }),
      );
      answers.push(...(await Promise.all(twenty)));
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect([rig.payments.pagopa.carrelli.length, await countRows(rig, 'pagamenti')]).toEqual([30, 30]);
  });

  test('a citizen who has just paid and tries again is told so', async () => {
    await avviso(rig);
    const anna = callerOf(rig);
    const { body } = await anna.call('pagaConPagopa', pagaInput);
    rig.payments.pagopa.settle(body.data.riferimento, 'pagato');
    rig.clock.pass(6000);
    const again = await anna.call('pagaConPagopa', pagaInput);
    expect(refusalOf(again)).toEqual([409, 'PAGAMENTO_DUPLICATO', RIFIUTI.PAGAMENTO_DUPLICATO.message]);
    expect(rig.payments.pagopa.carrelli).toHaveLength(1);
  });

  test('a caller who has reached the limit causes no call to the provider', async () => {
    await avviso(rig);
    const anna = callerOf(rig, { user: cittadino('anna') });
    for (let i = 0; i < 30; i++) await anna.call('pagaConPagopa', pagaInput);
    const before = rig.payments.pagopa.carrelli.length;
    const { status, body } = await anna.call('pagaConPagopa', pagaInput);
    expect([status, body.error.codice, before, rig.payments.pagopa.carrelli.length]).toEqual([429, 'TOO_MANY', 30, 30]);
  });

  test('notice numbers cannot be guessed by opening payments either', async () => {
    const eva = callerOf(rig, { user: cittadino('eva') });
    const statuses = [];
    for (let n = 0; n < 21; n++) statuses.push((await eva.call('pagaConPagopa', { ...pagaInput, IUV: iuv(n) })).status);
    expect(statuses).toEqual([...Array(20).fill(404), 429]);
  });

  test('an address that the provider may not use for its pages is never passed on to the browser', async () => {
    await avviso(rig);
    const { pagopa } = rig.payments;
    const evil = { ...pagopa, open: async () => ({ redirect: 'https://evil.test/c/1', rif: null, scade: 0 }) };
    const answer = await callerOf(rig)
      .at({ ...rig.house, payments: { pagopa: evil } })
      .call('pagaConPagopa', pagaInput);
    expect([answer.status, await countRows(rig, 'pagamenti'), rig.reports.length]).toEqual([503, 0, 1]);
  });
});

onOneInTurn('a provider that we cannot talk with', (rig) => {
  test('a provider’s fault is reported when it lies in our settings or its contract, and not when the provider is down', async () => {
    await avviso(rig);
    const { pagopa } = rig.payments;
    const openWith = async (error: PaymentError) => {
      const fails = async () => {
        throw error;
      };
      const who = callerOf(rig).at({ ...rig.house, payments: { pagopa: { ...pagopa, open: fails } } });
      return (await who.call('pagaConPagopa', pagaInput)).body.error.messaggio;
    };
    expect(await openWith(new ProviderDown('risposta 503'))).toBe(RIFIUTI.SERVIZIO_NON_DISPONIBILE.message);
    expect(rig.reports).toEqual([]);
    expect(await openWith(new PaymentError('away', 'carrello: risposta 401'))).toBe(
      RIFIUTI.SERVIZIO_NON_DISPONIBILE.message,
    );
    expect(rig.reports).toHaveLength(1);
  });
});

onOneInTurn('opening a payment at the second provider', (rig) => {
  test.each([
    [99, 422],
    [100, 200],
    [99_999, 200],
    [100_000, 422],
  ])('a payment of %i cents at the second provider is answered with status %i', async (importo_cent, status) => {
    await avviso(rig, 1, { importo_cent });
    const answer = await callerOf(rig).call('pagaConMooney', pagaInput);
    expect(answer.status).toBe(status);
    if (status === 422) expect(answer.body.error.messaggio).toBe(RIFIUTI.IMPORTO_NON_AMMESSO.message);
  });

  test('an open payment blocks other payments of its notice unless they confirm, and none once it is given up', async () => {
    await writeDocumento(rig, await writePosizione(rig), { numero_avviso: numero(1), iuv: iuv(1) });
    const [anna, bruno] = [callerOf(rig), callerOf(rig)];
    const { riferimento } = (await anna.call('pagaConMooney', pagaInput)).body.data;

    for (const who of [anna, bruno])
      for (const operation of ['pagaConPagopa', 'pagaConMooney'] as const)
        expect(refusalOf(await who.call(operation, pagaInput))).toEqual(PENDING_REFUSAL);
    expect(rig.payments.pagopa.carrelli).toEqual([]);

    const ended = await anna.call('annullaPagamento', { id: riferimento });
    expect([ended.status, ended.body.data.stato, rig.payments.mooney.cancelled]).toEqual([
      200,
      'annullato',
      [riferimento],
    ]);
    expect((await bruno.call('pagaConPagopa', pagaInput)).status).toBe(200);
  });

  test('a caller who confirms a waiting payment may pay with pagoPA, but not with the second provider', async () => {
    for (const n of [1, 2]) await avviso(rig, n);
    await callerOf(rig).call('pagaConMooney', pagaInput);
    const bruno = callerOf(rig);
    const together = { ...pagaInput, IUV: iuv(2), altri: [{ IUV: iuv(1), dominioEC: BORGO }] };
    const no = await bruno.call('pagaConPagopa', together);
    expect(refusalOf(no)).toEqual([
      409,
      'PAGAMENTO_IN_CORSO',
      expect.stringMatching(/^Avviso 3010.*in attesa con Mooney/),
    ]);
    expect(no.body.errors).toEqual({ conferma: [no.body.message] });
    expect((await bruno.call('pagaConPagopa', { ...together, conferma: false })).status).toBe(409);
    expect((await bruno.call('pagaConMooney', { ...pagaInput, conferma: true })).status).toBe(409);
    expect((await bruno.call('pagaConPagopa', { ...together, conferma: true })).status).toBe(200);
  });

  test('money paid with both providers is recorded twice, reported, and the second payer is told', async () => {
    await avviso(rig);
    const [anna, user] = [callerOf(rig), await createAccount(rig)];
    await rig.house.db.updateTable('avvisi').set({ debitore: user.codice_fiscale }).execute();
    const bruno = callerOf(rig, { user });
    const ofAnna = (await anna.call('pagaConMooney', pagaInput)).body.data.riferimento;
    const ofBruno = (await bruno.call('pagaConPagopa', { ...pagaInput, conferma: true })).body.data.riferimento;
    rig.payments.mooney.settle(ofAnna, 'pagato');
    rig.payments.pagopa.settle(ofBruno, 'pagato');
    rig.clock.pass(HOUR / 60);
    const readEsito = async (who: RigCaller, riferimento: string) =>
      (await who.call('esitoPagamento', { riferimento })).body.data;
    expect(await readEsito(bruno, ofBruno)).toMatchObject({ stato: 'pagato', ricevuta: expect.any(String) });
    expect(await readEsito(anna, ofAnna)).toMatchObject({
      stato: 'pagato',
      ricevuta: expect.any(String),
      doppio: true,
    });
    expect([await countRows(rig, 'ricevute'), rig.reports.length]).toEqual([2, 1]);
  });

  test('people who do not owe a notice can open it at the second provider twice a day in all', async () => {
    await avviso(rig);
    const openPagamento = (who: RigCaller) => who.call('pagaConMooney', pagaInput);
    for (let round = 0; round < 2; round++) {
      const who = callerOf(rig);
      const { riferimento } = (await openPagamento(who)).body.data;
      expect((await who.call('annullaPagamento', { id: riferimento })).status).toBe(200);
      rig.clock.pass(HOUR);
    }
    const howMany = rig.payments.mooney.carrelli.length;
    const no = await openPagamento(callerOf(rig));
    expect([no.status, no.body.error.messaggio]).toEqual([429, RIFIUTO_TEXTS.openedTodayAlready]);
    expect(rig.payments.mooney.carrelli).toHaveLength(howMany);
    expect((await callerOf(rig).call('pagaConPagopa', pagaInput)).status).toBe(200);

    const user = await createAccount(rig);
    expect((await openPagamento(callerOf(rig, { user }))).status).toBe(429);
    await rig.house.db.updateTable('avvisi').set({ debitore: user.codice_fiscale }).execute();
    expect((await openPagamento(callerOf(rig, { user }))).status).toBe(200);
    expect(howMany).toBe(2);
  });

  test('ten strangers at once open no more than two payments of a notice a day', async () => {
    await avviso(rig);
    for (let round = 0; round < 3; round++) {
      const callers = Array.from({ length: 10 }, () => callerOf(rig));
      const answers = await Promise.all(callers.map((who) => who.call('pagaConMooney', pagaInput)));
      for (const [i, { status, body }] of answers.entries())
        if (status === 200) await callers[i]?.call('annullaPagamento', { id: body.data.riferimento });
      rig.clock.pass(1000);
    }
    // The second may have been opened at the provider when the first was recorded: it has used its turn.
    expect(rig.payments.mooney.carrelli).toHaveLength(2);
    expect([1, 2]).toContain(await countRows(rig, 'pagamenti'));
  });

  test('an order that the provider did not open does not count among the two of a day', async () => {
    await avviso(rig);
    rig.payments.mooney.fault = 'away';
    for (let round = 0; round < 3; round++)
      expect((await callerOf(rig).call('pagaConMooney', pagaInput)).status).toBe(503);
    rig.payments.mooney.fault = null;
    expect((await callerOf(rig).call('pagaConMooney', pagaInput)).status).toBe(200);
  });

  test('a waiting payment stops blocking its notice when its time is over', async () => {
    await avviso(rig);
    await callerOf(rig).call('pagaConMooney', pagaInput);
    rig.clock.pass(2 * DAY + HOUR);
    expect((await callerOf(rig).call('pagaConPagopa', pagaInput)).status).toBe(200);
    expect(await rig.house.db.selectFrom('pagamenti').select('stato').orderBy('creato').execute()).toEqual([
      { stato: 'scaduto' },
      { stato: 'aperto' },
    ]);
  });

  test('an open pagoPA cart blocks no other payment', async () => {
    await avviso(rig);
    await callerOf(rig).call('pagaConPagopa', pagaInput);
    expect((await callerOf(rig).call('pagaConMooney', pagaInput)).status).toBe(200);
  });

  test('of ten attempts to open a payment at once, one succeeds', async () => {
    await avviso(rig);
    const sent = Array.from({ length: 10 }, () => callerOf(rig).call('pagaConMooney', pagaInput));
    const statuses = (await Promise.all(sent)).map(({ status }) => status).sort();
    // Two called the provider and one of them was recorded; the others were refused before.
    expect(statuses.filter((stato) => stato === 200)).toEqual([200]);
    expect(statuses.filter((stato) => stato === 409 || stato === 429)).toHaveLength(9);
    expect([rig.payments.mooney.carrelli.length <= 2, await countRows(rig, 'pagamenti')]).toEqual([true, 1]);
  });

  test('a repeated send with its key is answered like the first time, although the notice is blocked by now', async () => {
    await avviso(rig);
    const anna = callerOf(rig, { user: cittadino('anna') });
    const [first, ...others] = await Promise.all(
      Array.from({ length: 50 }, () => anna.call('pagaConMooney', pagaInput, { key: 'chiave-unica' })),
    );
    expect(first?.body.success).toBe(true);
    for (const { body } of others) expect(body).toEqual(first?.body);
    expect(await countRows(rig, 'pagamenti')).toBe(1);
  });
});

onOneInTurn('giving up a payment at the second provider', (rig) => {
  const openAtMooney = async (who = callerOf(rig)) => {
    await avviso(rig);
    const { riferimento } = (await who.call('pagaConMooney', pagaInput)).body.data;
    return { who, id: riferimento as string };
  };

  test('an open payment is listed for the person who opened it and for nobody else', async () => {
    const { who: anna, id } = await openAtMooney();
    const ctx = { house: rig.house, db: rig.house.db, now: rig.house.now(), user: null };
    const openFor = (visitor: string | null) => listLeftOpen({ ...ctx, visitor } as unknown as CallContext);

    const { scade } = await rig.house.db
      .selectFrom('pagamenti')
      .select('scade')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await openFor(anna.visitor)).toEqual([
      { id, scade: new Date(Number(scade)).toISOString(), causale: 'Mensa scolastica', importo_cent: 5000 },
    ]);
    expect([await openFor('altri'), await openFor(null)]).toEqual([[], []]);
    await anna.call('annullaPagamento', { id });
    expect(await openFor(anna.visitor)).toEqual([]);
  });

  test('a stranger with the reference cannot give up a payment, and finds nothing', async () => {
    const { id } = await openAtMooney();
    for (const other of [callerOf(rig), callerOf(rig, { user: cittadino('bruno') })])
      expect((await other.call('annullaPagamento', { id })).status).toBe(404);
    expect(rig.payments.mooney.cancelled).toEqual([]);
  });

  test('the debtor can give up a stranger’s payment by their login, and the check tells them where', async () => {
    const { id } = await openAtMooney();
    const user = await createAccount(rig);
    const who = callerOf(rig, { user });
    const fields = { numero_avviso: numero(1), dominioEC: BORGO, conferma: true };
    const pending = async () => (await who.call('controllaAvviso', fields)).body.data.in_attesa;
    expect((await pending()).riferimento).toBeUndefined();
    expect((await who.call('annullaPagamento', { id })).status).toBe(404);

    await rig.house.db.updateTable('avvisi').set({ debitore: user.codice_fiscale }).execute();
    expect((await pending()).riferimento).toBe(id);
    expect((await who.call('esitoPagamento', { riferimento: id })).body.data.annullabile).toBe(true);
    const ended = await who.call('annullaPagamento', { id });
    expect([ended.status, ended.body.data.stato]).toEqual([200, 'annullato']);
    expect(await pending()).toBeUndefined();
    expect((await who.call('pagaConPagopa', pagaInput)).status).toBe(200);
  });

  test('a logged-in citizen can give up their payment from any browser', async () => {
    const { id } = await openAtMooney(callerOf(rig, { user: cittadino('anna') }));
    expect((await callerOf(rig).call('annullaPagamento', { id })).status).toBe(404);
    expect((await callerOf(rig, { user: cittadino('anna') }).call('annullaPagamento', { id })).status).toBe(200);
  });

  test('giving up a paid payment comes too late, and the page says that it is paid', async () => {
    const { who, id } = await openAtMooney();
    rig.payments.mooney.settle(id, 'pagato');
    const { status, body } = await who.call('annullaPagamento', { id });
    expect([status, body.message]).toEqual([409, RIFIUTI.PAGAMENTO_FINITO.message]);
    expect((await who.call('esitoPagamento', { riferimento: id })).body.data.stato).toBe('pagato');
  });

  test('giving up a payment while the provider is down changes nothing', async () => {
    const { who, id } = await openAtMooney();
    rig.payments.mooney.fault = 'away';
    const { status, body } = await who.call('annullaPagamento', { id });
    expect([status, body.message]).toEqual([503, RIFIUTO_TEXTS.notCancellableNow]);
    expect((await who.call('esitoPagamento', { riferimento: id })).body.data).toMatchObject({
      stato: 'in_verifica',
      annullabile: true,
    });
  });

  test('giving up twice counts once, and a pagoPA cart cannot be given up', async () => {
    const { who, id } = await openAtMooney();
    await who.call('annullaPagamento', { id });
    expect((await who.call('annullaPagamento', { id })).status).toBe(200);
    expect(rig.payments.mooney.cancelled).toHaveLength(1);
    const { riferimento } = (await who.call('pagaConPagopa', pagaInput)).body.data;
    expect((await who.call('annullaPagamento', { id: riferimento })).status).toBe(409);
  });
});
