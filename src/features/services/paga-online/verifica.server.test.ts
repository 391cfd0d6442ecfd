import { expect, test } from 'vitest';
import { scriviAvviso } from '../../../../tests/pagamenti.ts';
import { type Caller, caller, DAY, ENTI, HOUR, MINUTE, NOW, onBoth, type Rig } from '../../../../tests/rig.ts';
import { openStore } from '../../../store/open.server.ts';
import { verifica } from './verifica.server.ts';

const SECONDO = 1000;
const IUV = '01000000000000017';

/** A notice of 50,00 € and an attempt on it, opened by this browser. */
async function apre(rig: Rig, con: 'pagaConPagopa' | 'pagaConMooney' = 'pagaConPagopa', chi: Caller = caller(rig)) {
  await scriviAvviso(rig);
  const fields = { IUV, dominioEC: ENTI.borgo.codice_fiscale, emailDebitore: 'anna@esempio.it' };
  const { body } = await chi.call(con, fields);
  return { chi, id: body.data.riferimento as string };
}
const pagamento = (rig: Rig, id: string) =>
  rig.house.db.selectFrom('pagamenti').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const riga = (rig: Rig) =>
  rig.house.db
    .selectFrom('posta_in_uscita')
    .selectAll()
    .where('tipo', '=', 'pagamento.verifica')
    .executeTakeFirstOrThrow();
/** Runs the outbox as the days go by. */
async function passa(rig: Rig, ms: number, passo: number): Promise<void> {
  for (let t = 0; t < ms; t += passo) {
    rig.clock.pass(passo);
    while ((await rig.deliver()) > 0);
  }
}

onBoth('asking the provider again', (rig) => {
  test('the outbox asks after a minute, with growing waits, and stops at the end', async () => {
    const { id } = await apre(rig);
    const { pagopa } = rig.payments;
    await passa(rig, 59 * SECONDO, 59 * SECONDO);
    expect(pagopa.chiesti).toEqual([]);
    await passa(rig, 10 * MINUTE, 10 * SECONDO);
    expect(pagopa.chiesti.length).toBeGreaterThan(2);
    expect(pagopa.chiesti.length).toBeLessThan(7);

    pagopa.di(id, 'pagato');
    await passa(rig, 30 * MINUTE, MINUTE);
    expect([(await pagamento(rig, id)).stato, (await riga(rig)).inviata]).toEqual(['pagato', expect.any(Number)]);
    const chiesti = pagopa.chiesti.length;
    await passa(rig, 3 * HOUR, HOUR);
    expect(pagopa.chiesti.length).toBe(chiesti);
    expect(rig.reports).toEqual([]);
  });

  test('one mail tells that it was paid', async () => {
    const { id } = await apre(rig);
    rig.payments.pagopa.di(id, 'pagato');
    await passa(rig, 5 * MINUTE, MINUTE);
    expect(rig.posta.map(({ to }) => to)).toEqual(['anna@esempio.it']);
  });

  test('a cart that nobody came back from ends after its time, and not before', async () => {
    const { id } = await apre(rig);
    await passa(rig, 40 * MINUTE, MINUTE);
    expect((await pagamento(rig, id)).stato).toBe('aperto');
    await passa(rig, HOUR, 10 * MINUTE);
    expect((await pagamento(rig, id)).stato).toBe('scaduto');
  });

  test('a receipt that comes hours after that still counts', async () => {
    const { id } = await apre(rig);
    await passa(rig, 3 * HOUR, 10 * MINUTE);
    expect((await pagamento(rig, id)).stato).toBe('scaduto');
    rig.payments.pagopa.di(id, 'pagato', { pagato_il: NOW + 8 * MINUTE });
    await passa(rig, 2 * HOUR, HOUR);
    expect((await pagamento(rig, id)).stato).toBe('pagato');
  });

  test('a cart that its owner left is asked about for a day, and tells when it was last', async () => {
    const { chi, id } = await apre(rig);
    await rig.house.db.updateTable('pagamenti').set({ stato: 'annullato' }).execute();
    const controllato = async () => (await chi.call('esitoPagamento', { riferimento: id })).body.data.controllato_il;
    rig.payments.pagopa.guasto = 'away';
    await passa(rig, 5 * MINUTE, MINUTE);
    expect(await controllato()).toBe(new Date(NOW).toISOString());
    rig.payments.pagopa.guasto = null;
    await passa(rig, 2 * HOUR, 10 * MINUTE);
    expect([(await pagamento(rig, id)).stato, Date.parse(await controllato()) > NOW + HOUR]).toEqual([
      'annullato',
      true,
    ]);
    rig.payments.pagopa.di(id, 'pagato', { pagato_il: NOW + 8 * MINUTE });
    await passa(rig, 2 * HOUR, HOUR);
    expect([(await pagamento(rig, id)).stato, rig.posta.length]).toEqual(['pagato', 1]);
  });

  test('while the provider is away nothing ends: what it did not say nobody says', async () => {
    const { id } = await apre(rig);
    rig.payments.pagopa.guasto = 'away';
    await passa(rig, 5 * HOUR, 10 * MINUTE);
    expect([(await pagamento(rig, id)).stato, (await riga(rig)).inviata, rig.reports]).toEqual(['aperto', null, []]);
    rig.payments.pagopa.guasto = null;
    rig.payments.pagopa.di(id, 'pagato', { pagato_il: NOW + 8 * MINUTE });
    await passa(rig, 2 * HOUR, HOUR);
    expect((await pagamento(rig, id)).stato).toBe('pagato');
  });

  test('to be paid at a shop: it waits as long as the provider does, and is reported to nobody', async () => {
    const { id } = await apre(rig, 'pagaConMooney');
    rig.payments.mooney.di(id, 'in_attesa');
    await passa(rig, 4 * DAY, HOUR);
    expect([(await pagamento(rig, id)).stato, rig.reports]).toEqual(['in_verifica', []]);
    rig.payments.mooney.di(id, 'scaduto');
    await passa(rig, 2 * HOUR, HOUR);
    const { scadiAbbandonati } = await import('./verifica.server.ts');
    await scadiAbbandonati(rig.house);
    await rig.deliver();
    expect((await pagamento(rig, id)).stato).toBe('scaduto');
    expect(rig.posta).toHaveLength(1);
  });

  test('an unknown attempt in the outbox is no work', async () => {
    await verifica(rig.house, 'non-esiste-da-nessuna-parte');
  });
});

onBoth('asking while somebody looks', (rig) => {
  const guarda = async ({ chi, id }: { chi: Caller; id: string }) =>
    (await chi.call('esitoPagamento', { riferimento: id })).body.data.stato;

  test('the provider is asked when the last answer is older than five seconds', async () => {
    const suo = await apre(rig);
    rig.payments.pagopa.di(suo.id, 'pagato');
    rig.clock.pass(4 * SECONDO);
    expect(await guarda(suo)).toBe('in_verifica');
    rig.clock.pass(2 * SECONDO);
    expect(await guarda(suo)).toBe('pagato');
  });

  test('twenty who look at once ask once', async () => {
    const suo = await apre(rig);
    rig.clock.pass(6 * SECONDO);
    await Promise.all(Array.from({ length: 20 }, () => guarda(suo)));
    expect(rig.payments.pagopa.chiesti).toHaveLength(1);
  });

  test('after the end it is asked no more, but for a receipt that is late', async () => {
    const suo = await apre(rig, 'pagaConMooney');
    rig.payments.mooney.di(suo.id, 'scaduto');
    rig.clock.pass(MINUTE);
    expect(await guarda(suo)).toBe('scaduto');
    rig.payments.mooney.di(suo.id, 'pagato');
    rig.clock.pass(MINUTE);
    expect(await guarda(suo)).toBe('pagato');
    const chiesti = rig.payments.mooney.chiesti.length;
    rig.clock.pass(HOUR);
    expect([await guarda(suo), rig.payments.mooney.chiesti.length]).toEqual(['pagato', chiesti]);
  });

  test('with the provider away the page says that it is being verified', async () => {
    const suo = await apre(rig);
    rig.payments.pagopa.guasto = 'away';
    rig.clock.pass(MINUTE);
    expect([await guarda(suo), rig.reports]).toEqual(['in_verifica', []]);
  });
});

onBoth('a server that ends in between', (rig) => {
  test('the next one asks in its place and tells the truth', async () => {
    const { id } = await apre(rig);
    rig.payments.pagopa.di(id, 'pagato');
    rig.clock.pass(2 * MINUTE);

    // SQLite: a second process on the file. PostgreSQL: another host.
    const dopo = await openStore(rig.place);
    try {
      await verifica({ ...rig.house, db: dopo.db }, id);
    } finally {
      await dopo.close();
    }

    expect(await riga(rig)).toMatchObject({ inviata: null, dati_json: JSON.stringify({ pagamento: id }) });
    expect((await pagamento(rig, id)).stato).toBe('pagato');
    await rig.deliver();
    expect((await riga(rig)).inviata).toEqual(rig.house.now());
  });
});
