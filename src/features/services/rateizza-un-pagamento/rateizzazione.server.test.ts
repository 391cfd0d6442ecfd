import { expect, test } from 'vitest';
import { writePagamento } from '../../../../tests/pagamenti.ts';
import { ANNA, BRUNO_CODICE, persona } from '../../../../tests/posizioni.ts';
import { decidePratica, guestWithLettera, loginAnna, RICHIEDENTE } from '../../../../tests/richiedente.ts';
import {
  filledRichiesta,
  oweDocumenti,
  readDocumenti,
  type Servizio,
  sendRichiesta,
  writeOpenCarrello,
} from '../../../../tests/richieste.ts';
import { callerOf, DAY, ENTI, MINUTE, onOneInTurn, type Rig } from '../../../../tests/rig.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';
import type { Rata } from './piano.ts';

const RATE: Servizio = {
  invia: 'chiediRate',
  codice: 'SF200',
  ownFields: { rate: 6, prima_scadenza: '2026-12-31', motivo: 'Ho perso il lavoro.', difficolta: true },
};
/** 1,000.00 in six parts: the spare cents first, the last day of a short month. */
const PIANO = [
  ['2026-12-31', 166_70],
  ['2027-01-31', 166_66],
  ['2027-02-28', 166_66],
  ['2027-03-31', 166_66],
  ['2027-04-30', 166_66],
  ['2027-05-31', 166_66],
];
const WRONG_DAY =
  'La prima rata può scadere dal 30 dicembre 2026 al 18 febbraio 2027, dopo la risposta dell’ente (entro il 20 dicembre 2026).';

onOneInTurn('instalments', (rig) => {
  const writeOfferta = (offertaData: object) =>
    rig.house.db
      .insertInto('offerte')
      .values({ ente: 'borgo', codice: 'SF200', dati_json: JSON.stringify(offertaData) })
      .execute();
  const avvisi = () => rig.house.db.selectFrom('avvisi').selectAll().orderBy('scadenza').execute();
  const bothDocumenti = { documento: 'D-1,D-2', servizio: 'TARMB' };
  const choices = { servizio: 'TARMB', documenti: 'D-1,D-2', rate: 6, prima_scadenza: '2026-12-31' };

  test('are announced for documents before the request: how many, and from when', async () => {
    await oweDocumenti(rig);
    const guest = await guestWithLettera(rig);
    expect((await guest.call('documentiRateizzazione', bothDocumenti)).body.data).toMatchObject({
      documenti: [
        { numero: 'D-1', usabile: true, perche: null },
        { numero: 'D-2', usabile: true, perche: null },
      ],
      totale_cent: 1000_00,
      rate_min: 5,
      rate_max: 12,
      tasso_centesimi: 0,
      prima_scadenza_da: '2026-12-30',
      prima_scadenza_a: '2027-02-18',
    });
    expect(
      (await guest.call('documentiRateizzazione', { ...bothDocumenti, documento: 'D-1' })).body.data,
    ).toMatchObject({
      totale_cent: 400_00,
      rate_min: 2,
      rate_max: 4,
    });
    await rig.house.db.updateTable('documenti').set({ importo_cent: 50_00 }).execute();
    expect((await guest.call('documentiRateizzazione', bothDocumenti)).body.data).toMatchObject({
      rate_min: 0,
      rate_max: 0,
    });
    expect((await callerOf(rig).call('documentiRateizzazione', bothDocumenti)).status).toBe(404);
  });

  test('follow the rules of the ente: numbers, dates, and interest in its own column', async () => {
    await oweDocumenti(rig);
    await writeOfferta({
      soglie: [{ fino_cent: null, min: 2, max: 3 }],
      tasso_centesimi: 250,
      prima_scadenza: { min_giorni: 5, max_giorni: 6, conta_da: 'richiesta' },
    });
    const guest = await guestWithLettera(rig);
    expect((await guest.call('documentiRateizzazione', bothDocumenti)).body.data).toMatchObject({
      rate_min: 2,
      rate_max: 3,
      tasso_centesimi: 250,
      prima_scadenza_da: '2026-11-25',
      prima_scadenza_a: '2026-11-26',
    });
    const { body } = await guest.call('simulaRate', { ...choices, rate: 2, prima_scadenza: '2026-11-25' });
    expect(body.data).toEqual([
      // Both documents are due on 30 November: nothing before, then 500.00 for 25 days, at 2.5 % over 365
      { n: 1, scadenza: '2026-11-25', capitale_cent: 500_00, interessi_cent: 0, importo_cent: 500_00 },
      { n: 2, scadenza: '2026-12-25', capitale_cent: 500_00, interessi_cent: 86, importo_cent: 500_86 },
    ]);
  });

  test.each([
    // 1,000.00 for 30 days from 30 November, then 500.00 for 31
    ['as by default', {}, [2_05, 1_06]],
    // 1,000.00 for 40 days from 20 November
    ['from the day of the request', { decorrenza_interessi: 'richiesta' }, [2_74, 1_06]],
    ['from the first instalment', { decorrenza_interessi: 'prima_rata' }, [0, 1_06]],
    ['on a system that bears interest', { sistemi_con_interessi: ['TARMB'] }, [2_05, 1_06]],
    ['on another system', { sistemi_con_interessi: ['PAR', 'OSAP'] }, [0, 0]],
  ])('bear interest by the rule of the ente: %s', async (_what, rule, interest) => {
    await oweDocumenti(rig);
    await writeOfferta({ soglie: [{ fino_cent: null, min: 2, max: 3 }], tasso_centesimi: 250, ...rule });
    const guest = await guestWithLettera(rig);
    const { body } = await guest.call('simulaRate', { ...choices, rate: 2, prima_scadenza: '2026-12-30' });
    expect(body.data.map((r: Rata) => r.interessi_cent)).toEqual(interest);
  });

  test('say which documents they pay off before these are due, in the receipt and to the office', async () => {
    await oweDocumenti(rig);
    await rig.house.db.updateTable('documenti').set({ scadenza: '2027-12-31' }).where('numero', '=', 'D-2').execute();
    const { body } = await sendRichiesta(await guestWithLettera(rig), RATE);
    const { dati } = (await callerOf(rig).call('dettaglioPratica', { id: body.data.id, email: RICHIEDENTE.email })).body
      .data;
    expect(new Map(dati.fatti).get('Prima della scadenza')).toBe(
      'Avviso di pagamento scade il 31 dicembre 2027: con queste rate finisci di pagare prima, il 31 maggio 2027.',
    );
  });

  test('are shown as a plan before the request, to the cent', async () => {
    await oweDocumenti(rig);
    const { body } = await (await guestWithLettera(rig)).call('simulaRate', choices);
    expect(body.data.map((r: { scadenza: string; importo_cent: number }) => [r.scadenza, r.importo_cent])).toEqual(
      PIANO,
    );
  });

  const refused: [Record<string, unknown>, Record<string, string[]>][] = [
    [{ rate: '' }, { rate: ['Scegli in quante rate vuoi pagare.'] }],
    [{ rate: 'sei' }, { rate: ['Scegli in quante rate vuoi pagare.'] }],
    [{ rate: 6.5 }, { rate: ['Scegli in quante rate vuoi pagare.'] }],
    [{ rate: 4 }, { rate: ['Per questo totale le rate vanno da 5 a 12.'] }],
    [{ rate: 13 }, { rate: ['Per questo totale le rate vanno da 5 a 12.'] }],
    [{ rate: 0 }, { rate: ['Scegli in quante rate vuoi pagare.'] }],
    [{ prima_scadenza: '' }, { prima_scadenza: ['Scegli il giorno della prima rata.'] }],
    [{ prima_scadenza: '2026-12-29' }, { prima_scadenza: [WRONG_DAY] }],
    [{ prima_scadenza: '2027-02-19' }, { prima_scadenza: [WRONG_DAY] }],
    [{ prima_scadenza: '2020-02-29' }, { prima_scadenza: [WRONG_DAY] }],
  ];
  test.each([
    ...refused,
    [
      { prima_scadenza: '2027-02-29' },
      { prima_scadenza: ['Controlla la data: deve esistere nel calendario, ad esempio 20/11/2026.'] },
    ],
    [{ motivo: '' }, { motivo: ['Spiega perché chiedi di pagare a rate.'] }],
    [{ motivo: 'a'.repeat(2001) }, { motivo: ['Il testo è troppo lungo: scrivi al massimo 2000 caratteri.'] }],
    [{ difficolta: false }, { difficolta: [expect.stringMatching(/è la condizione per pagare a rate/)] }],
  ])('%o is refused in words', async (over, errors) => {
    await oweDocumenti(rig);
    const sent = await sendRichiesta(await guestWithLettera(rig), RATE, over);
    expect([sent.status, sent.body.errors]).toEqual([422, errors]);
  });

  test.each(refused)('%o is refused in the same words before the send', async (over, errors) => {
    await oweDocumenti(rig);
    const { status, body } = await (await guestWithLettera(rig)).call('simulaRate', { ...choices, ...over });
    expect([status, body.errors]).toEqual([422, errors]);
  });

  test('are refused for a total that is too small', async () => {
    await oweDocumenti(rig);
    await rig.house.db.updateTable('documenti').set({ importo_cent: 50_00 }).execute();
    const sent = await sendRichiesta(await guestWithLettera(rig), RATE);
    expect([sent.status, sent.body.errors]).toEqual([
      422,
      { rate: [expect.stringMatching(/^Il totale .* troppo basso/)] },
    ]);
  });

  test('are kept as a plan that both sides read', async () => {
    await oweDocumenti(rig);
    const { body } = await sendRichiesta(await guestWithLettera(rig), RATE);
    const { dati } = (await callerOf(rig).call('dettaglioPratica', { id: body.data.id, email: RICHIEDENTE.email })).body
      .data;
    expect(new Map(dati.fatti).get('Piano')).toEqual([
      ['Rata', 'Scadenza', 'Da pagare (€)'],
      ['1', '31/12/2026', '166,70'],
      ['2', '31/01/2027', '166,66'],
      ['3', '28/02/2027', '166,66'],
      ['4', '31/03/2027', '166,66'],
      ['5', '30/04/2027', '166,66'],
      ['6', '31/05/2027', '166,66'],
      ['Totale', '1.000,00'],
    ]);
  });

  test('are listed in the receipt with the interest of each', async () => {
    await oweDocumenti(rig);
    await writeOfferta({ soglie: [{ fino_cent: null, min: 2, max: 3 }], tasso_centesimi: 250 });
    const { body } = await sendRichiesta(await guestWithLettera(rig), RATE, { rate: 2, prima_scadenza: '2026-12-30' });
    const { dati, oggetto } = (
      await callerOf(rig).call('dettaglioPratica', { id: body.data.id, email: RICHIEDENTE.email })
    ).body.data;
    expect(oggetto).toBe('Pagamento in 2 rate da circa 502\u00a0€');
    expect(new Map(dati.fatti).get('Rate')).toBe(
      '2 rate da circa 502\u00a0€: 1.003,11\u00a0€ in tutto, di cui 3,11\u00a0€ di interessi',
    );
    expect(new Map(dati.fatti).get('Piano')).toEqual([
      ['Rata', 'Scadenza', 'Da pagare (€)', 'Capitale (€)', 'Interessi (€)'],
      ['1', '30/12/2026', '502,05', '500,00', '2,05'],
      ['2', '30/01/2027', '501,06', '500,00', '1,06'],
      ['Totale', '1.003,11', '1.000,00', '3,11'],
    ]);
  });

  test('that are accepted become notices, and the documents are no longer to be paid', async () => {
    await oweDocumenti(rig);
    const { body } = await sendRichiesta(await guestWithLettera(rig), RATE);
    expect(await avvisi()).toEqual([]);
    expect((await decidePratica(rig, body.data.id, { stato: 'accettata' })).status).toBe(201);
    expect((await readDocumenti(rig)).map((d) => [d.stato, d.stato_da, d.importo_cent])).toEqual([
      ['rateizzato', 'decisione', 400_00],
      ['rateizzato', 'decisione', 600_00],
    ]);
    const made = await avvisi();
    expect(made.map((a) => [a.scadenza, a.importo_cent])).toEqual(PIANO);
    expect(made.map((a) => a.causale)).toEqual(PIANO.map((_, i) => `Rata ${i + 1} di 6 · Avviso di pagamento`));
    for (const avviso of made)
      expect(avviso).toMatchObject({ ente: 'borgo', pratica: body.data.id, debitore: 'BNCNNA85M41Z999R' });
    const detail = await callerOf(rig).call('dettaglioPratica', { id: body.data.id, email: RICHIEDENTE.email });
    const payable = detail.body.data.pagamenti as { scadenza: string; importo_cent: number }[];
    expect(payable.map((p) => [p.scadenza, p.importo_cent])).toEqual(PIANO);
    expect(detail.body.data.eventi.at(-1).testo).toMatch(
      /^Motivo: Tutto in regola\.\n\nIl piano è attivo: trovi le 6 rate/,
    );
  });

  test('that several operators accept at once become notices once', async () => {
    await oweDocumenti(rig);
    const { body } = await sendRichiesta(await guestWithLettera(rig), RATE);
    await Promise.all(Array.from({ length: 4 }, () => decidePratica(rig, body.data.id, { stato: 'accettata' })));
    expect(await avvisi()).toHaveLength(6);
  });

  test('become no notices when refused, or while a document is being paid', async () => {
    await oweDocumenti(rig);
    const { body } = await sendRichiesta(await guestWithLettera(rig), RATE);
    await rig.house.db.updateTable('documenti').set({ stato: 'in_pagamento' }).where('numero', '=', 'D-1').execute();
    expect((await decidePratica(rig, body.data.id, { stato: 'accettata' })).status).toBe(409);
    expect((await decidePratica(rig, body.data.id, { stato: 'rifiutata' })).status).toBe(201);
    expect(await avvisi()).toEqual([]);
  });

  test('cannot be accepted once an amount has changed, because the plan would not add up', async () => {
    await oweDocumenti(rig);
    const { body } = await sendRichiesta(await guestWithLettera(rig), RATE);
    await rig.house.db.updateTable('documenti').set({ importo_cent: 1_00 }).where('numero', '=', 'D-1').execute();
    const no = await decidePratica(rig, body.data.id, { stato: 'accettata' });
    expect([no.status, no.body.message]).toEqual([409, expect.stringMatching(/importo dei documenti è cambiato/)]);
    expect(await avvisi()).toEqual([]);
  });

  test('that are accepted after their first due date need a new one, and the others follow month by month', async () => {
    await oweDocumenti(rig);
    const { body } = await sendRichiesta(await guestWithLettera(rig), RATE);
    rig.clock.pass(60 * DAY);
    const late = await decidePratica(rig, body.data.id, { stato: 'accettata' });
    expect([late.status, late.body.errors]).toEqual([
      422,
      { decisione_dal: [expect.stringMatching(/già passata: scrivi quella nuova/)] },
    ]);
    expect(await avvisi()).toEqual([]);

    expect((await decidePratica(rig, body.data.id, { stato: 'accettata', decisione_dal: '2027-01-31' })).status).toBe(
      201,
    );
    expect((await avvisi()).map((a) => [a.scadenza, a.importo_cent])).toEqual(
      ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30'].map((giorno, i) => [
        giorno,
        PIANO[i]?.[1],
      ]),
    );
    const { dati, eventi } = (
      await callerOf(rig).call('dettaglioPratica', { id: body.data.id, email: RICHIEDENTE.email })
    ).body.data;
    expect(eventi.at(-1).testo).toMatch(/la prima entro il 31 gennaio 2027\.$/);
    expect(new Map(dati.decisi).get('Piano')).toContainEqual(['1', '31/01/2027', '166,70']);
  });

  test.each([
    // Both documents are due on 30 November: 1,000.00 for 62 days, then five sixths of it for 28 days
    ['as it was asked for', {}, [4_25, 1_60]],
    // From the request of 20 November: ten days more
    ['before interest looked at due dates', { documenti: undefined, decorrenza_interessi: undefined }, [4_93, 1_60]],
  ])('from another first day bear interest by the rule %s', async (_what, over, interest) => {
    await oweDocumenti(rig);
    await writeOfferta({ tasso_centesimi: 250 });
    const { body } = await sendRichiesta(await guestWithLettera(rig), RATE);
    const { db } = rig.house;
    const { dati_json } = await db.selectFrom('pratiche').select('dati_json').executeTakeFirstOrThrow();
    const kept = { ...JSON.parse(dati_json), ...over };
    await db
      .updateTable('pratiche')
      .set({ dati_json: JSON.stringify(kept) })
      .execute();
    await decidePratica(rig, body.data.id, { stato: 'accettata', decisione_dal: '2027-01-31' });
    const made = await avvisi();
    expect(made.slice(0, 2).map((a) => a.importo_cent)).toEqual([
      166_70 + (interest[0] ?? 0),
      166_66 + (interest[1] ?? 0),
    ]);
  });

  test('are not granted while a cart with a document is open at the provider, and are once it expires', async () => {
    const { documenti } = await oweDocumenti(rig);
    const anna = await guestWithLettera(rig);
    const { body } = await sendRichiesta(anna, RATE);
    const numero_avviso = '301011100007347557';
    await rig.house.db.updateTable('documenti').set({ numero_avviso }).where('id', '=', documenti[0].id).execute();
    const expires = rig.house.now() + 10 * MINUTE;
    await writeOpenCarrello(rig, { ente: 'borgo', numero_avviso, scade: expires, owner: anna.visitor });
    expect((await decidePratica(rig, body.data.id, { stato: 'accettata' })).status).toBe(409);
    rig.clock.pass(11 * MINUTE);
    expect((await decidePratica(rig, body.data.id, { stato: 'accettata' })).status).toBe(201);
  });
});

/** Somebody with the letter, who is not in whose name the position is, was granted instalments. */
async function grantRate(rig: Rig): Promise<string> {
  await oweDocumenti(rig);
  const { body } = await sendRichiesta(await guestWithLettera(rig), RATE, {
    richiedente: { ...RICHIEDENTE, nome: 'Bruno', cognome: 'Verdi', codice_fiscale: BRUNO_CODICE.codice_fiscale },
  });
  const { id } = body.data;
  expect((await decidePratica(rig, id, { stato: 'accettata' })).status).toBe(201);
  return id;
}

onOneInTurn('instalments that a guest with the two codes asked for', (rig) => {
  const CARLA = persona('RSSMRA80A01Z999Y');
  const avvisi = async (user = ANNA) => (await callerOf(rig, { user }).call('mieiAvvisi')).body.data;
  const readDays = async (user = ANNA) =>
    (await avvisi(user)).map((a: { scadenza: string; importo_cent: number }) => [a.scadenza, a.importo_cent]);

  test('are among the due dates of the owner of the position, each once and with a link to pay', async () => {
    await grantRate(rig);
    expect(await readDays()).toEqual(PIANO);
    const [first] = await avvisi();
    expect(first).toMatchObject({ causale: 'Rata 1 di 6 · Avviso di pagamento', stato: 'da_pagare' });
    expect(first.paga).toBe(`/servizio/paga-online?avviso=${first.numero_avviso}-80000000000`);
    const calendar = (await callerOf(rig, { user: ANNA }).call('scadenzeCalendario')).bytes.toString();
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(6);
  });

  test('are what the position owes, until they are paid', async () => {
    await grantRate(rig);
    const readDue = async () => {
      const [posizione] = (await callerOf(rig, { user: ANNA }).call('listaPosizioni')).body.data;
      return posizione.da_pagare_cent;
    };
    expect(await readDue()).toBe(1000_00);
    const [first] = await rig.house.db.selectFrom('avvisi').selectAll().orderBy('scadenza').execute();
    await rig.house.db
      .updateTable('avvisi')
      .set({ stato: 'pagato' })
      .where('numero_avviso', '=', first?.numero_avviso ?? '')
      .execute();
    expect(await readDue()).toBe(1000_00 - 166_70);
  });

  test('stay with the guest too, in the chat and under the tax code that was typed', async () => {
    const id = await grantRate(rig);
    const chat = await callerOf(rig).call('dettaglioPratica', { id, email: RICHIEDENTE.email });
    expect(chat.body.data.pagamenti).toHaveLength(6);
    expect(await readDays(BRUNO_CODICE)).toEqual(PIANO);
  });

  test('are not shown to others, nor to a citizen who removed the position', async () => {
    await grantRate(rig);
    expect(await avvisi(CARLA)).toEqual([]);
    expect((await callerOf(rig, { user: CARLA }).call('scadenzeCalendario')).status).toBe(404);
    await rig.house.db.updateTable('rappresentanze').set({ tolta: rig.house.now() }).execute();
    expect(await avvisi()).toEqual([]);
    expect((await callerOf(rig, { user: ANNA }).call('listaSegnalazioni')).body.data).toEqual([]);
  });

  test('are among the owner’s payments with a receipt once anybody has paid them, and no longer due', async () => {
    await grantRate(rig);
    const [first] = await rig.house.db.selectFrom('avvisi').selectAll().orderBy('scadenza').execute();
    if (!first) throw new Error('no instalment');
    await writePagamento(rig, [first]);
    await rig.house.db
      .updateTable('avvisi')
      .set({ stato: 'pagato' })
      .where('numero_avviso', '=', first.numero_avviso)
      .execute();
    const { data } = (await callerOf(rig, { user: ANNA }).call('mieiPagamenti')).body;
    expect(data).toMatchObject([
      { stato: 'pagato', causale: 'Rata 1 di 6 · Avviso di pagamento', importo_cent: 166_70 },
    ]);
    const openStatus = async (user = ANNA) => (await callerOf(rig, { user }).ask('GET', data[0].ricevuta)).status;
    expect([await openStatus(), await openStatus(CARLA)]).toEqual([200, 404]);
    expect((await callerOf(rig, { user: CARLA }).call('mieiPagamenti')).body.data).toEqual([]);
    expect(await readDays()).toEqual(PIANO.slice(1));
  });

  test('are listed once when the owner asked for them', async () => {
    await oweDocumenti(rig);
    const anna = await loginAnna(rig);
    const { body } = await anna.call(RATE.invia, await filledRichiesta(anna, RATE));
    expect((await decidePratica(rig, body.data.id, { stato: 'accettata' })).status).toBe(201);
    expect(await readDays()).toEqual(PIANO);
  });
});

// Apart, because an ente is kept in memory for a while.
onOneInTurn('instalments of an ente with days of its own for the answer', (rig) => {
  test('are first due after these have passed, and an earlier day is refused', async () => {
    await oweDocumenti(rig);
    await writeEnte(rig.house.db, { ...ENTI.borgo, categorie: ['SF200'], giorni: { SF200: 60 } }, 1);
    await rig.house.db
      .insertInto('offerte')
      .values({
        ente: 'borgo',
        codice: 'SF200',
        dati_json: JSON.stringify({ prima_scadenza: { min_giorni: 0, max_giorni: 20 } }),
      })
      .execute();
    const guest = await guestWithLettera(rig);
    const choices = { servizio: 'TARMB', documenti: 'D-1,D-2', rate: 6, prima_scadenza: '2027-01-19' };
    const onTheDay = await guest.call('simulaRate', choices);
    expect([onTheDay.status, onTheDay.body.errors]).toEqual([
      422,
      {
        prima_scadenza: [
          'La prima rata può scadere dal 20 gennaio 2027 all’8 febbraio 2027, dopo la risposta dell’ente (entro il 19 gennaio 2027).',
        ],
      },
    ]);
    expect((await sendRichiesta(guest, RATE, { prima_scadenza: '2027-01-19' })).status).toBe(422);
    expect((await guest.call('simulaRate', { ...choices, prima_scadenza: '2027-01-20' })).status).toBe(200);
  });
});
