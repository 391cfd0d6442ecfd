import { expect, test } from 'vitest';
import { confirmedGuest, writeOfferta } from '../../../../tests/offerte.ts';
import { figuresOf, textOf } from '../../../../tests/pdf-text.ts';
import { decidePratica, RICHIEDENTE } from '../../../../tests/richiedente.ts';
import {
  callerOf,
  countRows,
  createAccount,
  DAY,
  onOneInTurn,
  operatore,
  pdfFile,
  type Rig,
  type RigCaller,
} from '../../../../tests/rig.ts';
import type { CallContext } from '../../../context.ts';
import { countAttempts as platformCount } from '../../../platform/limit.server.ts';
import { keepCodicePermesso } from './parcheggi.db.ts';

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
const openService = (rig: Rig) => writeOfferta(rig, 'SF300', OFFERTA);
const { email } = RICHIEDENTE;

/** NOW is 20 November 2026 in Rome. */
const richiesta = (over: Record<string, unknown> = {}) => ({
  ente: 'borgo',
  zona: 'a',
  tipo: 'residente',
  durata: 'annuale',
  dal: '2026-12-01',
  targhe: ['AB123CD'],
  richiedente: RICHIEDENTE,
  privacy: true,
  ...over,
});

async function sendAbbonamento(rig: Rig, over: Record<string, unknown> = {}) {
  const { guest: client, files } = await confirmedGuest(rig);
  const sent = await client.call('chiediAbbonamento', richiesta({ filesAllegati: files, ...over }));
  rig.clock.pass(DAY / 24);
  return { client, sent, id: sent.body.data?.id as string };
}

const permesso = (client: RigCaller, id: string) => client.call('permessoParcheggio', { id, email });
const codeOf = (rig: Rig, pratica: string): Promise<string> =>
  keepCodicePermesso(rig.house.db, pratica, 'not this one');
const payAvviso = (rig: Rig, pratica: string) =>
  rig.house.db.updateTable('avvisi').set({ stato: 'pagato' }).where('pratica', '=', pratica).execute();
const avvisiOf = (rig: Rig, pratica: string) =>
  rig.house.db
    .selectFrom('avvisi')
    .select(['importo_cent', 'scadenza', 'stato', 'debitore', 'ente'])
    .where('pratica', '=', pratica)
    .execute();

onOneInTurn('zones and prices', (rig) => {
  test('are those of the ente, and a zone’s own price comes before the general one', async () => {
    await openService(rig);
    const client = callerOf(rig);
    const { body } = await client.call('zoneParcheggi', { ente: 'borgo' });
    expect(body.data).toEqual({
      zone: [
        { codice: 'a', etichetta: 'Zona A' },
        { codice: 'b', etichetta: 'Zona B' },
      ],
      prezzi: OFFERTA.prezzi,
      max_targhe: 2,
    });
    const choice = { ente: 'borgo', zona: 'b', tipo: 'residente', durata: 'annuale' };
    expect((await client.call('prezzoParcheggi', { ...choice, dal: '2026-12-01' })).body.data).toEqual({
      importo_cent: 6000,
      dal: '2026-12-01',
      al: '2027-11-30',
    });
    expect((await client.call('prezzoParcheggi', { ...choice, durata: 'trimestrale' })).status).toBe(422);
    expect((await client.call('prezzoParcheggi', { ...choice, zona: 'z' })).status).toBe(422);
  });

  test.each(['valle', 'nessuno', 'portale'])('of %s are answered 404', async (ente) => {
    await openService(rig);
    expect((await callerOf(rig).call('zoneParcheggi', { ente })).status).toBe(404);
  });
});

onOneInTurn('a request for a parking subscription', (rig) => {
  test('that is empty gets all errors at once, in the order of the form', async () => {
    const { status, body } = await callerOf(rig).call('chiediAbbonamento', {
      richiedente: { ruolo: 'persona_fisica' },
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([
      'ente',
      'zona',
      'tipo',
      'durata',
      'dal',
      'targhe',
      'richiedente.nome',
      'richiedente.cognome',
      'richiedente.codice_fiscale',
      'richiedente.email',
      'richiedente.telefono',
      'privacy',
    ]);
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ['an ente that does not exist', { ente: 'nessuno' }, 'ente', 'Scegli l’ente a cui scrivere.'],
    [
      'an ente without zones',
      { ente: 'valle' },
      'ente',
      'Il Comune di Valle non riceve online questo tipo di pratica: scegline un altro o contatta l’ente.',
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
      'more plates than the ente allows',
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
  ])('with %s is refused in words, and nothing is written', async (_case, over, campo, parole) => {
    await openService(rig);
    const { sent } = await sendAbbonamento(rig, over);
    expect([sent.status, sent.body.errors]).toEqual([422, { [campo]: [parole] }]);
    expect([await countRows(rig, 'pratiche'), await countRows(rig, 'targhe')]).toEqual([0, 0]);
  });

  test('of a guest without the identity document is refused in words at the field of the files', async () => {
    await openService(rig);
    const { sent } = await sendAbbonamento(rig, { filesAllegati: [] });
    expect([sent.status, sent.body.errors]).toEqual([
      422,
      { filesAllegati: ['Allega un tuo documento di identità, fronte e retro.'] },
    ]);
  });

  test('opens one case per key, with the price that the server computes whatever was sent', async () => {
    await openService(rig);
    const { guest: client, files } = await confirmedGuest(rig);
    const input = richiesta({ filesAllegati: files, targhe: ['ab 123 cd', 'ch:zh 1'], importo_cent: 1 });
    const [first, second] = await Promise.all([
      client.call('chiediAbbonamento', input, { key: 'chiave-di-prova' }),
      client.call('chiediAbbonamento', input, { key: 'chiave-di-prova' }),
    ]);
    expect([first.status, second.status, first.body.data.id]).toEqual([201, 201, second.body.data.id]);
    expect([await countRows(rig, 'pratiche'), await countRows(rig, 'targhe')]).toEqual([1, 2]);
    const { body } = await client.call('dettaglioPratica', { id: first.body.data.id, email });
    expect(body.data.dati.fatti).toEqual([
      ['Zona', 'Zona A'],
      ['Tipo di abbonamento', 'Residente'],
      ['Durata', 'Un anno, dal 01/12/2026 al 30/11/2027'],
      ['Targhe', 'AB123CD\nZH1 (Svizzera)'],
      ['Prezzo', '60,00\u00a0€'],
    ]);
  });
});

onOneInTurn('a plate', (rig) => {
  test('has one subscription at a time in a zone, and a refusal reveals neither whose, where nor when', async () => {
    await openService(rig);
    expect((await sendAbbonamento(rig, { targhe: ['AB124CD', 'AB123CD'] })).sent.status).toBe(201);
    const { sent } = await sendAbbonamento(rig, { targhe: ['EF456GH', 'AB123CD'], dal: '2027-11-30' });
    const parole =
      'Per la targa AB123CD non si può chiedere un abbonamento in questa zona per questi giorni: scegli altri giorni o un’altra targa.';
    expect([sent.status, sent.body.message, sent.body.errors]).toEqual([409, parole, { 'targhe.1': [parole] }]);
    expect([await countRows(rig, 'pratiche'), await countRows(rig, 'targhe')]).toEqual([1, 2]);

    expect((await sendAbbonamento(rig, { dal: '2027-12-01' })).sent.status).toBe(201);
    expect((await sendAbbonamento(rig, { dal: '2026-11-30', zona: 'b' })).sent.status).toBe(201);
    expect((await sendAbbonamento(rig, { targhe: ['EF456GH'] })).sent.status).toBe(201);
  });

  test('that is refused names the other subscription only to its logged-in holder', async () => {
    await openService(rig);
    const sendFrom = async (client: RigCaller) => {
      await client.confirm(email);
      const { Id } = (await client.call('caricaFile', { file: pdfFile() })).body.data;
      const sent = await client.call('chiediAbbonamento', richiesta({ filesAllegati: [{ Id }] }));
      rig.clock.pass(DAY / 24);
      return sent;
    };
    const anna = callerOf(rig, { user: await createAccount(rig, { email }) });
    const { protocollo } = (await sendFrom(anna)).body.data;
    const again = await sendFrom(anna);
    expect([again.status, again.body.message]).toEqual([
      409,
      `Per la targa AB123CD hai già un abbonamento, chiesto o attivo (${protocollo}), per Zona A dal 01/12/2026 al 30/11/2027: scegli altri giorni o un’altra targa.`,
    ]);
    const bruno = callerOf(rig, {
      user: await createAccount(rig, { codice_fiscale: 'VRDLCU72P15Z999A', email: 'b@esempio.it' }),
    });
    const others = await sendFrom(bruno);
    expect([others.status, others.body.message]).toEqual([409, expect.not.stringMatching(/Zona A|\d\/\d|\d{4}\//)]);
  });

  test('may be tried ten times an hour by a visitor, refused or not, one after the other or at once', async () => {
    await openService(rig);
    expect((await sendAbbonamento(rig)).sent.status).toBe(201);
    const { guest: client, files } = await confirmedGuest(rig);
    const prova = () => client.call('chiediAbbonamento', richiesta({ filesAllegati: files }));
    const stati = (await Promise.all(Array.from({ length: 12 }, prova))).map(({ status }) => status);
    expect(stati.sort()).toEqual([...Array(10).fill(409), 429, 429]);
    const { status, body } = await prova();
    expect([status, body.message]).toEqual([429, expect.stringContaining('Hai fatto troppi tentativi')]);
    rig.clock.pass(DAY / 24);
    await client.confirm(email);
    expect((await prova()).status).toBe(409);
  });

  test('may be tried sixty times an hour from one network, with any number of cookies', async () => {
    await openService(rig);
    const network = { name: 'targhe:rete', who: '203.0.113.9', times: 60, minutes: 60 };
    const ctx = { house: rig.house, db: rig.house.db, now: rig.house.now() } as unknown as CallContext;
    for (let n = 0; n < 60; n++) await platformCount(ctx, [network]);
    const { status } = await callerOf(rig, { peer: '203.0.113.9' }).call('chiediAbbonamento', richiesta());
    expect(status).toBe(429);
  });

  test('that eight visitors ask for at once goes to one of them', async () => {
    await openService(rig);
    const primo = await confirmedGuest(rig);
    const all = [primo];
    const prova = await rig.house.db.selectFrom('prove_email').selectAll().executeTakeFirstOrThrow();
    for (let i = 0; i < 7; i++) {
      const client = callerOf(rig);
      const ownProva = { ...prova, proprietario: client.visitor };
      await rig.house.db.insertInto('prove_email').values(ownProva).execute();
      const { Id } = (await client.call('caricaFile', { file: pdfFile() })).body.data;
      all.push({ guest: client, files: [{ Id, categoria: 'documento_identita' }] });
    }
    const stati = await Promise.all(
      all.map(async (one) => {
        const sent = await one.guest.call('chiediAbbonamento', richiesta({ filesAllegati: one.files }));
        return sent.status;
      }),
    );
    expect(stati.sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(await countRows(rig, 'pratiche')).toBe(1);
  });

  test.each(['rifiutata', 'ritirata'])('is free again once the request is %s', async (stato) => {
    await openService(rig);
    const { client, id } = await sendAbbonamento(rig);
    if (stato === 'ritirata') expect((await client.call('commenta', { id, email, stato })).status).toBe(201);
    else expect((await decidePratica(rig, id, { stato })).status).toBe(201);
    expect((await sendAbbonamento(rig)).sent.status).toBe(201);
  });
});

onOneInTurn('the code of a permit', (rig) => {
  const verifica = (codice: string) => callerOf(rig).call('verificaPermesso', { codice });

  test('tells anybody plates, zone and days, and whether it is valid today; nothing of its holder', async () => {
    await openService(rig);
    const { client, id } = await sendAbbonamento(rig, { durata: 'mensile', targhe: ['AB123CD', 'CH:ZH1'] });
    await decidePratica(rig, id, { stato: 'accettata' });
    await permesso(client, id);
    const codice = await codeOf(rig, id);

    expect((await verifica(codice)).body.data).toEqual({
      ente: 'borgo',
      esito: 'futuro',
      targhe: ['AB123CD', 'ZH1 (Svizzera)'],
      zona: 'Zona A',
      dal: '2026-12-01',
      al: '2026-12-31',
    });
    const esitoAfter = async (days: number) => {
      rig.clock.pass(days * DAY);
      return (await verifica(codice)).body.data.esito;
    };
    expect([await esitoAfter(11), await esitoAfter(30), await esitoAfter(1)]).toEqual(['valido', 'valido', 'scaduto']);
    const typed = codice.toLowerCase().replace(/(.{4})/g, '$1 - ');
    expect((await verifica(typed)).status).toBe(200);
    expect(codice).toMatch(/^[2-9A-HJKMNP-Z]{16}$/);
  });

  test('is answered as not valid once its case no longer stands behind it', async () => {
    await openService(rig);
    const { client, id } = await sendAbbonamento(rig, { durata: 'mensile', dal: '2026-11-20' });
    await decidePratica(rig, id, { stato: 'accettata' });
    await permesso(client, id);
    const codice = await codeOf(rig, id);
    expect((await verifica(codice)).body.data.esito).toBe('valido');
    await rig.house.db.updateTable('pratiche').set({ stato: 'rifiutata' }).where('id', '=', id).execute();
    expect((await verifica(codice)).body.data.esito).toBe('revocato');
  });

  test('that no permit has is a 404, and a network may ask only so often', async () => {
    const asked = await Promise.all(Array.from({ length: 301 }, (_, i) => verifica(`CODICE${i}`)));
    const stati = asked.map(({ status }) => status);
    expect([stati.filter((s) => s === 404).length, stati.filter((s) => s === 429).length]).toEqual([300, 1]);
  });
});

onOneInTurn('the decision on a parking subscription', (rig) => {
  test('makes the fee payable once, and the permit available to its participants when it is paid', async () => {
    await openService(rig);
    const { client, id } = await sendAbbonamento(rig, { targhe: ['AB123CD', 'CH:ZH1'] });
    expect((await permesso(client, id)).status).toBe(409);
    expect((await decidePratica(rig, id, { stato: 'accettata' })).status).toBe(201);
    expect((await decidePratica(rig, id, { stato: 'accettata' })).status).toBe(409);
    expect(await avvisiOf(rig, id)).toEqual([
      {
        importo_cent: 6000,
        scadenza: '2026-12-20',
        stato: 'da_pagare',
        debitore: RICHIEDENTE.codice_fiscale,
        ente: 'borgo',
      },
    ]);
    const { data } = (await client.call('dettaglioPratica', { id, email })).body;
    expect(data.eventi.at(-1).testo).toContain('Paga 60,00\u00a0€ entro il 20 dicembre 2026');
    expect(data.dati.decisi).toEqual([['Abbonamento', 'dal 1º dicembre 2026 al 30 novembre 2027']]);

    const presto = await permesso(client, id);
    expect([presto.status, presto.body.message]).toEqual([
      409,
      'Il permesso si scarica dopo il pagamento: trovi l’avviso nella pagina della richiesta.',
    ]);
    await payAvviso(rig, id);
    const pdf = await permesso(client, id);
    expect([pdf.status, pdf.headers.get('content-type'), pdf.bytes.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    expect(pdf.headers.get('content-disposition')).toContain('permesso-di-sosta-2026-000001.pdf');
    expect((await permesso(client, id)).bytes.equals(pdf.bytes)).toBe(true);
    expect((await callerOf(rig).call('permessoParcheggio', { id, email: 'bruno@esempio.it' })).status).toBe(404);
    const otherOperatore = callerOf(rig, { user: operatore('valle') });
    expect((await otherOperatore.call('permessoParcheggio', { id, email, vista: 'operatore' })).status).toBe(404);
  });

  test('makes a permit that names plates, zone and last day, leads to its check, and does not name its holder', async () => {
    await openService(rig);
    const { client, id } = await sendAbbonamento(rig, { durata: 'mensile', targhe: ['AB123CD', 'CH:ZH1'] });
    await decidePratica(rig, id, { stato: 'accettata' });
    const { bytes } = await permesso(client, id);
    const shown = textOf(bytes);
    for (const words of ['AB123CD', 'ZH1 (Svizzera)', 'Zona A', '31/12/2026']) expect(shown).toContain(words);
    for (const own of ['nome', 'cognome', 'codice_fiscale', 'email', 'telefono'] as const)
      expect(shown.toUpperCase()).not.toContain(RICHIEDENTE[own].toUpperCase());
    const codice = await codeOf(rig, id);
    expect(shown).toContain(codice.match(/.{4}/g)?.join('-'));
    expect(figuresOf(bytes).join()).toContain(`/verifica/permesso/${codice}`);
  });

  test('on a free one makes no notice, and the permit is available at once', async () => {
    await openService(rig);
    const { client, id } = await sendAbbonamento(rig, { durata: 'mensile' });
    expect((await decidePratica(rig, id, { stato: 'accettata' })).status).toBe(201);
    expect(await avvisiOf(rig, id)).toEqual([]);
    expect((await permesso(client, id)).status).toBe(200);
  });

  test('that is a refusal leaves nothing to pay and no permit', async () => {
    await openService(rig);
    const { client, id } = await sendAbbonamento(rig);
    await decidePratica(rig, id, { stato: 'rifiutata' });
    expect(await avvisiOf(rig, id)).toEqual([]);
    expect((await permesso(client, id)).status).toBe(409);
  });
});

onOneInTurn('the reminder of a permit that ends', (rig) => {
  /** Accepted today, for a month from 1 December: free. */
  const accepted = async (over: Record<string, unknown> = {}) => {
    const { id } = await sendAbbonamento(rig, { durata: 'mensile', ...over });
    await decidePratica(rig, id, { stato: 'accettata' });
    return id;
  };
  const remindedOn = async (day: string) => {
    rig.clock.set(Date.parse(`${day}T09:00:00+01:00`));
    while ((await rig.deliver()) > 0);
    return rig.mails.filter(({ subject }) => /permesso di sosta scade/.test(subject));
  };

  test('comes two weeks before its last day, once, and leads to the form', async () => {
    await openService(rig);
    await accepted();
    expect(await remindedOn('2026-12-16')).toEqual([]);
    const [mail, ...others] = await remindedOn('2026-12-17');
    expect(others).toEqual([]);
    expect(mail?.to).toBe(email);
    expect(mail).not.toHaveProperty('unsubscribe');
    expect(mail?.subject).toContain('il permesso di sosta scade il 31 dicembre 2026');
    expect(mail?.text).toContain('/abbonamento-parcheggi');
    expect(await remindedOn('2026-12-18')).toHaveLength(1);
  });

  test('does not come for a permit that was not paid, nor when the next one is there already', async () => {
    await openService(rig);
    await accepted({ zona: 'b', tipo: 'lavoratore' });
    await accepted();
    await accepted({ dal: '2027-01-01' });
    expect(await remindedOn('2026-12-17')).toEqual([]);
  });

  test('is one that a citizen can stop, and chooses', async () => {
    await openService(rig);
    const user = await createAccount(rig);
    const anna = callerOf(rig, { user });
    const id = await accepted();
    await rig.house.db.updateTable('pratiche').set({ utente: user.id }).where('id', '=', id).execute();
    const [mail] = await remindedOn('2026-12-17');
    const chiave = new URL(mail?.unsubscribe ?? '').searchParams.get('chiave');
    expect((await callerOf(rig).call('smettiPromemoria', { chiave })).status).toBe(200);
    expect((await anna.call('promemoria')).body.data.cosa).toEqual(['pagamenti', 'appuntamenti']);
    await rig.house.db.updateTable('posta_in_uscita').set({ inviata: null }).execute();
    expect(await remindedOn('2026-12-18')).toHaveLength(1);
  });
});
