import { expect, test } from 'vitest';
import { writeAvviso, writeRicevuta } from '../../../../tests/pagamenti.ts';
import { DAY, ENTI, HOUR, MINUTE, onOneInTurn, RIG_NOW, type Rig } from '../../../../tests/rig.ts';
import type { FlowPayment, FornitoreFlusso } from '../../../platform/payments.ts';
import { readMoneyState } from '../paga-online/journal.db.ts';
import { pullFlussi } from './flussi-pull.server.ts';

const NOME = '2026-11-20BANCA-0001';
const numero = (n: number) => `30100000000000${String(n).padStart(4, '0')}`;
const payment = (n: number, over: Partial<FlowPayment> = {}): FlowPayment => ({
  n,
  iuv: numero(n).slice(1),
  iur: `iur-${n}`,
  trasferimento: 1,
  importo_cent: 50_00,
  esito: 'EXECUTED',
  pagato_il: RIG_NOW - DAY,
  ...over,
});

/** Publishes a flow of these payments, whose sum is right unless said. */
function publish(rig: Rig, payments: FlowPayment[], over: Partial<FornitoreFlusso> = {}): void {
  rig.payments.pagopa.flows.push({
    dominioEC: ENTI.borgo.codice_fiscale,
    payments,
    flusso: {
      psp: 'BANCA',
      nome: NOME,
      revisione: 1,
      nome_psp: 'Banca di prova',
      data: RIG_NOW,
      regolamento: 'TRN1',
      pagamenti: payments.length,
      importo_cent: payments.reduce((cents, { importo_cent }) => cents + importo_cent, 0),
      pubblicato: RIG_NOW,
      ...over,
    },
  });
}

const running = new AbortController().signal;
const pull = (rig: Rig, stopping = running) => pullFlussi(rig.house, stopping);
const pullLater = (rig: Rig) => {
  rig.clock.pass(HOUR);
  return pull(rig);
};
const listFlussi = ({ house }: Rig) =>
  house.db
    .selectFrom('flussi')
    .select(['ente', 'nome', 'revisione', 'pagamenti', 'importo_cent', 'letti', 'letti_cent'])
    .orderBy('nome')
    .orderBy('revisione')
    .execute();
const countPayments = async ({ house }: Rig) =>
  (await house.db.selectFrom('flussi_pagamenti').select('n').execute()).length;
const AVVISO = { ente: 'borgo', numero_avviso: numero(1) };

onOneInTurn('settlement flows', (rig) => {
  test('a flow is written with its payments once, however often it is listed', async () => {
    publish(rig, [payment(1), payment(2)]);
    await pull(rig);
    await pullLater(rig);
    expect(await listFlussi(rig)).toEqual([
      { ente: 'borgo', nome: NOME, revisione: 1, pagamenti: 2, importo_cent: 100_00, letti: 2, letti_cent: 100_00 },
    ]);
    expect(await countPayments(rig)).toBe(2);
  });

  test('flows are read again after an hour, not before, and those published meanwhile are found', async () => {
    await pull(rig);
    publish(rig, [payment(1)]);
    rig.clock.pass(30 * MINUTE);
    await pull(rig);
    expect(await listFlussi(rig)).toEqual([]);
    rig.clock.pass(30 * MINUTE);
    await pull(rig);
    expect(await listFlussi(rig)).toHaveLength(1);
  });

  test('a host that falls in the middle of a flow leaves nothing by half: another one goes on at the same page', async () => {
    rig.payments.pagopa.flowPage = 500;
    publish(
      rig,
      Array.from({ length: 1200 }, (_, i) => payment(i + 1)),
    );
    const pages: number[] = [];
    rig.payments.pagopa.onPage = (page) => {
      pages.push(page);
      if (pages.length === 2) throw new Error('the host falls');
    };
    await expect(pull(rig)).rejects.toThrow('the host falls');
    expect(await listFlussi(rig)).toEqual([]);
    rig.clock.pass(3 * MINUTE);
    await pull(rig);
    expect(pages).toEqual([1, 2, 2, 3]);
    expect(await listFlussi(rig)).toMatchObject([{ letti: 1200, letti_cent: 1200 * 50_00 }]);
  });

  test('two hosts at once read a flow once', async () => {
    publish(rig, [payment(1)]);
    await Promise.all([pull(rig), pull(rig)]);
    expect(await listFlussi(rig)).toHaveLength(1);
  });

  test('a flow whose payments are not what it says is kept, and reported', async () => {
    publish(rig, [payment(1)], { importo_cent: 50_01 });
    await pull(rig);
    expect(await listFlussi(rig)).toMatchObject([{ importo_cent: 50_01, letti_cent: 50_00 }]);
    expect(rig.reports.map(String)).toEqual([expect.stringContaining('somma che non torna')]);
  });

  test('provider down: the flow is asked for again after some minutes, and the other enti are read', async () => {
    publish(rig, [payment(1)]);
    rig.payments.pagopa.fault = 'away';
    await pull(rig);
    rig.payments.pagopa.fault = null;
    rig.clock.pass(5 * MINUTE);
    await pull(rig);
    expect(await listFlussi(rig)).toHaveLength(1);
  });

  test('a revoked payment makes its notice one to be paid again at once; a later revision without it makes it paid', async () => {
    const { db } = rig.house;
    const stato = async () =>
      (await db.selectFrom('avvisi').select('stato').where('numero_avviso', '=', numero(1)).executeTakeFirst())?.stato;
    await writeAvviso(rig, { numero_avviso: numero(1), stato: 'pagato', stato_da: 'ricevuta' });
    await writeRicevuta(rig, { ...AVVISO, causale: 'Mensa', importo_cent: 50_00 }, { rif: 'iur-1' });
    publish(rig, [payment(1)]);
    await pull(rig);
    expect([await readMoneyState(db, AVVISO), await stato()]).toEqual(['pagato', 'pagato']);
    publish(rig, [payment(1, { esito: 'REVOKED' })], { revisione: 2 });
    await pullLater(rig);
    expect([await readMoneyState(db, AVVISO), await stato()]).toEqual(['stornato', 'da_pagare']);
    publish(rig, [payment(1)], { revisione: 3 });
    await pullLater(rig);
    expect([await readMoneyState(db, AVVISO), await stato()]).toEqual(['pagato', 'pagato']);
  });

  test('a revision that comes after a later one is kept, and the later one counts', async () => {
    await writeAvviso(rig, { numero_avviso: numero(1) });
    await writeRicevuta(rig, { ...AVVISO, causale: 'Mensa', importo_cent: 50_00 }, { rif: 'iur-1' });
    publish(rig, [payment(1)], { revisione: 2 });
    await pull(rig);
    publish(rig, [payment(1, { esito: 'REVOKED' })], { revisione: 1 });
    await pullLater(rig);
    expect((await listFlussi(rig)).map(({ revisione }) => Number(revisione))).toEqual([1, 2]);
    expect(await readMoneyState(rig.house.db, AVVISO)).toBe('pagato');
  });

  test('the store itself refuses to change what the journal holds', async () => {
    publish(rig, [payment(1)]);
    await pull(rig);
    await writeRicevuta(rig, { ...AVVISO, causale: 'Mensa', importo_cent: 50_00 });
    const { db } = rig.house;
    await expect(db.updateTable('ricevute').set({ importo_cent: 1 }).execute()).rejects.toThrow('append only');
    await expect(db.updateTable('flussi').set({ importo_cent: 1 }).execute()).rejects.toThrow('append only');
    await expect(db.updateTable('flussi_pagamenti').set({ esito: 'NO_RPT' }).execute()).rejects.toThrow('append only');
  });

  test('the sums of the store are those of its receipts, also after some are deleted', async () => {
    const { db } = rig.house;
    for (const n of [1, 2, 3])
      await writeRicevuta(rig, { ente: 'borgo', numero_avviso: numero(n), causale: 'Mensa', importo_cent: n * 100 });
    const sums = () => db.selectFrom('somme_incassi').select(['quanti', 'importo_cent']).execute();
    expect((await sums()).map((s) => [s.quanti, s.importo_cent].map(Number))).toEqual([[3, 600]]);
    await db.deleteFrom('ricevute').where('importo_cent', '=', 200).execute();
    expect((await sums()).map((s) => [s.quanti, s.importo_cent].map(Number))).toEqual([[2, 400]]);
    await db.deleteFrom('ricevute').execute();
    expect(await sums()).toEqual([]);
  });
});
