import { createHmac } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { type Answer, caller, count, MINUTE, NOW, onBoth, type Rig } from '../../../../tests/rig.ts';
import type { StatoOrdine } from '../../../adapters/payments/mooney.schemas.ts';
import { mooneyPayments } from '../../../adapters/payments/mooney.server.ts';
import type { House } from '../../../context.ts';
import { operations } from './paga-online.contract.ts';
import { scriviTentativo, trovaTentativo } from './tentativi.db.ts';

const SEGRETO = 'segreto-condiviso-con-il-fornitore-di-prova';
const AVVISO = { ente: 'borgo', numero_avviso: '301011100007347557' };
const RIF = 'riferimento-di-prova-1';
const { path } = operations.notificaMooney;

/** The house with the adapter of production instead of the double. */
const casa = (rig: Rig): House => ({
  ...rig.house,
  payments: { mooney: mooneyPayments({ url: 'https://mooney.example', secret: SEGRETO, origini: [] }) },
});

/** One notice of 45.50 € and an attempt to pay it, opened a minute ago. */
async function tentativo(rig: Rig, { id = RIF, fornitore = 'mooney' as 'mooney' | 'pagopa' } = {}): Promise<void> {
  const { db } = rig.house;
  const niente = { scadenza: null, pagabile_fino: null, debitore: null, pratica: null, servizio: null };
  await db
    .insertInto('avvisi')
    .values({
      ...{ ...AVVISO, iuv: '01011100007347557', causale: 'Mensa', importo_cent: 4550, dati_json: '{}' },
      ...{ ...niente, stato: 'da_pagare', stato_da: 'import', proprietario: null, creato: NOW, scade: null },
    })
    .onConflict((c) => c.doNothing())
    .execute();
  const tempi = {
    creato: NOW - MINUTE,
    aggiornato: NOW - MINUTE,
    controllato: 0,
    scade: NOW + 60 * MINUTE,
    tornato: null,
  };
  await scriviTentativo(
    db,
    {
      ...{ id, fornitore, stato: 'aperto', proprietario: 'v', utente: null, email: 'anna@esempio.it' },
      ...{ importo_cent: 4550, rif_fornitore: 'ord-1', ...tempi },
    },
    [{ n: 0, ...AVVISO, causale: 'Mensa', importo_cent: 4550 }],
  );
}

type Over = { eventId?: string; stato?: StatoOrdine; rif?: string; versamenti?: [id: string, cent: number][] };

function corpo({ eventId = 'evt-1', stato = 'PAID', rif = RIF, versamenti }: Over = {}): string {
  const presi = versamenti ?? (stato === 'PAID' ? [['pay-1', 4550]] : []);
  return JSON.stringify({
    eventId,
    order: {
      ...{ orderId: 'ord-1', reference: rif, status: stato, currency: 'EUR' },
      notice: { creditor: '80000000000', number: AVVISO.numero_avviso },
      payments: presi.map(([id, amount]) => ({ id, amount, paidAt: new Date(NOW).toISOString() })),
    },
  });
}

function firma(testo: string, t = NOW, segreto = SEGRETO): string {
  const secondi = Math.floor(t / 1000);
  return `t=${secondi},v1=${createHmac('sha256', segreto).update(`${secondi}.${testo}`).digest('hex')}`;
}

/** As the provider's server sends it: no cookie, no anti-forgery token, from wherever. */
const manda = (rig: Rig, testo: string, con = firma(testo, rig.house.now())): Promise<Answer> =>
  caller(rig, { token: null })
    .at(casa(rig))
    .ask('POST', path, { raw: testo, headers: { 'content-type': 'application/json', 'x-mooney-signature': con } });

const esito = async (rig: Rig, over?: Over) => (await manda(rig, corpo(over))).body.data?.esito;
const stato = async (rig: Rig, id = RIF) => (await trovaTentativo(rig.house.db, id))?.stato;
const ricevute = (rig: Rig) => rig.house.db.selectFrom('ricevute').selectAll().orderBy('rif').execute();
const pagato = async (rig: Rig) =>
  (await rig.house.db.selectFrom('avvisi').select('stato').executeTakeFirstOrThrow()).stato;

onBoth('what Mooney’s server tells', (rig) => {
  test('a payment: the attempt and its notice are paid, by one receipt', async () => {
    await tentativo(rig);

    const risposta = await manda(rig, corpo());

    expect([risposta.status, risposta.body]).toEqual([200, { data: { esito: 'applicata' } }]);
    expect([await stato(rig), await pagato(rig)]).toEqual(['pagato', 'pagato']);
    expect(await ricevute(rig)).toMatchObject([{ rif: 'pay-1', importo_cent: 4550, pagamento: RIF, doppia: 0 }]);
    expect(await rig.house.db.selectFrom('notifiche').selectAll().execute()).toEqual([
      { evento: 'evt-1', fornitore: 'mooney', pagamento: RIF, esito: 'applicata', quando: NOW },
    ]);
  });

  test('the same event a hundred times at once counts once', async () => {
    await tentativo(rig);

    const esiti = await Promise.all(Array.from({ length: 100 }, () => esito(rig)));

    expect(esiti.filter((e) => e === 'applicata')).toHaveLength(1);
    expect(esiti.filter((e) => e === 'ripetuta')).toHaveLength(99);
    expect([await count(rig, 'ricevute'), await count(rig, 'notifiche')]).toEqual([1, 1]);
  });

  test('the same payment in fifty events at once counts once', async () => {
    await tentativo(rig);

    const esiti = await Promise.all(Array.from({ length: 50 }, (_, i) => esito(rig, { eventId: `evt-${i}` })));

    expect(esiti.filter((e) => e === 'applicata')).toHaveLength(1);
    expect([await count(rig, 'ricevute'), await count(rig, 'posta_in_uscita')]).toEqual([1, 1]);
    expect(rig.reports).toEqual([]);
  });

  test.each([
    ['not signed', ''],
    ['signed with another key', firma(corpo(), NOW, 'un-altro-segreto-lungo-almeno-32-caratteri')],
    ['with the signature of another one', firma(corpo({ eventId: 'evt-2' }))],
    ['signed more than five minutes ago', firma(corpo(), NOW - 5 * MINUTE - 1000)],
    ['signed for later', firma(corpo(), NOW + 6 * MINUTE)],
  ])('%s: refused, and nothing is written', async (_cosa, con) => {
    await tentativo(rig);
    const prima = await rig.dump();

    const risposta = await manda(rig, corpo(), con);

    expect(risposta.status).toBe(403);
    expect(await rig.dump()).toBe(prima);
  });

  test('a good one that somebody overheard is of no use after five minutes', async () => {
    await tentativo(rig);
    const sentita = firma(corpo({ stato: 'CANCELLED' }));
    rig.clock.pass(5 * MINUTE + 1000);

    expect((await manda(rig, corpo({ stato: 'CANCELLED' }), sentita)).status).toBe(403);
    expect(await stato(rig)).toBe('aperto');
  });

  test('a payment nobody knows: noted, and nothing else', async () => {
    expect(await esito(rig, { rif: 'di-nessun-altro-al-mondo' })).toBe('ignorata');
    expect(await count(rig, 'ricevute')).toBe(0);
    expect(await rig.house.db.selectFrom('notifiche').selectAll().execute()).toMatchObject([
      { pagamento: null, esito: 'ignorata' },
    ]);
  });

  test('an attempt at pagoPA is none of its business', async () => {
    await tentativo(rig, { fornitore: 'pagopa' });

    expect(await esito(rig)).toBe('ignorata');
    expect([await stato(rig), await count(rig, 'ricevute')]).toEqual(['aperto', 0]);
  });

  test.each([
    [4549, 'less'],
    [4551, 'more'],
    [455_000, 'a hundred times as much'],
  ])('%i cents, %s than the notice, pay nothing and are reported', async (cent) => {
    await tentativo(rig);

    expect(await esito(rig, { versamenti: [['pay-1', cent]] })).toBe('discordante');
    expect([await stato(rig), await pagato(rig)]).toEqual(['in_verifica', 'da_pagare']);
    expect(await count(rig, 'ricevute')).toBe(0);
    expect(rig.reports).toHaveLength(1);
  });

  test('to be paid at a shop, then paid', async () => {
    await tentativo(rig);

    expect(await esito(rig, { eventId: 'evt-1', stato: 'PENDING' })).toBe('applicata');
    expect(await stato(rig)).toBe('in_verifica');
    expect(await esito(rig, { eventId: 'evt-2' })).toBe('applicata');
    expect(await stato(rig)).toBe('pagato');
  });

  test.each(['PENDING', 'CREATED', 'EXPIRED', 'CANCELLED', 'FAILED'] as const)(
    '%s after the payment changes nothing',
    async (dopo) => {
      await tentativo(rig);
      await esito(rig);

      expect(await esito(rig, { eventId: 'evt-vecchio', stato: dopo })).toBe('ignorata');
      expect([await stato(rig), await pagato(rig)]).toEqual(['pagato', 'pagato']);
    },
  );

  test.each(['EXPIRED', 'CANCELLED', 'FAILED'] as const)('a payment after %s wins', async (prima) => {
    await tentativo(rig);
    await esito(rig, { eventId: 'evt-prima', stato: prima });

    expect(await esito(rig)).toBe('applicata');
    expect([await stato(rig), await pagato(rig)]).toEqual(['pagato', 'pagato']);
  });

  test('money that was taken twice is kept as such, and reported', async () => {
    await tentativo(rig);
    await esito(rig);

    const due: [string, number][] = [
      ['pay-1', 4550],
      ['pay-2', 4550],
    ];
    await esito(rig, { eventId: 'evt-2', versamenti: due });

    expect(await ricevute(rig)).toMatchObject([
      { rif: 'pay-1', doppia: 0 },
      { rif: 'pay-2', doppia: 1 },
    ]);
    expect(rig.reports).toHaveLength(1);
  });

  test('well signed and without sense: refused, reported, nothing written', async () => {
    await tentativo(rig);
    const testo = corpo().replace('PAID', 'SOLD');

    expect((await manda(rig, testo)).status).toBe(422);
    expect([await count(rig, 'notifiche'), await stato(rig)]).toEqual([0, 'aperto']);
    expect(rig.reports).toHaveLength(1);
  });

  test('a house without Mooney believes nobody', async () => {
    const testo = corpo();
    const headers = { 'content-type': 'application/json', 'x-mooney-signature': firma(testo) };
    const senza = { ...rig.house, payments: {} };

    expect((await caller(rig).at(senza).ask('POST', path, { raw: testo, headers })).status).toBe(403);
    expect(await count(rig, 'notifiche')).toBe(0);
  });

  test('a fault in the middle leaves nothing behind: the provider sends it again', async () => {
    await tentativo(rig);
    const guasto: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === 'UpdateQueryNode') throw new Error('il disco è pieno');
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const rotta = { ...casa(rig), db: rig.house.db.withPlugin(guasto) };
    const testo = corpo();
    const headers = { 'content-type': 'application/json', 'x-mooney-signature': firma(testo) };

    expect((await caller(rig).at(rotta).ask('POST', path, { raw: testo, headers })).status).toBe(500);
    expect([await count(rig, 'notifiche'), await count(rig, 'ricevute'), await stato(rig)]).toEqual([0, 0, 'aperto']);

    expect(await esito(rig)).toBe('applicata');
  });
});
