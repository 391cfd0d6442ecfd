import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ONE_POINT_PNG, pdfText } from '../../../../tests/files.ts';
import { OPEN311_KEY, open311Of } from '../../../../tests/programmi.ts';
import {
  callerOf,
  DAY,
  HOUR,
  MINUTE,
  onBothAlone,
  onOneInTurn,
  operatore,
  pdfFile,
  type Rig,
} from '../../../../tests/rig.ts';
import { readElements } from '../../../platform/xml-read.server.ts';
import { up } from '../../../store/migrations/010-open311.ts';
import { forgetPerson } from '../../../upkeep/forget.server.ts';

const LOOPBACK = { reachableNetworks: ['127.0.0.0/8'] };
const photo = (name = 'buca.png') => new File([ONE_POINT_PNG], name, { type: 'image/png' });

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((done) => server.once('listening', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

onOneInTurn('what comes with a report by Open311', (rig: Rig) => {
  const { makeKey, send, sendFiles, ask } = open311Of(rig);
  const pratiche = () => rig.house.db.selectFrom('pratiche').selectAll().execute();
  const files = () =>
    rig.house.db.selectFrom('allegati').select(['nome', 'tipo', 'pratica', 'proprietario', 'rete']).execute();
  const olga = () => callerOf(rig, { user: { ...operatore('borgo'), id: 'olga' } });
  const attributesOf = ({ dati_json }: { dati_json: string }) => JSON.parse(dati_json).attributi;

  test('are photos in the form, of any name, which the office opens', async () => {
    await makeKey();
    const sent = await sendFiles({ media: [photo(), pdfFile('pianta.pdf')], photo1: [photo('di lato.png')] });
    expect([sent.status, sent.json[0].service_notice]).toEqual([201, null]);
    const [pratica] = await pratiche();
    const kept = await files();
    expect(kept.map(({ nome }) => nome).sort()).toEqual(['buca.png', 'di lato.png', 'pianta.pdf']);
    expect(new Set(kept.map((file) => file.pratica))).toEqual(new Set([pratica?.id]));
    const detail = await olga().call('dettaglioPratica', { id: pratica?.ufficio, email: '', vista: 'operatore' });
    expect(detail.body.data.allegati).toHaveLength(3);
  });

  test('are photos at addresses, which are fetched once each', async () => {
    await makeKey();
    const asked: (string | undefined)[] = [];
    const site = await serve((request, response) => {
      asked.push(request.url);
      response.end(ONE_POINT_PNG);
    });
    const near = open311Of(rig, LOOPBACK);
    const { json } = await near.send({ media_url: [`${site}/photo/1.0.full.jpeg?x`, `${site}/photo/1.1.full.jpeg`] });
    expect([json[0].service_notice, asked]).toEqual([null, ['/photo/1.0.full.jpeg?x', '/photo/1.1.full.jpeg']]);
    expect((await files()).map(({ nome }) => nome).sort()).toEqual(['1.0.full.png', '1.1.full.png']);
  });

  test('are no photos where an address gives none: the report is there, and says so to program and office', async () => {
    await makeKey();
    const site = await serve((request, response) => {
      if (request.url === '/rinvio') response.writeHead(302, { location: '/foto.png' }).end();
      else if (request.url === '/pagina') response.setHeader('content-type', 'image/png').end('<html>Accedi</html>');
      else if (request.url === '/grande') response.end(Buffer.alloc(10 * 1024 * 1024 + 1));
      else if (request.url === '/vuota') response.end();
      else response.writeHead(404).end('manca');
    });
    const near = open311Of(rig, LOOPBACK);
    for (const path of ['rinvio', 'pagina', 'grande', 'vuota', 'manca']) {
      const { status, json } = await near.send({ media_url: `${site}/${path}`, description: path });
      expect([status, json[0].service_notice], path).toEqual([
        201,
        expect.stringContaining(`media_url: ${site}/${path}: `),
      ]);
    }
    const cases = await pratiche();
    expect([cases.length, await files()]).toEqual([5, []]);
    for (const pratica of cases)
      expect(attributesOf(pratica)[0]).toEqual([
        'Foto non presa dal portale',
        expect.stringContaining(pratica.oggetto),
      ]);
  });

  test.each([
    'http://127.0.0.1',
    'http://localhost',
    'http://[::1]',
    'http://169.254.169.254/latest',
    'https://10.0.0.1',
  ])('are never fetched from %s, and the answer tells nothing of who is there', async (origin) => {
    await makeKey();
    let calls = 0;
    const site = await serve((_, response) => response.end(String(++calls)));
    const url = origin.startsWith('http:') ? `${origin.replace(/\/latest$/, '')}:${new URL(site).port}/x` : origin;
    const { status, json } = await send({ media_url: url });
    const closed = await send({ media_url: 'http://127.0.0.1:1/', description: 'Altro.' });
    const wordsOf = (notice: string) => notice.replace(/^\S+ \S+/, '');
    expect([status, calls, wordsOf(json[0].service_notice)]).toEqual([201, 0, wordsOf(closed.json[0].service_notice)]);
  });

  test('are looked at as every upload: the program gets back what is refused, and no report is kept without it', async () => {
    await makeKey();
    for (const [file, code] of [
      [new File(['<html>'], 'foto.jpg'), 415],
      [new File([], 'vuota.png'), 400],
      [new File([Buffer.alloc(10 * 1024 * 1024 + 1)], 'grande.png'), 413],
      [pdfFile('comandi.pdf', '5 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj'), 400],
    ] as const) {
      const { status, json } = await sendFiles({ media: [photo(), file] });
      expect([status, json[0].description]).toEqual([code, expect.stringMatching(`^media: ${file.name}: `)]);
    }
    expect([await pratiche(), await files()]).toEqual([[], []]);
  });

  test('are ten files and 30 MB at most, and no more of a form is read', async () => {
    await makeKey();
    const many = await sendFiles({ media: Array.from({ length: 11 }, (_, n) => photo(`${n}.png`)) });
    expect([many.status, many.json[0].description]).toEqual([400, 'media: I file sono al massimo 10.']);
    const announced = await ask('POST', 'requests.json', {
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(40 * 1024 * 1024) },
      body: '--x',
    });
    expect([announced.status, announced.json[0].code]).toEqual([413, 413]);
    const cut = await ask('POST', 'requests.json', {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\ncontent-disposition: form-data; name="media"; filename="a.png"\r\n\r\nabc',
    });
    expect([cut.status, await pratiche()]).toEqual([400, []]);
  });

  test('are files of a gigabyte a day for each key', async () => {
    await makeKey();
    await sendFiles({ media: [photo()] });
    await rig.house.db
      .updateTable('allegati')
      .set({ dimensione: 1024 * 1024 * 1024 })
      .execute();
    expect((await sendFiles({ media: [photo()] })).status).toBe(429);
    const { json } = await send({ media_url: 'https://foto.example/1.jpg' });
    expect(json[0].service_notice).toContain('Oggi questo programma');
    rig.clock.pass(DAY);
    expect((await sendFiles({ media: [photo()] })).status).toBe(201);
  });

  test('sent again under its key is one case with its files once', async () => {
    await makeKey();
    const headers = { 'idempotency-key': 'invio-con-foto' };
    const [first, again] = [
      await sendFiles({ media: [photo()] }, headers),
      await sendFiles({ media: [photo()] }, headers),
    ];
    expect([again.status, again.text, (await files()).length]).toEqual([201, first.text, 1]);
    const other = await sendFiles({ media: [new File([pdfText()], 'altro.pdf')] }, headers);
    expect([other.status, (await pratiche()).length]).toEqual([400, 1]);
  });

  test('waits with the report, is shown to its citizen, and is part of the case once that is confirmed', async () => {
    await makeKey(OPEN311_KEY, { garantisce: 0 });
    await sendFiles({ media: [photo()], 'attribute[palo]': 'L-7' });
    const [waiting] = await files();
    expect([waiting?.pratica, waiting?.proprietario]).toEqual([null, `programma:programma-${OPEN311_KEY}`]);
    await rig.deliver();
    const chiave = /\/segnalazione\/conferma\/(\S+)/.exec(rig.mails.at(-1)?.text ?? '')?.[1] ?? '';
    const anna = callerOf(rig);
    const { status } = await anna.call('confermaSegnalazione', { chiave, privacy: true });
    const [pratica] = await pratiche();
    const [file] = await files();
    expect([status, file?.pratica, file?.proprietario]).toEqual([201, pratica?.id, pratica?.proprietario]);
    expect(attributesOf(pratica as never)).toEqual([['palo (dal programma)', 'L-7']]);
  });

  test('is gone with a waiting report when its citizen is forgotten', async () => {
    await makeKey(OPEN311_KEY, { garantisce: 0 });
    await sendFiles({ media: [photo()] });
    await sendFiles({ media: [photo('altra.png')], email: 'bruno@esempio.it' });
    await forgetPerson(rig.house, { email: 'anna@esempio.it' }, { now: rig.house.now(), apply: true });
    expect((await files()).map(({ nome }) => nome)).toEqual(['altra.png']);
  });

  test('are attributes and the number of the sender, which the office reads and searches', async () => {
    await makeKey();
    await send({
      'attribute[fixmystreet_id]': '48151623',
      'attribute[easting]': '100',
      'attribute[colori][]': ['rosso', 'blu'],
      'attribute[vuoto]': '',
      'attribute[nota]': 'riga\r\nseconda\u0000\u202e',
      account_id: 'utente-7',
      device_id: 'telefono-di-anna',
    });
    const [pratica] = await pratiche();
    const { body } = await olga().call('dettaglioPratica', { id: pratica?.ufficio, email: '', vista: 'operatore' });
    expect(body.data.dati.attributi).toEqual([
      ['Numero nel programma', '48151623'],
      ['easting (dal programma)', '100'],
      ['colori (dal programma)', 'rosso, blu'],
      ['nota (dal programma)', 'riga\nseconda'],
      ['account_id (dal programma)', 'utente-7'],
    ]);
    expect(await rig.dump()).not.toContain('telefono-di-anna');
    const found = await olga().call('praticheOperatore', { q: '48151623' });
    expect(found.body.data.pratiche.map(({ id }: { id: string }) => id)).toEqual([pratica?.ufficio]);
    const receipt = await olga().call('ricevutaPratica', { id: pratica?.ufficio, email: '', vista: 'operatore' });
    expect(receipt.status).toBe(200);
  });

  test.each<[string, Record<string, string>, string]>([
    ['a name without an end', { [`attribute[${'x'.repeat(81)}]`]: '1' }, `attribute[${'x'.repeat(80)}]: `],
    ['a name of two lines', { 'attribute[a\nb]': '1' }, 'attribute[ab]: '],
    ['no name', { 'attribute[]': '1' }, 'attribute[]: manca il nome.'],
    ['2,001 letters', { 'attribute[a]': 'x'.repeat(2001) }, 'attribute[a]: '],
    ['a number without an end', { 'attribute[external_id]': '1'.repeat(81) }, 'attribute[external_id]: '],
    [
      'fifty-one of them',
      Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`attribute[a${n}]`, '1'])),
      'attribute: gli attributi sono al massimo 50.',
    ],
  ])('are no attributes with %s', async (_what, over, words) => {
    await makeKey();
    const { status, json } = await send(over);
    expect([status, json]).toEqual([400, [{ code: 400, description: expect.stringContaining(words) }]]);
    expect(await pratiche()).toEqual([]);
  });

  test('is neither name nor e-mail where a program that vouches has none: the office works on it, and nobody chats', async () => {
    await makeKey();
    const { status, json } = await send({ first_name: '', last_name: undefined, email: undefined, phone: undefined });
    expect([status, json[0].service_notice]).toEqual([201, null]);
    const [pratica] = await pratiche();
    expect(pratica).toMatchObject({ email: '', nome: '-', cognome: '', telefono: null });
    await rig.deliver();
    expect(rig.mails.map(({ to }) => to)).toEqual(['luce@borgo.example']);
    const id = pratica?.ufficio;
    expect((await olga().call('incaricoPratica', { id })).body.data.senza_email).toEqual({
      programma: 'App dei lampioni',
    });
    const answer = { id, email: '', vista: 'operatore', stato: 'conclusa', testo: 'Riparato.' };
    expect((await olga().call('commenta', answer)).status).toBe(201);
    expect((await callerOf(rig).call('dettaglioPratica', { id: pratica?.id, email: '' })).status).toBe(404);
    const { righe } = (await olga().call('storiaPratica', { id })).body.data;
    expect(righe).toContainEqual(expect.objectContaining({ azione: 'ricevuta', nome: 'Il cittadino' }));
  });

  test('is one half of a name', async () => {
    await makeKey();
    await send({ first_name: 'Sukarno', last_name: '' });
    expect((await pratiche())[0]).toMatchObject({ nome: '-', cognome: 'Sukarno' });
  });

  test('is an e-mail where the citizen has to confirm', async () => {
    await makeKey(OPEN311_KEY, { garantisce: 0 });
    const { status, json } = await send({ email: '', first_name: '', last_name: '' });
    expect([status, json]).toEqual([400, [{ code: 400, description: expect.stringMatching(/^email: serve/) }]]);
    expect((await send({ first_name: '', last_name: '' })).status).toBe(201);
  });
});

onOneInTurn('a report that its program reads again', (rig: Rig) => {
  const { makeKey, send, read, ask } = open311Of(rig);
  const olga = () => callerOf(rig, { user: { ...operatore('borgo', 'valle'), id: 'olga' } });
  const only = async () => rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
  const move = async (stato: string) => {
    const { ufficio: id } = await only();
    return olga().call('commenta', { id, email: '', vista: 'operatore', stato, testo: 'Parole per Anna sola.' });
  };
  const sendTo = async (ente: string) => {
    const { json } = await send({ jurisdiction_id: ente });
    return json[0].service_request_id as string;
  };
  const updates = async (query = '') =>
    (await read(`servicerequestupdates.json?jurisdiction_id=valle${query}`)).json as Record<string, string>[];

  test('has its state, its times and what it sent itself, also where nobody else sees it', async () => {
    await makeKey(OPEN311_KEY, { ente: 'valle' });
    const id = await sendTo('valle');
    const path = `requests/${id}.json?jurisdiction_id=valle`;
    expect((await ask('GET', path)).status).toBe(404);
    const { status, json, headers } = await read(path);
    expect([status, headers.get('cache-control'), headers.get('vary')]).toEqual([
      200,
      'private, no-cache',
      'authorization',
    ]);
    const pratica = await only();
    expect(json[0]).toMatchObject({
      service_request_id: id,
      status: 'open',
      status_notes: 'Ricevuta.',
      service_code: 'SF510',
      description: 'Lampione spento.',
      requested_datetime: '2026-11-20T09:00:00Z',
      updated_datetime: '2026-11-20T09:00:00Z',
      expected_datetime: `${pratica.termine_il}T22:59:59Z`,
      lat: 42.5,
      long: 12.5,
      media_url: null,
    });
    rig.clock.pass(HOUR);
    await move('in_elaborazione');
    rig.clock.pass(HOUR);
    await move('conclusa');
    const closed = (await read(path)).json[0];
    expect(closed).toMatchObject({
      status: 'closed',
      status_notes: 'Conclusa.',
      updated_datetime: '2026-11-20T11:00:00Z',
      expected_datetime: null,
    });
    expect(JSON.stringify(closed)).not.toMatch(/Anna|Zelinda|esempio|1234567|Parole/);
    expect((await read(`requests.json?jurisdiction_id=valle&service_request_id=${id},nessuno`)).json).toEqual([closed]);
    const xml = (await read(path.replace('.json', '.xml'))).text;
    expect(readElements(xml, 'status')).toEqual(['closed']);
  });

  test('is what everybody sees where it is public, with what the office has answered for all', async () => {
    await makeKey();
    const id = await sendTo('borgo');
    const path = `requests/${id}.json?jurisdiction_id=borgo`;
    expect((await ask('GET', path)).json[0].description).toBeNull();
    expect((await read(path)).json[0].description).toBe('Lampione spento.');
    const { ufficio } = await only();
    const side = (await olga().call('pubblicazionePratica', { id: ufficio })).body.data;
    rig.clock.pass(HOUR);
    const texts = { titolo: 'Lampione', descrizione: 'Spento', luogo: '', risposta: 'Lo cambiamo lunedì.' };
    await olga().call('rilasciaSegnalazione', { id: ufficio, versione: side.versione, ...texts });
    const found = (await read(path)).json[0];
    expect([found.status_notes, found.updated_datetime]).toEqual(['Lo cambiamo lunedì.', '2026-11-20T10:00:00Z']);
    const told = (await read('servicerequestupdates.json?jurisdiction_id=borgo')).json;
    expect(told).toEqual([
      {
        update_id: expect.stringMatching(`^${id}-`),
        service_request_id: id,
        status: 'open',
        description: 'Lo cambiamo lunedì.',
        updated_datetime: '2026-11-20T10:00:00Z',
      },
    ]);
  });

  test('is not there for another program, for a key of another municipality, and under an unknown id', async () => {
    await makeKey(OPEN311_KEY, { ente: 'valle' });
    await makeKey('altra', { ente: 'valle' });
    await makeKey('di-borgo');
    await makeKey('di-altro', { ente: 'valle', permessi: 'pratiche:leggi' });
    const id = await sendTo('valle');
    const path = `requests/${id}.json?jurisdiction_id=valle`;
    const { id: pratica, ufficio } = await only();
    expect((await read(path, 'altra')).status).toBe(404);
    expect((await read(`requests.json?jurisdiction_id=valle&service_request_id=${id}`, 'altra')).json).toEqual([]);
    expect((await read('servicerequestupdates.json?jurisdiction_id=valle', 'altra')).json).toEqual([]);
    for (const other of ['nessuno', pratica, ufficio])
      expect((await read(`requests/${other}.json?jurisdiction_id=valle`)).status).toBe(404);
    const refused = await Promise.all(['di-borgo', 'di-altro', 'inventata'].map((key) => read(path, key)));
    expect(new Set(refused.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(refused[0]?.status).toBe(403);
  });

  test('is named by a key in a header, as a bearer or as the password of api_key, and never in the address', async () => {
    await makeKey(OPEN311_KEY, { ente: 'valle' });
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    const form = new URLSearchParams({
      jurisdiction_id: 'valle',
      service_code: 'SF510',
      lat: '42',
      long: '12',
      description: 'x',
    });
    const sent = await ask('POST', 'requests.json', { headers: basic(`api_key:${OPEN311_KEY}`), body: form });
    expect(sent.status).toBe(201);
    const path = `requests/${sent.json[0].service_request_id}.json?jurisdiction_id=valle`;
    expect((await ask('GET', path, { headers: basic(`api_key:${OPEN311_KEY}`) })).status).toBe(200);
    // Of somebody who guards the whole site by a password.
    expect((await ask('GET', path, { headers: basic(`prova:${OPEN311_KEY}`) })).status).toBe(404);
    expect((await ask('GET', `${path}&api_key=${OPEN311_KEY}`)).status).toBe(404);
    const open = await ask('GET', `servicerequestupdates.json?jurisdiction_id=valle&api_key=${OPEN311_KEY}`);
    expect([open.status, open.json[0].description]).toEqual([403, expect.stringContaining('api_key')]);
    expect((await ask('POST', 'discovery.json')).status).toBe(405);
  });

  test('tells what became of it in a time, each change once under its own id', async () => {
    await makeKey(OPEN311_KEY, { ente: 'valle' });
    const id = await sendTo('valle');
    expect(await updates()).toEqual([]);
    rig.clock.pass(HOUR);
    await move('in_elaborazione');
    rig.clock.pass(HOUR);
    await move('conclusa');
    const all = await updates();
    expect(all).toEqual([
      {
        update_id: `${id}-2`,
        service_request_id: id,
        status: 'open',
        description: 'L’ufficio ci sta lavorando.',
        updated_datetime: '2026-11-20T10:00:00Z',
      },
      expect.objectContaining({
        status: 'closed',
        description: 'Conclusa.',
        updated_datetime: '2026-11-20T11:00:00Z',
      }),
    ]);
    expect(await updates('&start_date=2026-11-20T10:30:00Z&end_date=2026-11-20T11:00:00Z')).toEqual([all[1]]);
    expect(await updates('&start_date=2026-11-20T11:30:00+01:00')).toEqual([all[1]]);
    expect(await updates('&start_date=2026-11-21')).toEqual([]);
    const xml = (await read('servicerequestupdates.xml?jurisdiction_id=valle')).text;
    expect(xml).toContain('<service_request_updates><request_update><update_id>');
    rig.clock.pass(100 * DAY);
    expect(await updates()).toEqual([]);
  });

  test.each([
    ['start_date=ieri', 'start_date'],
    ['start_date=2026-11-20T10:00:00', 'start_date'],
    ['start_date=2026-11-20&end_date=2026-11-19', 'start_date'],
    ['start_date=2026-06-01&end_date=2026-10-01', '90 giorni'],
  ])('refuses %s', async (query, words) => {
    await makeKey();
    const { status, json } = await read(`servicerequestupdates.json?jurisdiction_id=borgo&${query}`);
    expect([status, json]).toEqual([400, [{ code: 400, description: expect.stringContaining(words) }]]);
  });

  test('is read a hundred times in ten seconds at most', async () => {
    await makeKey();
    const path = 'requests/nessuno.json?jurisdiction_id=borgo';
    const statuses = [];
    for (let n = 0; n < 101; n++) statuses.push((await read(path)).status);
    expect([statuses.filter((status) => status === 404).length, statuses.at(-1)]).toEqual([100, 429]);
    rig.clock.pass(MINUTE);
    expect((await read(path)).status).toBe(404);
  });

  test('stays readable when its citizen confirms it, and has none of its words once they are forgotten', async () => {
    await makeKey(OPEN311_KEY, { garantisce: 0, ente: 'valle' });
    const { json } = await send({ jurisdiction_id: 'valle' });
    await rig.deliver();
    const chiave = /\/segnalazione\/conferma\/(\S+)/.exec(rig.mails.at(-1)?.text ?? '')?.[1] ?? '';
    await callerOf(rig).call('confermaSegnalazione', { chiave, privacy: true });
    const token = (await ask('GET', `tokens/${json[0].token}.json?jurisdiction_id=valle`)).json[0];
    const path = `requests/${token.service_request_id}.json?jurisdiction_id=valle`;
    expect((await read(path)).json[0].status).toBe('open');
    await move('conclusa');
    await forgetPerson(rig.house, { email: 'anna@esempio.it' }, { now: rig.house.now(), apply: true });
    const { text, status } = await read(path);
    expect([status, text.includes('Lampione')]).toEqual([200, false]);
  });
});

onBothAlone('a report that was sent before ids were kept', (rig: Rig) => {
  test('is found by the id of its public side', async () => {
    const { makeKey, send, read } = open311Of(rig);
    await makeKey();
    const { json } = await send();
    await rig.house.db.schema.dropTable('richieste_open311').execute();
    await up(rig.house.db as never, rig.house.dialect);
    const path = `requests/${json[0].service_request_id}.json?jurisdiction_id=borgo`;
    expect((await read(path)).json[0].description).toBe('Lampione spento.');
  });
});
