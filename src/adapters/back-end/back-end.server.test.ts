/** What goes to the back end and when: paths, headers, cookies, tokens, second tries, redirects, uploads. */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { browserWith, FRONT_ORIGIN, portTo } from '../../../tests/back-end-port.ts';
import {
  type RawAnswer,
  type RawServer,
  rawAnswer,
  rawJson,
  startRawServer,
} from '../../../tests/doubles/raw-server.ts';
import { pdfFile } from '../../../tests/rig.ts';
import { namedOperation, type OperationName } from '../../handlers.ts';
import type { BackEndAsk, BackEndCaller } from '../../platform/back-end/back-end.ts';
import type { FileAnswer } from '../../platform/contract.ts';
import { PortalError } from '../../platform/errors.ts';
import { duringRequest, namingRequest } from '../../platform/monitoring/request.server.ts';
import type { BackEndOptions } from './back-end.server.ts';

let server: RawServer;
beforeAll(async () => {
  server = await startRawServer((socket) => socket.end());
});
beforeEach(() => {
  server.requests.length = 0;
  server.onHead = undefined;
});
afterAll(() => server.close());

const ID = 'A'.repeat(24);
const OTP = { email: 'anna@esempio.it' };
const SENT = rawJson(201, { data: 'Codice inviato' });
const COOKIES = 'session=anna; XSRF-TOKEN=t%3D';
const AWAY = { code: 'unavailable', message: expect.stringMatching(/^Il sistema del Comune non risponde/) };

type Asked = { as?: BackEndCaller; how?: BackEndAsk; at?: string; over?: Partial<BackEndOptions> };

function ask(name: OperationName, fields: Record<string, unknown>, { as, how = {}, at = '', over }: Asked = {}) {
  const { port } = portTo(server.url + at, over);
  return port.ask(namedOperation(name) as never, fields, as ?? browserWith(COOKIES), how);
}
const say = (text: string): void => {
  server.answer = (socket) => socket.write(text);
};
/** Answers the requests in this order, the last one for all that follow. */
function sayInTurn(...answers: (string | RawAnswer)[]): void {
  server.answer = (socket, request) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (typeof answer === 'function') answer(socket, request);
    else socket.write(answer ?? '');
  };
}
const asked = () => server.requests.map(({ method, path }) => `${method} ${path}`);
const TOKEN_GIVEN = 'HTTP/1.1 204 No Content\r\nset-cookie: XSRF-TOKEN=new; Path=/; Domain=back.example\r\n\r\n';
const EXPIRED = rawJson(419, { message: 'CSRF token mismatch.' });

describe('a question', () => {
  test('of a read has the fields of the contract in its address, and no other that a client adds', async () => {
    say(rawJson(200, { data: [] }));
    await ask('listaEnti', { q: 'borgo', admin: '1', 'filter[sql]': 'x', __proto__x: '' });
    expect(asked()).toEqual(['GET /api/v1/generic/ente?q=borgo']);
  });

  test('has the citizen’s cookies, the origin of the portal and the address, and nothing else of the request', async () => {
    say(rawJson(200, { data: [] }));
    await ask('listaEnti', { q: 'borgo è' }, { as: browserWith('session=anna; visitatore=x', '203.0.113.9') });
    const [{ path, headers } = { path: '', headers: {} }] = server.requests;
    expect(path).toBe('/api/v1/generic/ente?q=borgo+%C3%A8');
    expect(headers).toMatchObject({
      accept: 'application/json',
      cookie: 'session=anna',
      origin: FRONT_ORIGIN,
      referer: `${FRONT_ORIGIN}/`,
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'portale.example',
      'x-forwarded-proto': 'https',
      host: server.url.slice('http://'.length),
      'x-requested-with': 'XMLHttpRequest',
    });
    expect(Object.keys(headers)).not.toContain('x-xsrf-token');
  });

  test('without cookies has none', async () => {
    say(rawJson(200, { data: [] }));
    await ask('listaEnti', {}, { as: browserWith() });
    expect(Object.keys(server.requests[0]?.headers ?? {})).not.toContain('cookie');
  });

  test('has the id of the request that it is asked for', async () => {
    say(rawJson(200, { data: [] }));
    const id = 'a1'.repeat(16);
    await duringRequest({ id }, () => ask('listaEnti', {}, { over: { fetch: namingRequest(fetch) } }));
    expect(server.requests[0]?.headers['x-request-id']).toBe(id);
  });

  test('has the version that the browser has, and the answer that there is no newer one', async () => {
    say('HTTP/1.1 304 Not Modified\r\netag: "2"\r\n\r\n');
    const detail = { id: ID, ...OTP };
    const given = await ask('dettaglioPratica', detail, { how: { ifNoneMatch: '"2"' } });
    expect(given).toEqual({ output: undefined, etag: '"2"', unchanged: true });
    expect(server.requests[0]?.headers['if-none-match']).toBe('"2"');
    say('HTTP/1.1 304 Not Modified\r\n\r\n');
    expect(await ask('dettaglioPratica', detail, { how: { ifNoneMatch: '"2"' } })).toMatchObject({ etag: '"2"' });
  });

  test('goes below the path of the back end', async () => {
    say(rawJson(200, { data: [] }));
    await ask('listaEnti', {}, { at: '/portale/v2' });
    await ask('entiPerCategoria', { category: 'SF510', optional: 'ICP' }, { at: '/portale/v2' });
    await ask('entiPerCategoria', { category: 'SF510' });
    expect(asked()).toEqual([
      'GET /portale/v2/api/v1/generic/ente',
      'GET /portale/v2/api/v1/generic/ente/list/SF510/ICP',
      'GET /api/v1/generic/ente/list/SF510',
    ]);
  });

  test.each(['..', '.', '../../admin', 'x/../../../admin', '..\\..\\admin', 'a\\..'])(
    'does not leave its path with %j, and is not asked at all',
    async (category) => {
      const refused = await ask('entiPerCategoria', { category }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'not_found' });
      expect(server.requests).toEqual([]);
    },
  );

  test.each([
    ['/admin', '%2Fadmin'],
    ['//evil.example/x', '%2F%2Fevil.example%2Fx'],
    ['%2e%2e%2fadmin', '%252e%252e%252fadmin'],
    ['%2e%2e', '%252e%252e'],
    ['x?admin=1#y', 'x%3Fadmin%3D1%23y'],
    ['x\r\nhost: evil.example', 'x%0D%0Ahost%3A%20evil.example'],
    ['https://evil.example', 'https%3A%2F%2Fevil.example'],
  ])('has %j as one segment of its path', async (category, segment) => {
    say(rawJson(200, { data: [] }));
    await ask('entiPerCategoria', { category });
    expect(asked()).toEqual([`GET /api/v1/generic/ente/list/${segment}`]);
  });

  test('with half a letter in its path is not asked', async () => {
    const profile = {
      calls: { codiceEmail: { path: '/api/v1/otp/{email}' as const, to: () => ({ email: '\ud83d' }) } },
    };
    await expect(ask('codiceEmail', OTP, { over: { profile } })).rejects.toMatchObject({ code: 'not_found' });
    expect(server.requests).toEqual([]);
  });

  test('that the contract refuses is not asked', async () => {
    const refused = await ask('codiceEmail', { email: 'anna' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'invalid', fields: { email: [expect.any(String)] } });
    expect(server.requests).toEqual([]);
  });
});

describe('a send', () => {
  test('has the fields of the contract in JSON, the token of the cookie and the key', async () => {
    say(SENT);
    await ask('codiceEmail', { ...OTP, admin: true, _token: 'x' }, { how: { key: 'chiave-di-prova' } });
    const [sent] = server.requests;
    expect(sent?.headers).toMatchObject({ 'x-xsrf-token': 't=', 'idempotency-key': 'chiave-di-prova' });
    expect(sent?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(sent?.body.toString() ?? '')).toEqual({ ...OTP, 'g-recaptcha-response': '' });
  });

  test('fetches the token when the browser has none, and hands the new cookies to it', async () => {
    sayInTurn(TOKEN_GIVEN, SENT);
    const caller = browserWith('session=anna');
    await ask('codiceEmail', OTP, { as: caller });
    expect(asked()).toEqual(['GET /sanctum/csrf-cookie', 'POST /api/v1/generic/segnalazione/otp']);
    expect(server.requests[1]?.headers).toMatchObject({
      cookie: 'session=anna; XSRF-TOKEN=new',
      'x-xsrf-token': 'new',
    });
    expect(caller.jar.setLines()).toEqual(['XSRF-TOKEN=new; Path=/; SameSite=Lax; Secure']);
  });

  test('with an expired token fetches a new one, and is tried once more', async () => {
    sayInTurn(EXPIRED, TOKEN_GIVEN, SENT);
    expect(await ask('codiceEmail', OTP)).toMatchObject({ output: 'Codice inviato' });
    expect(server.requests.map(({ headers }) => headers['x-xsrf-token'])).toEqual(['t=', undefined, 'new']);
  });

  test('with an expired token has one limit of time for all its questions', async () => {
    const late =
      (text: string): RawAnswer =>
      (socket) =>
        void setTimeout(() => socket.write(text), 300);
    sayInTurn(late(EXPIRED), late(TOKEN_GIVEN), SENT);
    await expect(ask('codiceEmail', OTP, { over: { timeoutMs: 450 } })).rejects.toMatchObject({ code: 'unavailable' });
    expect(server.requests).toHaveLength(2);
  });

  test('is not tried a third time', async () => {
    sayInTurn(EXPIRED, TOKEN_GIVEN, EXPIRED);
    await expect(ask('codiceEmail', OTP)).rejects.toMatchObject({ code: 'token', status: 419 });
    expect(server.requests).toHaveLength(3);
  });

  test('of a script is not tried again: its page fetches the token', async () => {
    sayInTurn(EXPIRED);
    await expect(ask('codiceEmail', OTP, { how: { token: 'of-the-script' } })).rejects.toMatchObject({ code: 'token' });
    expect(server.requests.map(({ headers }) => headers['x-xsrf-token'])).toEqual(['of-the-script']);
  });

  test.each([
    ['no cookie comes', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['it is a page', rawAnswer(404, '<p>404</p>', 'content-type: text/html', 'set-cookie: XSRF-TOKEN=x')],
    ['it leads elsewhere', 'HTTP/1.1 302 Found\r\nlocation: https://evil.example/\r\ncontent-length: 0\r\n\r\n'],
  ])('is not made without a token: %s', async (_what, answer) => {
    sayInTurn(answer);
    await expect(ask('codiceEmail', OTP, { as: browserWith() })).rejects.toMatchObject(AWAY);
    expect(asked()).toEqual(['GET /sanctum/csrf-cookie']);
  });

  test('that deletes has the token, too', async () => {
    say('HTTP/1.1 204 No Content\r\n\r\n');
    await ask('togliPosizione', { id: ID });
    expect(server.requests[0]).toMatchObject({ method: 'DELETE', path: `/api/v1/posizione/delete/${ID}` });
    expect(server.requests[0]?.headers['x-xsrf-token']).toBe('t=');
  });
});

describe('a connection that breaks before an answer', () => {
  const broken: RawAnswer = (socket) => socket.resetAndDestroy();

  test('lets a call that reads be asked once more', async () => {
    sayInTurn(broken, rawJson(200, { data: [] }));
    expect((await ask('listaEnti', {})).output).toEqual([]);
    expect(server.requests).toHaveLength(2);
  });

  test('lets it be asked no third time', async () => {
    sayInTurn(broken);
    await expect(ask('listaEnti', {})).rejects.toMatchObject(AWAY);
    expect(server.requests).toHaveLength(2);
  });

  test.each<[string, OperationName, Record<string, unknown>]>([
    ['sends', 'codiceEmail', OTP],
    ['deletes', 'togliPosizione', { id: ID }],
  ])('lets a call that %s be asked once: it may have been done', async (_what, name, fields) => {
    sayInTurn(broken);
    await expect(ask(name, fields)).rejects.toMatchObject(AWAY);
    expect(server.requests).toHaveLength(1);
  });

  test('is told at once where nobody listens', async () => {
    const gone = await startRawServer(() => undefined);
    await gone.close();
    const { port } = portTo(gone.url);
    await expect(port.ask(namedOperation('listaEnti') as never, {}, browserWith(), {})).rejects.toMatchObject(AWAY);
    await expect(port.check()).rejects.toMatchObject(AWAY);
  });
});

describe('a kept-alive connection', () => {
  test('is used for the next call', async () => {
    const fresh = await startRawServer((socket) => socket.write(rawJson(200, { data: [] })));
    onTestFinished(() => fresh.close());
    const { port } = portTo(fresh.url);
    for (let call = 0; call < 10; call++)
      await port.ask(namedOperation('listaEnti') as never, {}, browserWith(`session=${call}`), {});
    expect(fresh.requests.map(({ headers }) => headers.cookie)).toEqual(
      Array.from({ length: 10 }, (_, call) => `session=${call}`),
    );
    expect(new Set(fresh.requests.map(({ connection }) => connection)).size).toBeLessThan(10);
  });

  test.each([
    ['a whole second answer', rawJson(200, { data: [{ Id: 'smuggled' }] }, 'set-cookie: session=evil')],
    ['bytes without meaning', 'x'.repeat(100)],
    ['a longer body than its length', '}}}]'],
  ])('on which %s follows an answer is not used again', async (_what, extra) => {
    sayInTurn(rawJson(200, { data: [] }) + extra, rawJson(200, { data: [] }));
    const first = browserWith('session=anna');
    const second = browserWith('session=bruno');
    expect((await ask('listaEnti', {}, { as: first })).output).toEqual([]);
    expect((await ask('listaEnti', {}, { as: second })).output).toEqual([]);
    expect(server.requests[1]?.connection).not.toBe(server.requests[0]?.connection);
    expect([...first.jar.setLines(), ...second.jar.setLines()]).toEqual([]);
  });

  test('that was closed after its answer is opened again, also for a send', async () => {
    sayInTurn((socket) => socket.end(SENT), SENT);
    await ask('codiceEmail', OTP);
    await expect.poll(() => server.open()).toBe(0);
    expect((await ask('codiceEmail', OTP)).output).toBe('Codice inviato');
  });

  test('gives every one of two hundred calls at once its own answer, and its own cookies', async () => {
    server.answer = (socket, { headers, path }) => {
      const who = /session=(\d+)/.exec(headers.cookie ?? '')?.[1];
      const q = new URL(path, server.url).searchParams.get('q');
      const ente = { Id: `${who}-${q}`, Nome: 'x', CodiceFiscale: 'x', Categorie: [], Pubbliche: [] };
      const answer = rawJson(200, { data: [ente] }, `set-cookie: session=${who}-next; HttpOnly`);
      // In two parts, so that the answers of several connections mix.
      socket.write(answer.slice(0, 60));
      setImmediate(() => socket.write(answer.slice(60)));
    };
    const { port } = portTo(server.url, { timeoutMs: 25_000 });
    const listEnti = namedOperation('listaEnti') as never;
    for (let round = 0; round < 2; round++) {
      const seen = await Promise.all(
        Array.from({ length: 200 }, async (_, n) => {
          const caller = browserWith(`session=${n}`);
          const { output } = await port.ask(listEnti, { q: `q${n}` }, caller, {});
          return [(output as { Id: string }[])[0]?.Id, caller.jar.header, caller.jar.setLines().length];
        }),
      );
      expect(seen).toEqual(Array.from({ length: 200 }, (_, n) => [`${n}-q${n}`, `session=${n}-next`, 1]));
    }
    const connections = new Set(server.requests.map(({ connection }) => connection));
    expect(connections.size).toBeLessThan(server.requests.length);
  });
});

describe('a redirect', () => {
  const to = (location: string, status = 302) =>
    `HTTP/1.1 ${status} Found\r\nlocation: ${location}\r\nset-cookie: seen=1\r\ncontent-length: 0\r\n\r\n`;
  const receipt = (at = '') => ask('ricevutaRedirect', { id: ID }, { at });

  test.each([
    'https://evil.example/api/v1/generic/ente',
    '//evil.example/',
    'http://127.0.0.1:1/',
    'javascript:alert(1)',
    'http://[',
    '',
  ])('to %j is followed by nobody', async (location) => {
    say(to(location));
    for (const asking of [receipt, () => ask('listaEnti', {}), () => ask('codiceEmail', OTP)])
      await expect(asking()).rejects.toMatchObject({ code: 'unavailable' });
    expect(server.requests).toHaveLength(3);
  });

  test('without a place is a fault', async () => {
    say('HTTP/1.1 302 Found\r\ncontent-length: 0\r\n\r\n');
    await expect(receipt()).rejects.toMatchObject(AWAY);
  });

  test('to a call of the back end is given to the browser, as a path of the portal', async () => {
    for (const at of ['', '/v2']) {
      for (const origin of ['', server.url]) {
        say(to(`${origin}${at}/api/v1/portale/pagamenti/${ID}/ricevuta?firma=x`));
        expect((await receipt(at)).output).toEqual({ location: `/api/v1/portale/pagamenti/${ID}/ricevuta?firma=x` });
      }
    }
  });

  test('to an address with the portal’s host, as a framework behind a proxy writes its own, is to the back end', async () => {
    sayInTurn(to(`${FRONT_ORIGIN}/storage/a.pdf`), rawAnswer(200, '%PDF', 'content-type: application/pdf'));
    expect(((await receipt()).output as FileAnswer).type).toBe('application/pdf');
    expect(asked()[1]).toBe('GET /storage/a.pdf');
    say(to(`${FRONT_ORIGIN}//evil.example/a.pdf`));
    await expect(receipt()).rejects.toMatchObject(AWAY);
    expect(server.requests).toHaveLength(3);
  });

  test('to itself does not send the browser in a circle', async () => {
    say(to(`/api/v1/payments/pagopa/ricevuta-redirect/${ID}`));
    await expect(receipt()).rejects.toMatchObject(AWAY);
  });

  test('of a call with data to another call is a fault, and to a page is a login', async () => {
    say(to('/api/v1/generic/segnalazione/options'));
    await expect(ask('listaEnti', {})).rejects.toMatchObject(AWAY);
    say(to('/login'));
    for (const asking of [() => ask('listaEnti', {}), () => ask('codiceEmail', OTP)])
      await expect(asking()).rejects.toMatchObject({ code: 'anonymous' });
    expect(server.requests).toHaveLength(3);
  });

  test('to a file of the back end fetches it with the citizen’s cookies', async () => {
    sayInTurn(to('/storage/a.pdf?x=1'), rawAnswer(200, '%PDF', 'content-type: application/pdf'));
    const { output } = await receipt();
    expect((output as FileAnswer).type).toBe('application/pdf');
    expect(asked()[1]).toBe('GET /storage/a.pdf?x=1');
    expect(server.requests[1]?.headers).toMatchObject({ accept: '*/*', cookie: `${COOKIES}; seen=1` });
    await expect(
      (async () => {
        for await (const part of (output as FileAnswer).bytes as AsyncIterable<Uint8Array>) expect(part.length).toBe(4);
      })(),
    ).resolves.toBeUndefined();
  });

  test('to a page stands for a login', async () => {
    sayInTurn(to('/login'), rawAnswer(200, '<p>Accedi</p>', 'content-type: text/html'));
    await expect(receipt()).rejects.toMatchObject({ code: 'anonymous' });
  });

  test.each(['/v2/../storage/a.pdf', '/storage/a.pdf', '/v2/%2e%2e/storage/a.pdf'])(
    'to %s, beside the path of the back end, is not followed',
    async (location) => {
      say(to(location));
      await expect(receipt('/v2')).rejects.toMatchObject({ code: 'anonymous' });
      expect(server.requests).toHaveLength(1);
    },
  );

  test.each([
    ['to another host at the second step', [to('/a'), to('https://evil.example/b')], 2],
    ['without end', [to('/a')], 4],
    ['to a file that is not there', [to('/a'), rawJson(404, {})], 2],
  ])('%s ends', async (_what, answers, requests) => {
    sayInTurn(...answers);
    await expect(receipt()).rejects.toMatchObject(AWAY);
    expect(server.requests).toHaveLength(requests);
  });
});

describe('an upload', () => {
  const uploadCall = namedOperation('caricaFile') as never;
  const KEPT = { Id: ID, nome: 'a.pdf', tipo: 'application/pdf', dimensione: 4, miniatura: false };
  const type = 'multipart/form-data; boundary=confine';
  const form = Buffer.from('--confine\r\ncontent-disposition: form-data; name="file"\r\n\r\n%PDF\r\n--confine--\r\n');
  const streamFrom = (parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) =>
    Readable.toWeb(Readable.from(parts)) as ReadableStream<Uint8Array>;
  const streamOf = (...parts: Uint8Array[]) => streamFrom(parts);

  test.each([String(form.length), null])('passes on byte for byte, with the length %j', async (length) => {
    say(rawJson(201, { data: KEPT }));
    const parts = streamOf(form.subarray(0, 20), form.subarray(20));
    const { output } = await portTo(server.url).port.upload(uploadCall, { type, length, parts }, browserWith(COOKIES), {
      key: 'chiave-di-prova',
      token: 'of-the-script',
    });
    expect(output).toEqual(KEPT);
    const [sent] = server.requests;
    expect(sent?.body.equals(form)).toBe(true);
    expect(sent?.headers).toMatchObject({
      'content-type': type,
      'x-xsrf-token': 'of-the-script',
      'idempotency-key': 'chiave-di-prova',
      ...(length ? { 'content-length': length } : { 'transfer-encoding': 'chunked' }),
    });
    expect(Object.keys(sent?.headers ?? {})).not.toContain(length ? 'transfer-encoding' : 'content-length');
  });

  test('that ends before its length is sent to nobody as a whole one', async () => {
    say(rawJson(201, { data: KEPT }));
    const upload = { type, length: String(form.length + 10), parts: streamOf(form) };
    const sent = portTo(server.url).port.upload(uploadCall, upload, browserWith(COOKIES), { token: 't' });
    await expect(sent).rejects.toMatchObject(AWAY);
    expect(server.requests).toEqual([]);
  });

  test('that goes beyond its length is sent to nobody', async () => {
    say(rawJson(201, { data: KEPT }));
    const upload = { type, length: '10', parts: streamOf(form) };
    const sent = portTo(server.url).port.upload(uploadCall, upload, browserWith(COOKIES), { token: 't' });
    await expect(sent).rejects.toMatchObject(AWAY);
  });

  test('whose sender goes away is broken off there, too', async () => {
    const parts = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(form.subarray(0, 20)),
    });
    const [kept, gone] = [new AbortController(), new DOMException('gone', 'AbortError')];
    server.onHead = () => kept.abort(gone);
    const cut = parts.pipeThrough(new TransformStream(), { signal: kept.signal });
    const sent = portTo(server.url).port.upload(uploadCall, { type, length: null, parts: cut }, browserWith(COOKIES), {
      token: 't',
    });
    // No fault of the back end: the log says nothing of it.
    await expect(sent).rejects.toMatchObject({ code: 'invalid' });
    await expect.poll(() => server.open()).toBe(0);
    expect(server.requests).toEqual([]);
  });

  test('that is refused here while it arrives is no fault of the back end', async () => {
    const refused = new PortalError('too_large');
    async function* tooMuch() {
      yield form.subarray(0, 20);
      throw refused;
    }
    const upload = { type, length: null, parts: streamFrom(tooMuch()) };
    const sent = portTo(server.url).port.upload(uploadCall, upload, browserWith(COOKIES), { token: 't' });
    await expect(sent).rejects.toBe(refused);
    await expect.poll(() => server.open()).toBe(0);
  });

  test('of a sender who is slow may take longer than a call; a back end that does not answer then may not', async () => {
    say(rawJson(201, { data: KEPT }));
    async function* slowly() {
      for (let at = 0; at < form.length; at += 3) {
        yield form.subarray(at, at + 3);
        await new Promise((done) => setTimeout(done, 60)); // all parts take longer than a call may
      }
    }
    const upload = () => ({ type, length: null, parts: streamFrom(slowly()) });
    const { port } = portTo(server.url, { timeoutMs: 1_000 });
    expect((await port.upload(uploadCall, upload(), browserWith(COOKIES), { token: 't' })).output).toEqual(KEPT);
    server.answer = () => undefined;
    await expect(port.upload(uploadCall, upload(), browserWith(COOKIES), { token: 't' })).rejects.toMatchObject(AWAY);
  });

  test('that is refused before its end is refused in words, and stops', async () => {
    server.onHead = (socket) => socket.write(rawJson(413, { message: 'Payload Too Large' }));
    let stopped = false;
    const parts = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await new Promise((done) => setTimeout(done, 10)); // the answer has time to come before the end
        controller.enqueue(form.subarray(0, 20));
      },
      cancel: () => {
        stopped = true;
      },
    });
    const sent = portTo(server.url).port.upload(uploadCall, { type, length: null, parts }, browserWith(COOKIES), {
      token: 't',
    });
    await expect(sent).rejects.toMatchObject({ code: 'too_large', status: 413 });
    await expect.poll(() => stopped).toBe(true);
  });

  test('of a form without JavaScript is a form again', async () => {
    say(rawJson(201, { data: KEPT }));
    expect((await ask('caricaFile', { file: pdfFile('a.pdf'), note: 'Il palo' })).output).toEqual(KEPT);
    const [sent] = server.requests;
    expect(sent?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(sent?.body.toString('latin1')).toContain('name="note"\r\n\r\nIl palo\r\n');
    expect(sent?.body.toString('latin1')).toContain('filename="a.pdf"');
    expect(sent?.body.toString('latin1')).not.toContain('undefined');
  });
});

describe('a profile', () => {
  const profile = {
    every: { from: (body: unknown) => (body as { payload: unknown }).payload },
    calls: {
      documentiPosizione: {
        path: '/api/v2/properties/{property}/papers' as const,
        to: ({ id, codice }: Record<string, unknown>) => ({ property: id, code: codice }),
      },
      codiceEmail: {
        path: '/api/v2/otp' as const,
        to: ({ email, otp }: Record<string, unknown>) => ({ mail: email, otp }),
      },
    },
  };

  test('says where a call goes and in what words, and reads its answer', async () => {
    say(rawJson(200, { ok: true, payload: [] }));
    const fields = { id: ID, codice: 'QUIxMi0zNA' };
    expect((await ask('documentiPosizione', fields, { over: { profile } })).output).toEqual([]);
    say(rawJson(201, { ok: true, payload: 'Codice inviato' }));
    expect((await ask('codiceEmail', OTP, { over: { profile } })).output).toBe('Codice inviato');
    expect(asked()).toEqual([`GET /api/v2/properties/${ID}/papers?code=QUIxMi0zNA`, 'POST /api/v2/otp']);
    expect(JSON.parse(server.requests[1]?.body.toString() ?? '')).toEqual({ mail: OTP.email });
  });
});
