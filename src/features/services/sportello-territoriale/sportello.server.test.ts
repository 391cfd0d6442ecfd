import { expect, test } from 'vitest';
import {
  callerOf,
  cittadino,
  countRows,
  ENTI,
  onOneInTurn,
  operatore,
  pdfFile,
  type Rig,
  segnalazione,
} from '../../../../tests/rig.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';

const MISSING_NOME =
  'Scrivi il tuo nome. Se nei documenti c’è un nome solo, scrivilo come cognome e qui metti un trattino (-).';
const SPORTELLO = {
  nome: 'Ufficio tributi',
  descrizione: 'Tassa rifiuti e rimborsi.',
  indirizzo: 'Via Roma 1',
  orari: 'Lunedì 9:00–12:00',
  telefono: '0123 000 101',
  email: 'tributi@borgo.example',
  moduli: [{ nome: 'Rimborso', url: 'https://borgo.example/rimborso.pdf' }],
};
const BOOKING_URL = 'https://borgo.example/prenota';

/** Borgo has two desks, Valle one; the category is Borgo's alone. */
async function writeSportelli(rig: Rig): Promise<void> {
  const { db } = rig.house;
  const sportelloRow = (ente: string, codice: string, order: number, over: object = {}) => ({
    ente,
    codice,
    ordine: order,
    dati_json: JSON.stringify({ ente, codice, ...SPORTELLO, ...over }),
  });
  await db
    .insertInto('sportelli')
    .values([
      sportelloRow('borgo', 'tributi', 1, { percorso: '/non-esiste', prenotazione_url: BOOKING_URL }),
      sportelloRow('borgo', 'anagrafe', 0, { nome: 'Anagrafe', percorso: '/segnalazione?codice=SF510', moduli: [] }),
      sportelloRow('valle', 'urp', 0, { nome: 'URP' }),
    ])
    .execute();
  await writeEnte(db, { ...ENTI.borgo, categorie: [...ENTI.borgo.categorie, 'SPORTELLO'] }, 1);
  // Enti are cached in memory for a while.
  rig.clock.pass(11_000);
}

const richiesta = (over: Record<string, unknown> = {}) => {
  const { codice: _, indirizzo: _luogo, descrizione: _text, ...person } = segnalazione();
  return { ...person, servizio: 'tributi', oggetto: 'Rimborso TARI', testo: 'Come chiedo il rimborso?', ...over };
};

onOneInTurn('the desks of the enti', (rig) => {
  test('say whether they are open now where the portal knows their hours', async () => {
    await writeSportelli(rig);
    const read = async () =>
      (await callerOf(rig).call('serviziSportello', { comune: 'Comune di Borgo' })).body.data.map(
        ({ adesso }: { adesso?: string }) => adesso,
      );
    expect(await read()).toEqual([undefined, undefined]);
    const aperture = [{ giorni: ['sabato'], dalle: '08:00', alle: '13:00' }];
    const row = rig.house.db.updateTable('sportelli').where('codice', '=', 'anagrafe').where('ente', '=', 'borgo');
    await row.set({ dati_json: JSON.stringify({ ...SPORTELLO, aperture }) }).execute();
    expect(await read()).toEqual([
      expect.stringMatching(/^(Aperto ora, fino alle 13:00|Chiuso ora: apre .+ alle 8:00)\.$/),
      undefined,
    ]);
  });

  test('are listed only for enti that answer the service and have a desk, by the names the desks use', async () => {
    await writeSportelli(rig);
    expect((await callerOf(rig).call('entiSportello')).body.data).toEqual([
      { Ente__c: 'borgo', idDescrizioneEntePortale__c: 'Comune di Borgo' },
    ]);
    await rig.house.db.deleteFrom('sportelli').where('ente', '=', 'borgo').execute();
    expect((await callerOf(rig).call('entiSportello')).body.data).toEqual([]);
  });

  test('are listed in the order of the import, with a link only to screens that exist', async () => {
    await writeSportelli(rig);
    const { body } = await callerOf(rig).call('serviziSportello', { comune: 'Comune di Borgo' });
    expect(body.data).toEqual([
      { codice: 'anagrafe', ...SPORTELLO, nome: 'Anagrafe', percorso: '/segnalazione?codice=SF510', moduli: [] },
      { codice: 'tributi', ...SPORTELLO, percorso: '', prenotazione_url: BOOKING_URL },
    ]);
  });

  test.each(['Comune di Valle', 'Comune che non c’è', 'borgo'])('of %s are answered 404', async (comune) => {
    await writeSportelli(rig);
    const { status } = await callerOf(rig).call('serviziSportello', { comune });
    expect(status).toBe(404);
  });

  test('are refused without the name of an ente', async () => {
    const { status, body } = await callerOf(rig).call('serviziSportello', {});
    expect([status, body.errors]).toEqual([422, { comune: ['Indica l’ente.'] }]);
  });
});

onOneInTurn('what a message to a desk must say', (rig) => {
  test('is reported as all errors at once, in the order of the form', async () => {
    const { status, body } = await callerOf(rig).call('scriviSportello', {});
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      ente: ['Scegli l’ente a cui scrivere.'],
      servizio: ['Scegli lo sportello a cui scrivere.'],
      oggetto: ['Scrivi in poche parole di che cosa si tratta.'],
      testo: ['Scrivi la tua domanda.'],
      nome: [MISSING_NOME],
      cognome: ['Scrivi il tuo cognome.'],
      email: ['Scrivi l’indirizzo e-mail.'],
      privacy: ['Per continuare dichiara di aver letto l’informativa sulla privacy.'],
    });
  });

  test.each([
    ['ente', 'nessuno', 'Scegli l’ente a cui scrivere.'],
    ['ente', 'portale', 'Scegli l’ente a cui scrivere.'],
    ['ente', 'valle', 'Il Comune di Valle non ha sportelli online: scegli un altro ente o usa i suoi contatti.'],
    ['servizio', 'urp', 'Scegli uno degli sportelli del Comune di Borgo.'],
    ['oggetto', 'x'.repeat(81), 'Il testo è troppo lungo: scrivi al massimo 80 caratteri.'],
    ['testo', 'x'.repeat(2001), 'Il testo è troppo lungo: scrivi al massimo 2000 caratteri.'],
    ['nome', ' ', MISSING_NOME],
    [
      'codice_fiscale',
      'RSSMRA80A01H501X',
      'Controlla il codice fiscale: sono 16 lettere e numeri, come sulla tessera sanitaria, oppure 11 cifre.',
    ],
    ['email', 'anna@', 'Controlla l’indirizzo e-mail: ad esempio nome@esempio.it.'],
    [
      'telefono',
      '12',
      'Controlla il numero di telefono: ad esempio 333 1234567, 06 1234567 o, per l’estero, +41 44 668 18 00.',
    ],
    ['privacy', false, 'Per continuare dichiara di aver letto l’informativa sulla privacy.'],
    ['filesAllegati', ['a'.repeat(20), 'a'.repeat(20)], 'Lo stesso file è allegato due volte.'],
  ])('%s %j is answered in words, beside the field, and nothing is written', async (field, value, words) => {
    await writeSportelli(rig);
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    const { status, body } = await anna.call('scriviSportello', richiesta({ [field]: value }));
    expect([status, body.errors]).toEqual([422, { [field]: [words] }]);
    expect(await countRows(rig, 'pratiche')).toBe(0);
  });

  test('includes the code of an e-mail address that this visitor has not confirmed', async () => {
    await writeSportelli(rig);
    await callerOf(rig).confirm('anna@esempio.it');
    const { status, body } = await callerOf(rig).call('scriviSportello', richiesta());
    expect([status, body.errors]).toEqual([
      422,
      { otp: ['Conferma il tuo indirizzo e-mail con il codice che ti mandiamo.'] },
    ]);
    expect(await countRows(rig, 'pratiche')).toBe(0);
  });
});

onOneInTurn('writing to a desk', (rig) => {
  test('opens a request with number, chat, receipt, and mails to both sides', async () => {
    await writeSportelli(rig);
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    const { status, body } = await anna.call('scriviSportello', richiesta({ telefono: '333 1234567' }));
    expect(status).toBe(201);
    const { id, protocollo, chat } = body.data;
    expect([protocollo, chat]).toEqual(['2026/000001', `/richiesta/chat/anna%40esempio.it/${id}`]);

    const detail = await anna.call('dettaglioPratica', { email: 'anna@esempio.it', id });
    expect(detail.body.data).toMatchObject({
      tipo: 'richiesta',
      codice: 'SPORTELLO',
      ente: 'borgo',
      oggetto: 'Rimborso TARI',
      descrizione: 'Come chiedo il rimborso?',
      stato: 'inviata',
      dati: { servizio: 'tributi', sportello: 'Ufficio tributi' },
    });
    const receipt = await anna.call('ricevutaPratica', { email: 'anna@esempio.it', id });
    expect(receipt.bytes.subarray(0, 5).toString()).toBe('%PDF-');

    await rig.deliver();
    const mails = rig.mails
      .slice(1)
      .map((mail) => [mail.to, mail.subject])
      .sort();
    expect(mails).toEqual([
      ['anna@esempio.it', 'Richiesta 2026/000001: l’abbiamo ricevuta'],
      ['protocollo@borgo.example', 'Nuova richiesta 2026/000001: Sportello territoriale'],
    ]);
  });

  test('twice with one key makes one case', async () => {
    await writeSportelli(rig);
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    const key = 'chiave-di-prova';
    const [one, two] = await Promise.all([
      anna.call('scriviSportello', richiesta(), { key }),
      anna.call('scriviSportello', richiesta(), { key }),
    ]);
    const third = await anna.call('scriviSportello', richiesta(), { key });
    expect([one.status, two.status, third.status]).toEqual([201, 201, 201]);
    expect(new Set([one, two, third].map((a) => a.body.data.id)).size).toBe(1);
    expect(await countRows(rig, 'pratiche')).toBe(1);
    const other = await anna.call('scriviSportello', richiesta({ oggetto: 'Altro' }), { key });
    expect(other.status).toBe(422);
  });

  test('attaches the sender’s own files, and nobody else’s', async () => {
    await writeSportelli(rig);
    const [anna, bruno] = [callerOf(rig), callerOf(rig)];
    await anna.confirm('anna@esempio.it');
    const theirs = (await bruno.call('caricaFile', { file: pdfFile() })).body.data.Id;
    const refused = await anna.call('scriviSportello', richiesta({ filesAllegati: [{ Id: theirs }] }));
    expect(refused.status).toBe(404);
    expect(await countRows(rig, 'pratiche')).toBe(0);

    const mine = (await anna.call('caricaFile', { file: pdfFile() })).body.data.Id;
    const { status, body } = await anna.call('scriviSportello', richiesta({ filesAllegati: [{ Id: mine }] }));
    expect(status).toBe(201);
    const detail = await anna.call('dettaglioPratica', { email: 'anna@esempio.it', id: body.data.id });
    expect(detail.body.data.allegati.map((f: { Id: string }) => f.Id)).toEqual([mine]);
  });

  test('name and tax code of a citizen are those of the login, the contact address is confirmed already', async () => {
    await writeSportelli(rig);
    const user = cittadino('u1', 'anna@esempio.it');
    const anna = callerOf(rig, { user });
    const { status } = await anna.call(
      'scriviSportello',
      richiesta({ nome: 'Altra', cognome: '', codice_fiscale: 'x' }),
    );
    expect(status).toBe(201);
    const row = await rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
    const { nome, cognome, codice_fiscale } = user;
    expect(row).toMatchObject({ nome, cognome, codice_fiscale, utente: 'u1' });
  });

  test('an operator of the ente can answer, and one of another ente finds nothing', async () => {
    await writeSportelli(rig);
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    const { id } = (await anna.call('scriviSportello', richiesta())).body.data;
    const answer = { email: 'anna@esempio.it', id, testo: 'Con il modulo di rimborso.', vista: 'operatore' };
    const own = await callerOf(rig, { user: operatore('borgo') }).call('commenta', answer);
    const foreign = await callerOf(rig, { user: operatore('valle') }).call('commenta', answer);
    expect([own.status, foreign.status]).toEqual([201, 404]);
  });
});
