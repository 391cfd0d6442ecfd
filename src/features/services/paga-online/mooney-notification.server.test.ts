import { createHmac } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { callerOf, countRows, MINUTE, onOneInTurn, RIG_NOW, type Rig, type RigAnswer } from '../../../../tests/rig.ts';
import type { OrderStatus } from '../../../adapters/payments/mooney.schemas.ts';
import { mooneyPayments } from '../../../adapters/payments/mooney.server.ts';
import type { PortalHouse } from '../../../context.ts';
import { pagaOnlineOperations } from './paga-online.contract.ts';
import { findTentativo, writeTentativo } from './tentativi.db.ts';

const SHARED_SECRET = 'segreto-condiviso-con-il-fornitore-di-prova';
const AVVISO = { ente: 'borgo', numero_avviso: '301011100007347557' };
const RIF = 'riferimento-di-prova-1';
const { path } = pagaOnlineOperations.notificaMooney;

/** The portal with the production adapter instead of the double. */
const houseWithMooney = (rig: Rig): PortalHouse => ({
  ...rig.house,
  payments: { mooney: mooneyPayments({ url: 'https://mooney.example', secret: SHARED_SECRET, origins: [] }) },
});

/** One notice of 45.50 € and an attempt to pay it, opened a minute ago. */
async function writeAttempt(rig: Rig, { id = RIF, fornitore = 'mooney' as 'mooney' | 'pagopa' } = {}): Promise<void> {
  const { db } = rig.house;
  const nothing = { scadenza: null, pagabile_fino: null, debitore: null, pratica: null, servizio: null };
  await db
    .insertInto('avvisi')
    .values({
      ...AVVISO,
      iuv: '01011100007347557',
      causale: 'Mensa',
      importo_cent: 4550,
      dati_json: '{}',
      ...nothing,
      stato: 'da_pagare',
      stato_da: 'import',
      proprietario: null,
      creato: RIG_NOW,
      scade: null,
    })
    .onConflict((c) => c.doNothing())
    .execute();
  const instants = {
    creato: RIG_NOW - MINUTE,
    aggiornato: RIG_NOW - MINUTE,
    controllato: 0,
    scade: RIG_NOW + 60 * MINUTE,
    host: null,
    codice_negozio: null,
    qr_negozio: null,
  };
  await writeTentativo(
    db,
    {
      id,
      fornitore,
      stato: 'aperto',
      proprietario: 'v',
      utente: null,
      email: 'anna@esempio.it',
      importo_cent: 4550,
      rif_fornitore: 'ord-1',
      ...instants,
    },
    [{ n: 0, ...AVVISO, causale: 'Mensa', importo_cent: 4550, delega: null }],
  );
}

type Voucher = { code: string; qr?: string };
type Over = {
  voucher?: Voucher;
  eventId?: string;
  stato?: OrderStatus;
  rif?: string;
  payments?: [id: string, cent: number][];
};

function bodyOf({ eventId = 'evt-1', stato = 'PAID', rif = RIF, payments, voucher }: Over = {}): string {
  const taken = payments ?? (stato === 'PAID' ? [['pay-1', 4550]] : []);
  return JSON.stringify({
    eventId,
    order: {
      orderId: 'ord-1',
      reference: rif,
      status: stato,
      currency: 'EUR',
      notice: { creditor: '80000000000', number: AVVISO.numero_avviso },
      ...(voucher && { voucher }),
      payments: taken.map(([id, amount]) => ({ id, amount, paidAt: new Date(RIG_NOW).toISOString() })),
    },
  });
}

function signatureOf(text: string, t = RIG_NOW, secret = SHARED_SECRET): string {
  const seconds = Math.floor(t / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`;
}

/** As the provider's server sends it: without cookie and anti-forgery token, from any address. */
const sendNotification = (rig: Rig, text: string, signature = signatureOf(text, rig.house.now())): Promise<RigAnswer> =>
  callerOf(rig, { token: null })
    .at(houseWithMooney(rig))
    .ask('POST', path, { raw: text, headers: { 'content-type': 'application/json', 'x-mooney-signature': signature } });

const sendForEsito = async (rig: Rig, over?: Over) => (await sendNotification(rig, bodyOf(over))).body.data?.esito;
const readStato = async (rig: Rig, id = RIF) => (await findTentativo(rig.house.db, id))?.stato;
const listRicevute = (rig: Rig) => rig.house.db.selectFrom('ricevute').selectAll().orderBy('rif').execute();
const readAvvisoStato = async (rig: Rig) =>
  (await rig.house.db.selectFrom('avvisi').select('stato').executeTakeFirstOrThrow()).stato;

onOneInTurn('what Mooney’s server tells', (rig) => {
  test('the notification of a payment pays the attempt and its notice with one receipt', async () => {
    await writeAttempt(rig);

    const answer = await sendNotification(rig, bodyOf());

    expect([answer.status, answer.body]).toEqual([200, { data: { esito: 'applicata' } }]);
    expect([await readStato(rig), await readAvvisoStato(rig)]).toEqual(['pagato', 'pagato']);
    expect(await listRicevute(rig)).toMatchObject([{ rif: 'pay-1', importo_cent: 4550, pagamento: RIF, doppia: 0 }]);
    expect(await rig.house.db.selectFrom('notifiche').selectAll().execute()).toEqual([
      { evento: 'evt-1', fornitore: 'mooney', pagamento: RIF, esito: 'applicata', quando: RIG_NOW },
    ]);
  });

  test('the same event sent a hundred times at once counts once', async () => {
    await writeAttempt(rig);

    const outcomes = await Promise.all(Array.from({ length: 100 }, () => sendForEsito(rig)));

    expect(outcomes.filter((e) => e === 'applicata')).toHaveLength(1);
    expect(outcomes.filter((e) => e === 'ripetuta')).toHaveLength(99);
    expect([await countRows(rig, 'ricevute'), await countRows(rig, 'notifiche')]).toEqual([1, 1]);
  });

  test('the same payment in fifty events at once counts once', async () => {
    await writeAttempt(rig);

    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => sendForEsito(rig, { eventId: `evt-${i}` })),
    );

    expect(outcomes.filter((e) => e === 'applicata')).toHaveLength(1);
    expect([await countRows(rig, 'ricevute'), await countRows(rig, 'posta_in_uscita')]).toEqual([1, 1]);
    expect(rig.reports).toEqual([]);
  });

  test.each([
    ['not signed', ''],
    ['signed with another key', signatureOf(bodyOf(), RIG_NOW, 'un-altro-segreto-lungo-almeno-32-caratteri')],
    ['with the signature of another one', signatureOf(bodyOf({ eventId: 'evt-2' }))],
    ['signed more than five minutes ago', signatureOf(bodyOf(), RIG_NOW - 5 * MINUTE - 1000)],
    ['signed for later', signatureOf(bodyOf(), RIG_NOW + 6 * MINUTE)],
  ])('a notification %s is refused, and nothing is written', async (_what, signature) => {
    await writeAttempt(rig);
    const before = await rig.dump();

    const answer = await sendNotification(rig, bodyOf(), signature);

    expect(answer.status).toBe(403);
    expect(await rig.dump()).toBe(before);
  });

  test('a valid notification that was intercepted is useless after five minutes', async () => {
    await writeAttempt(rig);
    const overheard = signatureOf(bodyOf({ stato: 'CANCELLED' }));
    rig.clock.pass(5 * MINUTE + 1000);

    expect((await sendNotification(rig, bodyOf({ stato: 'CANCELLED' }), overheard)).status).toBe(403);
    expect(await readStato(rig)).toBe('aperto');
  });

  test('a notification about an unknown payment is recorded and has no other effect', async () => {
    expect(await sendForEsito(rig, { rif: 'di-nessun-altro-al-mondo' })).toBe('ignorata');
    expect(await countRows(rig, 'ricevute')).toBe(0);
    expect(await rig.house.db.selectFrom('notifiche').selectAll().execute()).toMatchObject([
      { pagamento: null, esito: 'ignorata' },
    ]);
  });

  test('a notification about an attempt at pagoPA is ignored', async () => {
    await writeAttempt(rig, { fornitore: 'pagopa' });

    expect(await sendForEsito(rig)).toBe('ignorata');
    expect([await readStato(rig), await countRows(rig, 'ricevute')]).toEqual(['aperto', 0]);
  });

  test.each([
    [4549, 'less'],
    [4551, 'more'],
    [455_000, 'a hundred times as much'],
  ])('a payment of %i cents, %s than the notice, is kept, pays nothing and is reported', async (cent) => {
    await writeAttempt(rig);

    expect(await sendForEsito(rig, { payments: [['pay-1', cent]] })).toBe('discordante');
    expect([await readStato(rig), await readAvvisoStato(rig)]).toEqual(['in_verifica', 'da_pagare']);
    expect(await listRicevute(rig)).toMatchObject([{ rif: 'pay-1', importo_cent: cent, pagamento: RIF, doppia: 0 }]);
    expect(rig.reports).toHaveLength(1);
  });

  test('an attempt to be paid at a shop is verified first and paid afterwards', async () => {
    await writeAttempt(rig);

    expect(await sendForEsito(rig, { eventId: 'evt-1', stato: 'PENDING' })).toBe('applicata');
    expect(await readStato(rig)).toBe('in_verifica');
    expect(await sendForEsito(rig, { eventId: 'evt-2' })).toBe('applicata');
    expect(await readStato(rig)).toBe('pagato');
  });

  test.each(['PENDING', 'CREATED', 'EXPIRED', 'CANCELLED', 'FAILED'] as const)(
    'the state %s after the payment changes nothing',
    async (later) => {
      await writeAttempt(rig);
      await sendForEsito(rig);

      expect(await sendForEsito(rig, { eventId: 'evt-vecchio', stato: later })).toBe('ignorata');
      expect([await readStato(rig), await readAvvisoStato(rig)]).toEqual(['pagato', 'pagato']);
    },
  );

  test.each(['EXPIRED', 'CANCELLED', 'FAILED'] as const)('a payment wins over an earlier state %s', async (earlier) => {
    await writeAttempt(rig);
    await sendForEsito(rig, { eventId: 'evt-prima', stato: earlier });

    expect(await sendForEsito(rig)).toBe('applicata');
    expect([await readStato(rig), await readAvvisoStato(rig)]).toEqual(['pagato', 'pagato']);
  });

  test('money that was taken twice is recorded as a double payment and reported', async () => {
    await writeAttempt(rig);
    await sendForEsito(rig);

    const two: [string, number][] = [
      ['pay-1', 4550],
      ['pay-2', 4550],
    ];
    await sendForEsito(rig, { eventId: 'evt-2', payments: two });

    expect(await listRicevute(rig)).toMatchObject([
      { rif: 'pay-1', doppia: 0 },
      { rif: 'pay-2', doppia: 1 },
    ]);
    expect(rig.reports).toHaveLength(1);
  });

  test('a signed notification that makes no sense is refused and reported, and nothing is written', async () => {
    await writeAttempt(rig);
    const text = bodyOf().replace('PAID', 'SOLD');

    expect((await sendNotification(rig, text)).status).toBe(422);
    expect([await countRows(rig, 'notifiche'), await readStato(rig)]).toEqual([0, 'aperto']);
    expect(rig.reports).toHaveLength(1);
  });

  test('a payment that waits at a shop keeps the code to show there, and mails it once', async () => {
    await writeAttempt(rig);
    const voucher = { code: '123456789012', qr: 'MOONEY|123456789012|4550' };
    expect(await sendForEsito(rig, { stato: 'PENDING', voucher })).toBe('applicata');
    await sendForEsito(rig, { eventId: 'evt-2', stato: 'PENDING', voucher });

    const readEsito = async () => (await callerOf(rig).call('esitoPagamento', { riferimento: RIF })).body.data;
    expect(await readEsito()).toMatchObject({
      stato: 'in_verifica',
      negozio: { codice: voucher.code, qr: voucher.qr, entro: new Date(RIG_NOW + 60 * MINUTE).toISOString() },
    });
    const queued = await rig.house.db.selectFrom('posta_in_uscita').select(['tipo', 'dati_json']).execute();
    expect(queued).toEqual([{ tipo: 'pagamento.sospeso', dati_json: JSON.stringify({ pagamento: RIF }) }]);

    await sendForEsito(rig, { eventId: 'evt-3' });
    expect(await readEsito()).not.toHaveProperty('negozio');
  });

  test('a payment at a shop without a code of the provider is mailed once, too', async () => {
    await writeAttempt(rig);
    await sendForEsito(rig, { stato: 'PENDING' });
    await sendForEsito(rig, { eventId: 'evt-2', stato: 'PENDING' });
    expect((await callerOf(rig).call('esitoPagamento', { riferimento: RIF })).body.data.negozio.codice).toBe('');
    expect(await countRows(rig, 'posta_in_uscita')).toBe(1);
  });

  test('is taken whatever the provider adds to the address', async () => {
    await writeAttempt(rig);
    const text = bodyOf();
    const headers = { 'content-type': 'application/json', 'x-mooney-signature': signatureOf(text) };
    const answer = await callerOf(rig).at(houseWithMooney(rig)).ask('POST', `${path}?retry=1`, { raw: text, headers });
    expect([answer.status, answer.body.data]).toEqual([200, { esito: 'applicata' }]);
  });

  test('a portal without Mooney accepts no notification', async () => {
    const text = bodyOf();
    const headers = { 'content-type': 'application/json', 'x-mooney-signature': signatureOf(text) };
    const withoutMooney = { ...rig.house, payments: {} };

    expect((await callerOf(rig).at(withoutMooney).ask('POST', path, { raw: text, headers })).status).toBe(403);
    expect(await countRows(rig, 'notifiche')).toBe(0);
  });

  test('a fault while a notification is applied leaves nothing behind, so that the provider can send it again', async () => {
    await writeAttempt(rig);
    const fault: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === 'UpdateQueryNode') throw new Error('il disco è pieno');
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const broken = { ...houseWithMooney(rig), db: rig.house.db.withPlugin(fault) };
    const text = bodyOf();
    const headers = { 'content-type': 'application/json', 'x-mooney-signature': signatureOf(text) };

    expect((await callerOf(rig).at(broken).ask('POST', path, { raw: text, headers })).status).toBe(500);
    expect([await countRows(rig, 'notifiche'), await countRows(rig, 'ricevute'), await readStato(rig)]).toEqual([
      0,
      0,
      'aperto',
    ]);

    expect(await sendForEsito(rig)).toBe('applicata');
  });
});
