/** The calls of a browser to a portal in front of a back end: what passes through the door, in either direction, and what stays here. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browserOf } from '../src/gate.server.ts';
import { personMark } from '../src/platform/visitor.server.ts';
import { type Front, startFront } from './front.ts';
import { ANNA, BRUNO_CODICE, persona } from './posizioni.ts';
import { callerOf, countRows, type RigAnswer, segnalazione, sendSegnalazione } from './rig.ts';

let front: Front;
beforeAll(async () => {
  front = await startFront();
});
beforeEach(() => front.reset());
afterAll(() => front?.close());

const EMAIL = 'anna@esempio.it';
const UPLOAD = '/api/v1/generic/documento/upload';
const JSON_BODY = { 'content-type': 'application/json' };
const asked = () => front.server.seen.map(({ method, path }) => `${method} ${path}`);

describe('a path', () => {
  test.each([
    '/api/v1/../../admin',
    '/api/v1/%2e%2e/%2e%2e/admin',
    '/api/v1/%252e%252e/admin',
    '/api/v1/generic/ente/list/..%2f..%2f..%2fadmin',
    '/api/v1/generic/ente/list/%2e%2e%2f%2e%2e%2fadmin',
    '/api/v1/generic/ente/list/..%5c..%5cadmin',
    '/api/v1/generic/ente/list/SF510/%2e%2e%2fadmin',
    '/api/v1//evil.example/x',
    '//evil.example/api/v1/user',
    '/api/v1/https://evil.example/',
    '/api/v1/nessuno',
    '/api/v2/user',
    '/admin',
    '/sanctum/csrf-cookie',
  ])('%s leads to nothing behind', async (path) => {
    const { status, body } = await callerOf(front.rig, { user: ANNA }).ask('GET', path);
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(asked()).toEqual([]);
  });

  test.each([
    ['/api/v1/generic/ente/list/%252e%252e%252fadmin', '/api/v1/generic/ente/list/%252e%252e%252fadmin'],
    ['/api/v1/generic/ente/list/%2f%2fevil.example', '/api/v1/generic/ente/list/%2F%2Fevil.example'],
    ['/api/v1/generic/ente/list/a%0d%0ahost:%20x', '/api/v1/generic/ente/list/a%0D%0Ahost%3A%20x'],
    ['/api/v1/generic/ente/list/%2e%2e', '/api/v1/generic/ente'],
    ['/api/v1/generic/ente/list/%zz', '/api/v1/generic/ente/list/%25zz'],
    ['/api/v1/generic/ente?q=../../admin%23x', '/api/v1/generic/ente?q=..%2F..%2Fadmin%23x'],
  ])('%s stays within its call', async (path, behind) => {
    const { status } = await callerOf(front.rig).ask('GET', path);
    expect([200, 422]).toContain(status);
    expect(asked()).toEqual([`GET ${behind}`]);
  });

  test('with another method leads to nothing but the question who it is', async () => {
    for (const method of ['PUT', 'PATCH', 'POST', 'DELETE'])
      expect((await callerOf(front.rig).ask(method, '/api/v1/generic/ente')).status).toBe(405);
    expect(new Set(asked())).toEqual(new Set(['GET /api/v1/user']));
  });
});

describe('of the headers of a browser', () => {
  const hostile = {
    'x-forwarded-for': '198.51.100.1, 198.51.100.2',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'ftp',
    forwarded: 'for=198.51.100.1;host=evil.example',
    'x-real-ip': '198.51.100.1',
    host: 'evil.example',
    'x-original-url': '/admin',
    'x-rewrite-url': '/admin',
    'x-http-method-override': 'DELETE',
    authorization: 'Bearer x',
    'proxy-authorization': 'Basic x',
    te: 'trailers',
    trailer: 'x',
    upgrade: 'h2c',
    'x-anything': 'x',
    'accept-language': 'evil',
    'user-agent': 'evil',
  };

  test('only those of the contract go there, and the address as the settings trust it', async () => {
    await callerOf(front.rig, { peer: '203.0.113.9' }).ask('GET', '/api/v1/generic/ente', { headers: hostile });
    const [{ headers } = { headers: {} as Record<string, string> }] = front.server.seen;
    expect(headers).toMatchObject({
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': '127.0.0.1:4321',
      'x-forwarded-proto': 'http',
      host: new URL(front.server.url).host,
    });
    const there = Object.entries(headers).flat();
    expect(there.join(' ')).not.toMatch(/evil|198\.51|admin|authorization|DELETE|h2c|trailer|anything/);
  });

  test('behind a trusted proxy the address is what that proxy wrote', async () => {
    const { house } = front.rig;
    const trusting = { ...house, settings: { ...house.settings, trustProxy: 1 } };
    await callerOf({ ...front.rig, house: trusting }).ask('GET', '/api/v1/generic/ente', { headers: hostile });
    expect(front.server.seen[0]?.headers['x-forwarded-for']).toBe('198.51.100.2');
  });

  test('key, token and version go there', async () => {
    const anna = callerOf(front.rig);
    await anna.ask('GET', `/api/v1/generic/segnalazione/detail?id=${'A'.repeat(24)}&email=${EMAIL}`, {
      headers: { 'if-none-match': '"x"' },
    });
    await anna.call('inviaSegnalazione', segnalazione(), { key: 'chiave-di-prova' });
    const [read, , sent] = front.server.seen;
    expect(read?.headers['if-none-match']).toBe('"x"');
    expect(sent?.headers).toMatchObject({ 'idempotency-key': 'chiave-di-prova', 'x-xsrf-token': expect.any(String) });
  });
});

describe('cookies', () => {
  test('of the portal itself stay here, and all others go there', async () => {
    const own = 'visitatore=v.s; carrello=c.s; chiave-elenchi=k; consenso-bot=si; chiavi-operatore=o';
    const headers = { cookie: `${own}; XSRF-TOKEN=t; altro=1` };
    await callerOf(front.rig).ask('GET', '/api/v1/generic/ente', { headers });
    expect(front.server.seen[0]?.headers.cookie).toBe('XSRF-TOKEN=t; altro=1');
    const request = new Request('http://x.example', { headers });
    expect(browserOf(front.own.house, request)).toBeNull();
  });

  test('that are set behind come back as the portal’s own', async () => {
    const browser = browserOf(front.rig.house, new Request('http://x.example'), '203.0.113.9');
    if (!browser) throw new Error('no browser');
    await front.rig.house.backEnd.renewToken(browser);
    const lines = browser.jar.setLines();
    expect(lines.map((line) => line.replace(/=[^;]+/, '=…'))).toEqual([
      'sessione=…; Path=/; HttpOnly; SameSite=Lax',
      'XSRF-TOKEN=…; Path=/; SameSite=Lax',
    ]);
    expect(browser.jar.token).toMatch(/^[\w-]{86}$/);
  });

  test('of two hundred people at once stay apart on shared connections', async () => {
    const people = Array.from({ length: 200 }, (_, n) => persona(`PRSNNN80A01H${String(n).padStart(3, '0')}X`));
    const answers = await Promise.all(
      people.map(async (user) => {
        const who = callerOf(front.rig, { user });
        const [{ body }, list] = await Promise.all([who.call('utente'), who.call('listaPosizioni')]);
        return [body.data.Id, body.data.CodiceFiscale, list.status];
      }),
    );
    expect(answers).toEqual(people.map(({ id, codice_fiscale }) => [id, codice_fiscale, 200]));
    expect(front.server.seen).toHaveLength(2 * people.length);
  });
});

describe('a send', () => {
  const send = (headers: Record<string, string>, who = {}) =>
    callerOf(front.rig, { user: ANNA, ...who }).call('codiceEmail', { email: EMAIL }, { headers });
  const sends = () => asked().filter((line) => line.startsWith('POST '));

  test.each([
    ['of another site', { origin: 'https://evil.example' }, {}],
    ['that a browser says is of another site', { 'sec-fetch-site': 'cross-site' }, {}],
    ['without a token', {}, { token: null }],
    ['with an empty token', {}, { token: '' }],
  ])('%s is refused here', async (_what, headers, who) => {
    const { status, body } = await send(headers, who);
    expect([status, body.code]).toEqual([419, 'token']);
    expect(sends()).toEqual([]);
  });

  test('with a token that is not of this browser is refused behind', async () => {
    const { status, body } = await send({}, { token: callerOf(front.rig).token() });
    expect([status, body.code]).toEqual([419, 'token']);
    expect(front.behind.mails).toEqual([]);
  });

  test('from a page that was made for another person is refused here, in words', async () => {
    const anna = callerOf(front.rig, { user: ANNA });
    const token = anna.token();
    const cookie = (who: typeof ANNA) =>
      `prova-utente=${Buffer.from(JSON.stringify(who)).toString('base64url')}; XSRF-TOKEN=${token}`;
    const headers = { ...JSON_BODY, cookie: cookie(BRUNO_CODICE) };
    const marked = anna.as({ token: `${token}.${personMark(front.rig.house.signer, ANNA)}` });
    const { status, body } = await marked.ask('POST', '/api/v1/posizione/new', { raw: '{}', headers });
    expect([status, body.message]).toEqual([419, expect.stringContaining('un’altra persona')]);
    expect(sends()).toEqual([]);
    const own = await marked.ask('POST', '/api/v1/posizione/new', {
      raw: '{}',
      headers: { ...headers, cookie: cookie(ANNA) },
    });
    expect([own.status, own.body.code]).toEqual([422, 'invalid']);
  });

  test('of a draft is answered here, and needs the token of the cookie', async () => {
    const draft = { percorso: '/segnalazione', passo: 'dati', valori: { oggetto: 'x' } };
    const anna = callerOf(front.rig);
    expect((await anna.call('salvaBozza', draft)).status).toBe(200);
    expect((await anna.as({ token: callerOf(front.rig).token() }).call('salvaBozza', draft)).status).toBe(419);
    expect([await countRows(front.own, 'bozze'), await countRows(front.behind, 'bozze')]).toEqual([1, 0]);
    expect(sends()).toEqual([]);
  });
});

describe('an answer', () => {
  /** Answers of every kind: with data, unchanged, refused, to a guest and to a person. */
  async function everyKind(): Promise<RigAnswer[]> {
    const anna = callerOf(front.rig, { user: ANNA });
    const { id } = await sendSegnalazione(anna);
    const detail = { id, email: EMAIL };
    const read = await anna.call('dettaglioPratica', detail);
    const etag = read.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    return [
      read,
      await anna.call('dettaglioPratica', detail, { headers: { 'if-none-match': etag } }),
      await anna.call('utente'),
      await callerOf(front.rig).call('utente'),
      await anna.call('listaEnti'),
      await anna.call('opzioniSegnalazione'),
      await anna.call('codiceEmail', { email: 'x' }),
      await anna.ask('GET', '/api/v1/nessuno'),
      await anna.ask('PUT', '/api/v1/user'),
    ];
  }

  test('is kept by no cache and on no device', async () => {
    const answers = await everyKind();
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 200, 401, 200, 200, 422, 404, 405]);
    expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(answers.map(() => 'private, no-store'));
  });

  test('never shows where it comes from', async () => {
    const answers = await everyKind();
    const { host } = new URL(front.server.url);
    for (const { status, headers, bytes } of answers) {
      const shown = `${status} ${[...headers].flat().join(' ')} ${bytes.toString('latin1')}`;
      expect(shown).not.toContain(host);
      expect([...headers.keys()]).not.toContain('server');
      expect([...headers.keys()]).not.toContain('set-cookie');
    }
  });

  test('of a back end that is gone is in words, for pages and sends alike, and is no error of ours', async () => {
    const gone = await startFront();
    try {
      await gone.server.close();
      const anna = callerOf(gone.rig);
      const { host } = new URL(gone.server.url);
      for (const answer of [await anna.call('listaEnti'), await anna.call('utente')]) {
        expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
        expect(answer.body.message).toBe('Il sistema del Comune non risponde in questo momento. Riprova tra poco.');
        expect(JSON.stringify([answer.body, ...answer.headers])).not.toContain(host);
      }
      expect(gone.rig.reports).toEqual([]);
      // What the portal keeps itself goes on.
      await expect(gone.rig.house.backEnd.check()).rejects.toMatchObject({ code: 'unavailable' });
    } finally {
      await gone.close();
    }
  });
});

describe('an upload', () => {
  const LIMIT = 10 * 1024 ** 2;
  const MULTIPART = { 'content-type': 'multipart/form-data; boundary=confine' };
  const HEAD = '--confine\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
  const bytes = (text: string) => new TextEncoder().encode(text);
  const uploads = () => front.server.seen.filter(({ path }) => path === UPLOAD);

  test('goes there while it arrives here', async () => {
    let more: ReadableStreamDefaultController<Uint8Array> | undefined;
    const raw = new ReadableStream<Uint8Array>({
      start: (controller) => {
        more = controller;
        controller.enqueue(bytes(HEAD));
      },
    });
    const answer = callerOf(front.rig).ask('POST', UPLOAD, { raw, headers: MULTIPART });
    await expect.poll(() => uploads()[0]?.bytes).toBe(HEAD.length);
    more?.enqueue(bytes('x'.repeat(1000)));
    await expect.poll(() => uploads()[0]?.bytes).toBe(HEAD.length + 1000);
    more?.enqueue(bytes('\r\n--confine--\r\n'));
    more?.close();
    // No PDF, so that it is refused behind once it is whole.
    expect((await answer).status).not.toBe(503);
    expect(front.rig.reports).toEqual([]);
  });

  test('above the limit by its own length is refused here, before a byte of it', async () => {
    const headers = { ...MULTIPART, 'content-length': String(LIMIT * 2) };
    const refused = await callerOf(front.rig).ask('POST', UPLOAD, { raw: bytes(HEAD), headers });
    expect([refused.status, refused.body.code]).toEqual([413, 'too_large']);
    expect(refused.body.errors.file[0]).toContain('10 MB');
    expect(uploads()).toEqual([]);
  });

  test('that grows above the limit is broken off, and refused in words', async () => {
    let taken = 0;
    let left = false;
    const part = new Uint8Array(256 * 1024);
    const raw = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await pause(0); // the reader has its turn between two parts
        taken += part.length;
        controller.enqueue(taken === part.length ? bytes(HEAD) : part);
      },
      cancel: () => {
        left = true;
      },
    });
    const refused = await callerOf(front.rig).ask('POST', UPLOAD, { raw, headers: MULTIPART });
    expect([refused.status, refused.body.code]).toEqual([413, 'too_large']);
    expect(refused.body.errors.file[0]).toContain('10 MB');
    await expect.poll(() => left).toBe(true);
    expect(uploads()[0]?.bytes).toBeLessThanOrEqual(LIMIT + 64 * 1024);
    expect(taken).toBeLessThan(LIMIT * 2);
    expect(await countRows(front.behind, 'allegati')).toBe(0);
    expect(front.rig.reports).toEqual([]);
  });

  test.each([
    ['JSON', JSON_BODY, '{}'],
    ['text', { 'content-type': 'text/plain' }, 'x'],
    ['a form without its boundary', { 'content-type': 'multipart/form-data' }, 'x'],
  ])('of %s is refused here', async (_what, headers, raw) => {
    const { status, body } = await callerOf(front.rig).ask('POST', UPLOAD, { raw, headers });
    expect([status, body.code]).toEqual([415, 'wrong_type']);
    expect(uploads()).toEqual([]);
  });
});
