import { expect, test } from 'vitest';
import { confirmedGuest, writeOfferta } from '../../../../tests/offerte.ts';
import { LETTERA, persona, writePosizione } from '../../../../tests/posizioni.ts';
import { decidePratica, RICHIEDENTE } from '../../../../tests/richiedente.ts';
import {
  callerOf,
  cittadino,
  countRows,
  DAY,
  ENTI,
  HOUR,
  onOneInTurn,
  pdfFile,
  type Rig,
  type RigCaller,
} from '../../../../tests/rig.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';
import { enti, forgetEnti } from '../../cases/ente/ente.server.ts';

const OFFERTA = {
  prezzi: [
    { formato: '70x100', categoria: 'commerciale', al_giorno_cent: 40 },
    { formato: '70x100', categoria: 'istituzionale', al_giorno_cent: 0 },
    { formato: '70x100', categoria: 'funebre', al_giorno_cent: 10 },
  ],
  urgenza_percento: 10,
  urgenza_minimo_cent: 2582,
  giorni_lavorativi: 2,
  patrono: '11-23',
};
const openService = (rig: Rig, over: object = {}) => writeOfferta(rig, 'SF120', { ...OFFERTA, ...over });
const { email } = RICHIEDENTE;

/** Today is Friday 20 November 2026 in Rome; Monday is the patron saint's, so that Wednesday is the first day. */
const PRIMO = '2026-11-25';
const manifesto = (over: Record<string, unknown> = {}) => ({
  ente: 'borgo',
  categoria: 'commerciale',
  titolo: 'Sagra',
  formato: '70x100',
  quantita: 20,
  privacy: true,
  dal: PRIMO,
  al: '2026-12-01',
  urgente: false,
  richiedente: RICHIEDENTE,
  ...over,
});

async function sendManifesto(rig: Rig, over: Record<string, unknown> = {}) {
  const { guest: client, files } = await confirmedGuest(rig);
  const sent = await client.call('chiediAffissione', manifesto({ filesAllegati: files, ...over }));
  return { client, files, sent };
}
const openWithCodici = async (client: RigCaller) =>
  client.call('controllaPosizione', { ...LETTERA, 'g-recaptcha-response': await client.human() });

onOneInTurn('what posters cost', (rig) => {
  const asked = { ente: 'borgo', categoria: 'commerciale', formato: '70x100', quantita: '20', dal: PRIMO };

  test('is answered with the tariff and the first day, also for urgent ones', async () => {
    await openService(rig);
    const client = callerOf(rig);
    const { body } = await client.call('tariffaManifesti', { ...asked, al: '2026-12-01' });
    expect(body.data).toEqual({
      ente: 'borgo',
      ...OFFERTA,
      primo_giorno: PRIMO,
      stima: { giorni: 7, al_giorno_cent: 40, affissione_cent: 5600, urgenza_cent: 0, importo_cent: 5600 },
    });
    const urgent = await client.call('tariffaManifesti', { ...asked, al: '2026-12-01', urgente: true });
    expect(urgent.body.data.stima).toMatchObject({ urgenza_cent: 2582, importo_cent: 8182 });
  });

  test('is unknown while a field is missing, and a wrong field is refused', async () => {
    await openService(rig);
    const client = callerOf(rig);
    expect((await client.call('tariffaManifesti', asked)).body.data.stima).toBeNull();
    expect((await client.call('tariffaManifesti', { ente: 'borgo' })).body.data.stima).toBeNull();
    const { status, body } = await client.call('tariffaManifesti', { ...asked, quantita: '0', al: '2026-02-29' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['quantita', 'al']]);
  });

  test.each(['valle', 'nessuno', 'portale'])('of %s is answered 404', async (ente) => {
    await openService(rig);
    expect((await callerOf(rig).call('tariffaManifesti', { ente })).status).toBe(404);
  });
});

onOneInTurn('a request for posters', (rig) => {
  test('that is empty gets all errors at once, in the order of the form', async () => {
    const { status, body } = await callerOf(rig).call('chiediAffissione', { richiedente: { ruolo: 'persona_fisica' } });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([
      'ente',
      'categoria',
      'titolo',
      'formato',
      'quantita',
      'dal',
      'al',
      'richiedente.nome',
      'richiedente.cognome',
      'richiedente.codice_fiscale',
      'richiedente.email',
      'richiedente.telefono',
      'privacy',
    ]);
  });

  const QUANTI = 'Scrivi quanti manifesti: da 1 a 500.';
  const PRESTO = 'Scegli un giorno dal 25/11/2026 in poi, oppure chiedi l’affissione urgente.';
  test.each<[string, Record<string, unknown>, string, string]>([
    ['an ente that does not exist', { ente: 'nessuno' }, 'ente', 'Scegli l’ente a cui scrivere.'],
    [
      'an ente without a tariff',
      { ente: 'valle' },
      'ente',
      'Il Comune di Valle non riceve online questo tipo di pratica: scegline un altro o contatta l’ente.',
    ],
    ['no category', { categoria: 'altra' }, 'categoria', 'Scegli la categoria del manifesto.'],
    ['no size', { formato: 'A4' }, 'formato', 'Scegli il formato del manifesto.'],
    [
      'a size that is not in the tariff',
      { formato: '600x300' },
      'formato',
      'L’ente non affigge manifesti di questo formato per questa categoria: scegline un altro.',
    ],
    ['no title', { titolo: ' ' }, 'titolo', 'Scrivi il titolo del manifesto.'],
    [
      'a title of 121 characters',
      { titolo: 'x'.repeat(121) },
      'titolo',
      'Il testo è troppo lungo: scrivi al massimo 120 caratteri.',
    ],
    ['no poster', { quantita: 0 }, 'quantita', QUANTI],
    ['501 posters', { quantita: '501' }, 'quantita', QUANTI],
    ['half a poster', { quantita: 1.5 }, 'quantita', QUANTI],
    ['two working days that are not over: the patron saint’s is none', { dal: '2026-11-24' }, 'dal', PRESTO],
    [
      'a day gone by',
      { dal: '2026-11-19', urgente: true },
      'dal',
      'Questo giorno è passato: scegline uno da oggi in poi.',
    ],
    [
      'a 29 February that is none',
      { dal: '2027-02-29', al: '2027-03-10' },
      'dal',
      'Controlla la data: deve esistere nel calendario, ad esempio 20/11/2026.',
    ],
    [
      'the days the wrong way round',
      { al: '2026-11-24' },
      'al',
      'L’ultimo giorno viene prima del primo: correggi una delle due date.',
    ],
    [
      '61 days',
      { al: '2027-01-24' },
      'al',
      'Un manifesto resta al massimo 60 giorni: scegli un giorno fino al 23/01/2027.',
    ],
  ])('with %s is refused in words, and nothing is written', async (_case, over, campo, parole) => {
    await openService(rig);
    const { sent } = await sendManifesto(rig, over);
    expect([sent.status, sent.body.errors]).toEqual([422, { [campo]: [parole] }]);
    expect(await countRows(rig, 'pratiche')).toBe(0);
  });

  test.each<[string, Record<string, unknown>]>([
    ['urgent, from today', { dal: '2026-11-20', urgente: true }],
    ['a funeral notice, from today', { dal: '2026-11-20', categoria: 'funebre' }],
    ['for 60 days, 500 of them', { al: '2027-01-23', quantita: 500 }],
    ['over 29 February', { dal: '2028-02-28', al: '2028-03-01' }],
  ])('%s is taken', async (_case, over) => {
    await openService(rig);
    expect((await sendManifesto(rig, over)).sent.status).toBe(201);
  });

  test('counts days in Rome and holidays, as on the evening before Easter', async () => {
    await openService(rig);
    // 22:30 on Good Friday in Rome; Monday is a holiday.
    rig.clock.set(Date.UTC(2027, 2, 26, 21, 30));
    const { body } = await callerOf(rig).call('tariffaManifesti', { ente: 'borgo' });
    expect(body.data.primo_giorno).toBe('2027-03-31');
  });

  test('are not hung before the offices of the ente have been open for two days', async () => {
    await openService(rig, { patrono: undefined });
    const tariffa = async () => (await callerOf(rig).call('tariffaManifesti', { ente: 'borgo' })).body.data;
    expect((await tariffa()).primo_giorno).toBe('2026-11-24');
    const borgo = (await enti(rig.house)).find(({ id }) => id === 'borgo') ?? ENTI.borgo;
    await writeEnte(
      rig.house.db,
      { ...borgo, patrono: '11-23', chiusure: [{ dal: '2026-11-24', al: '2026-11-26' }] },
      1,
    );
    forgetEnti(rig.house);
    expect((await tariffa()).primo_giorno).toBe('2026-11-30');
    const { sent } = await sendManifesto(rig, { dal: '2026-11-27' });
    expect([sent.status, sent.body.errors]).toEqual([
      422,
      { dal: ['Scegli un giorno dal 30/11/2026 in poi, oppure chiedi l’affissione urgente.'] },
    ]);
    await writeEnte(rig.house.db, borgo, 1);
    forgetEnti(rig.house);
  });

  test('opens one case per key, with the estimated cost', async () => {
    await openService(rig);
    const { guest: client, files } = await confirmedGuest(rig);
    const input = manifesto({ filesAllegati: files, quantita: '20', urgente: true });
    const key = 'chiave-di-prova';
    const [first, second] = await Promise.all([
      client.call('chiediAffissione', input, { key }),
      client.call('chiediAffissione', input, { key }),
    ]);
    expect([first.status, second.status, first.body.data.id]).toEqual([201, 201, second.body.data.id]);
    expect(await countRows(rig, 'pratiche')).toBe(1);
    const { id } = first.body.data;
    const { body } = await client.call('dettaglioPratica', { id, email });
    expect(body.data).toMatchObject({ tipo: 'richiesta', codice: 'SF120', oggetto: 'Affissione: Sagra' });
    expect(body.data.dati.fatti).toEqual([
      ['Categoria', 'Commerciale'],
      ['Formato', '70 × 100 cm'],
      ['Manifesti', '20'],
      ['Affissione', 'dal 25/11/2026 al 01/12/2026 (7 giorni)'],
      ['Urgente', 'Sì'],
      ['Costo stimato', '81,82\u00a0€ (20 manifesti × 7 giorni × 0,40\u00a0€, più 25,82\u00a0€ per l’urgenza)'],
    ]);
    const ricevuta = await client.call('ricevutaPratica', { id, email });
    expect(ricevuta.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('needs no file of its own, and of a guest the identity document and a confirmed e-mail', async () => {
    await openService(rig);
    const { guest: client, files } = await confirmedGuest(rig);
    const without = await client.call('chiediAffissione', manifesto({ filesAllegati: [] }));
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['filesAllegati']]);
    const [, documento] = files;
    expect((await client.call('chiediAffissione', manifesto({ filesAllegati: [documento] }))).status).toBe(201);
    const unknownVisitor = await callerOf(rig).call('chiediAffissione', manifesto({ filesAllegati: [] }));
    expect(unknownVisitor.status).toBe(422);
    const anna = callerOf(rig, { user: cittadino('anna', email) });
    expect((await anna.call('chiediAffissione', manifesto())).status).toBe(201);
  });

  test('with another person’s file is refused', async () => {
    await openService(rig);
    const { guest: client, files } = await confirmedGuest(rig);
    const foreignId = (await callerOf(rig).call('caricaFile', { file: pdfFile() })).body.data.Id;
    const sent = await client.call('chiediAffissione', manifesto({ filesAllegati: [...files, { Id: foreignId }] }));
    expect(sent.status).toBe(404);
  });
});

onOneInTurn('the position of a request for posters', (rig) => {
  const CF = 'BNCNNA85M41Z999R';
  const ICP = { sistema: 'ICP' };

  test('is one of the citizen’s own, and is shown with the case', async () => {
    await openService(rig);
    const { id: posizione } = await writePosizione(rig, ICP, [CF]);
    const anna = callerOf(rig, { user: persona(CF, { email, contatti: { email, telefono: null } }) });
    const sent = await anna.call('chiediAffissione', manifesto({ posizione }));
    expect(sent.status).toBe(201);
    const { body } = await anna.call('dettaglioPratica', { id: sent.body.data.id, email });
    expect(body.data.dati.fatti[0]).toEqual(['Posizione', 'AB12-34']);
  });

  test('is open for an hour to a visitor with the two codes', async () => {
    await openService(rig);
    const { id: posizione } = await writePosizione(rig, { sistema: 'ICPMB' });
    const { guest: client, files } = await confirmedGuest(rig);
    const input = manifesto({ posizione, filesAllegati: files });
    expect((await client.call('chiediAffissione', input)).status).toBe(404);
    expect((await openWithCodici(client)).status).toBe(200);
    rig.clock.pass(HOUR + 1);
    const late = await client.call('chiediAffissione', input);
    expect([late.status, late.body.message]).toEqual([404, expect.stringContaining('scrivili di nuovo')]);
    expect(await countRows(rig, 'pratiche')).toBe(0);
    expect((await openWithCodici(client)).status).toBe(200);
    expect((await client.call('chiediAffissione', input)).status).toBe(201);
  });

  test.each<[string, object, string]>([
    ['of another system', { sistema: 'TARMB' }, CF],
    ['of another ente', { ...ICP, ente: 'valle' }, CF],
    ['of another person', ICP, 'VRDLCU72P15Z999A'],
  ])('%s is answered 404', async (_case, over, owner) => {
    await openService(rig);
    const { id: posizione } = await writePosizione(rig, over, [owner]);
    const anna = callerOf(rig, { user: persona(CF, { email, contatti: { email, telefono: null } }) });
    for (const quale of [posizione, 'inventata', '../x'])
      expect((await anna.call('chiediAffissione', manifesto({ posizione: quale }))).status).toBe(404);
    expect(await countRows(rig, 'pratiche')).toBe(0);
  });
});

onOneInTurn('the decision on posters', (rig) => {
  const avvisi = () => rig.house.db.selectFrom('avvisi').selectAll().execute();
  const ultimo = async (client: RigCaller, id: string) =>
    (await client.call('dettaglioPratica', { id, email })).body.data;

  test('confirms the days asked for and makes the fee payable once, at the tariff of the request', async () => {
    await openService(rig);
    const { client, sent } = await sendManifesto(rig, { urgente: true });
    const { id } = sent.body.data;
    // Dearer since.
    const prices = OFFERTA.prezzi.map((p) => ({ ...p, al_giorno_cent: 4000 }));
    await rig.house.db
      .updateTable('offerte')
      .set({ dati_json: JSON.stringify({ ...OFFERTA, prezzi: prices }) })
      .execute();
    expect((await decidePratica(rig, id, { stato: 'accettata' })).status).toBe(201);
    expect((await decidePratica(rig, id, { stato: 'accettata' })).status).toBe(409);

    expect(await avvisi()).toMatchObject([
      {
        ente: 'borgo',
        pratica: id,
        importo_cent: 8182,
        scadenza: PRIMO,
        pagabile_fino: null,
        causale: 'Affissione: Sagra',
        debitore: RICHIEDENTE.codice_fiscale,
      },
    ]);
    const { stato, dati, eventi } = await ultimo(client, id);
    expect(stato).toBe('accettata');
    expect(dati.decisi).toEqual([
      ['Affissione confermata', 'dal 25 novembre 2026 al 1º dicembre 2026'],
      ['Da pagare', '81,82\u00a0€'],
    ]);
    expect(eventi.at(-1).testo).toContain(
      'L’affissione è confermata dal 25 novembre 2026 al 1º dicembre 2026. Paga 81,82\u00a0€ entro il 25 novembre 2026: trovi l’avviso in questa pagina.',
    );
  });

  test('for other days charges what those days cost', async () => {
    await openService(rig);
    const { client, sent } = await sendManifesto(rig);
    const { id } = sent.body.data;
    const giorni = { decisione_dal: '2026-12-01', decisione_al: '2026-12-03' };
    expect((await decidePratica(rig, id, { stato: 'accettata', ...giorni })).status).toBe(201);
    expect(await avvisi()).toMatchObject([{ importo_cent: 20 * 3 * 40, scadenza: '2026-12-01' }]);
    expect((await ultimo(client, id)).dati.decisi[0][1]).toBe('dal 1º dicembre 2026 al 3 dicembre 2026');
  });

  test('leaves nothing to pay where posting is free', async () => {
    await openService(rig);
    const { client, sent } = await sendManifesto(rig, { categoria: 'istituzionale' });
    const { id } = sent.body.data;
    expect((await decidePratica(rig, id, { stato: 'accettata' })).status).toBe(201);
    expect(await avvisi()).toEqual([]);
    expect((await ultimo(client, id)).eventi.at(-1).testo).toContain('Non c’è niente da pagare.');
  });

  test.each<[string, number, Record<string, string>, string]>([
    ['a first day gone by', 10 * DAY, {}, 'decisione_dal'],
    ['the days the wrong way round', 0, { decisione_al: '2026-11-24' }, 'decisione_al'],
    ['61 days', 0, { decisione_al: '2027-01-24' }, 'decisione_al'],
  ])('%s is refused to the operator, and nothing is decided', async (_case, daysLater, giorni, campo) => {
    await openService(rig);
    const { client, sent } = await sendManifesto(rig);
    const { id } = sent.body.data;
    rig.clock.pass(daysLater);
    const { status, body } = await decidePratica(rig, id, { stato: 'accettata', ...giorni });
    expect([status, Object.keys(body.errors)]).toEqual([422, [campo]]);
    expect([await avvisi(), (await ultimo(client, id)).stato]).toEqual([[], 'inviata']);
  });

  test('that is a refusal confirms nothing and charges nothing', async () => {
    await openService(rig);
    const { client, sent } = await sendManifesto(rig);
    const { id } = sent.body.data;
    expect((await decidePratica(rig, id, { stato: 'rifiutata' })).status).toBe(201);
    expect(await avvisi()).toEqual([]);
    expect((await ultimo(client, id)).dati).not.toHaveProperty('decisi');
  });
});
