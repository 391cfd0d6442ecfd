import { expect, test } from 'vitest';
import { OPEN311_KEY, type Open311Fields, open311Of } from '../../../../tests/programmi.ts';
import { callerOf, DAY, HOUR, onOneInTurn, type Rig } from '../../../../tests/rig.ts';
import { deleteLapsed } from '../../../housekeeping.server.ts';
import { sha256Of } from '../../../platform/signer.server.ts';
import { readElements } from '../../../platform/xml-read.server.ts';
import { forgetPerson } from '../../../upkeep/forget.server.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';
import { enti, forgetEnti } from '../../cases/ente/ente.server.ts';

const KEY = OPEN311_KEY;

onOneInTurn('a report by Open311', (rig: Rig) => {
  const { ask, makeKey, send } = open311Of(rig);
  const pratiche = () => rig.house.db.selectFrom('pratiche').selectAll().execute();
  const keyOfMail = () => /\/segnalazione\/conferma\/(\S+)/.exec(rig.mails.at(-1)?.text ?? '')?.[1] ?? '';
  const confirm = (chiave: string) => callerOf(rig).call('confermaSegnalazione', { chiave, privacy: true });
  const tokenAnswer = async (token: string) => (await ask('GET', `tokens/${token}.json?jurisdiction_id=borgo`)).json;

  test('of a program that vouches is a case at once, and answers the id of its public side', async () => {
    await makeKey();
    const { status, json, headers } = await send();
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    const [pratica] = await pratiche();
    expect(pratica).toMatchObject({
      ente: 'borgo',
      codice: 'SF510',
      tipo: 'segnalazione',
      oggetto: 'Lampione spento.',
      nome: 'Anna',
      lat: 42.5,
      email: 'Anna@esempio.it',
      utente: null,
      telefono: expect.stringContaining('333'),
    });
    expect(json).toEqual([{ service_request_id: pratica?.pubblica, service_notice: null, account_id: null }]);
    const [first] = await rig.house.db.selectFrom('eventi').select('testo').execute();
    expect(first?.testo).toBe('Inviata con il programma «App dei lampioni».');
    const read = await ask('GET', `requests/${json[0].service_request_id}.json?jurisdiction_id=borgo`);
    expect([read.status, read.json[0].service_request_id]).toEqual([200, pratica?.pubblica]);
    expect(read.text).not.toMatch(/Zelinda|Lampione spento|esempio/);
    expect((await rig.house.db.selectFrom('programmi').select('usato').executeTakeFirst())?.usato).toBe(
      rig.house.now(),
    );
    await rig.deliver();
    expect(rig.mails.map(({ to }) => to).sort()).toEqual(['Anna@esempio.it', 'luce@borgo.example']);
  });

  test('without a public side answers an id that tells nothing of the case, and finds nothing without the key', async () => {
    await makeKey(KEY, { ente: 'valle' });
    const { json } = await send({ jurisdiction_id: 'valle' });
    const [pratica] = await pratiche();
    const [{ service_request_id: id }] = json;
    expect(pratica?.pubblica).toBeNull();
    expect([pratica?.id, pratica?.ufficio]).not.toContain(id);
    const read = await ask('GET', `requests/${id}.json?jurisdiction_id=valle`);
    expect([read.status, read.json[0].code]).toEqual([404, 404]);
  });

  test('of another program waits for the citizen, and becomes a case by their confirmation alone', async () => {
    await makeKey(KEY, { garantisce: 0 });
    const { status, json } = await send();
    const [{ token, service_notice }] = json;
    expect([status, service_notice]).toEqual([201, expect.stringContaining('per confermare')]);
    expect([await pratiche(), await tokenAnswer(token)]).toEqual([[], [{ token }]]);
    await rig.deliver();
    const [mail, ...others] = rig.mails;
    expect([mail?.to, others]).toEqual(['Anna@esempio.it', []]);
    expect(mail?.text).not.toMatch(/Lampione spento|Zelinda|1234567/);

    // The program knows the token, and cannot confirm by it.
    for (const chiave of [token, `${token}.`, `${token}.${sha256Of(token)}`, '', 'a'.repeat(200)])
      expect((await confirm(chiave)).status).toBe(404);
    const confirmed = await confirm(keyOfMail());
    expect([confirmed.status, confirmed.body.data.protocollo]).toEqual([201, expect.stringMatching(/^2026\//)]);
    const [pratica] = await pratiche();
    expect(await tokenAnswer(token)).toEqual([{ token, service_request_id: pratica?.pubblica }]);
    expect((await confirm(keyOfMail())).status).toBe(404);
    expect(await pratiche()).toHaveLength(1);
    const waiting = await rig.house.db.selectFrom('segnalazioni_attese').selectAll().execute();
    expect(JSON.stringify(waiting)).not.toMatch(/anna|zelinda|lampione/i);
    expect((await ask('GET', `tokens/${token}.json?jurisdiction_id=valle`)).status).toBe(404);
    expect((await ask('GET', 'tokens/nessuno.json?jurisdiction_id=borgo')).json[0].code).toBe(404);
  });

  test('that is confirmed has the privacy notice read, and stays off the public list where the citizen wants it', async () => {
    await makeKey(KEY, { garantisce: 0 });
    await send();
    await rig.deliver();
    const chiave = keyOfMail();
    const unread = await callerOf(rig).call('confermaSegnalazione', { chiave });
    expect([unread.status, Object.keys(unread.body.errors)]).toEqual([422, ['privacy']]);
    const sent = await callerOf(rig).call('confermaSegnalazione', { chiave, privacy: true, fuori_elenco: true });
    expect([sent.status, (await pratiche())[0]?.pubblica]).toEqual([201, null]);
  });

  test('that a scanner of mails opens, and whose form it presses as it stands, still waits for the citizen', async () => {
    await makeKey(KEY, { garantisce: 0 });
    await send();
    await rig.deliver();
    const chiave = keyOfMail();
    for (const privacy of [undefined, '', 'off', 'false', false]) {
      const { status, body } = await callerOf(rig).call('confermaSegnalazione', { chiave, privacy, fuori_elenco: '' });
      expect([privacy, status, Object.keys(body.errors)]).toEqual([privacy, 422, ['privacy']]);
    }
    expect(await pratiche()).toEqual([]);
    expect((await confirm(chiave)).status).toBe(201);
  });

  test('that is confirmed twice at once is one case', async () => {
    await makeKey(KEY, { garantisce: 0 });
    await send();
    await rig.deliver();
    const both = await Promise.all([confirm(keyOfMail()), confirm(keyOfMail())]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 404]);
    expect(await pratiche()).toHaveLength(1);
  });

  test('that nobody confirms is gone after a day, and at once when its citizen is forgotten', async () => {
    await makeKey(KEY, { garantisce: 0 });
    await send();
    await send({ email: 'bruno@esempio.it' });
    await rig.deliver();
    const chiave = keyOfMail();
    const forget = () => forgetPerson(rig.house, { email: 'anna@ESEMPIO.it' }, { now: rig.house.now(), apply: true });
    expect(await forget()).toMatchObject([{ fate: 'deleted', quante: 1 }]);
    const left = () => rig.house.db.selectFrom('segnalazioni_attese').select('email').execute();
    expect(await left()).toEqual([{ email: 'bruno@esempio.it' }]);
    rig.clock.pass(DAY);
    expect((await confirm(chiave)).status).toBe(404);
    await deleteLapsed(rig.house);
    expect(await left()).toEqual([]);
  });

  test('is refused in the same words without a key and with one that is wrong, revoked or another municipality’s', async () => {
    await makeKey();
    await makeKey('revocata', { revocato: rig.house.now() });
    await makeKey('di-valle', { ente: 'valle' });
    const answers = await Promise.all(
      [undefined, '', 'sbagliata', 'revocata', 'di-valle', 'x'.repeat(5000)].map((api_key) => send({ api_key })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect([answers[0]?.status, answers[0]?.json]).toEqual([
      403,
      [{ code: 403, description: expect.stringMatching(/^api_key: /) }],
    ]);
    // A key in the address would stand in logs.
    expect((await send({ api_key: undefined }, { query: `?api_key=${KEY}` })).status).toBe(403);
    expect(await pratiche()).toEqual([]);
  });

  test.each<[string, Open311Fields, number, string]>([
    ['no type', { service_code: '' }, 400, 'service_code: '],
    ['a type that does not exist', { service_code: 'SF999' }, 404, 'service_code: '],
    ['a type that is no report', { service_code: 'SF300' }, 404, 'service_code: '],
    ['a type of which another municipality has reports', { service_code: 'SF310' }, 404, 'service_code: '],
    ['no municipality', { jurisdiction_id: undefined }, 400, 'jurisdiction_id'],
    ['an unknown municipality', { jurisdiction_id: 'nessuno' }, 404, 'jurisdiction_id'],
    ['no place', { lat: undefined, long: undefined }, 400, 'address_string: '],
    ['half a point', { long: undefined }, 400, 'address_string: '],
    ['a point in words', { lat: 'nord' }, 400, 'lat: '],
    ['a longitude beyond the world', { long: '200' }, 400, 'long: '],
    ['an address by its id', { address_id: '7' }, 400, 'address_id: '],
    ['no description', { description: undefined }, 400, 'description: '],
    ['a description of marks that nobody sees', { description: '\u202e\u200f\u2066' }, 400, 'description: '],
    ['2,001 characters', { description: 'x'.repeat(2001) }, 400, 'description: '],
    ['two e-mails', { email: 'a@esempio.it,b@esempio.it' }, 400, 'email: '],
    ['a name of digits', { first_name: '42' }, 400, 'first_name: '],
    ['a name without an end', { last_name: 'x'.repeat(61) }, 400, 'last_name: '],
    ['a telephone of letters', { phone: 'chiamami' }, 400, 'phone: '],
  ])('with %s is refused in the form of the standard', async (_what, over, code, words) => {
    await makeKey();
    const { status, json } = await send(over);
    expect([status, json]).toEqual([code, [{ code, description: expect.stringContaining(words) }]]);
    const xml = await send(over, { format: 'xml' });
    expect([xml.status, readElements(xml.text, 'code')]).toEqual([code, [String(code)]]);
    expect(await pratiche()).toEqual([]);
  });

  test('says several faults at once, each once', async () => {
    await makeKey();
    const { json } = await send({ email: 'x', lat: 'x', description: '' });
    expect(json.map(({ description }: { description: string }) => description.split(':')[0])).toEqual([
      'lat',
      'description',
      'email',
    ]);
  });

  test('beyond the border is refused, and cannot be confirmed from afar', async () => {
    await makeKey();
    const borgo = (await enti(rig.house)).find(({ id }) => id === 'borgo');
    if (!borgo) throw new Error('Borgo is missing');
    const ring = [
      [12, 42],
      [12.1, 42],
      [12.1, 42.1],
      [12, 42.1],
      [12, 42],
    ];
    const confine = { type: 'Polygon', coordinates: [ring] } as never;
    await writeEnte(rig.house.db, { ...borgo, confine }, 1);
    forgetEnti(rig.house);
    const refused = await send({ fuori_confine: 'on' });
    expect([refused.status, refused.json[0].description]).toEqual([
      400,
      expect.stringContaining('fuori dal territorio'),
    ]);
    expect((await send({ lat: '42.05', long: '12.05' })).status).toBe(201);
    await writeEnte(rig.house.db, borgo, 1);
    forgetEnti(rig.house);
  });

  test('takes 2,000 emoji, leaves out overrides of the writing direction, and makes its title of whole characters', async () => {
    await makeKey();
    expect((await send({ description: '🚧'.repeat(2000) })).status).toBe(201);
    const [pratica] = await pratiche();
    expect([[...(pratica?.descrizione ?? '')].length, pratica?.oggetto]).toEqual([2000, `${'🚧'.repeat(79)}…`]);
    expect((await send({ description: '🚧'.repeat(2001) })).status).toBe(400);
    await send({ description: `Buca\u202e in ${'via '.repeat(30)}\r\nseconda riga` });
    const title = (await pratiche()).find(({ oggetto }) => oggetto.startsWith('Buca'))?.oggetto ?? '';
    expect([title.length <= 80, title.endsWith('via…'), title.includes('\u202e')]).toEqual([true, true, false]);
  });

  test('is named by the first line of its description, as FixMyStreet writes it', async () => {
    await makeKey();
    await send({ description: '\r\n\u200b\r\ntitle:  Buca in via Roma\r\n\r\ndetail: Profonda.\r\n' });
    expect((await pratiche())[0]).toMatchObject({
      oggetto: 'Buca in via Roma',
      descrizione: expect.stringContaining('detail: Profonda.'),
    });
  });

  test.each([
    ['text/xml', '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><r>&e;</r>'],
    ['application/json', JSON.stringify({ api_key: KEY })],
    ['text/plain', 'x'],
  ])('of the type %s is not read', async (type, body) => {
    await makeKey();
    const { status, json } = await send({}, { headers: { 'content-type': type }, body });
    expect([status, json[0].code]).toEqual([415, 415]);
  });

  test('that is too large is refused before it is whole', async () => {
    await makeKey();
    const { status, json } = await send({ description: 'x'.repeat(70_000) });
    expect([status, json[0].code]).toEqual([413, 413]);
  });

  test('has the limits of its key, for an hour and for a day, and says when to come back', async () => {
    await makeKey(KEY, { all_ora: 2, al_giorno: 3 });
    await makeKey('altra');
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await send()).status);
    const over = await send();
    expect([statuses, over.status, over.headers.get('retry-after'), over.json[0].code]).toEqual([
      [201, 201, 429],
      429,
      '3600',
      429,
    ]);
    expect((await send({ api_key: 'altra' })).status).toBe(201);
    rig.clock.pass(HOUR);
    expect([(await send()).status, (await send()).status]).toEqual([201, 429]);
  });

  test('floods no mailbox, whichever program sends it and however the address is spelt', async () => {
    await makeKey(KEY, { garantisce: 0 });
    await makeKey('altra', { garantisce: 0 });
    const to = (email: string, api_key = KEY) => send({ email, api_key });
    const first = [await to('anna@esempio.it'), await to('an.na@esempio.it', 'altra'), await to('ANNA+x@esempio.it')];
    expect(first.map(({ status }) => status)).toEqual([201, 201, 201]);
    const over = await to('anna@esempio.it', 'altra');
    expect([over.status, over.json[0].description]).toEqual([429, expect.stringContaining('email: ')]);
    expect((await to('bruno@esempio.it')).status).toBe(201);
    await rig.deliver();
    expect(rig.mails).toHaveLength(4);
  });

  test('of programs that vouch reaches one address only so often in a day', async () => {
    await makeKey();
    const statuses = [];
    for (let n = 0; n < 31; n++) statuses.push((await send()).status);
    expect([statuses.filter((status) => status === 201).length, statuses.at(-1)]).toEqual([30, 429]);
    expect(await pratiche()).toHaveLength(30);
  });

  test('sent again under its key is answered again, and is one case; with other data it is refused', async () => {
    await makeKey();
    const headers = { 'idempotency-key': 'invio-1234' };
    const [first, again] = [await send({}, { headers }), await send({}, { headers })];
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect((await send({ description: 'Altro.' }, { headers })).status).toBe(400);
    expect((await send({}, { headers: { 'idempotency-key': '!' } })).status).toBe(400);
    expect(await pratiche()).toHaveLength(1);
    await makeKey('altra');
    expect((await send({ api_key: 'altra' }, { headers })).status).toBe(201);
    expect(await pratiche()).toHaveLength(2);
  });

  test('is not changed by cookies, nor by the page it comes from', async () => {
    await makeKey();
    const headers = {
      cookie: 'accesso=x; visitatore=y.z',
      origin: 'https://altrove.example',
      'sec-fetch-site': 'cross-site',
    };
    const { status, headers: answered } = await send({}, { headers });
    expect([status, answered.get('set-cookie')]).toEqual([201, null]);
    const [pratica] = await pratiche();
    expect([pratica?.utente, pratica?.proprietario]).toEqual([null, `programma:programma-${KEY}`]);
  });

  test('is written in XML as the standard has it', async () => {
    await makeKey(KEY, { garantisce: 0 });
    const { text, status } = await send({}, { format: 'xml', query: '?jurisdiction_id=borgo' });
    expect(status).toBe(201);
    expect(text).toMatch(/<service_requests><request><token>[\w-]{24}<\/token>/);
    const [token] = readElements(text, 'token');
    const asked = await ask('GET', `tokens/${token}.xml?jurisdiction_id=borgo`);
    // No empty element: clients would take it for an id.
    expect(asked.text).toContain(`<request><token>${token}</token></request>`);
  });

  test('leaves no key in the store', async () => {
    await makeKey();
    await send({}, { headers: { 'idempotency-key': 'invio-1234' } });
    expect(await rig.dump()).not.toContain(`"${KEY}"`);
  });
});
