import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { phpFields } from './sanctum/body.ts';
import { readMultipart } from './sanctum/multipart.ts';
import { ApplicationPage } from './sanctum/page.ts';
import { type SanctumOptions, type SanctumServer, sanctumServer } from './sanctum.ts';

const TAXPAYER = 'MRTCHR83B54Z999P';
const REPRESENTATIVE = 'SLADVD69L07Z999F';
const USER = '/api/v1/user';
const OTP = '/api/v1/generic/segnalazione/otp';
const REPORT = '/api/v1/generic/segnalazione/new';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let server: SanctumServer;
let page: ApplicationPage;
beforeAll(async () => {
  server = await sanctumServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.reply.mend();
  page = await new ApplicationPage(server).arrive();
});

/** A double of its own, closed at the end of the test. */
async function withServer(options: SanctumOptions, use: (own: SanctumServer) => Promise<void>): Promise<void> {
  const own = await sanctumServer(options);
  try {
    await use(own);
  } finally {
    await own.close();
  }
}

const reportOf = (email: string) => ({
  ente: 'borgosereno',
  codice: 'SF310',
  oggetto: 'Buca',
  descrizione: 'Una buca profonda.',
  indirizzo: 'Via Roma',
  nome: 'Anna',
  cognome: 'Bianchi',
  email,
  filesAllegati: [],
  privacy: true,
});

describe('cookies', () => {
  test('are written in small letters as Symfony does, the session out of reach of scripts', async () => {
    const { status, headers, text: body } = await page.get('/sanctum/csrf-cookie');
    expect([status, body]).toEqual([204, '']);
    const rest = /^[^;]+; expires=\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT; Max-Age=7200; path=\//;
    const [token = '', session = ''] = headers.getSetCookie();
    expect(token).toMatch(/^XSRF-TOKEN=/);
    expect(session).toMatch(/^laravel_session=/);
    expect([token.replace(rest, ''), session.replace(rest, '')]).toEqual([
      '; samesite=lax',
      '; httponly; samesite=lax',
    ]);
    expect(headers.get('server')).toBe('nginx');
    expect(headers.get('x-powered-by')).toBe('PHP/8.3');
    expect(headers.get('cache-control')).toBe('no-cache, private');
  });

  test('name a domain and HTTPS when they are set up so', () =>
    withServer({ domain: '.comune.example', secure: true }, async (own) => {
      const { headers } = await new ApplicationPage(own).get('/sanctum/csrf-cookie');
      const ends = headers.getSetCookie().map((line) => line.slice(line.indexOf('; path')));
      expect(ends).toEqual([
        '; path=/; domain=.comune.example; secure; samesite=lax',
        '; path=/; domain=.comune.example; secure; httponly; samesite=lax',
      ]);
    }));

  test('have another value at every answer, each of which stays good, and carry + / = that are encoded', async () => {
    const before = page.copy();
    await page.get('/api/v1/generic/ente');
    expect(page.cookie('laravel_session')).not.toBe(before.cookie('laravel_session'));
    expect(page.cookie('XSRF-TOKEN')).not.toBe(before.cookie('XSRF-TOKEN'));
    for (const name of ['laravel_session', 'XSRF-TOKEN'])
      for (const letter of ['%2B', '%2F', '%3D']) expect(page.cookie(name)).toContain(letter);
    await page.logIn(TAXPAYER);
    const older = page.copy();
    await page.get(USER);
    expect((await older.get(USER)).status).toBe(200);
  });
});

describe('anti-forgery', () => {
  const write = (headers: Record<string, string>) => page.post(OTP, { email: 'a@esempio.it' }, headers);

  test.each([
    ['missing', () => ''],
    ['still encoded', () => page.cookie('XSRF-TOKEN')],
    ['encoded twice', () => encodeURIComponent(page.cookie('XSRF-TOKEN'))],
    ['the value of the other cookie', () => decodeURIComponent(page.cookie('laravel_session'))],
    ['changed by a letter', () => `A${decodeURIComponent(page.cookie('XSRF-TOKEN')).slice(1)}`],
  ])('a token that is %s is answered by 419 and a page, and no new token', async (_how, token) => {
    const { status, headers, text: body } = await write({ 'x-xsrf-token': token() });
    expect(status).toBe(419);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(body).toContain('Page Expired');
    expect(headers.getSetCookie().map((line) => line.split('=')[0])).toEqual(['laravel_session']);
  });

  test('the token of another session is refused', async () => {
    const other = await new ApplicationPage(server).arrive();
    expect((await write({ 'x-xsrf-token': decodeURIComponent(other.cookie('XSRF-TOKEN')) })).status).toBe(419);
    expect((await write({})).status).toBe(201);
  });

  test('a field _token of another application wins over the right header, as in Laravel', async () => {
    expect((await page.post(OTP, { email: 'a@esempio.it', _token: 'of the portal' })).status).toBe(419);
  });

  test('a DELETE needs it, too', async () => {
    await page.logIn(TAXPAYER);
    const path = '/api/v1/posizione/delete/nessuna';
    expect((await page.send('DELETE', path, { headers: { 'x-xsrf-token': '' } })).status).toBe(419);
    expect((await page.send('DELETE', path)).status).toBe(404);
  });

  test('the refusal is in JSON only when the application is made so', () =>
    withServer({ json419: true }, async (own) => {
      const other = new ApplicationPage(own);
      expect((await other.post(OTP, { email: 'a@esempio.it' })).json).toEqual({ message: 'CSRF token mismatch.' });
      const html = await other.post(OTP, {}, { accept: 'text/html' });
      expect([html.status, html.json]).toEqual([419, {}]);
    }));
});

describe('login', () => {
  test('changes session and token: the old values are a guest’s, and the old token is refused', async () => {
    const before = page.copy();
    const oldToken = { 'x-xsrf-token': decodeURIComponent(page.cookie('XSRF-TOKEN')) };
    const { status, headers } = await page.logIn(TAXPAYER);
    expect([status, headers.get('location')]).toEqual([302, 'http://127.0.0.1:4321/area-riservata']);
    expect((await page.get(USER)).json).toMatchObject({ data: { Nome: 'Chiara', CodiceFiscale: TAXPAYER } });
    expect((await before.get(USER)).status).toBe(401);
    expect((await page.post(OTP, { email: 'a@esempio.it' }, oldToken)).status).toBe(419);
    expect((await page.post(OTP, { email: 'a@esempio.it' })).status).toBe(201);
  });

  test('keeps what the browser had uploaded and confirmed, and a logout leaves nothing', async () => {
    await page.confirm('altra@esempio.it');
    const { Id } = (await page.upload('%PDF-1.4')).json.data as { Id: string };
    const { Id: second } = (await page.upload('%PDF-1.4')).json.data as { Id: string };
    await page.logIn(REPRESENTATIVE);
    const sent = await page.post(REPORT, { ...reportOf('altra@esempio.it'), filesAllegati: [{ Id }] });
    expect(sent.status).toBe(201);
    await page.confirm('altra@esempio.it');
    await page.send('GET', '/logout');
    expect((await page.get(USER)).status).toBe(401);
    expect((await page.post(REPORT, reportOf('altra@esempio.it'))).json.errors).toHaveProperty('otp');
    await page.confirm('altra@esempio.it');
    const stolen = await page.post(REPORT, { ...reportOf('altra@esempio.it'), filesAllegati: [{ Id: second }] });
    expect(Object.keys(stolen.json.errors as object)).toEqual(['filesAllegati.0.Id']);
  });

  test('leads only to pages of the application', async () => {
    const leave = (path: string) => page.send('GET', `${path}?ritorno=${encodeURIComponent('https://evil.example/')}`);
    expect((await leave(`/login/${TAXPAYER}`)).headers.get('location')).toBe(`${server.url}/`);
    expect((await leave('/logout')).headers.get('location')).toBe(`${server.url}/`);
    const form = await page.send('GET', '/login?ritorno=http%3A%2F%2F127.0.0.1%3A4321%2F');
    expect(form.text).toContain(`${server.url}/login/${TAXPAYER}?ritorno=http%3A%2F%2F127.0.0.1%3A4321%2F`);
  });

  test('is asked for with 401 when JSON is wanted, and else by the login page', async () => {
    const { status, json } = await page.get(USER);
    expect([status, json]).toEqual([401, { message: 'Unauthenticated.' }]);
    expect((await page.get(USER, { accept: 'application/vnd.api+json' })).status).toBe(401);
    const browser = await page.get(USER, { accept: 'text/html, application/json' });
    expect([browser.status, browser.headers.get('location')]).toEqual([302, `${server.url}/login`]);
    expect((await page.get(USER, { accept: '*/*' })).status).toBe(302);
    expect((await page.get(USER, { accept: '*/*', 'x-requested-with': 'XMLHttpRequest' })).status).toBe(401);
  });

  test('ends when the sessions of the back end are lost', () =>
    withServer({}, async (own) => {
      const other = new ApplicationPage(own);
      await other.logIn(TAXPAYER);
      own.endSessions();
      const token = { 'x-xsrf-token': decodeURIComponent(other.cookie('XSRF-TOKEN')) };
      expect((await other.get(USER)).status).toBe(401);
      expect((await other.post(OTP, { email: 'a@esempio.it' }, token)).status).toBe(419);
    }));
});

describe('pages of the application', () => {
  const FOREIGN = { origin: 'https://altro.example', referer: '' };

  test('without one of them as its origin a call has no session: no cookie, no login, no token to check', async () => {
    await page.logIn(TAXPAYER);
    const { status, headers } = await page.get(USER, FOREIGN);
    expect([status, headers.getSetCookie()]).toEqual([401, []]);
    const sent = await page.post(OTP, { email: 'a@esempio.it' }, { ...FOREIGN, 'x-xsrf-token': '' });
    expect([sent.status, sent.headers.getSetCookie()]).toEqual([201, []]);
    expect((await page.get(USER, { origin: '', referer: '' })).status).toBe(401);
  });

  test('Referer counts before Origin, with its port and any path', async () => {
    await page.logIn(TAXPAYER);
    const from = async (referer: string, origin = '') => (await page.get(USER, { referer, origin })).status;
    expect(await from('http://127.0.0.1:4321/servizio/riesame?a=b')).toBe(200);
    expect(await from('http://127.0.0.1:4321')).toBe(200);
    expect(await from('http://127.0.0.1/servizio')).toBe(401);
    expect(await from('https://altro.example/http://127.0.0.1:4321/')).toBe(401);
    expect(await from('https://altro.example/', 'http://127.0.0.1:4321')).toBe(401);
    expect(await from('', 'http://127.0.0.1:4321')).toBe(200);
  });

  test('are known by a pattern, also when it is added later', () =>
    withServer({ stateful: [] }, async (own) => {
      const other = new ApplicationPage(own, 'http://portale.comune.example:8080');
      await other.logIn(TAXPAYER);
      expect((await other.get(USER)).status).toBe(401);
      own.stateful.push('*.comune.example:8080');
      expect((await other.get(USER)).status).toBe(200);
    }));
});

describe('validation', () => {
  test('names every wrong field at once, nested ones with dots, the first in the message', async () => {
    const { status, json } = await page.post('/api/v1/affissione/manifesto', {
      ente: 'borgosereno',
      categoria: 'culturale',
      formato: '1x1',
      quantita: 'due',
      dal: '2026-1-1',
      al: '2026-12-01',
      richiedente: { cognome: 'Bianchi', email: 'no' },
      privacy: true,
    });
    expect(status).toBe(422);
    expect(json.message).toBe('The richiedente.nome field is required. (and 7 more errors)');
    expect(Object.keys(json.errors as object)).toEqual([
      'richiedente.nome',
      'richiedente.codice_fiscale',
      'richiedente.email',
      'richiedente.telefono',
      'titolo',
      'formato',
      'quantita',
      'dal',
    ]);
    expect(json.errors).toMatchObject({ titolo: ['Il campo titolo è obbligatorio.'] });
  });

  test('sends a caller back that does not ask for JSON', async () => {
    const { status, headers } = await page.post(OTP, {}, { accept: 'text/html' });
    expect([status, headers.get('location')]).toEqual([302, 'http://127.0.0.1:4321/segnalazione']);
  });

  test('wants the field of the bot check in every POST, be it empty', async () => {
    const body = JSON.stringify({ email: 'a@esempio.it' });
    const headers = { 'content-type': 'application/json' };
    const { status, json } = await page.send('POST', OTP, { body, headers });
    expect([status, Object.keys(json.errors as object)]).toEqual([422, ['g-recaptcha-response']]);
    await withServer({ lenientBot: true }, async (own) => {
      const other = await new ApplicationPage(own).arrive();
      expect((await other.send('POST', OTP, { body, headers })).status).toBe(201);
    });
  });

  test('takes unreadable JSON and other types for no fields at all', async () => {
    const broken = await page.send('POST', OTP, { body: '{"email":', headers: { 'content-type': 'application/json' } });
    const xml = await page.send('POST', OTP, { body: '<email/>', headers: { 'content-type': 'text/xml' } });
    for (const { status, json } of [broken, xml])
      expect([status, Object.keys(json.errors as object)]).toEqual([422, ['email', 'g-recaptcha-response']]);
  });

  test('names the fields of forms as PHP does: brackets nest, a dot becomes an underscore, the last of a name counts', () => {
    const pairs = ['a.b=1', 'c[d][]=2', 'c[d][]=3', 'e=4', 'e=5', 'f= '].map(
      (pair) => pair.split('=') as [string, string],
    );
    expect(phpFields(pairs)).toEqual({ a_b: '1', c: { d: ['2', '3'] }, e: '5', f: null });
  });

  test('reads forms as well as JSON', async () => {
    const sendForm = (nome: string) => {
      const fields = { ...reportOf('modulo@esempio.it'), 'g-recaptcha-response': '', privacy: 'on' };
      const { filesAllegati: _, nome: _nome, ...pairs } = fields;
      const body = new URLSearchParams({ ...pairs, [nome]: 'Anna' });
      return page.send('POST', REPORT, { body, headers: FORM });
    };
    await page.confirm('modulo@esempio.it');
    expect((await sendForm('richiedente.nome')).json.errors).toEqual({ nome: ['Il campo nome è obbligatorio.'] });
    expect((await sendForm('nome')).status).toBe(201);
    const nested = new URLSearchParams([
      ['ente', 'borgosereno'],
      ['richiedente[nome]', 'Anna'],
      ['filesAllegati[0][Id]', 'x'],
      ['targhe[]', 'AB123CD'],
    ] as [string, string][]);
    const { json } = await page.send('POST', '/api/v1/abbonamento-parcheggi/new', { body: nested, headers: FORM });
    expect(json.errors).not.toHaveProperty('richiedente.nome');
    expect(json.errors).not.toHaveProperty('targhe');
    expect(json.errors).toHaveProperty('richiedente.cognome');
  });
});

describe('what is not there', () => {
  test('is a sentence in JSON or a page, a wrong method names the right ones, a slash at the end is none', async () => {
    const { status, json, headers } = await page.get('/api/v1/x');
    expect([status, json]).toEqual([404, { message: 'The route api/v1/x could not be found.' }]);
    expect(headers.getSetCookie()).toEqual([]);
    expect((await page.get('/api/v1/x', { accept: 'text/html' })).text).toContain('<title>Not Found</title>');
    const wrong = await page.send('PUT', USER);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect((await page.get('/api/v1/generic/ente/')).status).toBe(200);
  });

  test('is nginx’s own page beside the prefix of the application', () =>
    withServer({ prefix: '/backend' }, async (own) => {
      const { origin, pathname } = new URL(own.url);
      expect(pathname).toBe('/backend');
      expect((await new ApplicationPage(own).get('/api/v1/generic/ente')).status).toBe(200);
      const beside = await fetch(`${origin}/api/v1/generic/ente`);
      expect([beside.status, beside.headers.get('x-powered-by')]).toEqual([404, null]);
      expect(await beside.text()).toContain('<center>nginx</center>');
      expect(own.log.map(({ path }) => path)).toEqual(['/backend/api/v1/generic/ente', '/api/v1/generic/ente']);
    }));
});

describe('bodies', () => {
  const MEGABYTE = 1024 * 1024;

  test('a file is read as it comes, in chunks of any size, and only its digest and size are kept', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4\r\n--'), Buffer.alloc(3 * MEGABYTE, '\r\n--confine\r\n')]);
    const boundary = 'confine-vero';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="g-recaptcha-response"\r\n\r\n\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="città.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
    const whole = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const sent = request(`${server.url}/api/v1/generic/documento/upload`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        referer: `${page.origin}/`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        cookie: `laravel_session=${page.cookie('laravel_session')}`,
        'x-xsrf-token': decodeURIComponent(page.cookie('XSRF-TOKEN')),
      },
    });
    for (let at = 0; at < whole.length; at += 65_537) {
      if (!sent.write(whole.subarray(at, at + 65_537))) await once(sent, 'drain');
    }
    sent.end();
    const [response] = await once(sent, 'response');
    const { data } = JSON.parse(await text(response));
    expect([response.statusCode, data.nome, data.dimensione]).toEqual([201, 'città.pdf', bytes.length]);
    expect(server.town.files.get(data.Id)?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const logged = server.log.at(-1);
    expect(logged?.headers['transfer-encoding']).toBe('chunked');
    expect(logged?.body).toBe(whole.length);
  });

  test('a boundary is found however the body is cut into chunks', async () => {
    const part = (head: string, content: string) =>
      `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
    const content = '%PDF\r\n--\r\n--a\r\n-';
    const body = `${part('name="note"', 'due\r\nrighe')}${part('name="file"; filename="a"', content)}--b--`;
    for (let size = 1; size <= body.length; size++) {
      const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, n) =>
        body.slice(n * size, (n + 1) * size),
      );
      const { texts, files, complete } = await readMultipart(
        Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
        'b',
      );
      expect([complete, texts]).toEqual([true, [['note', 'due\r\nrighe']]]);
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect(files).toMatchObject([{ field: 'file', nome: 'a', dimensione: content.length, sha256 }]);
    }
  });

  test('a file of another type is 415, a large one 413, one without its end is none', async () => {
    expect((await page.upload('MZ')).status).toBe(415);
    expect((await page.upload(Buffer.alloc(10 * MEGABYTE + 1, '%PDF-'))).status).toBe(413);
    const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4';
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const cut = await page.send('POST', '/api/v1/generic/documento/upload', { body, headers });
    expect(cut.status).toBe(422);
  });

  test('what is larger than nginx takes is refused by its page, with and without an announced length', async () => {
    const announced = await page.upload(Buffer.alloc(12 * MEGABYTE, '%PDF-'));
    const streamed = await fetch(`${server.url}${OTP}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: new Blob([Buffer.alloc(65 * 1024, ' ')]).stream(),
      duplex: 'half',
    } as RequestInit);
    for (const { status, headers } of [announced, streamed])
      expect([status, headers.get('content-type'), headers.get('x-powered-by')]).toEqual([413, 'text/html', null]);
  });

  test('a request with a length and chunks is refused', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${OTP} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('the log has what arrived: method, path with its query, headers, text', async () => {
    await page.post(`${OTP}?a=b`, { email: 'registro@esempio.it' }, { 'x-forwarded-for': '203.0.113.9' });
    const { method, path, headers, body } = server.log.at(-1) ?? {};
    expect([method, path, headers?.['x-forwarded-for']]).toEqual(['POST', `${OTP}?a=b`, '203.0.113.9']);
    expect(JSON.parse(String(body))).toEqual({ 'g-recaptcha-response': '', email: 'registro@esempio.it' });
  });

  test('answers come compressed when nginx is set up so and the client can read it', () =>
    withServer({ gzip: true }, async (own) => {
      const other = new ApplicationPage(own);
      const { headers, json } = await other.get('/api/v1/generic/ente', { 'accept-encoding': 'gzip' });
      expect(headers.get('content-encoding')).toBe('gzip');
      expect(json.data).toHaveLength(3);
      const plain = await other.get('/api/v1/generic/ente', { 'accept-encoding': 'identity' });
      expect(plain.headers.get('content-encoding')).toBe(null);
    }));
});

describe('sends', () => {
  test('count once under one key, and the key serves no other body', async () => {
    await page.confirm('chiave@esempio.it');
    const key = { 'idempotency-key': 'chiave-1' };
    const first = await page.post(REPORT, { ...reportOf('chiave@esempio.it'), 'g-recaptcha-response': 'a' }, key);
    const again = await page.post(REPORT, { ...reportOf('chiave@esempio.it'), 'g-recaptcha-response': 'b' }, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json).toEqual(first.json);
    const other = await page.post(REPORT, { ...reportOf('chiave@esempio.it'), oggetto: 'Altro' }, key);
    expect(other.status).toBe(422);
    expect((await page.post(REPORT, reportOf('chiave@esempio.it'))).json.errors).toHaveProperty('otp');
  });

  test('a code is valid once, wrong ones are all alike, and after five none is taken', async () => {
    const verify = (otp: string) => page.post(OTP, { email: 'Codice@esempio.it', otp });
    await page.post(OTP, { email: 'Codice@esempio.it' });
    const code = server.codes.get('codice@esempio.it') ?? '';
    const { status, json } = await verify(code);
    expect([status, json]).toEqual([200, { data: 'Codice valido' }]);
    for (let wrong = 0; wrong < 5; wrong++) {
      const { status, json } = await verify(code);
      expect([status, json]).toEqual([422, { message: 'Codice non valido' }]);
    }
    const stopped = await verify(code);
    expect([stopped.status, stopped.headers.get('retry-after')]).toEqual([429, '600']);
    expect(stopped.json).toEqual({ message: 'Too Many Attempts.' });
  });

  test('pairs of codes that do not belong together run out', async () => {
    const check = (codice_controllo: string) =>
      page.post('/api/v1/posizione/documents/check', { codice_utente: 'rx-7004', codice_controllo });
    expect((await check('mn78pq')).status).toBe(200);
    for (let wrong = 0; wrong < 5; wrong++) expect((await check('XXXXXX')).status).toBe(422);
    expect((await check('MN78PQ')).status).toBe(429);
  });
});

describe('broken answers', () => {
  const ENTI = '/api/v1/generic/ente';

  test.each([
    ['html500', 500, /^text\/html/],
    ['html200', 200, /^text\/html/],
    ['503', 503, /^application\/json/],
    ['429', 429, /^application\/json/],
    ['404', 404, /^application\/json/],
    ['409', 409, /^application\/json/],
    ['413', 413, /^text\/html/],
    ['shape', 200, /^application\/json/],
    ['foreign', 302, /^text\/html/],
  ] as const)('%s: the call is answered so and not carried out', async (how, status, type) => {
    server.reply.break(OTP, how);
    const { headers, ...given } = await page.post(OTP, { email: `${how}@esempio.it` });
    expect(given.status).toBe(status);
    expect(headers.get('content-type')).toMatch(type);
    expect(headers.get('retry-after')).toBe(how === '429' ? '120' : how === '503' ? '60' : null);
    expect(headers.get('location')).toBe(how === 'foreign' ? 'https://evil.example/' : null);
    expect(server.codes.has(`${how}@esempio.it`)).toBe(false);
  });

  test('only so many answers of one path, or of all that begin so, until they are mended', async () => {
    server.reply.break(ENTI, '404', 1);
    expect([(await page.get(ENTI)).status, (await page.get(ENTI)).status]).toEqual([404, 200]);
    server.reply.break('/api/v1/*', '503');
    expect([(await page.get(ENTI)).status, (await page.get('/sanctum/csrf-cookie')).status]).toEqual([503, 204]);
    server.reply.mend('/api/v1/*');
    expect((await page.get(ENTI)).status).toBe(200);
  });

  /** What arrives on the wire until the double closes it, or `enough` has. */
  async function readRaw(enough = Number.POSITIVE_INFINITY): Promise<{ announced: number; body: string }> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(`GET ${ENTI} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
    let all = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      all += chunk;
      if (all.length >= enough) socket.destroy();
    });
    await once(socket, 'close');
    const [head = '', ...rest] = all.split('\r\n\r\n');
    return { announced: Number(/content-length: (\d+)/i.exec(head)?.[1]), body: rest.join('\r\n\r\n') };
  }

  test('cut, long and short announce another length than comes', async () => {
    const whole = (await readRaw()).body.length;
    server.reply.break(ENTI, 'cut');
    const cut = await readRaw();
    expect([cut.announced, cut.body.length]).toEqual([whole, Math.floor(whole / 2)]);
    server.reply.break(ENTI, 'long');
    const long = await readRaw();
    expect([long.announced, long.body.length]).toEqual([whole + 100, whole]);
    server.reply.break(ENTI, 'short');
    const short = await readRaw();
    expect([short.announced, short.body.length]).toEqual([Math.floor(whole / 2), whole]);
    expect((await fetch(server.url + ENTI).then((response) => response.text())).length).toBe(short.announced);
  });

  test('endless does not stop, drip sends byte by byte, silent nothing at all', async () => {
    server.reply.break(ENTI, 'endless');
    expect((await readRaw(5_000_000)).body.length).toBeGreaterThan(4_900_000);
    server.reply.break(ENTI, 'drip');
    const response = await fetch(server.url + ENTI);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.length).toBe(1);
    await reader?.cancel();
    server.reply.break(OTP, 'silent');
    const gone = new AbortController();
    const asked = fetch(server.url + OTP, {
      method: 'POST',
      signal: gone.signal,
      headers: FORM,
      body: new URLSearchParams({ email: 'muto@esempio.it', 'g-recaptcha-response': '' }),
    });
    // The call is carried out: only its caller does not hear of it.
    await expect.poll(() => server.codes.has('muto@esempio.it')).toBe(true);
    gone.abort();
    await expect(asked).rejects.toThrow('aborted');
  });
});
