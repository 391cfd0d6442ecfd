import { expect, test } from 'vitest';
import {
  callerOf,
  cittadino,
  countRows,
  DAY,
  ENTI,
  HOUR,
  onOneInTurn,
  pdfFile,
  RIG_NOW,
  type Rig,
  segnalazione,
  sendSegnalazione,
} from '../../../../tests/rig.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';

const MISSING_NOME =
  'Scrivi il tuo nome. Se nei documenti c’è un nome solo, scrivilo come cognome e qui metti un trattino (-).';
const OTP = ['Conferma il tuo indirizzo e-mail con il codice che ti mandiamo.'];
/** Words the citizen reads when everything is empty, in the order of the form. */
const EMPTY = {
  ente: ['Scegli l’ente a cui scrivere.'],
  codice: ['Scegli il tipo di segnalazione.'],
  indirizzo: ['Indica il luogo: scrivi l’indirizzo o un punto che si riconosca.'],
  oggetto: ['Scrivi in poche parole che cosa segnali.'],
  descrizione: ['Descrivi che cosa hai visto.'],
  nome: [MISSING_NOME],
  cognome: ['Scrivi il tuo cognome.'],
  email: ['Scrivi l’indirizzo e-mail.'],
  privacy: ['Per continuare dichiara di aver letto l’informativa sulla privacy.'],
};

async function nothingWritten(rig: Rig): Promise<void> {
  expect(await countRows(rig, 'pratiche')).toBe(0);
  expect(await countRows(rig, 'numeratori')).toBe(0);
  expect(await countRows(rig, 'posta_in_uscita')).toBe(0);
}

onOneInTurn('what a report must say', (rig) => {
  test.each([
    ['nothing at all', {}],
    ['empty fields, as a form sends them', Object.fromEntries(Object.keys(segnalazione()).map((k) => [k, '']))],
  ])('%s gets all errors at once, in the order of the form', async (_, fields) => {
    const sent = await callerOf(rig).call('inviaSegnalazione', fields);
    expect([sent.status, sent.body.message]).toEqual([422, 'Alcuni dati non sono corretti.']);
    expect(sent.body.errors).toEqual(EMPTY);
    expect(Object.keys(sent.body.errors)).toEqual(Object.keys(EMPTY));
    await nothingWritten(rig);
  });

  test('says where, except for the type that needs no place', async () => {
    await writeEnte(rig.house.db, { ...ENTI.borgo, categorie: [...ENTI.borgo.categorie, 'SF230'] }, 1);
    rig.clock.pass(60_000);
    const citizen = callerOf(rig);
    await citizen.confirm('anna@esempio.it');
    const sendTipo = (codice: string) => citizen.call('inviaSegnalazione', segnalazione({ codice, indirizzo: '' }));
    expect(Object.keys((await sendTipo('SF510')).body.errors)).toEqual(['indirizzo']);
    expect((await sendTipo('SF230')).status).toBe(201);
  });

  test.each([
    ['ente', 'nessuno', 'Scegli l’ente a cui scrivere.'],
    ['ente', 'portale', 'Scegli l’ente a cui scrivere.'],
    ['codice', 'SF999', 'Scegli il tipo di segnalazione.'],
    [
      'codice',
      'SF130',
      'Il Comune di Borgo non riceve online questo tipo di pratica: scegline un altro o contatta l’ente.',
    ],
    ['oggetto', 'x'.repeat(81), 'Il testo è troppo lungo: scrivi al massimo 80 caratteri.'],
    ['descrizione', 'x'.repeat(2001), 'Il testo è troppo lungo: scrivi al massimo 2000 caratteri.'],
    ['indirizzo', 'x'.repeat(201), 'Il testo è troppo lungo: scrivi al massimo 200 caratteri.'],
    ['nome', ' \t ', MISSING_NOME],
    ['cognome', '\u200b', 'Scrivi il tuo cognome.'],
    [
      'codice_fiscale',
      'RSSMRA80A01H501X',
      'Controlla il codice fiscale: sono 16 lettere e numeri, come sulla tessera sanitaria, oppure 11 cifre.',
    ],
    ['email', 'anna@', 'Controlla l’indirizzo e-mail: ad esempio nome@esempio.it.'],
    ['email', 'a@x.it\r\nBcc: b@y.it', 'Controlla l’indirizzo e-mail: ad esempio nome@esempio.it.'],
    [
      'telefono',
      '12',
      'Controlla il numero di telefono: ad esempio 333 1234567, 06 1234567 o, per l’estero, +41 44 668 18 00.',
    ],
    ['lat', '91', 'La posizione non è valida: usa di nuovo «Usa la mia posizione» o scrivi l’indirizzo.'],
    ['lat', 'qui', 'La posizione non è leggibile: usa di nuovo «Usa la mia posizione» o scrivi l’indirizzo.'],
    ['privacy', false, 'Per continuare dichiara di aver letto l’informativa sulla privacy.'],
    ['privacy', 'no', 'Per continuare dichiara di aver letto l’informativa sulla privacy.'],
    [
      'filesAllegati',
      Array.from({ length: 11 }, (_, i) => ({ Id: `${i}`.padStart(20, 'a') })),
      'Puoi allegare al massimo 10 file.',
    ],
    ['filesAllegati', ['a'.repeat(20), 'a'.repeat(20)], 'Lo stesso file è allegato due volte.'],
    ['filesAllegati', 7, 'Gli allegati non sono leggibili.'],
  ])('%s %j is answered in words, beside the field, and nothing is written', async (field, value, words) => {
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    const sent = await anna.call('inviaSegnalazione', segnalazione({ [field]: value }));
    const [name] = Object.keys(sent.body.errors ?? {});
    expect([sent.status, name?.split('.')[0], Object.values(sent.body.errors)[0]]).toEqual([422, field, [words]]);
    await nothingWritten(rig);
  });

  test('a missing place is reported also when other fields are wrong', async () => {
    const sent = await callerOf(rig).call(
      'inviaSegnalazione',
      segnalazione({ indirizzo: '', codice: '', privacy: '' }),
    );
    expect(Object.keys(sent.body.errors)).toEqual(['codice', 'indirizzo', 'privacy']);
  });

  test('a latitude without a longitude is no place', async () => {
    const sent = await callerOf(rig).call('inviaSegnalazione', segnalazione({ indirizzo: '', lat: '45.1' }));
    expect(Object.keys(sent.body.errors)).toEqual(['indirizzo']);
  });

  test('a point is a place, and typed texts are trimmed and kept', async () => {
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    const fields = segnalazione({
      indirizzo: '',
      lat: '45.07',
      lon: '7.68',
      oggetto: '  Lampione\tspento ',
      descrizione: 'uno\r\ndue',
      codice_fiscale: 'rss mra 80a01 h501u',
      telefono: '333 1234567',
    });
    expect((await anna.call('inviaSegnalazione', fields)).status).toBe(201);
    const row = await rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      oggetto: 'Lampione spento',
      descrizione: 'uno\ndue',
      codice_fiscale: 'RSSMRA80A01H501U',
      telefono: '+393331234567',
      stato: 'inviata',
    });
    expect(JSON.parse(row.dati_json)).toEqual({ lat: 45.07, lon: 7.68 });
    expect(row.privacy_versione).not.toBe('');
  });
});

onOneInTurn('sending a report', (rig) => {
  test('answers with number, dates and the address of the chat', async () => {
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    const { status, body } = await anna.call('inviaSegnalazione', segnalazione());
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^[\w-]{22,}$/),
      protocollo: '2026/000001',
      stato: 'inviata',
      inviata_il: '2026-11-20T09:00:00.000Z',
      termine_il: '2026-12-20',
      chat: `/segnalazione/chat/anna%40esempio.it/${body.data.id}`,
    });
  });

  test('the latest date follows the ente’s own time for that service', async () => {
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    const { body } = await anna.call('inviaSegnalazione', segnalazione({ codice: 'SF410' }));
    expect(body.data.termine_il).toBe('2026-11-30');
  });

  test('sends mails to the citizen and the right mailbox of the ente only', async () => {
    const pratica = await sendSegnalazione(callerOf(rig));
    rig.mails.length = 0;
    await rig.deliver();
    expect(rig.mails.map((m) => m.to).toSorted()).toEqual(['anna@esempio.it', 'luce@borgo.example']);
    for (const mail of rig.mails) {
      expect(mail.subject).toContain(pratica.protocollo);
      expect(mail.text).not.toContain('davanti alla scuola');
      for (const link of mail.text.match(/https?:\/\/\S+/g) ?? [])
        expect(link).toMatch(/^http:\/\/127\.0\.0\.1:4321\//);
    }
    const [citizen] = rig.mails.filter((m) => m.to === 'anna@esempio.it');
    expect(citizen?.text).not.toContain('chiave=');
  });

  test('links in mails never follow the host name that a request claims', async () => {
    const anna = callerOf(rig, { host: 'evil.test' });
    await sendSegnalazione(anna);
    await rig.deliver();
    expect(rig.mails).toHaveLength(3);
    for (const { text, html, messageId } of rig.mails) expect(text + html + messageId).not.toContain('evil.test');
  });

  test('without a confirmed address is refused at the code, and writes nothing', async () => {
    const sent = await callerOf(rig).call('inviaSegnalazione', segnalazione());
    expect([sent.status, sent.body.errors]).toEqual([422, { otp: OTP }]);
    await nothingWritten(rig);
  });

  test('another confirmed address, another visitor’s or an expired one does not count', async () => {
    const [anna, bruno] = [callerOf(rig), callerOf(rig)];
    await anna.confirm('anna@esempio.it');
    const refused = [
      await anna.call('inviaSegnalazione', segnalazione({ email: 'bruno@esempio.it' })),
      await bruno.call('inviaSegnalazione', segnalazione()),
    ];
    rig.clock.pass(2 * HOUR);
    refused.push(await anna.call('inviaSegnalazione', segnalazione()));
    for (const { status, body } of refused) expect([status, body.errors]).toEqual([422, { otp: OTP }]);
    await nothingWritten(rig);
  });

  test('a client’s claim that the address is confirmed is ignored', async () => {
    const claims = { otp: 'Codice valido', verificata: true, usata: null, human: true };
    const sent = await callerOf(rig).call('inviaSegnalazione', segnalazione(claims));
    expect([sent.status, sent.body.errors]).toEqual([422, { otp: OTP }]);
  });

  test('one proof serves one send, also when ten come at once', async () => {
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    const sent = await Promise.all(Array.from({ length: 10 }, () => anna.call('inviaSegnalazione', segnalazione())));
    expect(sent.map((s) => s.status).toSorted()).toEqual([201, ...Array(9).fill(422)]);
    expect(await countRows(rig, 'pratiche')).toBe(1);
  });

  test('a send that fails leaves the proof for the next', async () => {
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    const files = [{ Id: 'A'.repeat(24) }];
    expect((await anna.call('inviaSegnalazione', segnalazione({ filesAllegati: files }))).status).toBe(404);
    expect((await anna.call('inviaSegnalazione', segnalazione())).status).toBe(201);
  });

  test('a logged-in citizen’s own contact address needs no code', async () => {
    const anna = callerOf(rig, { user: cittadino('anna', 'Anna@esempio.it') });
    expect((await anna.call('inviaSegnalazione', segnalazione())).status).toBe(201);
    expect((await anna.call('inviaSegnalazione', segnalazione({ email: 'altra@esempio.it' }))).status).toBe(422);
  });

  test('fields that the form does not have are ignored', async () => {
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    const more = {
      id: 'scelto',
      stato: 'conclusa',
      numero: 999,
      anno: 1999,
      utente: 'u',
      inviata_il: 1,
      tipo: 'richiesta',
    };
    await anna.call('inviaSegnalazione', segnalazione({ ...more, proprietario: 'x', termine_il: '2099-01-01' }));
    const row = await rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      stato: 'inviata',
      numero: 1,
      anno: 2026,
      utente: null,
      inviata_il: RIG_NOW,
      tipo: 'segnalazione',
    });
    expect(row.id).not.toBe('scelto');
    expect(row.proprietario).toBe(anna.visitor);
    expect(row.termine_il).toBe('2026-12-20');
    expect(JSON.parse(row.dati_json)).toEqual({ indirizzo: 'Via Roma 12' });
  });

  test('ends the draft', async () => {
    const anna = callerOf(rig);
    await anna.call('salvaBozza', { percorso: '/segnalazione', passo: 'dati', valori: { oggetto: 'x' } });
    await sendSegnalazione(anna);
    expect((await anna.call('leggiBozza', { percorso: '/segnalazione' })).body.data).toBeNull();
  });

  test('that has waited in a browser leaves the draft alone that was begun meanwhile, with its files', async () => {
    const anna = callerOf(rig);
    const bozza = { percorso: '/segnalazione', passo: 'dati', valori: { oggetto: 'la prossima' } };
    const { chiave } = (await anna.call('salvaBozza', bozza)).body.data;
    await anna.call('caricaFile', { file: pdfFile(), percorso: '/segnalazione' });
    const send = async (key: string) => {
      rig.clock.pass(HOUR);
      await anna.confirm('anna@esempio.it');
      return (await anna.call('inviaSegnalazione', segnalazione(), { key })).status;
    };
    expect(await send('una-che-aspettava')).toBe(201);
    const draft = (await anna.call('leggiBozza', { percorso: '/segnalazione' })).body.data;
    expect(draft).toMatchObject({ valori: bozza.valori, allegati: [{ nome: expect.any(String) }] });
    expect(await send(chiave)).toBe(201);
    expect((await anna.call('leggiBozza', { percorso: '/segnalazione' })).body.data).toBeNull();
  });
});

onOneInTurn('files of a report', (rig) => {
  const upload = async (who: ReturnType<typeof callerOf>) => {
    const { body } = await who.call('caricaFile', { file: pdfFile() });
    return body.data.Id as string;
  };

  test('are attached to it', async () => {
    const anna = callerOf(rig);
    const Id = await upload(anna);
    const pratica = await sendSegnalazione(anna, { filesAllegati: [{ Id }] });
    const { body } = await anna.call('dettaglioPratica', pratica);
    expect(body.data.allegati).toMatchObject([{ Id, nome: 'modulo.pdf', tipo: 'pdf' }]);
  });

  test('that are foreign, attached, removed or unknown get the same 404, and nothing is written', async () => {
    const [anna, bruno] = [callerOf(rig), callerOf(rig)];
    const foreign = await upload(bruno);
    const removed = await upload(anna);
    expect((await anna.call('togliFile', { id: removed })).status).toBe(204);
    const attached = await upload(anna);
    await sendSegnalazione(anna, { filesAllegati: [attached] });
    rig.clock.pass(HOUR);
    await anna.confirm('anna@esempio.it');
    const before = await rig.dump();

    const answers = [];
    for (const Id of [foreign, removed, attached, 'A'.repeat(24)]) {
      const good = await upload(anna);
      answers.push(await anna.call('inviaSegnalazione', segnalazione({ filesAllegati: [good, Id] })));
      await anna.call('togliFile', { id: good });
    }

    const words = 'Un allegato non c’è più o non è tuo: toglilo e caricalo di nuovo.';
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([404, { message: words, code: 'not_found', errors: { filesAllegati: [words] } }]);
    }
    const rowsOf = (dump: string, i: number) => JSON.parse(dump)[i];
    const after = await rig.dump();
    // Cases, events, files, numbers and outgoing mail are as before.
    for (const table of [2, 3, 4, 5, 6, 13]) expect(rowsOf(after, table)).toEqual(rowsOf(before, table));
  });

  test('that are sent with two reports at once belong to one of them', async () => {
    const anna = callerOf(rig, { user: cittadino('anna', 'anna@esempio.it') });
    const Id = await upload(anna);
    const sent = await Promise.all(
      [1, 2, 3, 4].map(() => anna.call('inviaSegnalazione', segnalazione({ filesAllegati: [Id] }))),
    );
    expect(sent.map((s) => s.status).toSorted()).toEqual([201, 404, 404, 404]);
  });
});

onOneInTurn('numbers', (rig) => {
  const numbers = async (ente = 'borgo') => {
    const rows = await rig.house.db
      .selectFrom('pratiche')
      .select(['anno', 'numero'])
      .where('ente', '=', ente)
      .execute();
    return rows.map((r) => `${r.anno}/${r.numero}`).toSorted();
  };
  const anna = () => callerOf(rig, { user: cittadino('anna', 'anna@esempio.it') });

  test('have no gaps and no repetitions, with sends that fail among twenty at once', async () => {
    const citizen = anna();
    const bad = { filesAllegati: ['A'.repeat(24)] };
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, i) => citizen.call('inviaSegnalazione', segnalazione(i % 4 === 1 ? bad : {}))),
    );
    expect(sent.filter((s) => s.status === 201)).toHaveLength(15);
    const expected = Array.from({ length: 15 }, (_, i) => `2026/${i + 1}`).toSorted();
    expect(await numbers()).toEqual(expected);
  });

  test('each ente counts its own', async () => {
    for (const ente of ['borgo', 'valle', 'borgo']) await anna().call('inviaSegnalazione', segnalazione({ ente }));
    expect([await numbers('borgo'), await numbers('valle')]).toEqual([['2026/1', '2026/2'], ['2026/1']]);
  });

  test('restart when the year ends in Rome, an hour before it ends in Greenwich', async () => {
    const midnight = Date.UTC(2026, 11, 31, 23);
    for (const at of [midnight - 1, midnight, midnight + HOUR]) {
      rig.clock.set(at);
      expect((await anna().call('inviaSegnalazione', segnalazione())).status).toBe(201);
    }
    expect(await numbers()).toEqual(['2026/1', '2027/1', '2027/2']);
  });

  test('ids of cases and events cannot be guessed: at least 128 bits, no two the same', async () => {
    const citizen = anna();
    for (let i = 0; i < 12; i++) await citizen.call('inviaSegnalazione', segnalazione());
    const rows = await rig.house.db.selectFrom('pratiche').select('id').execute();
    const events = await rig.house.db.selectFrom('eventi').select('id').execute();
    const ids = [...rows, ...events].map((r) => r.id);
    expect(new Set(ids).size).toBe(24);
    for (const id of ids) expect(Buffer.from(id, 'base64url').length).toBeGreaterThanOrEqual(16);
  });
});

onOneInTurn('a repeated send', (rig) => {
  const key = 'chiave-di-invio-1';
  const confirmed = async () => {
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    return anna;
  };

  test('a double click makes one case and two equal answers', async () => {
    const anna = await confirmed();
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => anna.call('inviaSegnalazione', segnalazione(), { key })),
    );
    expect(sent.map((s) => s.status)).toEqual(Array(6).fill(201));
    expect(new Set(sent.map((s) => JSON.stringify(s.body))).size).toBe(1);
    expect(await countRows(rig, 'pratiche')).toBe(1);
    expect(await countRows(rig, 'posta_in_uscita')).toBe(2);
  });

  test('two hosts that get the same send at once make one case', async () => {
    const anna = await confirmed();
    const other = anna.at(await rig.otherHost());
    const sent = await Promise.all(
      [anna, other, anna, other].map((who) => who.call('inviaSegnalazione', segnalazione(), { key })),
    );
    expect(new Set(sent.map((s) => JSON.stringify([s.status, s.body]))).size).toBe(1);
    expect(await countRows(rig, 'pratiche')).toBe(1);
  });

  test('a double click with one bot-check token makes one case, and a retry with another token gets the same answer', async () => {
    const anna = await confirmed();
    const send = async (token: string) =>
      anna.call('inviaSegnalazione', segnalazione({ 'g-recaptcha-response': token }), { key });
    const token = await anna.human();
    const clicks = await Promise.all([send(token), send(token)]);
    const good = clicks.find((click) => click.status === 201);
    expect((await send(await anna.human())).body).toEqual(good?.body);
    expect(await countRows(rig, 'pratiche')).toBe(1);
  });

  test('a retry after a lost answer gets that answer, days later and whatever the order of the fields', async () => {
    const anna = await confirmed();
    const first = await anna.call('inviaSegnalazione', segnalazione(), { key });
    rig.clock.pass(6 * DAY);
    const shuffled = Object.fromEntries(Object.entries(segnalazione()).reverse());
    const again = await anna.call('inviaSegnalazione', { ...shuffled, 'g-recaptcha-response': 'altro' }, { key });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await countRows(rig, 'pratiche')).toBe(1);
  });

  test('the hidden field of a form does what the header does', async () => {
    const anna = await confirmed();
    const first = await anna.call('inviaSegnalazione', segnalazione({ _chiave: key }));
    const again = await anna.call('inviaSegnalazione', segnalazione({ _chiave: key }));
    expect(again.body).toEqual(first.body);
    expect(await countRows(rig, 'pratiche')).toBe(1);
  });

  test('the same key with another body is refused in words', async () => {
    const anna = await confirmed();
    await anna.call('inviaSegnalazione', segnalazione(), { key });
    const other = await anna.call('inviaSegnalazione', segnalazione({ oggetto: 'Altro' }), { key });
    expect([other.status, other.body.message]).toEqual([
      422,
      'Questa richiesta è già stata inviata con altri dati. Ricarica la pagina.',
    ]);
    expect(await countRows(rig, 'pratiche')).toBe(1);
  });

  test('another visitor’s key is another key', async () => {
    const anna = await confirmed();
    await anna.call('inviaSegnalazione', segnalazione(), { key });
    const bruno = callerOf(rig, { user: cittadino('bruno', 'bruno@esempio.it') });
    const sent = await bruno.call('inviaSegnalazione', segnalazione({ email: 'bruno@esempio.it' }), { key });
    expect([sent.status, sent.body.data.protocollo]).toEqual([201, '2026/000002']);
  });

  test('a send that failed keeps no key: corrected, it goes through under the same one', async () => {
    const anna = callerOf(rig);
    expect((await anna.call('inviaSegnalazione', segnalazione(), { key })).status).toBe(422);
    await anna.confirm('anna@esempio.it');
    expect((await anna.call('inviaSegnalazione', segnalazione(), { key })).status).toBe(201);
  });

  test('a finished key is answered before limits and bot check', async () => {
    const anna = await confirmed();
    const first = await anna.call('inviaSegnalazione', segnalazione(), { key });
    const user = cittadino('anna', 'anna@esempio.it');
    for (let i = 0; i < 25; i++) await anna.as({ user }).call('inviaSegnalazione', segnalazione());
    expect((await anna.as({ user }).call('inviaSegnalazione', segnalazione())).status).toBe(429);
    const again = await anna.call('inviaSegnalazione', segnalazione({ 'g-recaptcha-response': 'usato' }), { key });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test.each(['corta', 'con spazi dentro', 'x'.repeat(101), 'è-accentata'.padEnd(12)])(
    'a key that is no key is refused: %j',
    async (bad) => {
      const sent = await callerOf(rig).call('inviaSegnalazione', segnalazione({ _chiave: bad }));
      expect([sent.status, sent.body.message]).toEqual([422, 'La chiave di invio non è valida. Ricarica la pagina.']);
    },
  );
});

onOneInTurn('the bot check of a report', (rig) => {
  const unknown = (over = {}) => segnalazione(over);

  test('a good token counts, and is not counted as missing', async () => {
    const anna = callerOf(rig);
    for (let i = 0; i < 11; i++) {
      const fields = unknown({ 'g-recaptcha-response': await anna.human() });
      expect(Object.keys((await anna.call('inviaSegnalazione', fields)).body.errors)).toEqual(['otp']);
    }
  });

  test('without one, ten calls an hour pass and the eleventh waits', async () => {
    const anna = callerOf(rig);
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await anna.call('inviaSegnalazione', unknown())).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
    rig.clock.pass(HOUR);
    expect((await anna.call('inviaSegnalazione', unknown())).status).toBe(422);
  });

  test('without one, a hundred an hour pass from one network', async () => {
    let passed = 0;
    for (let i = 0; i < 101; i++)
      if ((await callerOf(rig).call('inviaSegnalazione', unknown())).status === 422) passed++;
    expect(passed).toBe(100);
  });

  test('a visitor with a confirmed address is exempt', async () => {
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    for (let i = 0; i < 15; i++) {
      const sent = await anna.call('inviaSegnalazione', unknown({ email: 'altra@esempio.it' }));
      expect(Object.keys(sent.body.errors)).toEqual(['otp']);
    }
  });

  test('a wrong token is refused at its field', async () => {
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    for (const token of ['sbagliato', Buffer.from('{}').toString('base64'), 'x'.repeat(5000)]) {
      const sent = await anna.call('inviaSegnalazione', unknown({ 'g-recaptcha-response': token }));
      expect([sent.status, sent.body.errors]).toEqual([
        422,
        {
          'g-recaptcha-response': ['La verifica automatica non è riuscita. Premi di nuovo il pulsante per ripeterla.'],
        },
      ]);
    }
    await nothingWritten(rig);
  });

  test('a token works once, also when five use it at once', async () => {
    const anna = callerOf(rig, { user: cittadino('anna', 'anna@esempio.it') });
    const fields = unknown({ 'g-recaptcha-response': await anna.human() });
    const sent = await Promise.all(Array.from({ length: 5 }, () => anna.call('inviaSegnalazione', fields)));
    expect(sent.map((s) => s.status).toSorted()).toEqual([201, 422, 422, 422, 422]);
  });

  test('an old token is refused', async () => {
    const anna = callerOf(rig);
    const token = await anna.human();
    rig.clock.pass(10 * 60_000);
    const sent = await anna.call('inviaSegnalazione', unknown({ 'g-recaptcha-response': token }));
    expect(Object.keys(sent.body.errors)).toEqual(['g-recaptcha-response']);
  });

  test('with the verifier away a token counts as missing: allowed, and counted', async () => {
    const away = { ...rig.house.botCheck, verify: async () => ({ outcome: 'unavailable' as const }) };
    const anna = callerOf({ ...rig, house: { ...rig.house, botCheck: away } });
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      statuses.push((await anna.call('inviaSegnalazione', unknown({ 'g-recaptcha-response': 'x' }))).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });
});

onOneInTurn('a citizen’s own reports', (rig) => {
  test('are listed to a logged-in citizen, and to nobody else', async () => {
    const anna = callerOf(rig, { user: cittadino('anna', 'anna@esempio.it') });
    await anna.call('inviaSegnalazione', segnalazione());
    expect((await callerOf(rig).call('listaSegnalazioni')).status).toBe(401);
    expect((await callerOf(rig, { user: cittadino('bruno') }).call('listaSegnalazioni')).body.data).toEqual([]);
    expect((await anna.call('listaSegnalazioni')).body.data).toMatchObject([
      { protocollo: '2026/000001', codice: 'SF510', ente: 'borgo', stato: 'inviata', messaggi_non_letti: 0 },
    ]);
  });

  test('have one of the seven codes of the municipality', async () => {
    const { body } = await callerOf(rig).call('opzioniSegnalazione');
    const codes = body.data.map((o: { codice: string }) => o.codice);
    expect(codes).toEqual(['SF510', 'SF130', 'SF310', 'SF230', 'SF410', 'SF140', 'SF420']);
  });
});
