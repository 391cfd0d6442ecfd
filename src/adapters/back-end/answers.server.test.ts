/** What each answer of a back end means for the citizen: sent byte by byte by a server of the test. */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { browserWith, portTo } from '../../../tests/back-end-port.ts';
import { noteFaults } from '../../../tests/doubles/noted.ts';
import { type RawServer, rawAnswer, rawJson, startRawServer } from '../../../tests/doubles/raw-server.ts';
import { namedOperation, type OperationName } from '../../handlers.ts';
import type { FileAnswer } from '../../platform/contract.ts';
import { PortalError } from '../../platform/errors.ts';
import { isReported } from '../../platform/monitoring/filter.ts';
import type { BackEndOptions } from './back-end.server.ts';

let server: RawServer;
beforeAll(async () => {
  server = await startRawServer((socket) => socket.end(rawJson(200, {})));
});
beforeEach(() => {
  server.requests.length = 0;
});
afterAll(() => server.close());

const named = (name: OperationName) => namedOperation(name) as never;
const COOKIES = 'session=anna; XSRF-TOKEN=t';

/** Asks for this call while the server answers so. */
async function ask(
  name: OperationName,
  fields: Record<string, unknown>,
  answer: string | RawServer['answer'],
  over: Partial<BackEndOptions> = {},
) {
  server.answer = typeof answer === 'string' ? (socket) => socket.write(answer) : answer;
  return portTo(server.url, over).port.ask(named(name), fields, browserWith(COOKIES), {});
}

async function refusal(...given: Parameters<typeof ask>): Promise<PortalError> {
  const error = await ask(...given).then(
    (answer) => new Error(`answered ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PortalError)) throw error;
  expect(isReported(error)).toBe(false);
  return error;
}

const AWAY = {
  code: 'unavailable',
  message: 'Il sistema del Comune non risponde in questo momento. Riprova tra poco.',
};
const OTP = { email: 'anna@esempio.it' };
const HTML = 'content-type: text/html; charset=utf-8';
const JSON_TYPE = 'content-type: application/json';
const BORGO = { Id: 'borgo', Nome: 'Comune di Borgo', CodiceFiscale: '80000000000', Categorie: [], Pubbliche: [] };
const ENTI_OK = { data: [BORGO] };

test('a success is the data of the contract, and what the contract does not name is left out', async () => {
  const { output } = await ask('listaEnti', {}, rawJson(200, { data: [{ interno: 'x', ...BORGO }] }));
  expect(output).toEqual([BORGO]);
});

describe('a refusal', () => {
  test.each<[status: number, code: string]>([
    [400, 'invalid'],
    [401, 'anonymous'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'conflict'],
    [410, 'not_found'],
    [413, 'too_large'],
    [415, 'wrong_type'],
    [422, 'invalid'],
    [423, 'conflict'],
    [429, 'too_many'],
  ])('with status %i is %s in words, whether it comes in JSON or as a page', async (status, code) => {
    for (const answer of [rawJson(status, {}), rawAnswer(status, '<h1>Error</h1>', HTML), rawAnswer(status, '')]) {
      const error = await refusal('codiceEmail', OTP, answer);
      expect(error.code).toBe(code);
      expect(error.message).toMatch(/^[A-ZÈ].*\.$/);
      expect(error.message).not.toMatch(/Error|<|\d{3}/);
    }
  });

  test('of fields has the sentences beside them', async () => {
    const errors = { email: ['Controlla l’indirizzo.', 'Anche il dominio.'], otp: 'Scrivi il codice.' };
    const error = await refusal('codiceEmail', OTP, rawJson(422, { message: 'The given data was invalid.', errors }));
    expect([error.status, error.fields]).toEqual([422, { email: errors.email, otp: [errors.otp] }]);
    expect(error.message).toBe('Alcuni dati non sono corretti.');
  });

  test('of fields in other words has them beside the fields of the contract', async () => {
    const profile = { every: { field: (name: string) => name.replace('mail', 'email') } };
    const answer = rawJson(422, { errors: { mail: ['Controlla.'] } });
    expect((await refusal('codiceEmail', OTP, answer, { profile })).fields).toEqual({ email: ['Controlla.'] });
  });

  test('of fields has no words of a program beside them', async () => {
    const errors = { email: ['SQLSTATE[22001]: too long', 'Controlla.'], otp: ['App\\Rules\\Otp'], note: [] };
    const { fields } = await refusal('codiceEmail', OTP, rawJson(422, { errors }));
    expect(fields).toEqual({ email: ['Controlla.'], otp: ['Valore non ammesso.'], note: ['Valore non ammesso.'] });
  });

  test.each([
    ['an empty table written as a list', { message: 'La pratica è chiusa.', errors: [] }],
    ['a sentence in place of the error', { message: 'La pratica è chiusa.', error: 'Conflict' }],
    ['numbers for codes', { message: 'La pratica è chiusa.', code: 12, reason: null }],
  ])('with %s keeps its sentence', async (_what, body) => {
    const error = await refusal('codiceEmail', OTP, rawJson(409, body));
    expect([error.code, error.message, error.reason]).toEqual(['conflict', 'La pratica è chiusa.', undefined]);
  });

  test.each([
    'SQLSTATE[23000]: Integrity constraint violation',
    'App\\Exceptions\\Handler: x',
    'NullPointerException',
    '<b>no</b>',
    'x'.repeat(301),
  ])('does not show the citizen %j', async (message) => {
    const error = await refusal('codiceEmail', OTP, rawJson(409, { message }));
    expect(error.message).toBe('In questo momento l’operazione non è possibile.');
  });

  test('has the reason that programs read, and no code of ours as one', async () => {
    const body = { success: false, error: { status: 404, codice: 'AVVISO_SCONOSCIUTO', messaggio: 'Non c’è.' } };
    const check = { numero_avviso: '301011100007347557', dominioEC: '80000000000' };
    expect((await refusal('controllaAvviso', check, rawJson(404, body))).reason).toBe('AVVISO_SCONOSCIUTO');
    const plain = { ...body, error: { ...body.error, codice: 'NOT_FOUND' }, code: 'not_found' };
    expect((await refusal('controllaAvviso', check, rawJson(404, plain))).reason).toBeUndefined();
  });

  test.each([
    ['seconds', 'retry-after: 120', 120, 'Hai fatto troppi tentativi. Riprova tra 2 minuti.'],
    ['nothing', 'x: y', undefined, 'Hai fatto troppi tentativi.'],
    ['a past date', 'retry-after: Thu, 01 Jan 1970 00:00:00 GMT', undefined, 'Hai fatto troppi tentativi.'],
    ['a word', 'retry-after: soon', undefined, 'Hai fatto troppi tentativi.'],
    ['a year', 'retry-after: 31536000', undefined, 'Hai fatto troppi tentativi.'],
  ])('with 429 and %s tells the wait in words', async (_what, header, wait, words) => {
    const error = await refusal('codiceEmail', OTP, rawJson(429, { message: 'Too Many Attempts.' }, header));
    expect([error.code, error.retryAfter, error.message]).toEqual(['too_many', wait, words]);
  });

  test('with 429 and a date tells the seconds until then', async () => {
    const at = new Date(Date.now() + 90_000).toUTCString();
    const { retryAfter } = await refusal('codiceEmail', OTP, rawJson(429, {}, `retry-after: ${at}`));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(90);
  });

  test('for a code that could not be sent is 502; the page of a proxy with this status is a fault', async () => {
    expect((await refusal('codiceEmail', OTP, rawJson(502, { message: 'Failed to send OTP' }))).code).toBe(
      'send_failed',
    );
    expect(await refusal('codiceEmail', OTP, rawAnswer(502, '<h1>Bad Gateway</h1>', HTML))).toMatchObject(AWAY);
    expect(await refusal('utente', {}, rawJson(502, { message: 'Failed' }))).toMatchObject(AWAY);
  });
});

const FAULTS: [what: string, answer: string | ((socket: Socket) => void)][] = [
  ['500', rawJson(500, { message: 'Server Error', exception: 'PDOException', trace: ['/srv/app/x.php'] })],
  ['503 with a page', rawAnswer(503, '<h1>Manutenzione</h1>', HTML)],
  ['504 without a body', rawAnswer(504, '')],
  ['418', rawJson(418, {})],
  ['a page with status 200', rawAnswer(200, '<!doctype html><p>Accedi</p>', HTML)],
  ['text', rawAnswer(200, 'OK', 'content-type: text/plain')],
  ['JSON without its type', rawAnswer(200, JSON.stringify(ENTI_OK))],
  ['nothing', rawAnswer(200, '', JSON_TYPE)],
  ['204 where there should be data', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['broken JSON', rawAnswer(200, '{"data":[{"id":"borgo"', JSON_TYPE)],
  ['bytes that are no text', (socket) => socket.end(Buffer.concat([Buffer.from(head('content-length: 4')), BYTES]))],
  ['the version that nobody has asked about', 'HTTP/1.1 304 Not Modified\r\netag: "1"\r\n\r\n'],
  ['an answer cut in the middle', (socket) => socket.end(`${head('content-length: 5000')}{"data":[`)],
  ['chunks cut in the middle', (socket) => socket.end(`${head('transfer-encoding: chunked')}ff\r\n{"data":[`)],
  ['a length below what comes', `${head('content-length: 5')}${JSON.stringify(ENTI_OK)}`],
  ['a negative length', `${head('content-length: -1')}${JSON.stringify(ENTI_OK)}`],
  ['two lengths', `${head('content-length: 5', 'content-length: 70')}${JSON.stringify(ENTI_OK)}`],
  ['a chunk without a size', `${head('transfer-encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`],
  ['a control character in a header', `${head('content-length: 2', 'set-cookie: a=\u0001b')}{}`],
  ['a head that is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
  ['a connection that breaks', (socket) => socket.resetAndDestroy()],
];
const BYTES = Buffer.from([0x7b, 0xff, 0, 0x3c]);
function head(...lines: string[]): string {
  return ['HTTP/1.1 200 OK', JSON_TYPE, ...lines, '', ''].join('\r\n');
}

test.each(FAULTS)('%s is told as a back end that is away, and never by its own words', async (_what, answer) => {
  const error = await refusal('listaEnti', {}, answer);
  expect(error).toMatchObject(AWAY);
  expect(error.retryAfter).toBeGreaterThan(0);
  expect(error.message).not.toContain('127.0.0.1');
});

test.each<[what: string, answer: (socket: Socket) => void]>([
  ['never answers', () => undefined],
  ['sends its head byte by byte', (socket) => drip(socket, head('content-length: 5000'))],
  ['sends its body byte by byte', (socket) => drip(socket, `${' '.repeat(5000)}`, head('content-length: 5000'))],
  ['sends its refusal byte by byte', (socket) => drip(socket, ' '.repeat(5000), rawHeadOf(500))],
])('a server that %s is waited for as long as the settings say, and let go', async (_what, answer) => {
  const error = await refusal('listaEnti', {}, answer, { timeoutMs: 300 });
  expect(error).toMatchObject(AWAY);
  await expect.poll(() => server.open()).toBe(0);
});

const rawHeadOf = (status: number) => head('content-length: 5000').replace('200 OK', `${status} Answer`);

/** Sends a byte every 20 ms: far too slow for the limit, and never silent for long. */
function drip(socket: Socket, text: string, first = ''): void {
  socket.write(first);
  let at = 0;
  const timer = setInterval(() => socket.write(text[at++] ?? ''), 20);
  socket.once('close', () => clearInterval(timer));
  onTestFinished(() => clearInterval(timer));
}

test.each<[what: string, first: string]>([
  ['3 GB of announced length', head(`content-length: ${3 * 1024 ** 3}`)],
  ['chunks without end', head('transfer-encoding: chunked')],
])('of %s only the first megabytes are read', async (_what, first) => {
  const part = ' '.repeat(0x10000);
  const isChunked = first.includes('chunked');
  let sent = 0;
  const error = await refusal(
    'listaEnti',
    {},
    (socket) => {
      socket.write(first);
      const more = () => {
        while (!socket.destroyed && socket.write(isChunked ? `10000\r\n${part}\r\n` : part)) sent += part.length;
        socket.once('drain', more);
      };
      more();
    },
    { timeoutMs: 20_000 },
  );
  expect(error).toMatchObject(AWAY);
  expect(String((error.cause as Error).message)).toBe('answer too long');
  await expect.poll(() => server.open()).toBe(0);
  expect(sent).toBeLessThan(200 * 1024 ** 2);
});

test('a compressed answer counts as long as it is unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(100 * 1024 ** 2, ' '));
  const error = await refusal(
    'listaEnti',
    {},
    (socket) => {
      socket.write(head('content-encoding: gzip', `content-length: ${bomb.length}`));
      socket.write(bomb);
    },
    { timeoutMs: 20_000 },
  );
  expect([error.code, (error.cause as Error).message]).toEqual(['unavailable', 'answer too long']);
});

describe('an answer of another shape', () => {
  const SECRET = 'BNCNNA80A41H501R';
  const wrong = (over: object) => rawJson(200, { data: { Id: 'x', Nome: 'Anna', CodiceFiscale: SECRET, ...over } });

  test('is away in words for the citizen, and is told by the names of its fields, without a value', async () => {
    server.answer = (socket) => socket.write(wrong({ Ruolo: SECRET }));
    const { port, reports } = portTo(server.url);
    const error = await port.ask(named('utente'), {}, browserWith(COOKIES), {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(AWAY);
    expect(reports).toEqual([['utente', expect.stringMatching(/^utente: unexpected shape at /)]]);
    expect(reports[0]?.[1]).toContain('Ruolo');
    expect(JSON.stringify([reports, String((error as Error).cause)])).not.toContain(SECRET);
  });

  test('is told once for each call and hour', async () => {
    let now = 0;
    server.answer = (socket) => socket.write(rawJson(200, { data: 'x' }));
    const { port, reports } = portTo(server.url, { now: () => now });
    const tell = async (name: OperationName) =>
      expect(await port.ask(named(name), {}, browserWith(COOKIES), {}).catch((e: unknown) => e)).toMatchObject(AWAY);
    await tell('utente');
    await tell('utente');
    await tell('listaEnti');
    now = 3_599_999;
    await tell('utente');
    expect(reports.map(([name]) => name)).toEqual(['utente', 'listaEnti']);
    now = 3_600_000;
    await tell('utente');
    expect(reports.map(([name]) => name)).toEqual(['utente', 'listaEnti', 'utente']);
    expect(reports.every(([, words]) => isReported(Object.assign(new Error(words), { name: 'BackEndFault' })))).toBe(
      true,
    );
  });

  test('over which the profile stumbles is told the same, and not what the profile says', async () => {
    const profile = {
      every: {
        from: (body: unknown) => {
          throw new Error(`no ${JSON.stringify(body)}`);
        },
      },
    };
    server.answer = (socket) => socket.write(wrong({}));
    const { port, reports } = portTo(server.url, { profile });
    const error = await port.ask(named('utente'), {}, browserWith(COOKIES), {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(AWAY);
    expect(reports).toEqual([['utente', 'utente: unexpected shape at data']]);
  });

  test('a call that the profile cannot say is told, and not sent', async () => {
    const profile = {
      calls: {
        codiceEmail: {
          to: () => {
            throw new Error('no');
          },
        },
      },
    };
    const { port, reports } = portTo(server.url, { profile });
    const error = await port.ask(named('codiceEmail'), OTP, browserWith(COOKIES), {}).catch((e: unknown) => e);
    expect(error).toMatchObject(AWAY);
    expect(reports).toEqual([['codiceEmail', 'codiceEmail: the profile cannot say it']]);
    expect(server.requests).toEqual([]);
  });
});

test('the log is told of every fault without anything of the answer', async () => {
  const personal = { message: 'Anna Bianchi ha già un debito', CodiceFiscale: 'BNCNNA80A41H501R', mail: OTP.email };
  const { faults, watch } = noteFaults();
  const answers = [
    rawJson(500, personal),
    rawJson(200, { data: personal }),
    rawAnswer(200, JSON.stringify(personal).slice(0, -1), JSON_TYPE),
    rawAnswer(200, `<p>${personal.message}</p>`, HTML),
    `HTTP/1.1 302 Found\r\nlocation: https://evil.example/${personal.CodiceFiscale}\r\ncontent-length: 0\r\n\r\n`,
  ];
  for (const answer of answers) await refusal('utente', {}, answer, { watch });
  expect(faults).toHaveLength(answers.length);
  for (const fault of faults) expect(fault).not.toMatch(/Anna|BNCNNA|debito|esempio/);
});

describe('a call without data in its answer', () => {
  const remove = (answer: string) => ask('togliPosizione', { id: 'A'.repeat(24) }, answer);

  test.each([
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['200 without a body', rawAnswer(200, '')],
    ['200 with a body that says so', rawJson(200, { success: true })],
  ])('is done with %s', async (_what, answer) => {
    expect((await remove(answer)).output).toBeUndefined();
  });

  test('is not done with a page', async () => {
    await expect(remove(rawAnswer(200, '<p>Accedi</p>', HTML))).rejects.toMatchObject(AWAY);
  });
});

describe('a file', () => {
  const LEADS = 'HTTP/1.1 302 Found\r\nlocation: /storage/a.pdf\r\ncontent-length: 0\r\n\r\n';
  const download = async (answer: string | ((socket: Socket) => void), over: Partial<BackEndOptions> = {}) => {
    const leadThere = (socket: Socket, { path }: { path: string }) => {
      if (path.startsWith('/api/')) socket.write(LEADS);
      else if (typeof answer === 'string') socket.write(answer);
      else answer(socket);
    };
    return (await ask('ricevutaRedirect', { id: 'A'.repeat(24) }, leadThere, over)).output as FileAnswer;
  };
  const bytesOf = async ({ bytes }: FileAnswer) => {
    const parts: Uint8Array[] = [];
    for await (const part of bytes as AsyncIterable<Uint8Array>) parts.push(part);
    return Buffer.concat(parts).toString();
  };
  const PDF = 'content-type: application/pdf';

  test('has the type and the name that the back end gives', async () => {
    const found = await download(rawAnswer(200, '%PDF', PDF, 'content-disposition: attachment; filename="a.pdf"'));
    expect([found.type, found.disposition, await bytesOf(found)]).toEqual([
      'application/pdf',
      'attachment; filename="a.pdf"',
      '%PDF',
    ]);
  });

  test.each(['x', 'form-data; name=x', 'inline\tx', 'attachment; filename="ò.pdf"'])(
    'with the disposition %j is an attachment without a name',
    async (given) => {
      const found = await download(rawAnswer(200, '%PDF', PDF, `content-disposition: ${given}`));
      expect([given, found.disposition]).toEqual([given, 'attachment']);
      await bytesOf(found);
    },
  );

  test('that is cut ends with an error, so that nobody takes it for a whole one', async () => {
    const found = await download((socket) => socket.end(`${head('content-length: 5000').replace(JSON_TYPE, PDF)}%PDF`));
    await expect(bytesOf(found)).rejects.toThrow();
  });

  test('may take longer than a call as long as bytes come, and is ended when they stop', async () => {
    const slow = await download(
      (socket) => {
        socket.write(head('content-length: 70').replace(JSON_TYPE, PDF));
        drip(socket, '%'.repeat(70));
      },
      { timeoutMs: 1_000 },
    );
    expect(await bytesOf(slow)).toBe('%'.repeat(70));
    const stopped = await download(
      (socket) => {
        socket.write(`${head('content-length: 70').replace(JSON_TYPE, PDF)}%PDF`);
      },
      { timeoutMs: 1_000 },
    );
    await expect(bytesOf(stopped)).rejects.toThrow();
    await expect.poll(() => server.open()).toBe(0);
  });

  test('is let go when its reader leaves', async () => {
    const found = await download((socket) => {
      socket.write(`${head('content-length: 5000').replace(JSON_TYPE, PDF)}%PDF`);
    });
    for await (const part of found.bytes as AsyncIterable<Uint8Array>) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
    await expect.poll(() => server.open()).toBe(0);
  });
});
