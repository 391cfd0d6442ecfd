import { expect, test } from 'vitest';
import { scriviAvviso, scriviPagamento, scriviRicevuta } from '../../../../tests/pagamenti.ts';
import { ANNA, BRUNO, scriviDocumento, scriviPosizione } from '../../../../tests/posizioni.ts';
import { caller, HOUR, NOW, onBoth, operatore } from '../../../../tests/rig.ts';

const voce = (n: number, over: object = {}) => ({
  ...{ ente: 'borgo', numero_avviso: `30100000000000${1000 + n}`, causale: `Avviso ${n}`, importo_cent: n * 100 },
  ...over,
});
const suo = { proprietario: `u:${ANNA.id}`, utente: ANNA.id };

onBoth('a citizen’s payments', (rig) => {
  const lista = async (user = ANNA) => (await caller(rig, { user }).call('mieiPagamenti')).body.data;

  test('are what they paid and what is being verified, newest first; what failed is none', async () => {
    const primo = await scriviPagamento(rig, [voce(1), voce(2), voce(3)], { ...suo, creato: NOW - 5 * HOUR });
    const dopo = await scriviPagamento(rig, [voce(4, { ente: 'valle' })], {
      ...{ ...suo, stato: 'in_verifica', fornitore: 'mooney', creato: NOW - HOUR },
    });
    const appena = await scriviPagamento(rig, [voce(5)], { ...suo, stato: 'aperto', creato: NOW + 1 });
    for (const stato of ['scaduto', 'non_completato']) await scriviPagamento(rig, [voce(6)], { ...suo, stato });
    await scriviPagamento(rig, [voce(6)], { ...suo, stato: 'annullato', fornitore: 'mooney' });

    expect(await lista()).toEqual([
      expect.objectContaining({ id: appena.id, stato: 'in_verifica', ricevuta: null }),
      {
        ...{ id: primo.id, stato: 'pagato', ente: 'borgo', nome_ente: 'Comune di Borgo', causale: 'Avviso 1' },
        ...{ numero_avviso: voce(1).numero_avviso, altri: [voce(2).numero_avviso, voce(3).numero_avviso] },
        ...{ importo_cent: 600, fornitore: 'pagopa', aperto_il: '2026-11-20T04:00:00.000Z' },
        controllato_il: '2026-11-20T09:00:00.000Z',
        pagato_il: '2026-11-20T08:59:00.000Z',
        ricevuta: `/api/v1/portale/pagamenti/${primo.id}/ricevuta`,
      },
      expect.objectContaining({
        ...{ id: dopo.id, stato: 'in_verifica', nome_ente: 'Comune di Valle', pagato_il: null, ricevuta: null },
      }),
    ]);
  });

  test('are also the carts at pagoPA that they left, with the time of the last look, until no receipt can come', async () => {
    const lasciato = { ...suo, stato: 'annullato', aggiornato: NOW - 60_000 };
    const { id } = await scriviPagamento(rig, [voce(1)], lasciato);
    await scriviPagamento(rig, [voce(2)], { ...lasciato, creato: NOW - 25 * HOUR });
    expect(await lista()).toEqual([
      expect.objectContaining({
        ...{ id, stato: 'annullato', pagato_il: null, ricevuta: null, controllato_il: '2026-11-20T08:59:00.000Z' },
      }),
    ]);
  });

  test('are also what others paid for them, each once, with a receipt that opens', async () => {
    const posizione = await scriviPosizione(rig, {}, [ANNA.codice_fiscale]);
    await scriviDocumento(rig, posizione, { numero_avviso: voce(1).numero_avviso, stato: 'pagato' });
    await scriviDocumento(rig, posizione, { numero_avviso: voce(2).numero_avviso, stato: 'pagato' });
    await scriviAvviso(rig, { ...voce(3), stato: 'pagato', debitore: ANNA.codice_fiscale });
    const qui = await scriviPagamento(rig, [voce(1)], suo);
    const inBanca = await scriviRicevuta(rig, voce(2), { pagato_il: NOW - 2 * HOUR });
    await scriviPagamento(rig, [voce(3)], { utente: BRUNO.id, proprietario: `u:${BRUNO.id}` });

    const mie = await lista();
    expect(mie.map((p: { causale: string }) => p.causale)).toEqual(
      expect.arrayContaining(['Avviso 1', 'Avviso 2', 'Avviso 3']),
    );
    expect(mie).toHaveLength(3);
    expect(mie.map((p: { id: string }) => p.id)).toContain(qui.id);
    expect(mie.at(-1)).toMatchObject({ id: inBanca.id, stato: 'pagato', importo_cent: 200 });
    for (const { ricevuta } of mie) expect((await caller(rig, { user: ANNA }).ask('GET', ricevuta)).status).toBe(200);
    expect((await lista(BRUNO)).map((p: { causale: string }) => p.causale)).toEqual(['Avviso 3']);
  });

  test('count a notice that was open in two tabs once', async () => {
    const pagato = await scriviPagamento(rig, [voce(1)], suo);
    const scheda = await scriviPagamento(rig, [voce(1)], { ...suo, stato: 'in_verifica' });
    // Its receipt is that of the other tab.
    await rig.house.db.updateTable('pagamenti').set({ stato: 'pagato' }).where('id', '=', scheda.id).execute();
    expect((await lista()).map((p: { id: string }) => p.id)).toEqual([pagato.id]);
  });

  test('are nobody else’s', async () => {
    await scriviPagamento(rig, [voce(1)], suo);
    expect(await lista(BRUNO)).toEqual([]);
    expect((await caller(rig).call('mieiPagamenti')).status).toBe(401);
    expect((await caller(rig, { user: operatore('borgo') }).call('mieiPagamenti')).status).toBe(403);
  });
});

onBoth('a citizen’s notices', (rig) => {
  const lista = async (user = ANNA) => (await caller(rig, { user }).call('mieiAvvisi')).body.data;
  const debitore = ANNA.codice_fiscale;

  test('are those to pay with their tax code, and where', async () => {
    await scriviAvviso(rig, { ...voce(2), debitore, scadenza: '2026-12-10' });
    await scriviAvviso(rig, { ...voce(1), iuv: '1', debitore, scadenza: '2026-11-01' });
    await scriviAvviso(rig, { ...voce(3), iuv: '3', debitore, scadenza: '2026-11-02', pagabile_fino: '2026-11-19' });
    expect(await lista()).toMatchObject([
      {
        ...{ causale: 'Avviso 1', stato: 'scaduto', nome_ente: 'Comune di Borgo' },
        paga: `/servizio/paga-online?numero_avviso=${voce(1).numero_avviso}&dominioEC=80000000000`,
      },
      { causale: 'Avviso 3', stato: 'scaduto', paga: null },
      { causale: 'Avviso 2', stato: 'da_pagare', scadenza: '2026-12-10', importo_cent: 200 },
    ]);
    expect(await lista(BRUNO)).toEqual([]);
  });

  test('are not what is paid or withdrawn, nor what somebody began to pay in their name', async () => {
    await scriviAvviso(rig, { ...voce(1), debitore, stato: 'pagato' });
    await scriviAvviso(rig, { ...voce(2), iuv: '2', debitore, stato: 'annullato' });
    await scriviAvviso(rig, { ...voce(3), iuv: '3', debitore, stato_da: 'portale', scade: NOW + HOUR });
    expect(await lista()).toEqual([]);
  });
});

onBoth('the calendar of due dates', (rig) => {
  const chiede = (user = ANNA) => caller(rig, { user }).call('scadenzeCalendario');

  test('has a day for each document and notice to pay, with body, amount and the way to pay', async () => {
    const posizione = await scriviPosizione(rig, {}, [ANNA.codice_fiscale]);
    const documento = { numero: 'D-1', numero_avviso: voce(1).numero_avviso };
    await scriviDocumento(rig, posizione, { ...documento, scadenza: '2026-12-16' });
    await scriviDocumento(rig, posizione, { numero: 'D-2', stato: 'pagato' });
    await scriviDocumento(rig, posizione, { numero: 'D-3', scadenza: null });
    await scriviAvviso(rig, { ...voce(2), debitore: ANNA.codice_fiscale, scadenza: '2026-11-30' });
    const { status, headers, bytes } = await chiede();
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
      `URL:http://127.0.0.1:4321/servizio/paga-online?numero_avviso=${voce(1).numero_avviso}&dominioEC=80000000000\r\n`,
    );
    expect(text).toContain('Comune di Borgo: Avviso 2\\nImporto: 2\\,00\u00a0€\\nScade il 30 novembre 2026\\n');
    // The same day keeps its name, so that it does not double.
    const again = (await chiede()).bytes.toString();
    expect(again.match(/^UID:.*$/gm)).toEqual(bytes.toString().match(/^UID:.*$/gm));
    expect(new Set(again.match(/^UID:.*$/gm)).size).toBe(2);
  });

  test('without a due date is told in words, and is nobody else’s', async () => {
    const { status, body } = await chiede();
    expect([status, body.message]).toEqual([404, 'Non hai scadenze da aggiungere al calendario.']);
    expect((await caller(rig).call('scadenzeCalendario')).status).toBe(401);
  });
});
