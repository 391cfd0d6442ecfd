import { expect, test } from 'vitest';
import { writeAvviso, writePagamento, writeRicevuta } from '../../../../tests/pagamenti.ts';
import { ANNA, BRUNO_CODICE, persona, writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import { callerOf, HOUR, onOneInTurn, operatore, RIG_NOW } from '../../../../tests/rig.ts';
import type { LoggedInUser } from '../../../context.ts';
import { numeroPagamento } from './numero-pagamento.server.ts';

const avvisoLine = (n: number, over: object = {}) => ({
  ente: 'borgo',
  numero_avviso: `30100000000000${1000 + n}`,
  causale: `Avviso ${n}`,
  importo_cent: n * 100,
  ...over,
});
/** With the address to which the receipts are mailed. */
const PAYER = persona(ANNA.codice_fiscale, { contatti: { email: 'anna@esempio.it', telefono: null } });
const ownedByAnna = { proprietario: `u:${ANNA.id}`, utente: ANNA.id };

onOneInTurn('a citizen’s payments', (rig) => {
  const listOwn = async (user: LoggedInUser = PAYER) => (await callerOf(rig, { user }).call('mieiPagamenti')).body.data;

  test('the list shows paid attempts and those being verified, newest first, and no failed ones', async () => {
    const first = await writePagamento(rig, [avvisoLine(1), avvisoLine(2), avvisoLine(3, { ente: 'valle' })], {
      ...ownedByAnna,
      creato: RIG_NOW - 5 * HOUR,
    });
    const later = await writePagamento(rig, [avvisoLine(4, { ente: 'valle' })], {
      ...ownedByAnna,
      stato: 'in_verifica',
      fornitore: 'mooney',
      creato: RIG_NOW - HOUR,
    });
    const justOpened = await writePagamento(rig, [avvisoLine(5)], {
      ...ownedByAnna,
      stato: 'aperto',
      creato: RIG_NOW + 1,
    });
    for (const stato of ['scaduto', 'non_completato'])
      await writePagamento(rig, [avvisoLine(6)], { ...ownedByAnna, stato });
    await writePagamento(rig, [avvisoLine(6)], { ...ownedByAnna, stato: 'annullato', fornitore: 'mooney' });

    expect(await listOwn()).toEqual([
      expect.objectContaining({ id: justOpened.id, stato: 'in_verifica', ricevuta: null }),
      {
        id: first.id,
        numero: numeroPagamento(first.id),
        stato: 'pagato',
        ente: 'borgo',
        nome_ente: 'Comune di Borgo',
        causale: 'Avviso 1',
        numero_avviso: avvisoLine(1).numero_avviso,
        altri: [avvisoLine(2).numero_avviso, avvisoLine(3).numero_avviso],
        avvisi: [1, 2, 3].map((n) => ({
          numero_avviso: avvisoLine(n).numero_avviso,
          causale: `Avviso ${n}`,
          nome_ente: n === 3 ? 'Comune di Valle' : 'Comune di Borgo',
          importo_cent: n * 100,
        })),
        importo_cent: 600,
        fornitore: 'pagopa',
        aperto_il: '2026-11-20T04:00:00.000Z',
        controllato_il: '2026-11-20T09:00:00.000Z',
        pagato_il: '2026-11-20T08:59:00.000Z',
        ricevuta: `/api/v1/portale/pagamenti/${first.id}/ricevuta`,
      },
      expect.objectContaining({
        id: later.id,
        stato: 'in_verifica',
        nome_ente: 'Comune di Valle',
        pagato_il: null,
        ricevuta: null,
      }),
    ]);
  });

  test('the list shows carts at pagoPA that the citizen left, with the time of the last check, until no receipt can come', async () => {
    const abandoned = { ...ownedByAnna, stato: 'annullato', aggiornato: RIG_NOW - 60_000 };
    const { id } = await writePagamento(rig, [avvisoLine(1)], abandoned);
    await writePagamento(rig, [avvisoLine(2)], { ...abandoned, creato: RIG_NOW - 25 * HOUR });
    expect(await listOwn()).toEqual([
      expect.objectContaining({
        id,
        stato: 'annullato',
        pagato_il: null,
        ricevuta: null,
        controllato_il: '2026-11-20T08:59:00.000Z',
      }),
    ]);
  });

  test('the list shows what others paid for the citizen, each payment once, with a receipt that opens', async () => {
    const posizione = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    await writeDocumento(rig, posizione, { numero_avviso: avvisoLine(1).numero_avviso, stato: 'pagato' });
    await writeDocumento(rig, posizione, { numero_avviso: avvisoLine(2).numero_avviso, stato: 'pagato' });
    await writeAvviso(rig, { ...avvisoLine(3), stato: 'pagato', debitore: ANNA.codice_fiscale });
    const paidHere = await writePagamento(rig, [avvisoLine(1)], ownedByAnna);
    const paidAtBank = await writeRicevuta(rig, avvisoLine(2), { pagato_il: RIG_NOW - 2 * HOUR });
    await writePagamento(rig, [avvisoLine(3)], { utente: BRUNO_CODICE.id, proprietario: `u:${BRUNO_CODICE.id}` });

    const own = await listOwn();
    expect(own.map((p: { causale: string }) => p.causale)).toEqual(
      expect.arrayContaining(['Avviso 1', 'Avviso 2', 'Avviso 3']),
    );
    expect(own).toHaveLength(3);
    expect(own.map((p: { id: string }) => p.id)).toContain(paidHere.id);
    expect(own.at(-1)).toMatchObject({ id: paidAtBank.id, stato: 'pagato', importo_cent: 200 });
    for (const { ricevuta } of own)
      expect((await callerOf(rig, { user: PAYER }).ask('GET', ricevuta)).status).toBe(200);
    expect((await listOwn(BRUNO_CODICE)).map((p: { causale: string }) => p.causale)).toEqual(['Avviso 3']);
  });

  test('a notice that was open in two tabs is in the list once', async () => {
    const paid = await writePagamento(rig, [avvisoLine(1)], ownedByAnna);
    const otherTab = await writePagamento(rig, [avvisoLine(1)], { ...ownedByAnna, stato: 'in_verifica' });
    // Its receipt belongs to the other tab.
    await rig.house.db.updateTable('pagamenti').set({ stato: 'pagato' }).where('id', '=', otherTab.id).execute();
    expect((await listOwn()).map((p: { id: string }) => p.id)).toEqual([paid.id]);
  });

  test('the list shows no payments of other citizens', async () => {
    await writePagamento(rig, [avvisoLine(1)], ownedByAnna);
    expect(await listOwn(BRUNO_CODICE)).toEqual([]);
    expect((await callerOf(rig).call('mieiPagamenti')).status).toBe(401);
    expect((await callerOf(rig, { user: operatore('borgo') }).call('mieiPagamenti')).status).toBe(403);
  });
});

onOneInTurn('a citizen’s notices', (rig) => {
  const listOwn = async (user = ANNA) => (await callerOf(rig, { user }).call('mieiAvvisi')).body.data;
  const debitore = ANNA.codice_fiscale;

  test('the list shows the notices to pay with the citizen’s tax code, and where to pay them', async () => {
    await writeAvviso(rig, { ...avvisoLine(2), debitore, scadenza: '2026-12-10' });
    await writeAvviso(rig, { ...avvisoLine(1), iuv: '1', debitore, scadenza: '2026-11-01' });
    await writeAvviso(rig, {
      ...avvisoLine(3),
      iuv: '3',
      debitore,
      scadenza: '2026-11-02',
      pagabile_fino: '2026-11-19',
    });
    expect(await listOwn()).toMatchObject([
      {
        causale: 'Avviso 1',
        stato: 'scaduto',
        nome_ente: 'Comune di Borgo',
        paga: `/servizio/paga-online?avviso=${avvisoLine(1).numero_avviso}-80000000000`,
      },
      { causale: 'Avviso 3', stato: 'scaduto', paga: null },
      { causale: 'Avviso 2', stato: 'da_pagare', scadenza: '2026-12-10', importo_cent: 200 },
    ]);
    expect(await listOwn(BRUNO_CODICE)).toEqual([]);
  });

  test('the list leaves out paid and withdrawn notices, and those that somebody else began to pay in the citizen’s name', async () => {
    await writeAvviso(rig, { ...avvisoLine(1), debitore, stato: 'pagato' });
    await writeAvviso(rig, { ...avvisoLine(2), iuv: '2', debitore, stato: 'annullato' });
    await writeAvviso(rig, { ...avvisoLine(3), iuv: '3', debitore, stato_da: 'portale', scade: RIG_NOW + HOUR });
    expect(await listOwn()).toEqual([]);
  });
});

onOneInTurn('the calendar of due dates', (rig) => {
  const readCalendar = (user = ANNA) => callerOf(rig, { user }).call('scadenzeCalendario');

  test('the calendar has a day for each document and notice to pay, with ente, amount and the way to pay', async () => {
    const posizione = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const documento = { numero: 'D-1', numero_avviso: avvisoLine(1).numero_avviso };
    await writeDocumento(rig, posizione, { ...documento, scadenza: '2026-12-16' });
    await writeDocumento(rig, posizione, { numero: 'D-2', stato: 'pagato' });
    await writeDocumento(rig, posizione, { numero: 'D-3', scadenza: null });
    await writeAvviso(rig, { ...avvisoLine(2), debitore: ANNA.codice_fiscale, scadenza: '2026-11-30' });
    const { status, headers, bytes } = await readCalendar();
    const text = bytes.toString().replaceAll('\r\n ', '');

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('content-disposition')).toContain('scadenze.ics');
    expect(text.match(/DTSTART;VALUE=DATE:\d+/g)).toEqual([
      'DTSTART;VALUE=DATE:20261130',
      'DTSTART;VALUE=DATE:20261216',
    ]);
    expect(text).toContain('SUMMARY:Da pagare 100\\,00\u00a0€: Comune di Borgo\r\n');
    expect(text).toContain(
      `URL;VALUE=URI:http://127.0.0.1:4321/servizio/paga-online?avviso=${avvisoLine(1).numero_avviso}-80000000000\r\n`,
    );
    expect(text).toContain('Comune di Borgo: Avviso 2\\nImporto: 2\\,00\u00a0€\\nScade il 30 novembre 2026\\n');
    // The event of the same day keeps its id, so that an import does not double it.
    const again = (await readCalendar()).bytes.toString();
    expect(again.match(/^UID:.*$/gm)).toEqual(bytes.toString().match(/^UID:.*$/gm));
    expect(new Set(again.match(/^UID:.*$/gm)).size).toBe(2);
  });

  test('a citizen without a due date is told so in words, and sees no calendar of anybody else', async () => {
    const { status, body } = await readCalendar();
    expect([status, body.message]).toEqual([404, 'Non hai scadenze da aggiungere al calendario.']);
    expect((await callerOf(rig).call('scadenzeCalendario')).status).toBe(401);
  });
});
