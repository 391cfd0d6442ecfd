import { expect, test } from 'vitest';
import { writeAvviso, writePagamento, writeRicevuta } from '../../../../tests/pagamenti.ts';
import { ANNA } from '../../../../tests/posizioni.ts';
import {
  callerOf,
  createAccount,
  DAY,
  enteAdministrator,
  onOneInTurn,
  operatore,
  RIG_NOW,
  type Rig,
} from '../../../../tests/rig.ts';
import type { Flusso, FlussoPagamento, Ricevuta } from '../../../store/tables.ts';

const numero = (n: number) => `30100000000000${String(n).padStart(4, '0')}`;
const clerkOf = (rig: Rig) => callerOf(rig, { user: enteAdministrator('borgo') });
const ask = async (rig: Rig, name: 'incasso' | 'incassi' | 'riversamenti' | 'riversamento', fields: object = {}) =>
  (await clerkOf(rig).call(name, fields as Record<string, unknown>)).body.data;
const decide = (rig: Rig, id: string, tipo: string, note?: string) =>
  clerkOf(rig).call('decidiIncasso', { id, tipo, ...(note !== undefined && { testo: note }) });

const paid = (rig: Rig, n: number, over: Partial<Ricevuta> = {}) =>
  writeRicevuta(
    rig,
    { ente: 'borgo', numero_avviso: numero(n), causale: `Avviso ${n}`, importo_cent: 50_00 },
    { rif: `iur-${n}`, pagato_il: RIG_NOW - DAY, ...over },
  );

const NOME = '2026-11-19BANCA-0001';

/** A flow of the receipts with these numbers. */
async function settle({ house }: Rig, numbers: readonly number[], over: Partial<Flusso> = {}): Promise<Flusso> {
  const [nome, revisione] = [over.nome ?? NOME, over.revisione ?? 1];
  const importo_cent = numbers.length * 50_00;
  const flusso: Flusso = {
    id: `borgo/BANCA/${nome}/${revisione}`,
    ente: 'borgo',
    psp: 'BANCA',
    nome,
    revisione,
    nome_psp: 'Banca di prova',
    data: '2026-11-19',
    regolamento: 'TRN1',
    pagamenti: numbers.length,
    importo_cent,
    letti: numbers.length,
    letti_cent: importo_cent,
    pubblicato: RIG_NOW,
    ...over,
  };
  await house.db.insertInto('flussi').values(flusso).execute();
  const payments = numbers.map(
    (number, i): FlussoPagamento => ({
      flusso: flusso.id,
      n: i + 1,
      ente: 'borgo',
      iuv: numero(number).slice(1),
      iur: `iur-${number}`,
      trasferimento: 1,
      importo_cent: 50_00,
      esito: 'EXECUTED',
      pagato_il: RIG_NOW - DAY,
    }),
  );
  await house.db.insertInto('flussi_pagamenti').values(payments).execute();
  return flusso;
}

const book = (rows: string) => new File([`Data;Importo;Causale\n${rows}`], 'giornale.csv', { type: 'text/csv' });
const bring = async (rig: Rig, rows: string) =>
  clerkOf(rig).call('caricaGiornale', { ente: 'borgo', file: book(rows) });
const CREDIT = `20/11/2026;100,00;/PUR/LGPE-RIVERSAMENTO/URI/${NOME}`;

onOneInTurn('where the money of an ente is', (rig) => {
  test('a receipt is paid, then transferred by a flow, then credited by the cash book, and is listed by each', async () => {
    await paid(rig, 1);
    await paid(rig, 2);
    await paid(rig, 3);
    const inStato = async (stato: string) =>
      (await ask(rig, 'incassi', { stato })).righe.map(({ rif }: { rif: string }) => rif).sort();
    expect(await inStato('pagato')).toEqual(['iur-1', 'iur-2', 'iur-3']);
    await settle(rig, [1, 2]);
    expect(await inStato('pagato')).toEqual(['iur-3']);
    expect(await inStato('riversato')).toEqual(['iur-1', 'iur-2']);
    const { status, body } = await bring(rig, CREDIT);
    expect([status, body.data]).toEqual([200, { ente: 'borgo', nuovi: 1, gia_presenti: 0, lasciati: 0, abbinati: 1 }]);
    expect(await inStato('accreditato')).toEqual(['iur-1', 'iur-2']);
    expect((await ask(rig, 'incassi', { stato: 'accreditato' })).totale).toEqual({ quanti: 2, importo_cent: 100_00 });
    expect((await ask(rig, 'incassi')).totale).toEqual({ quanti: 3, importo_cent: 150_00 });
  });

  test('the sum of the receipts of a time is that of its flows, to the cent, when all were transferred', async () => {
    for (const n of [1, 2, 3]) await paid(rig, n);
    await settle(rig, [1, 2]);
    await settle(rig, [3], { nome: '2026-11-19BANCA-0002' });
    await bring(rig, CREDIT);
    const { totale, flussi } = await ask(rig, 'riversamenti');
    expect(totale).toEqual({ quanti: 2, importo_cent: 150_00, accreditato_cent: 100_00 });
    expect((await ask(rig, 'incassi')).totale.importo_cent).toBe(totale.importo_cent);
    expect(flussi.map(({ accreditato_cent }: { accreditato_cent: number | null }) => accreditato_cent)).toEqual([
      null,
      100_00,
    ]);
  });

  test('a flow says what does not add up: its sum, what the bank booked, payments without a receipt', async () => {
    await paid(rig, 1);
    await settle(rig, [1, 2], { importo_cent: 100_01 });
    await bring(rig, CREDIT);
    const { flussi } = await ask(rig, 'riversamenti');
    expect(flussi).toMatchObject([{ questioni: ['somma', 'importo', 'senza_ricevuta'] }]);
    const { righe } = await ask(rig, 'riversamento', { flusso: flussi[0].id });
    expect(righe).toMatchObject([
      { IUV: numero(1).slice(1), causale: 'Avviso 1' },
      { incasso: null, causale: null },
    ]);
  });

  test('of a flow its last revision counts, alone', async () => {
    await paid(rig, 1);
    await paid(rig, 2);
    await settle(rig, [1, 2]);
    await settle(rig, [1], { revisione: 2 });
    const { totale, flussi } = await ask(rig, 'riversamenti');
    expect(totale).toMatchObject({ quanti: 1, importo_cent: 50_00 });
    expect(flussi).toMatchObject([{ revisione: 2 }]);
    expect((await ask(rig, 'incassi', { stato: 'riversato' })).totale.quanti).toBe(1);
  });

  test('the same cash book twice adds nothing, and two equal movements of a day are two', async () => {
    expect((await bring(rig, `${CREDIT}\n${CREDIT}`)).body.data).toMatchObject({ nuovi: 2, gia_presenti: 0 });
    expect((await bring(rig, `${CREDIT}\n${CREDIT}`)).body.data).toMatchObject({ nuovi: 0, gia_presenti: 2 });
    expect((await bring(rig, `${CREDIT}\n${CREDIT}\n${CREDIT}`)).body.data).toMatchObject({ nuovi: 1 });
    expect((await ask(rig, 'riversamenti')).senza_flusso).toHaveLength(3);
  });

  test('a movement whose text the bank has wrapped is found by the name of a flow that the portal has', async () => {
    await paid(rig, 1);
    await settle(rig, [1]);
    const wrapped = `20/11/2026;50,00;BONIFICO URI/${NOME.slice(0, 12)} ${NOME.slice(12)} COMUNE`;
    expect((await bring(rig, wrapped)).body.data).toMatchObject({ nuovi: 1, abbinati: 1 });
    expect((await ask(rig, 'incassi', { stato: 'accreditato' })).totale.quanti).toBe(1);
  });

  test('a file that is no cash book is refused beside its field, and nothing of it stays', async () => {
    const { status, body } = await clerkOf(rig).call('caricaGiornale', { ente: 'borgo', file: book('boh;tanto;x') });
    expect(status).toBe(422);
    expect(body.errors.file.join()).not.toBe('');
    expect(await rig.house.db.selectFrom('accrediti').selectAll().execute()).toEqual([]);
  });

  test('others read neither flows nor receipts of the ente', async () => {
    const { id } = await paid(rig, 1);
    await settle(rig, [1]);
    const other = callerOf(rig, { user: enteAdministrator('valle') });
    expect((await other.call('incasso', { id })).status).toBe(404);
    expect((await other.call('riversamento', { flusso: `borgo/BANCA/${NOME}/1` })).status).toBe(404);
    expect((await callerOf(rig, { user: operatore('borgo') }).call('incasso', { id })).status).toBe(403);
  });
});

onOneInTurn('one receipt, and what the office decides about it', (rig) => {
  const historyOf = async (id: string) =>
    (await ask(rig, 'incasso', { id })).storia.map(({ kind, importo_cent }: { kind: string; importo_cent: number }) => [
      kind,
      importo_cent,
    ]);

  test('has all that happened to its notice: attempts, receipts, flows, the bank', async () => {
    const avviso = await writeAvviso(rig, { numero_avviso: numero(1) });
    await writePagamento(rig, [avviso], { stato: 'annullato', creato: RIG_NOW - 3 * DAY });
    const { id } = await paid(rig, 1, { pagato_il: RIG_NOW - 2 * DAY });
    await settle(rig, [1]);
    await bring(rig, CREDIT);
    expect(await historyOf(id)).toEqual([
      ['tentativo', 50_00],
      ['ricevuta', 50_00],
      ['riversamento', 50_00],
      ['accredito', 100_00],
    ]);
    expect(await ask(rig, 'incasso', { id })).toMatchObject({
      avviso: 'pagato',
      incasso: { stato: 'accreditato', conosciuto: true },
    });
  });

  test('a notice that was paid twice is paid once when one receipt was given back, and leaves the list of what is to be done', async () => {
    await writeAvviso(rig, { numero_avviso: numero(1) });
    await paid(rig, 1);
    const { id } = await paid(rig, 1, { rif: 'iur-due', doppia: 1 });
    expect((await ask(rig, 'incasso', { id })).avviso).toBe('pagato_due_volte');
    expect((await ask(rig, 'incassi', { coda: 'doppi' })).totale.quanti).toBe(1);
    const { status, body } = await decide(rig, id, 'rimborsata', 'Mandato 12');
    expect([status, body.data]).toEqual([200, { avviso: 'pagato' }]);
    expect((await ask(rig, 'incassi', { coda: 'doppi' })).totale.quanti).toBe(0);
    expect(await historyOf(id)).toContainEqual(['rimborsata', -50_00]);
    expect((await decide(rig, id, 'stornata')).status).toBe(409);
    expect((await decide(rig, id, 'riaperta')).body.data).toEqual({ avviso: 'pagato_due_volte' });
    expect((await ask(rig, 'incassi', { coda: 'doppi' })).totale.quanti).toBe(1);
    expect((await decide(rig, id, 'riaperta')).status).toBe(409);
  });

  test('the person who paid twice reads it in the area until the office gave the money back, and is told by mail', async () => {
    const anna = await createAccount(rig, ANNA);
    const avviso = await writeAvviso(rig, { numero_avviso: numero(1), debitore: ANNA.codice_fiscale });
    await paid(rig, 1, { pagato_il: RIG_NOW - 2 * DAY });
    const pagamento = await writePagamento(rig, [avviso], { utente: anna.id, stato: 'in_verifica' });
    const { id } = await paid(rig, 1, { rif: 'iur-due', doppia: 1, pagamento: pagamento.id });
    await rig.house.db.updateTable('pagamenti').set({ stato: 'pagato' }).execute();
    const isDouble = async () =>
      (await callerOf(rig, { user: anna }).call('mieiPagamenti', {})).body.data.some(
        ({ doppio }: { doppio?: boolean }) => doppio,
      );
    expect(await isDouble()).toBe(true);
    await decide(rig, id, 'rimborsata', 'Mandato 12');
    expect(await isDouble()).toBe(false);
    await rig.deliver();
    const mail = rig.mails.find(({ subject }) => subject.includes('il tuo rimborso'));
    expect(mail?.to).toContain('anna@esempio.it');
  });

  test('a notice whose only money was taken back is to be paid again', async () => {
    await writeAvviso(rig, { numero_avviso: numero(1), stato: 'pagato', stato_da: 'ricevuta' });
    const { id } = await paid(rig, 1);
    expect((await decide(rig, id, 'stornata')).body.data).toEqual({ avviso: 'stornato' });
    const { stato } = await rig.house.db.selectFrom('avvisi').select('stato').executeTakeFirstOrThrow();
    expect(stato).toBe('da_pagare');
    await decide(rig, id, 'riaperta');
    expect((await rig.house.db.selectFrom('avvisi').select('stato').executeTakeFirstOrThrow()).stato).toBe('pagato');
  });

  test('that there is nothing to do needs a reason', async () => {
    const { id } = await paid(rig, 1);
    const { status, body } = await decide(rig, id, 'chiusa');
    expect([status, body.errors.testo]).toEqual([422, ['Scrivi perché non c’è niente da fare.']]);
    expect((await ask(rig, 'incassi', { coda: 'sconosciuti' })).totale.quanti).toBe(1);
    await decide(rig, id, 'chiusa', 'Avviso di un altro programma');
    expect((await ask(rig, 'incassi', { coda: 'sconosciuti' })).totale.quanti).toBe(0);
  });
});
