import { expect, test } from 'vitest';
import { writeAvviso } from '../../../../tests/pagamenti.ts';
import {
  callerOf,
  DAY,
  ENTI,
  HOUR,
  MINUTE,
  onOneInTurn,
  RIG_NOW,
  type Rig,
  type RigCaller,
} from '../../../../tests/rig.ts';
import { openStore } from '../../../store/open.server.ts';
import { verifyPagamento } from './verifica.server.ts';

const SECOND = 1000;
const IUV = '01000000000000017';

/** A notice of 50,00 € and an attempt on it, opened by this browser. */
async function openPagamento(
  rig: Rig,
  operation: 'pagaConPagopa' | 'pagaConMooney' = 'pagaConPagopa',
  who: RigCaller = callerOf(rig),
) {
  await writeAvviso(rig);
  const fields = { IUV, dominioEC: ENTI.borgo.codice_fiscale, emailDebitore: 'anna@esempio.it' };
  const { body } = await who.call(operation, fields);
  return { who, id: body.data.riferimento as string };
}
const readPagamento = (rig: Rig, id: string) =>
  rig.house.db.selectFrom('pagamenti').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const outboxRow = (rig: Rig) =>
  rig.house.db
    .selectFrom('posta_in_uscita')
    .selectAll()
    .where('tipo', '=', 'pagamento.verifica')
    .executeTakeFirstOrThrow();
/** Runs the outbox as time passes. */
async function passTime(rig: Rig, ms: number, step: number): Promise<void> {
  for (let t = 0; t < ms; t += step) {
    rig.clock.pass(step);
    while ((await rig.deliver()) > 0);
  }
}

onOneInTurn('asking the provider again', (rig) => {
  test('the outbox asks after a minute, then with growing waits, and stops when the outcome is known', async () => {
    const { id } = await openPagamento(rig);
    const { pagopa } = rig.payments;
    await passTime(rig, 59 * SECOND, 59 * SECOND);
    expect(pagopa.asked).toEqual([]);
    await passTime(rig, 10 * MINUTE, 10 * SECOND);
    expect(pagopa.asked.length).toBeGreaterThan(2);
    expect(pagopa.asked.length).toBeLessThan(7);

    pagopa.settle(id, 'pagato');
    await passTime(rig, 30 * MINUTE, MINUTE);
    expect([(await readPagamento(rig, id)).stato, (await outboxRow(rig)).inviata]).toEqual([
      'pagato',
      expect.any(Number),
    ]);
    const asked = pagopa.asked.length;
    await passTime(rig, 3 * HOUR, HOUR);
    expect(pagopa.asked.length).toBe(asked);
    expect(rig.reports).toEqual([]);
  });

  test('a payment that the outbox finds is told in one mail', async () => {
    const { id } = await openPagamento(rig);
    rig.payments.pagopa.settle(id, 'pagato');
    await passTime(rig, 5 * MINUTE, MINUTE);
    expect(rig.mails.map(({ to }) => to)).toEqual(['anna@esempio.it']);
  });

  test('a cart without a return ends after its time and not before', async () => {
    const { id } = await openPagamento(rig);
    await passTime(rig, 40 * MINUTE, MINUTE);
    expect((await readPagamento(rig, id)).stato).toBe('aperto');
    await passTime(rig, HOUR, 10 * MINUTE);
    expect((await readPagamento(rig, id)).stato).toBe('scaduto');
  });

  test('a receipt that comes hours after the end of a cart still counts', async () => {
    const { id } = await openPagamento(rig);
    await passTime(rig, 3 * HOUR, 10 * MINUTE);
    expect((await readPagamento(rig, id)).stato).toBe('scaduto');
    rig.payments.pagopa.settle(id, 'pagato', { pagato_il: RIG_NOW + 8 * MINUTE });
    await passTime(rig, 2 * HOUR, HOUR);
    expect((await readPagamento(rig, id)).stato).toBe('pagato');
  });

  test('a cart that its owner left is asked about for a day, and shows when it was last asked about', async () => {
    const { who, id } = await openPagamento(rig);
    await rig.house.db.updateTable('pagamenti').set({ stato: 'annullato' }).execute();
    const lastChecked = async () => (await who.call('esitoPagamento', { riferimento: id })).body.data.controllato_il;
    rig.payments.pagopa.fault = 'away';
    await passTime(rig, 5 * MINUTE, MINUTE);
    expect(await lastChecked()).toBe(new Date(RIG_NOW).toISOString());
    rig.payments.pagopa.fault = null;
    await passTime(rig, 2 * HOUR, 10 * MINUTE);
    expect([(await readPagamento(rig, id)).stato, Date.parse(await lastChecked()) > RIG_NOW + HOUR]).toEqual([
      'annullato',
      true,
    ]);
    rig.payments.pagopa.settle(id, 'pagato', { pagato_il: RIG_NOW + 8 * MINUTE, payerEmail: 'anna@esempio.it' });
    await passTime(rig, 2 * HOUR, HOUR);
    expect([(await readPagamento(rig, id)).stato, rig.mails.length]).toEqual(['pagato', 1]);
  });

  test('money that pagoPA took before Mooney took it too is found for a day, and told to the payer and to the ente as paid twice', async () => {
    const { who, id } = await openPagamento(rig);
    await who.call('esitoPagamento', { riferimento: id, ritorno: 'ok' });
    const atMooney = { IUV, dominioEC: ENTI.borgo.codice_fiscale, emailDebitore: 'anna@esempio.it' };
    const asked = await who.call('pagaConMooney', atMooney);
    expect([asked.status, asked.body.errors.conferma[0]]).toEqual([
      409,
      expect.stringContaining('hai aperto un pagamento con pagoPA'),
    ]);
    // Of another person's cart nobody is asked: anybody can open one.
    const confirmed = await who.call('pagaConMooney', { ...atMooney, conferma: true });
    const order = confirmed.body.data.riferimento as string;
    rig.payments.mooney.settle(order, 'pagato');
    await passTime(rig, 10 * MINUTE, MINUTE);
    const readDoppio = async (riferimento: string) =>
      (await who.call('esitoPagamento', { riferimento })).body.data.doppio;
    expect([(await readPagamento(rig, order)).stato, (await readPagamento(rig, id)).stato]).toEqual([
      'pagato',
      'in_verifica',
    ]);
    expect(await readDoppio(order)).toBe(undefined);

    rig.clock.pass(3 * HOUR);
    rig.payments.pagopa.settle(id, 'pagato', { pagato_il: RIG_NOW + 5 * MINUTE, payerEmail: 'anna@esempio.it' });
    await passTime(rig, 2 * HOUR, HOUR);
    expect([(await readPagamento(rig, id)).stato, await readDoppio(order), await readDoppio(id)]).toEqual([
      'pagato',
      true,
      true,
    ]);
    const told = rig.mails.filter(({ subject }) => subject.includes('pagato due volte')).map(({ to }) => to);
    expect(told.toSorted()).toEqual(['anna@esempio.it', 'protocollo@borgo.example']);
    expect(rig.reports.map(String)).toEqual(['Error: Avviso pagato due volte: seconda ricevuta da pagopa']);
  });

  test('no attempt ends while the provider is down', async () => {
    const { id } = await openPagamento(rig);
    rig.payments.pagopa.fault = 'away';
    await passTime(rig, 5 * HOUR, 10 * MINUTE);
    expect([(await readPagamento(rig, id)).stato, (await outboxRow(rig)).inviata, rig.reports]).toEqual([
      'aperto',
      null,
      [],
    ]);
    rig.payments.pagopa.fault = null;
    rig.payments.pagopa.settle(id, 'pagato', { pagato_il: RIG_NOW + 8 * MINUTE });
    await passTime(rig, 2 * HOUR, HOUR);
    expect((await readPagamento(rig, id)).stato).toBe('pagato');
  });

  test('an attempt to be paid at a shop waits as long as the provider does, and is not reported', async () => {
    const { id } = await openPagamento(rig, 'pagaConMooney');
    rig.payments.mooney.settle(id, 'in_attesa');
    await passTime(rig, 4 * DAY, HOUR);
    expect([(await readPagamento(rig, id)).stato, rig.reports]).toEqual(['in_verifica', []]);
    rig.payments.mooney.settle(id, 'scaduto');
    await passTime(rig, 2 * HOUR, HOUR);
    const { expireAbandoned } = await import('./verifica.server.ts');
    await expireAbandoned(rig.house);
    await rig.deliver();
    expect((await readPagamento(rig, id)).stato).toBe('scaduto');
    expect(rig.mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('il tuo pagamento in sospeso'),
      expect.stringContaining('il pagamento non è stato completato'),
    ]);
  });

  test('an outbox row about an unknown attempt is done without any work', async () => {
    await verifyPagamento(rig.house, 'non-esiste-da-nessuna-parte');
  });
});

onOneInTurn('asking while somebody looks', (rig) => {
  const lookAt = async ({ who, id }: { who: RigCaller; id: string }) =>
    (await who.call('esitoPagamento', { riferimento: id })).body.data.stato;

  test('the provider is asked when the last answer is older than five seconds', async () => {
    const opened = await openPagamento(rig);
    rig.payments.pagopa.settle(opened.id, 'pagato');
    rig.clock.pass(4 * SECOND);
    expect(await lookAt(opened)).toBe('in_verifica');
    rig.clock.pass(2 * SECOND);
    expect(await lookAt(opened)).toBe('pagato');
  });

  test('twenty citizens who look at once cause one question', async () => {
    const opened = await openPagamento(rig);
    rig.clock.pass(6 * SECOND);
    await Promise.all(Array.from({ length: 20 }, () => lookAt(opened)));
    expect(rig.payments.pagopa.asked).toHaveLength(1);
  });

  test('after the end the provider is asked only about a late receipt', async () => {
    const opened = await openPagamento(rig, 'pagaConMooney');
    rig.payments.mooney.settle(opened.id, 'scaduto');
    rig.clock.pass(MINUTE);
    expect(await lookAt(opened)).toBe('scaduto');
    rig.payments.mooney.settle(opened.id, 'pagato');
    rig.clock.pass(MINUTE);
    expect(await lookAt(opened)).toBe('pagato');
    const asked = rig.payments.mooney.asked.length;
    rig.clock.pass(HOUR);
    expect([await lookAt(opened), rig.payments.mooney.asked.length]).toEqual(['pagato', asked]);
  });

  test('the page says that the payment is being verified while the provider is down', async () => {
    const opened = await openPagamento(rig);
    rig.payments.pagopa.fault = 'away';
    rig.clock.pass(MINUTE);
    expect([await lookAt(opened), rig.reports]).toEqual(['in_verifica', []]);
  });
});

onOneInTurn('a server that ends in between', (rig) => {
  test('after a crash the next server asks in its place and shows the right outcome', async () => {
    const { id } = await openPagamento(rig);
    rig.payments.pagopa.settle(id, 'pagato');
    rig.clock.pass(2 * MINUTE);

    // SQLite: a second process on the same file. PostgreSQL: another host.
    const other = await openStore(rig.place);
    try {
      await verifyPagamento({ ...rig.house, db: other.db }, id);
    } finally {
      await other.close();
    }

    expect(await outboxRow(rig)).toMatchObject({ inviata: null, dati_json: JSON.stringify({ pagamento: id }) });
    expect((await readPagamento(rig, id)).stato).toBe('pagato');
    await rig.deliver();
    expect((await outboxRow(rig)).inviata).toEqual(rig.house.now());
  });
});
