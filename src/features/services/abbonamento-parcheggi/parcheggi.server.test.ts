import { expect, test } from 'vitest';
import { conOfferta, decide, ospite, RICHIEDENTE } from '../../../../tests/offerte.ts';
import { type Caller, caller, conto, count, DAY, onBoth, operatore, pdfFile, type Rig } from '../../../../tests/rig.ts';

import type { Ctx } from '../../../context.ts';
import { count as platformCount } from '../../../platform/limit.server.ts';

const OFFERTA = {
  zone: [
    { codice: 'a', nome: 'Zona A' },
    { codice: 'b', nome: 'Zona B' },
  ],
  prezzi: [
    { tipo: 'residente', durata: 'annuale', importo_cent: 6000 },
    { tipo: 'residente', durata: 'mensile', importo_cent: 0 },
    { zona: 'a', tipo: 'lavoratore', durata: 'annuale', importo_cent: 34_000 },
  ],
  max_targhe: 2,
};
const aperta = (rig: Rig) => conOfferta(rig, 'SF300', OFFERTA);
const { email } = RICHIEDENTE;

/** NOW is 20 November 2026 in Rome. */
const richiesta = (over: Record<string, unknown> = {}) => ({
  ...{ ente: 'borgo', zona: 'a', tipo: 'residente', durata: 'annuale', dal: '2026-12-01', targhe: ['AB123CD'] },
  ...{ richiedente: RICHIEDENTE, privacy: true },
  ...over,
});

async function inviata(rig: Rig, over: Record<string, unknown> = {}) {
  const { chi, files } = await ospite(rig);
  const sent = await chi.call('chiediAbbonamento', richiesta({ filesAllegati: files, ...over }));
  rig.clock.pass(DAY / 24);
  return { chi, sent, id: sent.body.data?.id as string };
}

const permesso = (chi: Caller, id: string) => chi.call('permessoParcheggio', { id, email });
const paga = (rig: Rig, pratica: string) =>
  rig.house.db.updateTable('avvisi').set({ stato: 'pagato' }).where('pratica', '=', pratica).execute();
const avvisiDi = (rig: Rig, pratica: string) =>
  rig.house.db
    .selectFrom('avvisi')
    .select(['importo_cent', 'scadenza', 'stato', 'debitore', 'ente'])
    .where('pratica', '=', pratica)
    .execute();

onBoth('zones and prices', (rig) => {
  test('are told as the body lays them down, the zone’s own price before the general one', async () => {
    await aperta(rig);
    const chi = caller(rig);
    const { body } = await chi.call('zoneParcheggi', { ente: 'borgo' });
    expect(body.data).toEqual({
      zone: [
        { codice: 'a', etichetta: 'Zona A' },
        { codice: 'b', etichetta: 'Zona B' },
      ],
      prezzi: OFFERTA.prezzi,
      max_targhe: 2,
    });
    const scelta = { ente: 'borgo', zona: 'b', tipo: 'residente', durata: 'annuale' };
    expect((await chi.call('prezzoParcheggi', { ...scelta, dal: '2026-12-01' })).body.data).toEqual({
      ...{ importo_cent: 6000, dal: '2026-12-01', al: '2027-11-30' },
    });
    expect((await chi.call('prezzoParcheggi', { ...scelta, durata: 'trimestrale' })).status).toBe(422);
    expect((await chi.call('prezzoParcheggi', { ...scelta, zona: 'z' })).status).toBe(422);
  });

  test.each(['valle', 'nessuno', 'portale'])('of %s are none that anybody could find', async (ente) => {
    await aperta(rig);
    expect((await caller(rig).call('zoneParcheggi', { ente })).status).toBe(404);
  });
});

onBoth('a request for a parking subscription', (rig) => {
  test('that says nothing is told all at once, in the order of the form', async () => {
    const { status, body } = await caller(rig).call('chiediAbbonamento', { richiedente: { ruolo: 'persona_fisica' } });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([
      ...['ente', 'zona', 'tipo', 'durata', 'dal', 'targhe', 'richiedente.nome', 'richiedente.cognome'],
      ...['richiedente.codice_fiscale', 'richiedente.email', 'richiedente.telefono', 'privacy'],
    ]);
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ['a body that is not there', { ente: 'nessuno' }, 'ente', 'Scegli l’ente a cui scrivere.'],
    [
      'a body without zones',
      { ente: 'valle' },
      'ente',
      'Comune di Valle non riceve online questo tipo di pratica: scegline un altro o contatta l’ente.',
    ],
    ['another zone', { zona: 'z' }, 'zona', 'Scegli una delle zone di questo ente.'],
    [
      'a kind that this zone does not know',
      { zona: 'b', tipo: 'lavoratore' },
      'tipo',
      'Scegli un altro tipo: per questa zona questo non c’è.',
    ],
    [
      'a duration that is not offered',
      { durata: 'trimestrale' },
      'durata',
      'Per questa zona e questo tipo scegli un’altra durata: questa non c’è.',
    ],
    ['a start yesterday', { dal: '2026-11-19' }, 'dal', 'Scegli un inizio da oggi in poi.'],
    ['no plate', { targhe: [] }, 'targhe', 'Scrivi almeno una targa.'],
    [
      'a plate that is none',
      { targhe: ['AB123CD', 'ciao'] },
      'targhe.1',
      'Controlla la targa e il paese: quelle italiane sono come AB123CD.',
    ],
    ['the same plate twice', { targhe: ['AB123CD', 'ab 123 cd'] }, 'targhe', 'La stessa targa è scritta due volte.'],
    [
      'more plates than the body takes',
      { targhe: ['AB123CD', 'AB124CD', 'AB125CD'] },
      'targhe.2',
      'Questo ente mette al massimo 2 targhe in un abbonamento: togli questa.',
    ],
    [
      'four plates',
      { targhe: ['AB123CD', 'AB124CD', 'AB125CD', 'AB126CD'] },
      'targhe',
      'Puoi indicare al massimo 3 targhe.',
    ],
  ])('with %s is refused in words, and nothing is written', async (_cosa, over, campo, parole) => {
    await aperta(rig);
    const { sent } = await inviata(rig, over);
    expect([sent.status, sent.body.errors]).toEqual([422, { [campo]: [parole] }]);
    expect([await count(rig, 'pratiche'), await count(rig, 'targhe')]).toEqual([0, 0]);
  });

  test('of a guest without the identity document is refused in its words, where files are sent', async () => {
    await aperta(rig);
    const { sent } = await inviata(rig, { filesAllegati: [] });
    expect([sent.status, sent.body.errors]).toEqual([
      422,
      { filesAllegati: ['Allega un tuo documento di identità, fronte e retro.'] },
    ]);
  });

  test('opens a case with the price that the server reckons, whatever was sent; twice with one key, one case', async () => {
    await aperta(rig);
    const { chi, files } = await ospite(rig);
    const corpo = richiesta({ filesAllegati: files, targhe: ['ab 123 cd', 'ch:zh 1'], importo_cent: 1 });
    const [una, due] = await Promise.all([
      chi.call('chiediAbbonamento', corpo, { key: 'chiave-di-prova' }),
      chi.call('chiediAbbonamento', corpo, { key: 'chiave-di-prova' }),
    ]);
    expect([una.status, due.status, una.body.data.id]).toEqual([201, 201, due.body.data.id]);
    expect([await count(rig, 'pratiche'), await count(rig, 'targhe')]).toEqual([1, 2]);
    const { body } = await chi.call('dettaglioPratica', { id: una.body.data.id, email });
    expect(body.data.dati.fatti).toEqual([
      ['Zona', 'Zona A'],
      ['Tipo di abbonamento', 'Residente'],
      ['Durata', 'Un anno, dal 01/12/2026 al 30/11/2027'],
      ['Targhe', 'AB123CD\nZH1 (Svizzera)'],
      ['Prezzo', '60,00\u00a0€'],
    ]);
  });
});

onBoth('a plate', (rig) => {
  test('has one subscription at a time in a zone: another that shares a day with it is refused, without a word of whose, where or when', async () => {
    await aperta(rig);
    expect((await inviata(rig, { targhe: ['AB124CD', 'AB123CD'] })).sent.status).toBe(201);
    const { sent } = await inviata(rig, { targhe: ['EF456GH', 'AB123CD'], dal: '2027-11-30' });
    const parole =
      'Per la targa AB123CD non si può chiedere un abbonamento in questa zona per questi giorni: scegli altri giorni o un’altra targa.';
    expect([sent.status, sent.body.message, sent.body.errors]).toEqual([409, parole, { 'targhe.1': [parole] }]);
    expect([await count(rig, 'pratiche'), await count(rig, 'targhe')]).toEqual([1, 2]);

    expect((await inviata(rig, { dal: '2027-12-01' })).sent.status).toBe(201);
    expect((await inviata(rig, { dal: '2026-11-30', zona: 'b' })).sent.status).toBe(201);
    expect((await inviata(rig, { targhe: ['EF456GH'] })).sent.status).toBe(201);
  });

  test('of a subscription of one’s own tells which, to its holder who is logged in and to nobody else', async () => {
    await aperta(rig);
    const manda = async (chi: Caller) => {
      await chi.confirm(email);
      const { Id } = (await chi.call('caricaFile', { file: pdfFile() })).body.data;
      const sent = await chi.call('chiediAbbonamento', richiesta({ filesAllegati: [{ Id }] }));
      rig.clock.pass(DAY / 24);
      return sent;
    };
    const anna = caller(rig, { user: await conto(rig, { email }) });
    const { protocollo } = (await manda(anna)).body.data;
    const ancora = await manda(anna);
    expect([ancora.status, ancora.body.message]).toEqual([
      409,
      `Per la targa AB123CD hai già un abbonamento, chiesto o attivo (${protocollo}), per Zona A dal 01/12/2026 al 30/11/2027: scegli altri giorni o un’altra targa.`,
    ]);
    const bruno = caller(rig, {
      user: await conto(rig, { codice_fiscale: 'VRDLCU72P15Z999A', email: 'b@esempio.it' }),
    });
    const altri = await manda(bruno);
    expect([altri.status, altri.body.message]).toEqual([409, expect.not.stringMatching(/Zona A|\d\/\d|\d{4}\//)]);
  });

  test('is asked about ten times an hour by a visitor, refused or not, one after the other or at once', async () => {
    await aperta(rig);
    expect((await inviata(rig)).sent.status).toBe(201);
    const { chi, files } = await ospite(rig);
    const prova = () => chi.call('chiediAbbonamento', richiesta({ filesAllegati: files }));
    const stati = (await Promise.all(Array.from({ length: 12 }, prova))).map(({ status }) => status);
    expect(stati.sort()).toEqual([...Array(10).fill(409), 429, 429]);
    const { status, body } = await prova();
    expect([status, body.message]).toEqual([429, expect.stringContaining('Hai fatto troppi tentativi')]);
    rig.clock.pass(DAY / 24);
    await chi.confirm(email);
    expect((await prova()).status).toBe(409);
  });

  test('is asked about sixty times an hour from one network, with however many cookies', async () => {
    await aperta(rig);
    const rete = { name: 'targhe:rete', who: '203.0.113.9', times: 60, minutes: 60 };
    const ctx = { house: rig.house, db: rig.house.db, now: rig.house.now() } as unknown as Ctx;
    for (let n = 0; n < 60; n++) await platformCount(ctx, [rete]);
    const { status } = await caller(rig, { peer: '203.0.113.9' }).call('chiediAbbonamento', richiesta());
    expect(status).toBe(429);
  });

  test('asked for by eight at once is one’s', async () => {
    await aperta(rig);
    const primo = await ospite(rig);
    const tutti = [primo];
    const prova = await rig.house.db.selectFrom('prove_email').selectAll().executeTakeFirstOrThrow();
    for (let i = 0; i < 7; i++) {
      const chi = caller(rig);
      const sua = { ...prova, proprietario: chi.visitor };
      await rig.house.db.insertInto('prove_email').values(sua).execute();
      const { Id } = (await chi.call('caricaFile', { file: pdfFile() })).body.data;
      tutti.push({ chi, files: [{ Id, categoria: 'documento_identita' }] });
    }
    const stati = await Promise.all(
      tutti.map(async (uno) => {
        const sent = await uno.chi.call('chiediAbbonamento', richiesta({ filesAllegati: uno.files }));
        return sent.status;
      }),
    );
    expect(stati.sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(await count(rig, 'pratiche')).toBe(1);
  });

  test.each(['rifiutata', 'ritirata'])('is free again once the request is %s', async (stato) => {
    await aperta(rig);
    const { chi, id } = await inviata(rig);
    if (stato === 'ritirata') expect((await chi.call('commenta', { id, email, stato })).status).toBe(201);
    else expect((await decide(rig, id, { stato })).status).toBe(201);
    expect((await inviata(rig)).sent.status).toBe(201);
  });
});

onBoth('the decision on a parking subscription', (rig) => {
  test('makes the fee payable, once; the permit is there when it is paid, and for nobody else', async () => {
    await aperta(rig);
    const { chi, id } = await inviata(rig, { targhe: ['AB123CD', 'CH:ZH1'] });
    expect((await permesso(chi, id)).status).toBe(409);
    expect((await decide(rig, id, { stato: 'accettata' })).status).toBe(201);
    expect((await decide(rig, id, { stato: 'accettata' })).status).toBe(409);
    expect(await avvisiDi(rig, id)).toEqual([
      {
        ...{ importo_cent: 6000, scadenza: '2026-12-20', stato: 'da_pagare' },
        ...{ debitore: RICHIEDENTE.codice_fiscale, ente: 'borgo' },
      },
    ]);
    const { data } = (await chi.call('dettaglioPratica', { id, email })).body;
    expect(data.eventi.at(-1).testo).toContain('Paga 60,00\u00a0€ entro il 20 dicembre 2026');
    expect(data.dati.decisi).toEqual([['Abbonamento', 'dal 1º dicembre 2026 al 30 novembre 2027']]);

    const presto = await permesso(chi, id);
    expect([presto.status, presto.body.message]).toEqual([
      409,
      'Il permesso si scarica dopo il pagamento: trovi l’avviso nella pagina della richiesta.',
    ]);
    await paga(rig, id);
    const pdf = await permesso(chi, id);
    expect([pdf.status, pdf.headers.get('content-type'), pdf.bytes.subarray(0, 5).toString()]).toEqual([
      ...[200, 'application/pdf', '%PDF-'],
    ]);
    expect(pdf.headers.get('content-disposition')).toContain('permesso-di-sosta-2026-000001.pdf');
    expect((await permesso(chi, id)).bytes.equals(pdf.bytes)).toBe(true);
    expect((await caller(rig).call('permessoParcheggio', { id, email: 'bruno@esempio.it' })).status).toBe(404);
    const altro = caller(rig, { user: operatore('valle') });
    expect((await altro.call('permessoParcheggio', { id, email, vista: 'operatore' })).status).toBe(404);
  });

  test('on one that is free makes no notice: the permit is there at once', async () => {
    await aperta(rig);
    const { chi, id } = await inviata(rig, { durata: 'mensile' });
    expect((await decide(rig, id, { stato: 'accettata' })).status).toBe(201);
    expect(await avvisiDi(rig, id)).toEqual([]);
    expect((await permesso(chi, id)).status).toBe(200);
  });

  test('that refuses leaves nothing to pay and no permit', async () => {
    await aperta(rig);
    const { chi, id } = await inviata(rig);
    await decide(rig, id, { stato: 'rifiutata' });
    expect(await avvisiDi(rig, id)).toEqual([]);
    expect((await permesso(chi, id)).status).toBe(409);
  });
});
