import { expect, test } from 'vitest';
import { confirmedGuest, writeOfferta } from '../../../../tests/offerte.ts';
import { decidePratica, RICHIEDENTE } from '../../../../tests/richiedente.ts';
import {
  callerOf,
  cittadino,
  countRows,
  createAccount,
  DAY,
  onOneInTurn,
  pdfFile,
  type Rig,
} from '../../../../tests/rig.ts';

const OFFERTA = {
  cimiteri: [
    { codice: 'maggiore', nome: 'Cimitero maggiore' },
    { codice: 'alto', nome: 'Cimitero di Borgo Alto' },
  ],
  tipi: [
    { codice: 'loculo', nome: 'Loculo' },
    { codice: 'terra', nome: 'Tomba a terra' },
  ],
};
const openService = (rig: Rig) => writeOfferta(rig, 'SF500', OFFERTA);
const email = RICHIEDENTE.email;

/** NOW is 20 November 2026 in Rome. */
const richiesta = (over: Record<string, unknown> = {}) => ({
  ente: 'borgo',
  cimitero: 'maggiore',
  tipo: 'loculo',
  lampade: 2,
  decorrenza: '2026-12-01',
  privacy: true,
  defunto: { nome: 'Ugo', cognome: 'Rossi', data_decesso: '2026-11-20' },
  posizione: { campo: 'B', numero: '12' },
  fatturazione: { indirizzo: 'Via Roma 1', cap: '00100', comune: 'Roma', provincia: 'rm' },
  richiedente: RICHIEDENTE,
  ...over,
});

async function sendLampade(rig: Rig, over: Record<string, unknown> = {}) {
  const { guest: client, files } = await confirmedGuest(rig);
  const sent = await client.call('chiediLampade', richiesta({ filesAllegati: files, ...over }));
  return { client, sent };
}

/** What the one case keeps. */
const sentData = async (rig: Rig) =>
  JSON.parse((await rig.house.db.selectFrom('pratiche').select('dati_json').executeTakeFirstOrThrow()).dati_json);

onOneInTurn('the cemeteries of the enti', (rig) => {
  test('are listed with the kinds of tomb, which are also listed alone for one ente or all', async () => {
    await openService(rig);
    const client = callerOf(rig);
    const optionsOf = (items: { codice: string; nome: string }[]) =>
      items.map(({ codice, nome }) => ({ codice, etichetta: nome }));
    expect((await client.call('cimiteri', { ente: 'borgo' })).body.data).toEqual({
      cimiteri: optionsOf(OFFERTA.cimiteri),
      tipi: optionsOf(OFFERTA.tipi),
    });
    expect((await client.call('tipiTomba', { ente: 'borgo' })).body.data).toEqual(optionsOf(OFFERTA.tipi));
    expect((await client.call('tipiTomba')).body.data).toEqual(optionsOf(OFFERTA.tipi));
  });

  test.each(['valle', 'nessuno', 'portale'])('of %s are answered 404', async (ente) => {
    await openService(rig);
    expect((await callerOf(rig).call('cimiteri', { ente })).status).toBe(404);
    expect((await callerOf(rig).call('tipiTomba', { ente })).status).toBe(404);
  });
});

onOneInTurn('a request for votive lamps', (rig) => {
  test('that is empty gets all errors at once, in the order of the form', async () => {
    const { status, body } = await callerOf(rig).call('chiediLampade', {
      defunto: {},
      fatturazione: {},
      richiedente: { ruolo: 'persona_fisica' },
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([
      'ente',
      'cimitero',
      'tipo',
      'defunto.nome',
      'defunto.cognome',
      'defunto.data_decesso',
      'lampade',
      'fatturazione.indirizzo',
      'fatturazione.cap',
      'fatturazione.comune',
      'fatturazione.provincia',
      'decorrenza',
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
      'an ente without cemeteries',
      { ente: 'valle' },
      'ente',
      'Il Comune di Valle non riceve online questo tipo di pratica: scegline un altro o contatta l’ente.',
    ],
    ['another cemetery', { cimitero: 'altro' }, 'cimitero', 'Scegli uno dei cimiteri del Comune di Borgo.'],
    ['another kind of tomb', { tipo: 'piramide' }, 'tipo', 'Scegli uno dei tipi di tomba del Comune di Borgo.'],
    ['no lamp', { lampade: 0 }, 'lampade', 'Scrivi quante lampade: da 1 a 20.'],
    ['21 lamps', { lampade: 21 }, 'lampade', 'Scrivi quante lampade: da 1 a 20.'],
    ['half a lamp', { lampade: 1.5 }, 'lampade', 'Scrivi quante lampade: da 1 a 20.'],
    [
      'a death tomorrow',
      { defunto: { nome: 'Ugo', cognome: 'Rossi', data_decesso: '2026-11-21' } },
      'defunto.data_decesso',
      'Controlla la data di decesso: è nel futuro.',
    ],
    [
      'a 29 February that was none',
      { defunto: { nome: 'Ugo', cognome: 'Rossi', data_decesso: '2025-02-29' } },
      'defunto.data_decesso',
      'Controlla la data: ad esempio 20/11/1987, oppure solo l’anno, 1987.',
    ],
    ['a start yesterday', { decorrenza: '2026-11-19' }, 'decorrenza', 'Scegli una decorrenza da oggi in poi.'],
    [
      'a postcode of four figures',
      { fatturazione: { indirizzo: 'Via 1', cap: '0010', comune: 'Roma', provincia: 'RM' } },
      'fatturazione.cap',
      'Controlla il CAP: sono 5 cifre. Se l’indirizzo è all’estero scrivi EE come provincia.',
    ],
    [
      'a place that is too long',
      { posizione: { campo: 'x'.repeat(41) } },
      'posizione.campo',
      'Il testo è troppo lungo: scrivi al massimo 40 caratteri.',
    ],
  ])('with %s is refused in words, and nothing is written', async (_case, over, campo, parole) => {
    await openService(rig);
    const { sent } = await sendLampade(rig, over);
    expect([sent.status, sent.body.errors]).toEqual([422, { [campo]: [parole] }]);
    expect(await countRows(rig, 'pratiche')).toBe(0);
  });

  test.each([
    ['London', 'sw1a  1aa', 'SW1A 1AA'],
    ['Lisboa', '1000-205', '1000-205'],
    ['Reykjavík', '101', '101'],
  ])('goes to who pays abroad: %s', async (comune, typed, cap) => {
    await openService(rig);
    const address = { indirizzo: '1 High Street', cap: typed, comune, provincia: 'ee' };
    const { sent } = await sendLampade(rig, { fatturazione: address });
    expect([sent.status, sent.body.errors]).toEqual([201, undefined]);
    expect((await sentData(rig)).fatturazione).toEqual({ ...address, cap, provincia: 'EE' });
  });

  test.each([
    ['1987', '1987', '1987'],
    ['11/1987', '1987-11', '11/1987'],
    ['3.2.1987', '1987-02-03', '03/02/1987'],
  ])('takes as much as is known of the day of death: %s', async (typed, stored, shown) => {
    await openService(rig);
    const { sent } = await sendLampade(rig, { defunto: { nome: 'Ugo', cognome: 'Rossi', data_decesso: typed } });
    expect([sent.status, sent.body.errors]).toEqual([201, undefined]);
    const { defunto, fatti } = await sentData(rig);
    expect(defunto.data_decesso).toBe(stored);
    expect(fatti).toContainEqual(['Data di decesso', shown]);
  });

  test('of a guest without the identity document is refused in words at the field of the files', async () => {
    await openService(rig);
    const { guest: client, files } = await confirmedGuest(rig);
    const { status, body } = await client.call('chiediLampade', richiesta({ filesAllegati: files.slice(0, 1) }));
    expect([status, body.errors]).toEqual([
      422,
      { filesAllegati: ['Allega un tuo documento di identità, fronte e retro.'] },
    ]);
  });

  test('without a file of its own is refused with «No files to upload», whatever else is attached', async () => {
    await openService(rig);
    const { guest: client, files } = await confirmedGuest(rig);
    for (const filesAllegati of [[], files.slice(1)]) {
      const { status, body } = await client.call('chiediLampade', richiesta({ filesAllegati }));
      expect([status, body.message, body.errors]).toEqual([
        422,
        'No files to upload',
        { filesAllegati: ['No files to upload'] },
      ]);
    }
    expect(await countRows(rig, 'pratiche')).toBe(0);
  });

  test('takes up to ten files, all of them the sender’s own', async () => {
    await openService(rig);
    const { guest: client, files } = await confirmedGuest(rig);
    const foreignId = (await callerOf(rig).call('caricaFile', { file: pdfFile() })).body.data.Id;
    const withForeign = await client.call('chiediLampade', richiesta({ filesAllegati: [...files, { Id: foreignId }] }));
    expect(withForeign.status).toBe(404);
    const eleven = Array.from({ length: 11 }, (_, i) => ({ Id: String(i).padStart(20, 'a') }));
    const tooMany = await client.call('chiediLampade', richiesta({ filesAllegati: eleven }));
    expect([tooMany.status, tooMany.body.errors]).toEqual([
      422,
      { filesAllegati: ['Puoi allegare al massimo 10 file.'] },
    ]);
  });

  test('opens one case per key, with number, chat and receipt', async () => {
    await openService(rig);
    const { guest: client, files } = await confirmedGuest(rig);
    const input = richiesta({ filesAllegati: files, lampade: '2' });
    const [first, second] = await Promise.all([
      client.call('chiediLampade', input, { key: 'chiave-di-prova' }),
      client.call('chiediLampade', input, { key: 'chiave-di-prova' }),
    ]);
    expect([first.status, second.status, first.body.data.id]).toEqual([201, 201, second.body.data.id]);
    expect(await countRows(rig, 'pratiche')).toBe(1);

    const { id } = first.body.data;
    const { body } = await client.call('dettaglioPratica', { id, email });
    expect(body.data).toMatchObject({ tipo: 'richiesta', codice: 'SF500', oggetto: 'Lampade votive: Ugo Rossi' });
    expect(body.data.dati.fatti).toEqual([
      ['Cimitero', 'Cimitero maggiore'],
      ['Tipo di tomba', 'Loculo'],
      ['Posizione', 'campo B, numero 12'],
      ['Defunto', 'Ugo Rossi'],
      ['Data di decesso', '20/11/2026'],
      ['Numero di lampade', '2'],
      ['Decorrenza', '01/12/2026'],
      ['Indirizzo per la fatturazione', 'Via Roma 1, 00100 Roma (RM)'],
    ]);
    const ricevuta = await client.call('ricevutaPratica', { id, email });
    expect(ricevuta.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('of a logged-in citizen needs no identity document, and carries the name of the identity', async () => {
    await openService(rig);
    const anna = callerOf(rig, { user: cittadino('anna', email) });
    const { Id } = (await anna.call('caricaFile', { file: pdfFile() })).body.data;
    const { nome: _, ...rest } = RICHIEDENTE;
    const input = richiesta({ filesAllegati: [{ Id }], richiedente: { ...rest, nome: 'Altro' } });
    const sent = await anna.call('chiediLampade', input);
    expect(sent.status).toBe(201);
    const row = await rig.house.db.selectFrom('pratiche').select(['nome', 'utente']).executeTakeFirstOrThrow();
    expect(row).toEqual({ nome: 'Anna', utente: 'anna' });
  });

  test('of a citizen whose login told no tax code needs none, and keeps one that they type', async () => {
    await openService(rig);
    const user = await createAccount(rig, { codice_fiscale: '', identificativo: 'SE/IT/1', email });
    const ingrid = callerOf(rig, { user });
    const { codice_fiscale, ...rest } = RICHIEDENTE;
    for (const richiedente of [rest, { ...rest, codice_fiscale: '' }, { ...rest, codice_fiscale }]) {
      const { Id } = (await ingrid.call('caricaFile', { file: pdfFile() })).body.data;
      const sent = await ingrid.call('chiediLampade', richiesta({ filesAllegati: [{ Id }], richiedente }));
      expect([sent.status, sent.body.errors]).toEqual([201, undefined]);
    }
    const rows = await rig.house.db.selectFrom('pratiche').select('codice_fiscale').orderBy('numero').execute();
    expect(rows.map((row) => row.codice_fiscale)).toEqual([null, null, codice_fiscale]);
  });
});

onOneInTurn('the decision on votive lamps', (rig) => {
  test.each([
    ['a day that is past', { decisione_dal: '2026-11-19' }, 0],
    ['the day that was asked for, when it has passed meanwhile', {}, 20 * DAY],
  ])('%s settles nothing', async (_case, fields, later) => {
    await openService(rig);
    const { sent } = await sendLampade(rig);
    rig.clock.pass(later);
    const no = await decidePratica(rig, sent.body.data.id, { stato: 'accettata', ...fields });
    expect([no.status, Object.keys(no.body.errors)]).toEqual([422, ['decisione_dal']]);
  });

  test.each([
    ['the day that was asked for', {}, '1º dicembre 2026'],
    ['another day', { decisione_dal: '2027-01-15' }, '15 gennaio 2027'],
  ])('%s is settled once, sent to the citizen and kept with the case', async (_case, fields, giorno) => {
    await openService(rig);
    const { client, sent } = await sendLampade(rig);
    const { id } = sent.body.data;
    expect((await decidePratica(rig, id, { stato: 'accettata', ...fields })).status).toBe(201);
    expect((await decidePratica(rig, id, { stato: 'accettata', decisione_dal: '2028-01-01' })).status).toBe(409);

    const { data } = (await client.call('dettaglioPratica', { id, email })).body;
    expect([data.stato, data.dati.decisi]).toEqual(['accettata', [['Decorrenza', giorno]]]);
    expect(data.eventi.at(-1).testo).toBe(`Motivo: Tutto in regola.\n\nL’allacciamento decorre dal ${giorno}.`);
  });

  test('that is a refusal settles nothing', async () => {
    await openService(rig);
    const { client, sent } = await sendLampade(rig);
    const { id } = sent.body.data;
    expect((await decidePratica(rig, id, { stato: 'rifiutata' })).status).toBe(201);
    expect((await client.call('dettaglioPratica', { id, email })).body.data.dati).not.toHaveProperty('decisi');
  });
});
