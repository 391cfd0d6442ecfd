import { expect, test } from 'vitest';
import { writeAvviso, writePagamento, writeRicevuta } from '../../../../tests/pagamenti.ts';
import { ANNA, writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import {
  callerOf,
  ENTI,
  enteAdministrator,
  onOneInTurn,
  operatore,
  RIG_NOW,
  type Rig,
  sendSegnalazione,
} from '../../../../tests/rig.ts';
import type { Ricevuta } from '../../../store/tables.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';
import { nameReceived } from '../../services/paga-online/servizio-incasso.db.ts';
import { incassiRows } from './incassi-sheet.ts';

const numero = (n: number) => `30100000000000${String(n).padStart(4, '0')}`;
const clerkOf = (rig: Rig, ...enti: string[]) =>
  callerOf(rig, { user: enteAdministrator(...(enti[0] ? enti : ['borgo'])) });
const read = async (rig: Rig, fields: Record<string, unknown> = {}) =>
  (await clerkOf(rig).call('incassi', fields)).body.data;
const receiptsOf = (data: { righe: { rif: string }[] }) => data.righe.map(({ rif }) => rif);

/** A receipt of 50 euro, of a notice that the portal does not have. */
const paid = (rig: Rig, n: number, over: Partial<Ricevuta> = {}) =>
  writeRicevuta(
    rig,
    { ente: 'borgo', numero_avviso: numero(n), causale: `Avviso ${n}`, importo_cent: 50_00 },
    { rif: `iur-${n}`, pagato_il: RIG_NOW, ...over },
  );

onOneInTurn('what came in at an ente', (rig) => {
  test('is listed for the current month, the latest first, with its sum and every day', async () => {
    await paid(rig, 1, { pagato_il: Date.UTC(2026, 10, 2, 9) });
    await paid(rig, 2, { importo_cent: 99_999_999_99 });
    await paid(rig, 3, { pagato_il: Date.UTC(2026, 9, 31, 22, 59) });
    await paid(rig, 4, { ente: 'valle' });
    const data = await read(rig);
    expect(data).toMatchObject({
      ente: 'borgo',
      dal: '2026-11-01',
      al: '2026-11-20',
      totale: { quanti: 2, importo_cent: 100_000_049_99 },
    });
    expect(receiptsOf(data)).toEqual(['iur-2', 'iur-1']);
    expect(data.periodi).toHaveLength(20);
    expect(data.periodi[1]).toEqual({ periodo: '2026-11-02', quanti: 1, importo_cent: 50_00 });
    expect(data.periodi[2]).toEqual({ periodo: '2026-11-03', quanti: 0, importo_cent: 0 });
    expect(data.dopo).toBeUndefined();
  });

  test('is told by month over a long time, and a day has the hours of Rome on the days when the clocks change', async () => {
    // In Rome the evening of the 24th and the first and the last half hour of the 25th, which has 25 hours.
    await paid(rig, 1, { pagato_il: Date.UTC(2026, 9, 24, 21, 59) });
    await paid(rig, 2, { pagato_il: Date.UTC(2026, 9, 24, 22, 30) });
    await paid(rig, 3, { pagato_il: Date.UTC(2026, 9, 25, 22, 30) });
    const days = (await read(rig, { dal: '2026-10-24', al: '2026-10-26' })).periodi;
    expect(days.map(({ quanti }: { quanti: number }) => quanti)).toEqual([1, 2, 0]);
    const months = (await read(rig, { dal: '2026-02-01', al: '2026-11-30' })).periodi;
    expect(months).toHaveLength(10);
    expect(months[8]).toEqual({ periodo: '2026-10', quanti: 3, importo_cent: 150_00 });
  });

  test('has what somebody must look at by itself: paid twice, and of notices that the portal does not have', async () => {
    const avviso = await writeAvviso(rig, { numero_avviso: numero(1) });
    await writePagamento(rig, [avviso], { creato: RIG_NOW });
    await paid(rig, 1, { doppia: 1, pagato_il: RIG_NOW - 1 });
    await paid(rig, 2);
    expect(receiptsOf(await read(rig, { coda: 'doppi' }))).toEqual(['iur-1']);
    const unknown = await read(rig, { coda: 'sconosciuti' });
    expect(unknown.righe).toMatchObject([{ rif: 'iur-2', conosciuto: false, dal_portale: false, doppio: false }]);
    expect(unknown.totale.quanti).toBe(1);
    const all = await read(rig);
    expect(all.righe).toMatchObject([
      { conosciuto: false },
      { rif: 'iur-1', conosciuto: true, doppio: true },
      { conosciuto: true, dal_portale: true },
    ]);
  });

  test('is summed by service, which a receipt learns from its notice, and goes under the items of the ente', async () => {
    const { db } = rig.house;
    const capitoli = [
      { capitolo: '3.01', accertamento: '2026/7', servizi: ['PAR', 'SF510'], spontanei: ['mensa'] },
      { capitolo: '1.01', servizi: ['TARMB'] },
    ];
    await writeEnte(db, { ...ENTI.borgo, capitoli }, 0);
    const posizione = await writePosizione(rig, { sistema: 'PAR' }, []);
    await writeDocumento(rig, posizione, { sistema: 'PAR', numero_avviso: numero(1) });
    await writeAvviso(rig, { numero_avviso: numero(2), iuv: numero(2).slice(1), servizio: 'mensa' });
    const pratica = await sendSegnalazione(callerOf(rig));
    await writeAvviso(rig, { numero_avviso: numero(3), iuv: numero(3).slice(1), pratica: pratica.id });
    await writeAvviso(rig, { numero_avviso: numero(4), iuv: numero(4).slice(1), posizione: posizione.id });
    for (const n of [1, 2, 3, 4, 5]) await paid(rig, n, { importo_cent: n === 5 ? 45_00 : n * 10_00 });
    const before = await read(rig);
    expect(before.servizi).toEqual([
      {
        servizio: null,
        servizio_nome: 'Altri avvisi',
        capitolo: null,
        accertamento: null,
        quanti: 5,
        importo_cent: 145_00,
      },
    ]);
    await nameReceived(db, [1, 2, 3, 4, 5].map(numero));
    const data = await read(rig);
    expect(data.totale).toEqual(before.totale);
    expect(data.servizi).toMatchObject([
      {
        servizio: 'PAR',
        servizio_nome: 'Parcheggi (PAR)',
        capitolo: '3.01',
        accertamento: '2026/7',
        importo_cent: 50_00,
      },
      { servizio: null, capitolo: null, importo_cent: 45_00 },
      { servizio: 'SF510', capitolo: '3.01', importo_cent: 30_00 },
      { servizio: 'spontaneo/mensa', servizio_nome: 'mensa', capitolo: '3.01', importo_cent: 20_00 },
    ]);
    const found = async (asked: object) => receiptsOf(await read(rig, { ...asked })).sort();
    expect(await found({ servizio: 'PAR' })).toEqual(['iur-1', 'iur-4']);
    expect(await found({ servizio: 'nessuno' })).toEqual(['iur-5']);
    expect(await found({ capitolo: '3.01' })).toEqual(['iur-1', 'iur-2', 'iur-3', 'iur-4']);
    expect(await found({ capitolo: '1.01' })).toEqual([]);
    expect(await found({ servizio: 'TARMB', capitolo: '3.01' })).toEqual([]);
    const chosen = await read(rig, { capitolo: '3.01' });
    expect(chosen.totale).toEqual({ quanti: 4, importo_cent: 100_00 });
    expect(chosen.servizi).toEqual(data.servizi);
    const { bytes } = await clerkOf(rig).call('esportaIncassi', { servizio: 'PAR' });
    expect(bytes.toString()).toContain(';Parcheggi (PAR);3.01;2026/7;');
  });

  test('counts without the stamp that was paid with it, which is the State’s', async () => {
    await paid(rig, 1, { importo_cent: 66_00, bollo_cent: 16_00 });
    await paid(rig, 2);
    const data = await read(rig);
    expect(data.totale).toEqual({ quanti: 2, importo_cent: 100_00 });
    expect((await read(rig, { canale: 'altrove' })).totale).toEqual(data.totale);
    expect(data.righe.map((r: { importo_cent: number; bollo_cent: number }) => [r.importo_cent, r.bollo_cent])).toEqual(
      expect.arrayContaining([
        [50_00, 16_00],
        [50_00, 0],
      ]),
    );
  });

  test('is told apart by where it was paid', async () => {
    const avviso = await writeAvviso(rig, { numero_avviso: numero(1) });
    await writePagamento(rig, [avviso], { creato: RIG_NOW });
    await paid(rig, 2);
    expect((await read(rig, { canale: 'portale' })).righe).toMatchObject([
      { numero_avviso: numero(1), dal_portale: true },
    ]);
    expect(await read(rig, { canale: 'altrove' })).toMatchObject({ totale: { quanti: 1 }, righe: [{ rif: 'iur-2' }] });
  });

  test('is found by notice, IUV, receipt and debtor, whatever the day', async () => {
    const posizione = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const documento = await writeDocumento(rig, posizione, { numero_avviso: numero(1) });
    await writeAvviso(rig, { numero_avviso: numero(2), iuv: numero(2).slice(1), debitore: ANNA.codice_fiscale });
    for (const n of [1, 2, 3]) await paid(rig, n, { pagato_il: Date.UTC(2025, 0, n) });
    const pratica = await sendSegnalazione(callerOf(rig));
    const found = async (words: string) => receiptsOf(await read(rig, { cerca: words }));
    expect(await read(rig)).toMatchObject({ totale: { quanti: 0 } });
    expect(await found('3010 0000 0000 0000 03')).toEqual(['iur-3']);
    expect(await found(numero(3).slice(1))).toEqual(['iur-3']);
    expect(await found(' iur-1 ')).toEqual(['iur-1']);
    expect(await found(ANNA.codice_fiscale.toLowerCase())).toEqual(['iur-2', 'iur-1']);
    await rig.house.db
      .updateTable('avvisi')
      .set({ pratica: pratica.id })
      .where('numero_avviso', '=', numero(2))
      .execute();
    expect(await found(pratica.protocollo)).toEqual(['iur-2']);
    // A guest with the codes asked in their own name: the position owes the fee.
    await rig.house.db.updateTable('avvisi').set({ debitore: 'RSSMRA80A01H501U' }).execute();
    await rig.house.db
      .insertInto('richieste_documenti')
      .values({ pratica: pratica.id, documento: documento.id, codice: 'SF200', aperta: 1 })
      .execute();
    expect(await found(ANNA.codice_fiscale)).toEqual(['iur-2', 'iur-1']);
    expect(await found('2025/000001')).toEqual([]);
    expect(await found('iur')).toEqual([]);
    expect((await read(rig, { cerca: 'iur-1' })).periodi).toEqual([]);
  });

  test('is read by pages, in which no receipt of one instant is lost or twice', async () => {
    await Promise.all(Array.from({ length: 120 }, (_, n) => paid(rig, n + 1)));
    const seen: string[] = [];
    for (let place: string | undefined, n = 0; n === 0 || place; n++) {
      const data = await read(rig, place ? { dopo: place } : {});
      expect(data.totale.quanti).toBe(120);
      seen.push(...receiptsOf(data));
      place = data.dopo;
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
  });

  test('is for administrators and for offices with that right; another operator is told who gives it', async () => {
    await paid(rig, 1);
    const refused = await callerOf(rig, { user: operatore('borgo') }).call('incassi');
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('Uffici e persone');
    const clerk = { ...operatore('borgo'), incassi: ['borgo'] };
    expect(receiptsOf((await callerOf(rig, { user: clerk }).call('incassi')).body.data)).toEqual(['iur-1']);
    expect((await clerkOf(rig).call('incassi', { ente: 'valle' })).status).toBe(404);
    expect((await clerkOf(rig, 'borgo', 'valle').call('incassi', { ente: 'valle' })).body.data.righe).toEqual([]);
  });

  test.each([
    [{ dal: '2026-11-10', al: '2026-11-09' }, 'al', 'prima del primo'],
    [{ dal: '2025-01-01', al: '2026-11-09' }, 'al', 'al massimo un anno'],
    [{ dal: '31/02/2026' }, 'dal', 'Scrivi il primo giorno'],
    [{ coda: 'tutte' }, 'coda', 'elenco'],
    [{ canale: 'poste' }, 'canale', 'elenco'],
  ])('a time that is none is refused beside its field: %o', async (fields, field, words) => {
    const { status, body } = await clerkOf(rig).call('incassi', fields);
    expect(status).toBe(422);
    expect(body.errors[field].join()).toContain(words);
  });

  test('is downloaded whole as CSV, in which nothing is a formula', async () => {
    await paid(rig, 1, { causale: '=HYPERLINK("http://x")', intermediario: '+39' });
    await paid(rig, 2, { pagato_il: RIG_NOW - 1 });
    const { bytes, headers } = await clerkOf(rig).call('esportaIncassi', { dal: '2026-11-01', al: '2026-11-30' });
    expect(headers.get('content-disposition')).toContain('incassi-2026-11-01-2026-11-30.csv');
    const [head, first, second, end] = bytes.toString().split('\r\n');
    expect(head).toContain('Pagato il;Numero avviso;IUV');
    expect(first).toContain(`;"'=HYPERLINK(""http://x"")";Altri avvisi;;;50,00;0,00;pagoPA;"'+39";no;no;no`);
    expect(second).toMatch(/^20\/11\/2026;3010 0000 0000 0000 02;/);
    expect(end).toBe('');
  });
});

test('amounts of a sheet are in euro with two decimals', () => {
  const incasso = {
    id: 'a',
    pagato_il: '2026-11-20T09:00:00.000Z',
    numero_avviso: numero(1),
    IUV: numero(1).slice(1),
    causale: 'Mensa',
    servizio: null,
    servizio_nome: 'Altri avvisi',
    capitolo: null,
    accertamento: null,
    importo_cent: 123_456_07,
    bollo_cent: 16_00,
    fornitore: 'pagopa' as const,
    rif: 'r',
    intermediario: null,
    doppio: true,
    conosciuto: true,
    dal_portale: true,
    stato: 'riversato' as const,
    revocato: false,
    decisione: null,
  };
  expect(incassiRows([incasso])[0]).toEqual(expect.arrayContaining(['123.456,07', '16,00']));
});
