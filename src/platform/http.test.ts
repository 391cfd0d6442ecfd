import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  callerOf,
  cittadino,
  countRows,
  onBoth,
  onOneInTurn,
  operatore,
  pdfFile,
  type Rig,
  type RigCaller,
  segnalazione,
  sendSegnalazione,
} from '../../tests/rig.ts';
import { apiOperations } from '../api.ts';
import type { CallContext } from '../context.ts';
import type { OperationName } from '../handlers.ts';
import type { ApiOperation } from './contract.ts';
import { answerCall } from './http.server.ts';
import { placeName } from './monitoring/filter.ts';
import { fillPath, pathNames } from './path-template.ts';
import type { NamedOperation } from './run.server.ts';
import { csrfToken, newVisitor } from './visitor.server.ts';

const ALL = Object.entries(apiOperations) as unknown as [OperationName, ApiOperation][];
const WRITES = ALL.filter(([, op]) => op.method !== 'GET');
const pathOf = (op: ApiOperation, id = 'A'.repeat(24)) =>
  fillPath(op.path, Object.fromEntries(pathNames(op.path).map((name) => [name, id]))).path.replace(
    /(?<=bozze)$/,
    op.method === 'DELETE' ? '?percorso=/segnalazione' : '',
  );
const JSON_BODY = { 'content-type': 'application/json' };

/** A case with a file and a draft, to be changed. */
async function furnished(rig: Rig) {
  const anna = callerOf(rig);
  const pratica = await sendSegnalazione(anna);
  await anna.call('salvaBozza', { percorso: '/segnalazione', passo: 'dati', valori: { oggetto: 'x' } });
  rig.clock.pass(3600_000);
  await anna.confirm(pratica.email);
  return { anna, pratica };
}

onOneInTurn('anti-forgery', (rig) => {
  // A provider's server signs its calls instead: it has no visitor.
  const FROM_BROWSERS = WRITES.filter(([, op]) => op.signedBy === undefined);
  test.each(FROM_BROWSERS)('%s changes nothing without the visitor’s own token', async (name, operation) => {
    const { anna, pratica } = await furnished(rig);
    const before = await rig.dump();
    const body = JSON.stringify({
      ...segnalazione(),
      ...pratica,
      percorso: '/segnalazione',
      passo: 'dati',
      valori: {},
      stelle: 5,
      testo: 'x',
    });
    const raw = operation.method === 'POST' ? { raw: body } : {};
    const path = pathOf(operation);
    const others = csrfToken(rig.house.signer, newVisitor());
    const mine = anna.token();
    const tries = [
      anna.as({ token: null }).ask(operation.method, path, { ...raw, headers: JSON_BODY }),
      anna.as({ token: '' }).ask(operation.method, path, { ...raw, headers: JSON_BODY }),
      anna.as({ token: others }).ask(operation.method, path, { ...raw, headers: JSON_BODY }),
      anna.as({ token: null }).ask(operation.method, `${path}${path.includes('?') ? '&' : '?'}_token=${mine}`, {
        ...raw,
        headers: JSON_BODY,
      }),
      anna.ask(operation.method, path, { ...raw, headers: { ...JSON_BODY, origin: 'https://evil.test' } }),
      anna.ask(operation.method, path, { ...raw, headers: { ...JSON_BODY, 'sec-fetch-site': 'cross-site' } }),
      anna.ask(operation.method, path, { ...raw, headers: { ...JSON_BODY, cookie: '' } }),
    ];
    for (const answer of await Promise.all(tries))
      expect([name, answer.status, answer.body.code]).toEqual([name, 419, 'token']);
    expect(await rig.dump()).toBe(before);
  });

  test('the table above has as many rows that write as the contract', () => {
    expect(WRITES.length).toBeGreaterThanOrEqual(9);
  });

  test('reading needs no token', async () => {
    expect((await callerOf(rig, { token: null }).call('listaEnti')).status).toBe(200);
  });
});

onOneInTurn('methods', (rig) => {
  test.each(WRITES)('%s is not done by GET, HEAD or an override header', async (_, operation) => {
    const { anna } = await furnished(rig);
    // A reading may be counted.
    const contents = async () => {
      await rig.house.db.deleteFrom('limiti').execute();
      return rig.dump();
    };
    const before = await contents();
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH']) {
      const headers = { 'x-http-method-override': operation.method, 'x-method-override': operation.method };
      const { status } = await anna.ask(method, pathOf(operation), { headers });
      // A path that is also read by GET gives the reading.
      expect([200, 401, 404, 405, 422]).toContain(status);
    }
    expect(await contents()).toBe(before);
  });

  test('a call that only writes answers GET with 405, an unknown one with 404', async () => {
    const anna = callerOf(rig);
    const read = await anna.ask('GET', '/api/v1/generic/segnalazione/new');
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await anna.ask('POST', '/api/v1/generic/segnalazione/list')).status).toBe(405);
    expect((await anna.ask('GET', '/api/v1/niente')).status).toBe(404);
    expect((await anna.ask('GET', '/api/v1/generic/segnalazione/NEW')).status).toBe(404);
  });
});

onBoth('bodies and parameters', (rig) => {
  const send = (raw: string, type = 'application/json', path = '/api/v1/generic/segnalazione/new') =>
    callerOf(rig).ask('POST', path, { raw, headers: { 'content-type': type } });

  test.each([
    ['text/plain', '{}', 415],
    ['application/xml', '<a/>', 415],
    ['application/json', '{"a":', 422],
    ['application/json', '[]', 422],
    ['application/json', 'null', 422],
    ['application/json', `{"x":"${'x'.repeat(70_000)}"}`, 413],
    ['application/x-www-form-urlencoded', `x=${'x'.repeat(70_000)}`, 413],
    ['application/json', `{"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 422],
    ['application/json', `{${Array.from({ length: 5000 }, (_, i) => `"k${i}":1`).join()}}`, 422],
    ['multipart/form-data; boundary=x', 'niente', 422],
  ])('%s is answered without an internal error', async (type, raw, status) => {
    const answer = await send(raw, type);
    expect([answer.status, typeof answer.body.message]).toEqual([status, 'string']);
    expect(rig.reports).toEqual([]);
  });

  test('nesting does not break the fingerprint of a send', async () => {
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    const deep = `${'['.repeat(8)}${']'.repeat(8)}`;
    const raw = `${JSON.stringify(segnalazione()).slice(0, -1)},"altro":${deep}}`;
    const path = '/api/v1/generic/segnalazione/new';
    const sent = await anna.ask('POST', path, { raw, headers: JSON_BODY, key: 'chiave-profonda' });
    expect(sent.status).toBe(201);
  });

  test('form data and JSON have the same effect', async () => {
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    const { filesAllegati: _files, ...texts } = segnalazione();
    const raw = new URLSearchParams({ ...texts, privacy: 'on', filesAllegati: '' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await anna.ask('POST', '/api/v1/generic/segnalazione/new', { raw, headers })).status).toBe(201);
  });

  test('a name that occurs twice is refused, in the query and in a body', async () => {
    const { pratica } = await furnished(rig);
    const path = '/api/v1/generic/segnalazione/detail';
    const twice = await callerOf(rig).ask('GET', `${path}?email=${pratica.email}&id=${pratica.id}&id=${pratica.id}`);
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([422, ['id']]);
    const form = new URLSearchParams(segnalazione() as never);
    form.append('email', 'bruno@esempio.it');
    const sent = await send(form.toString(), 'application/x-www-form-urlencoded');
    expect([sent.status, Object.keys(sent.body.errors)]).toContainEqual(422);
    expect(sent.body.errors.email).toBeDefined();
  });

  test('a name in the path is not overruled by query or body', async () => {
    const anna = callerOf(rig);
    const path = `/api/v1/portale/allegati/${'A'.repeat(24)}`;
    expect((await anna.ask('GET', `${path}?id=corto`)).status).toBe(404);
  });

  test.each([
    ['GET', '/api/v1/generic/ente?cerca=x'],
    ['GET', '/api/v1/generic/segnalazione/detail?id=x&email=x&vist=operatore'],
    ['GET', '/api/v1/portale/operatore/pratiche?cerca=x'],
    ['POST', '/api/v1/portale/pratiche/letto?urgente=1'],
    ['DELETE', '/api/v1/portale/allegati/x?tutti=1'],
  ])('%s %s names a parameter that does not exist, and is refused with its name', async (method, path) => {
    const { status, body } = await callerOf(rig).ask(method, path);
    const name = [...new URL(path, 'http://x').searchParams.keys()].at(-1) as string;
    expect([status, body.errors]).toMatchObject([422, { [name]: [expect.stringContaining('non esiste')] }]);
  });

  test('names of properties that every object has change nothing', async () => {
    const bodies = [
      '{"__proto__":{"inquinato":1},"constructor":{"prototype":{"inquinato":1}}}',
      '{"filesAllegati":[{"__proto__":{"inquinato":1},"Id":"x"}],"ente":{"__proto__":{"inquinato":1}}}',
    ];
    for (const raw of bodies) expect((await send(raw)).status).toBe(422);
    expect((await send('__proto__[inquinato]=1&a[__proto__][x]=1', 'application/x-www-form-urlencoded')).status).toBe(
      422,
    );
    expect((await callerOf(rig).ask('GET', '/api/v1/generic/ente?__proto__[inquinato]=1&__proto__=x')).status).toBe(
      422,
    );
    expect(({} as Record<string, unknown>).inquinato).toBeUndefined();
  });

  test.each(["' OR '1'='1", '%', '_', '"; drop table pratiche; --', '\0', '../../etc/passwd', '%00', '\ud800'])(
    'a value is only ever a value: %j',
    async (value) => {
      const { pratica } = await furnished(rig);
      for (const fields of [
        { ...pratica, id: value },
        { ...pratica, email: value },
      ]) {
        const { status } = await callerOf(rig).call('dettaglioPratica', fields);
        expect([404, 422]).toContain(status);
      }
      expect((await callerOf(rig).call('togliFile', { id: value })).status).toBe(404);
      expect(rig.reports).toEqual([]);
      expect(await countRows(rig, 'pratiche')).toBe(1);
    },
  );

  test('an error does not show what happened inside, and is reported once', async () => {
    const broken = { ...rig.house, db: undefined as never };
    const { status, body } = await callerOf({ ...rig, house: broken }).call('listaSegnalazioni');
    expect(status).toBe(401);
    const failing = await callerOf({ ...rig, house: { ...broken } }).call('dettaglioPratica', {
      id: 'A'.repeat(24),
      email: 'a@x.it',
    });
    expect([failing.status, failing.body]).toEqual([
      500,
      { message: 'Non siamo riusciti a completare l’operazione. Riprova tra poco.', code: 'failed' },
    ]);
    expect(body.message).toBe('Per continuare devi accedere.');
    expect(rig.reports).toHaveLength(1);
  });

  test('a case and its files are not stored on the device of a logged-in person, and are revalidated by their version', async () => {
    const anna = callerOf(rig);
    const { body } = await anna.call('caricaFile', { file: pdfFile() });
    const pratica = await sendSegnalazione(anna, { filesAllegati: [{ Id: body.data.Id }] });
    const shown: [OperationName, Record<string, string>][] = [
      ['dettaglioPratica', pratica],
      ['scaricaFile', { id: body.data.Id, email: pratica.email }],
    ];
    for (const [name, { id = '', email = '' }] of shown) {
      const guest = await anna.call(name, { id, email });
      expect([name, guest.status, guest.headers.get('cache-control')]).toEqual([name, 200, 'private, no-cache']);
      const logged: [RigCaller, Record<string, string>][] = [
        [anna.as({ user: cittadino('c1') }), { id, email }],
        [anna.as({ user: operatore('borgo') }), { id, email, vista: 'operatore' }],
      ];
      for (const [who, fields] of logged) {
        const seen = await who.call(name, fields);
        expect([name, seen.status, seen.headers.get('cache-control')]).toEqual([name, 200, 'private, no-store']);
        const etag = seen.headers.get('etag') ?? '';
        const again = await who.call(name, fields, { headers: { 'if-none-match': etag } });
        expect([name, again.status, again.headers.get('cache-control')]).toEqual([name, 304, 'private, no-store']);
      }
    }
  });

  test('answers are never for a shared cache, and state their type', async () => {
    const { headers } = await callerOf(rig).call('listaEnti');
    expect(headers.get('cache-control')).toMatch(/private/);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

onBoth('values of the wrong type', (rig) => {
  const WRONG = [7, true, null, [], {}, ['x'], { $ne: 1 }, 'x'.repeat(9000), '\ud800', Number.MAX_SAFE_INTEGER];
  const names = (op: ApiOperation) => Object.keys((op.input as unknown as z.ZodMiniObject).shape);

  test.each(ALL)('%s never answers with an internal error or in English', async (name, operation) => {
    const user = operatore('borgo');
    for (const value of WRONG) {
      await rig.house.db.deleteFrom('limiti').execute();
      const fields = Object.fromEntries(names(operation).map((field) => [field, value]));
      for (const part of pathNames(operation.path)) fields[part] = String(value).slice(0, 50) || 'x';
      const { status, body } = await callerOf(rig, { user }).call(name, fields);
      expect([name, value, status < 500]).toEqual([name, value, true]);
      for (const [field, messages] of Object.entries((body?.errors ?? {}) as Record<string, string[]>)) {
        for (const message of messages) {
          expect([field, message]).toEqual([field, expect.stringMatching(/^[A-ZÈL].*[.]$/s)]);
          expect(message).not.toMatch(/\b(invalid|input|expected|required|received|must|string|value)\b/i);
        }
      }
    }
    expect(rig.reports).toEqual([]);
  });
});

describe('inputs of 100 kB made to be slow', () => {
  const WORST = [
    'a',
    '@',
    '.',
    ' ',
    '0',
    'a.',
    'a@',
    '-',
    '\n',
    '(0)',
    '39',
    'A0',
    '\u0301',
    '😀',
    '<',
    '%',
    '/',
    'à ',
  ];
  const shapes = ALL.flatMap(([name, operation]) => {
    const { shape } = operation.input as unknown as z.ZodMiniObject;
    return Object.entries(shape).map(([field, schema]) => [`${name}.${field}`, schema as z.ZodMiniType] as const);
  });

  // The limit is the test's own time limit: a pattern that backtracks would need minutes.
  test.each(shapes)('%s is checked in time', { timeout: 3000 }, (_, schema) => {
    for (const unit of WORST) {
      const text = unit.repeat(100_000 / unit.length);
      for (const value of [text, `${text}!`, `a@${text}`, `${text}@x.it`]) z.safeParse(schema, value);
    }
  });
});

onBoth('an answer', (rig) => {
  /** The call of a table with one row. */
  const ask = (named: NamedOperation) => {
    const ctx = { house: rig.house, db: rig.house.db, user: null } as CallContext;
    const match = () => ({ named, params: {} });
    return answerCall(
      new Request('http://portale/api/v1/prova'),
      { match, rules: { known: async () => false, remember: async () => undefined } },
      { ctx, refused: null },
    );
  };
  const output = z.string();
  const row = {
    summary: 'x',
    method: 'GET',
    path: '/api/v1/prova',
    access: 'anyone',
    input: z.object({}),
    output,
  } as const;

  test('an answer with a version is built each time and is not kept in the process', async () => {
    let times = 0;
    const run = async () => `${++times}`;
    const named = {
      name: 'prova',
      operation: row,
      handler: { version: async () => 'una', run },
    } as unknown as NamedOperation;
    const bodies = [await ask(named), await ask(named)].map((response) => response.text());
    expect(await Promise.all(bodies)).toEqual(['{"data":"1"}', '{"data":"2"}']);
  });

  test('a call is measured under the name of its operation, which no filter mistakes for personal data', async () => {
    const spans: string[] = [];
    const span = <T>(name: string, work: () => Promise<T>) => {
      spans.push(name);
      return work();
    };
    const anna = callerOf({ ...rig, house: { ...rig.house, monitoring: { ...rig.house.monitoring, span } } });
    for (const [, operation] of ALL) await anna.ask(operation.method, pathOf(operation));
    await anna.ask('GET', '/api/v1/mario.rossi@posta.example');
    expect(spans).toEqual([...ALL.map(([name]) => name), 'api']);
    expect(spans.map(placeName)).toEqual(spans);
  });
});
