import { expect, test } from 'vitest';
import { writeAvviso, writePagamento } from '../../../../tests/pagamenti.ts';
import { writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import { callerOf, ENTI, HOUR, onOneInTurn, RIG_NOW, type Rig, type RigAnswer } from '../../../../tests/rig.ts';
import { groupDigits } from '../../../platform/atoms/digit-groups.ts';
import type { Avviso } from '../../../store/tables.ts';
import { RIFIUTI, RIFIUTO_TEXTS } from './rifiuti.ts';

const NUMERO = '301011100007347557';
const BORGO = ENTI.borgo.codice_fiscale;
const VALLE = ENTI.valle.codice_fiscale;

const avviso = (rig: Rig, over: Partial<Avviso> = {}) =>
  writeAvviso(rig, { numero_avviso: NUMERO, iuv: NUMERO.slice(1), ...over });
const checkAvviso = (rig: Rig, fields: Record<string, unknown> = {}): Promise<RigAnswer> =>
  callerOf(rig).call('controllaAvviso', { numero_avviso: NUMERO, dominioEC: BORGO, ...fields });

/** A refusal in both envelopes of the answer. */
const refusalOf = ({ status, body }: RigAnswer) => [status, body.success, body.error.codice, body.error.messaggio];

onOneInTurn('asking about a notice', (rig) => {
  test('the check answers creditor, subject, amount, due date and the providers that take the notice', async () => {
    await avviso(rig);

    const { status, body } = await checkAvviso(rig);

    expect([status, body]).toEqual([
      200,
      {
        success: true,
        data: {
          IUV: NUMERO.slice(1),
          numero_avviso: NUMERO,
          dominioEC: BORGO,
          ente: 'Comune di Borgo',
          causale: 'Mensa scolastica',
          importo_cent: 5000,
          scadenza: '2026-11-30',
          stato: 'da_pagare',
          cifre_tornano: true,
          fornitori: ['pagopa', 'mooney'],
        },
      },
    ]);
  });

  test.each([
    ['by its number in groups', { numero_avviso: groupDigits(NUMERO) }],
    ['by the text of its QR code, whatever amount stands there', { numero_avviso: `PAGOPA|002|${NUMERO}|${BORGO}|1` }],
    ['by its IUV', { numero_avviso: undefined, IUV: NUMERO.slice(1) }],
    ['by its number where the IUV is asked for', { numero_avviso: undefined, IUV: NUMERO }],
  ])('a notice is found %s', async (_how, fields) => {
    await avviso(rig);
    const { status, body } = await checkAvviso(rig, fields);
    expect([status, body.data?.importo_cent]).toEqual([200, 5000]);
  });

  test('the notice of a document is found by its number and by the IUV in that number', async () => {
    await writeDocumento(rig, await writePosizione(rig), {
      numero_avviso: NUMERO,
      tipo: 'TARI, acconto',
      numero: 'T-7',
    });

    for (const fields of [{}, { numero_avviso: undefined, IUV: NUMERO.slice(1) }]) {
      const { body } = await checkAvviso(rig, fields);
      expect(body.data).toMatchObject({ causale: 'TARI, acconto, n. T-7', importo_cent: 10000, IUV: NUMERO.slice(1) });
    }
  });

  test('wrong check digits give a warning and refuse nothing', async () => {
    await avviso(rig, { numero_avviso: '302012387654312384', iuv: '02012387654312384' });
    const { body } = await checkAvviso(rig, { numero_avviso: '302012387654312384' });
    expect(body.data).toMatchObject({ cifre_tornano: false, stato: 'da_pagare' });
  });

  test('a notice past its due date can still be paid, and the check says that it is late', async () => {
    await avviso(rig, { scadenza: '2026-11-19' });
    expect((await checkAvviso(rig)).body.data.stato).toBe('scaduto');
  });

  test('the second provider is offered only from 1,00 to 999,99 €', async () => {
    const offered: Record<number, string[]> = {};
    for (const importo_cent of [99, 100, 99_999, 100_000]) {
      await rig.reset();
      await avviso(rig, { importo_cent });
      offered[importo_cent] = (await checkAvviso(rig)).body.data.fornitori;
    }
    const [pagopaOnly, both] = [['pagopa'], ['pagopa', 'mooney']];
    expect(offered).toEqual({ 99: pagopaOnly, 100: both, 99999: both, 100000: pagopaOnly });
  });

  test.each([
    ['an unknown number', { numero_avviso: '301000000000000114' }],
    ['an unknown ente', { dominioEC: '12345678901' }],
    ['the number of another ente', { dominioEC: VALLE }],
    ['the IUV of another ente', { numero_avviso: undefined, IUV: NUMERO.slice(1), dominioEC: VALLE }],
  ])('%s gets the one answer for everything that is not found, which reveals nothing', async (_what, fields) => {
    await avviso(rig);
    const { code, message } = RIFIUTI.PAGAMENTO_SCONOSCIUTO;
    expect([code, ...refusalOf(await checkAvviso(rig, fields))]).toEqual([
      'not_found',
      404,
      false,
      'PAGAMENTO_SCONOSCIUTO',
      message,
    ]);
  });

  test.each([
    ['paid', { stato: 'pagato' }, 'PAGAMENTO_DUPLICATO', RIFIUTI.PAGAMENTO_DUPLICATO.message],
    ['cancelled', { stato: 'annullato' }, 'PAGAMENTO_ANNULLATO', RIFIUTI.PAGAMENTO_ANNULLATO.message],
    ['past its last day', { pagabile_fino: '2026-11-19' }, 'PAGAMENTO_SCADUTO', RIFIUTI.PAGAMENTO_SCADUTO.message],
    ['spontaneous and given up', { scade: RIG_NOW }, 'PAGAMENTO_SCADUTO', RIFIUTO_TEXTS.abandoned],
  ] as const)('a notice that is %s is refused in words of its own', async (_what, over, codice, words) => {
    await avviso(rig, over);
    expect(refusalOf(await checkAvviso(rig))).toEqual([409, false, codice, words]);
  });

  test.each([
    ['rateizzato', 'PAGAMENTO_ANNULLATO', RIFIUTO_TEXTS.rateizzato],
    ['in_pagamento', 'PAGAMENTO_IN_CORSO', RIFIUTO_TEXTS.in_pagamento],
    ['pagato', 'PAGAMENTO_DUPLICATO', RIFIUTI.PAGAMENTO_DUPLICATO.message],
    ['annullato', 'PAGAMENTO_ANNULLATO', RIFIUTI.PAGAMENTO_ANNULLATO.message],
  ] as const)('the notice of a document in state %s is refused in words of its own', async (stato, codice, words) => {
    await writeDocumento(rig, await writePosizione(rig), { numero_avviso: NUMERO, stato });
    expect(refusalOf(await checkAvviso(rig))).toEqual([409, false, codice, words]);
  });

  test('a notice can still be paid on its last day', async () => {
    await avviso(rig, { pagabile_fino: '2026-11-20' });
    expect((await checkAvviso(rig)).status).toBe(200);
  });

  test('a payment open at the second provider is reported with its beginning, its end and what can be done', async () => {
    const written = await avviso(rig);
    await writePagamento(rig, [written], { fornitore: 'mooney', stato: 'aperto' });
    const no = await checkAvviso(rig);
    expect(refusalOf(no)).toEqual([409, false, 'PAGAMENTO_IN_CORSO', expect.any(String)]);
    expect(no.body.errors.conferma).toEqual([no.body.message]);
    expect(no.body.message).toMatch(
      /aperto il 20 novembre 2026, ore 9:00: si può completare fino al 20 novembre 2026, ore 11:00\..*rinuncia.*puoi pagare lo stesso con pagoPA/,
    );
  });

  test('a caller who confirms the waiting payment is shown the notice and may pay it with pagoPA', async () => {
    const written = await avviso(rig);
    await writePagamento(rig, [written], { fornitore: 'mooney', stato: 'aperto' });
    const { status, body } = await checkAvviso(rig, { conferma: true });
    expect([status, body.data.fornitori]).toEqual([200, ['pagopa']]);
    expect(body.data.in_attesa).toEqual({ dal: '2026-11-20T08:00:00.000Z', fino_a: '2026-11-20T10:00:00.000Z' });
  });

  test('an open pagoPA cart does not keep its notice from being paid', async () => {
    const written = await avviso(rig);
    await writePagamento(rig, [written], { stato: 'aperto', scade: RIG_NOW + HOUR });
    expect((await checkAvviso(rig)).status).toBe(200);
  });

  test('without a configured provider the check answers that payments are not available', async () => {
    await avviso(rig);
    const who = callerOf(rig).at({ ...rig.house, payments: {} });
    const answer = await who.call('controllaAvviso', { numero_avviso: NUMERO, dominioEC: BORGO });
    const { message } = RIFIUTI.SERVIZIO_NON_DISPONIBILE;
    expect(refusalOf(answer)).toEqual([503, false, 'SERVIZIO_NON_DISPONIBILE', message]);
  });

  test.each([
    [{ numero_avviso: '123' }, 'numero_avviso'],
    [{ numero_avviso: undefined }, 'numero_avviso'],
    [{ dominioEC: '123' }, 'dominioEC'],
    [{ numero_avviso: undefined, IUV: '12' }, 'IUV'],
  ])('an invalid number is reported at its field: %j', async (fields, field) => {
    const { status, body } = await checkAvviso(rig, fields);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test('a network can try sixty unknown numbers in a quarter of an hour and no more', async () => {
    const who = callerOf(rig);
    const fields = { numero_avviso: NUMERO, dominioEC: BORGO };
    const statuses = [];
    for (let i = 0; i < 61; i++)
      statuses.push((await who.call('controllaAvviso', { ...fields, 'g-recaptcha-response': undefined })).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  });
});

onOneInTurn('a notice asked for by its number alone', (rig) => {
  const check = (numero_avviso: string, host = 'borgo.example') =>
    callerOf(rig, { host }).call('controllaAvviso', { numero_avviso });

  test('is found whichever ente it is of', async () => {
    await avviso(rig, { ente: 'valle' });
    expect((await check(NUMERO)).body.data).toMatchObject({ dominioEC: VALLE, ente: 'Comune di Valle' });
  });

  test('is that of the municipality whose host it is, when another one has the same number', async () => {
    await avviso(rig, { ente: 'valle', causale: 'Valle' });
    await avviso(rig, { causale: 'Borgo' });
    expect((await check(NUMERO)).body.data).toMatchObject({ dominioEC: BORGO, causale: 'Borgo' });
    const { status, body } = await check(NUMERO, 'localhost');
    expect([status, body.errors]).toEqual([422, { dominioEC: [expect.stringMatching(/^Più enti hanno/)] }]);
  });

  test('is unknown when no ente has it, and costs a try', async () => {
    const who = callerOf(rig, { host: 'borgo.example' });
    await who.confirm('anna@esempio.it');
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++)
      statuses.push((await who.call('controllaAvviso', { numero_avviso: `3010000000000${30_000 + i}` })).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
    const { status, body } = await callerOf(rig).call('controllaAvviso', { IUV: NUMERO.slice(1) });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['dominioEC']]);
  });
});

onOneInTurn('guessing notice numbers', (rig) => {
  test('five hundred numbers at once from one visitor are twenty tries, valid ones included, and after the wait the visitor may pay again', async () => {
    const real = Array.from({ length: 10 }, (_, i) => `3010000000000002${String(i).padStart(2, '0')}`);
    for (const numero_avviso of real) await avviso(rig, { numero_avviso, iuv: numero_avviso.slice(1) });
    const who = callerOf(rig);
    await who.confirm('anna@esempio.it');
    const tryNumero = (numero_avviso: string) => who.call('controllaAvviso', { numero_avviso, dominioEC: BORGO });
    const guessed = Array.from({ length: 490 }, (_, i) => `3010000000000${String(30_000 + i)}`);
    // The valid numbers come last, after as many misses as the limit allows.
    const answers = await Promise.all([...guessed, ...real].map(tryNumero));
    const howMany = (status: number) => answers.filter((r) => r.status === status).length;
    expect([howMany(404), howMany(200), howMany(429)]).toEqual([20, 0, 480]);

    rig.clock.pass(HOUR);
    expect((await tryNumero(real[0] as string)).status).toBe(200);
  });

  test('a number that exists costs no try, however often it is asked for', async () => {
    await avviso(rig);
    const who = callerOf(rig);
    await who.confirm('anna@esempio.it');
    for (let round = 0; round < 25; round++)
      expect((await who.call('controllaAvviso', { numero_avviso: NUMERO, dominioEC: BORGO })).status).toBe(200);
  });
});

onOneInTurn('the lists of enti and services', (rig) => {
  const servizio = (ente: string, codice: string, over: Record<string, unknown> = {}) => {
    const data = {
      codice,
      nome: codice,
      elenchi: ['PPA'],
      campi: [],
      importo_cent: 500,
      tassonomia: '9/0101',
      ...over,
    };
    return rig.house.db
      .insertInto('servizi_pagamento')
      .values({ ente, codice, ordine: 1, dati_json: JSON.stringify(data) })
      .execute();
  };

  test('each list of enti names those that offer a service in it', async () => {
    await servizio('borgo', 'mensa', { elenchi: ['PPA', 'LINK'] });
    await servizio('valle', 'diritti');
    const listCodici = async (listKind: string) =>
      (await callerOf(rig).call('entiPagamento', { elenco: listKind })).body.data.map(
        (e: { codice: string }) => e.codice,
      );
    expect([await listCodici('PPA'), await listCodici('LINK')]).toEqual([['borgo', 'valle'], ['borgo']]);
  });

  test('the list of services shows the fields of a service and none of the data for the platform', async () => {
    const campi = [{ nome: 'alunno', etichetta: 'Alunno', tipo: 'testo', obbligatorio: true }];
    await servizio('borgo', 'mensa', { elenchi: ['LINK'], campi, modificabili: ['alunno'] });
    const { body } = await callerOf(rig).call('serviziPagamento', { elenco: 'LINK', ente: 'borgo' });
    expect(body).toEqual({
      success: true,
      data: [{ codice: 'mensa', nome: 'mensa', campi, importo_cent: 500, modificabili: ['alunno'] }],
    });
    expect((await callerOf(rig).call('serviziPagamento', { elenco: 'PPA', ente: 'borgo' })).body.data).toEqual([]);
  });
});
