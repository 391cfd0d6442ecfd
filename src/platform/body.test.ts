import { afterEach, describe, expect, test, vi } from 'vitest';
import { BODY_LIMIT, collectFields, nestFields, ofCall, ofPage, readBody, withRoom } from './body.server.ts';
import { PortalError } from './errors.ts';

const send = (body: BodyInit | AsyncIterable<Uint8Array>, type?: string) =>
  new Request('http://portale/', {
    method: 'POST',
    body,
    headers: type === undefined ? {} : { 'content-type': type },
    duplex: 'half',
  } as RequestInit);
const read = (body: BodyInit | AsyncIterable<Uint8Array>, type?: string, accepted = ofCall()) =>
  readBody(send(body, type), accepted);
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

test('JSON, urlencoded and multipart give the same fields', async () => {
  const form = new FormData();
  form.append('nome', 'Anna');
  const expected = { nome: 'Anna' };
  expect(await read('{"nome":"Anna"}', `${JSON_TYPE}; charset=utf-8`)).toEqual(expected);
  expect(await read('nome=Anna', FORM_TYPE)).toEqual(expected);
  expect(await read(form)).toEqual(expected);
});

test('a file comes with its name and bytes', async () => {
  const form = new FormData();
  form.append('file', new File(['ciao'], 'è.pdf'));
  const { file } = await read(form);
  expect(file).toBeInstanceOf(File);
  expect((file as File).name).toBe('è.pdf');
  expect(await (file as File).text()).toBe('ciao');
});

test('a name that occurs twice is a list, so that no schema of text accepts it', async () => {
  expect(await read('id=1&id=2&id=3', FORM_TYPE)).toEqual({ id: ['1', '2', '3'] });
  expect(collectFields(new URLSearchParams('a=1&a=2'))).toEqual({ a: ['1', '2'] });
});

test('a name with dots is nested as in JSON', () => {
  const file = new File([], 'a.pdf');
  expect(
    nestFields(collectFields(new URLSearchParams('a=1&chi.nome=Anna&chi.per.nome=Ugo&chi.lista=1&chi.lista=2'))),
  ).toEqual({
    a: '1',
    chi: { nome: 'Anna', per: { nome: 'Ugo' }, lista: ['1', '2'] },
  });
  expect(nestFields({ chi: 'x', 'chi.nome': 'Anna' })).toEqual({ chi: { nome: 'Anna' } });
  expect(nestFields({ file, 'file.nome': 'x' })).toEqual({ file: { nome: 'x' } });
  expect(nestFields({ 'a.__proto__.x': 1, '__proto__.x': 1, [Array(50).fill('a').join('.')]: 1 })).toEqual({});
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test('an empty body has no fields', async () => {
  expect(await readBody(new Request('http://portale/', { method: 'POST' }), ofCall())).toEqual({});
});

test.each(['text/plain', 'application/xml', 'text/html', ''])('a body of type "%s" is refused', async (type) => {
  await expect(read('{"a":1}', type)).rejects.toMatchObject({ code: 'wrong_type' });
});

test.each(['{', '[]', 'null', '"testo"', '7', '\ud800', '{"a":1}}'])(
  'JSON that is not an object is refused: %s',
  async (text) => {
    await expect(read(text, JSON_TYPE)).rejects.toMatchObject({ code: 'invalid' });
  },
);

test('a broken multipart body is refused with an Italian message', async () => {
  await expect(read('--x\r\nniente', 'multipart/form-data; boundary=x')).rejects.toMatchObject({
    code: 'invalid',
    message: 'I dati sono arrivati incompleti. Riprova.',
  });
});

test('a body over the limit is refused, declared or not', async () => {
  const exact = `"${'x'.repeat(BODY_LIMIT - 8)}"`;
  expect(await read(`{"a":${exact}}`, JSON_TYPE)).toHaveProperty('a');
  await expect(read(`{"aa":${exact}}`, JSON_TYPE)).rejects.toMatchObject({ code: 'too_large' });
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled++;
      controller.enqueue(new Uint8Array(1024));
    },
  });
  await expect(read(endless, JSON_TYPE)).rejects.toMatchObject({ code: 'too_large' });
  expect(pulled).toBeLessThan(80);
});

test('names of properties that every object has are dropped', async () => {
  const bodies = await Promise.all([
    read('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"a":1}', JSON_TYPE),
    read('__proto__=x&constructor=x&prototype=x&a=1', FORM_TYPE),
  ]);
  for (const fields of bodies) expect(Object.keys(fields)).toEqual(['a']);
  expect(Object.getPrototypeOf(bodies[0])).toBe(Object.prototype);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test.each([
  ['lists', '['],
  ['objects', '{"a":'],
])('%s nested too deeply are refused before they are read', async (_, open) => {
  const text = `{"a":${open.repeat(10_000)}1${(open === '[' ? ']' : '}').repeat(10_000)}}`;
  await expect(read(text, JSON_TYPE)).rejects.toMatchObject({ code: 'invalid' });
});

const BOUNDARY = '----prova-di-un-confine-lungo';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const part = (name: string, text: string, more = '') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
const END = `--${BOUNDARY}--\r\n`;
const FILE = '; filename="a.pdf"\r\ncontent-type: application/octet-stream';
const UPLOAD = 10 * 1024 * 1024;

test('the form of a page is never JSON, and multipart only where it has a file', async () => {
  const form = part('nome', 'Anna') + END;
  await expect(read('{"a":1}', JSON_TYPE, ofPage())).rejects.toMatchObject({ code: 'wrong_type' });
  await expect(read('{"a":1}', JSON_TYPE, ofPage(UPLOAD))).rejects.toMatchObject({ code: 'wrong_type' });
  await expect(read(form, MULTIPART, ofPage())).rejects.toMatchObject({ code: 'wrong_type' });
  expect(await read(form, MULTIPART, ofPage(UPLOAD))).toEqual({ nome: 'Anna' });
  expect(await read('nome=Anna', FORM_TYPE, ofPage())).toEqual({ nome: 'Anna' });
});

test.each([
  ['JSON', JSON_TYPE, (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`],
  ['urlencoded', FORM_TYPE, (size: number) => `a=${'x'.repeat(size - 2)}`],
  ['the texts of multipart', MULTIPART, (size: number) => part('a', 'x'.repeat(size)) + END],
])('beside a file, too, %s have the limit of a form’s texts', async (_, type, body) => {
  expect(await read(body(BODY_LIMIT), type, ofCall(UPLOAD))).toHaveProperty('a');
  await expect(read(body(BODY_LIMIT + 1), type, ofCall(UPLOAD))).rejects.toMatchObject({ code: 'too_large' });
});

// Parsing before counting would take seconds: the test's own time limit catches it.
test.each([
  ['pairs without a value', FORM_TYPE, 'a&'.repeat(BODY_LIMIT / 2)],
  ['pairs', FORM_TYPE, 'a=1&'.repeat(BODY_LIMIT / 4)],
  ['parts', MULTIPART, part('a', '').repeat(UPLOAD / 90) + END],
  ['files without content', MULTIPART, part('a', '', '; filename="a"').repeat(UPLOAD / 105) + END],
])('more %s than a form has are refused', async (_, type, body) => {
  await expect(read(body, type, ofCall(UPLOAD))).rejects.toMatchObject({
    code: 'invalid',
    message: 'I dati inviati sono troppi.',
  });
});

test.each([
  ['a head without end', MULTIPART, `--${BOUNDARY}\r\n${'x: y\r\n'.repeat(UPLOAD / 6)}\r\n1\r\n${END}`],
  ['a name without end', MULTIPART, part('%22'.repeat(UPLOAD / 3), '1') + END],
  ['no boundary', 'multipart/form-data', part('a', '1') + END],
  ['two boundaries', `${MULTIPART}; boundary=x`, part('a', '1') + END],
])('multipart with %s is refused', async (_, type, body) => {
  await expect(read(body, type, ofCall(UPLOAD))).rejects.toMatchObject({ code: 'invalid' });
});

async function* inChunks(chunks: readonly Uint8Array[]) {
  yield* chunks;
}
const chunked = (chunks: readonly Uint8Array[]) => read(inChunks(chunks), MULTIPART, ofCall(UPLOAD));

test('a multipart body gives the same fields wherever its chunks end', async () => {
  const almost = `\r\n--${BOUNDARY.slice(0, -1)}\r\n\r\n`;
  const body = Buffer.from(part('nome', 'è') + part('empty', '', '; filename=""') + part('file', almost, FILE) + END);
  const told = async (chunks: readonly Uint8Array[]) => {
    const { nome, empty, file } = (await chunked(chunks)) as { nome: string; empty: File; file: File };
    return [nome, empty.name, empty.size, file.name, file.type, await file.text()];
  };
  const expected = ['è', '', 0, 'a.pdf', 'application/octet-stream', almost];
  for (let at = 0; at <= body.length; at++)
    expect([at, ...(await told([body.subarray(0, at), body.subarray(at)]))]).toEqual([at, ...expected]);
  expect(await told([...body].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
});

test('a multipart body that ends before its last boundary is refused, wherever that is', async () => {
  const body = Buffer.from(part('nome', 'Anna') + part('file', 'ciao', FILE) + END.trimEnd());
  for (let length = 1; length < body.length; length++)
    await expect(chunked([body.subarray(0, length)]), String(length)).rejects.toMatchObject({ code: 'invalid' });
});

test('more parts than a form has are refused while they arrive', async () => {
  let pulled = 0;
  async function* endless() {
    for (; ; pulled++) yield Buffer.from(part('a', ''));
  }
  await expect(read(endless(), MULTIPART, ofCall(UPLOAD))).rejects.toMatchObject({
    message: 'I dati inviati sono troppi.',
  });
  expect(pulled).toBeLessThan(520);
});

test('the name of a file is what its sender saw', async () => {
  const nameOf = async (filename: string) => {
    const { file } = (await read(part('file', '1', `; ${filename}`) + END, MULTIPART, ofCall(UPLOAD))) as {
      file: File;
    };
    return file.name;
  };
  expect(await nameOf('filename="a %22b%22; c %25.pdf"')).toBe('a "b"; c %25.pdf');
  expect(await nameOf(`filename="e.pdf"; filename*=utf-8''%C3%A8.pdf`)).toBe('è.pdf');
  const warned = vi.spyOn(console, 'warn');
  expect(await nameOf(`filename="e.pdf"; filename*=martian''%C3%A8.pdf`)).toBe('e.pdf');
  expect(warned).not.toHaveBeenCalled();
});

describe('the memory for large bodies', () => {
  const PIECE = 64 * 1024;
  const HEAD = Buffer.from(part('file', '', '; filename="a.pdf"').trimEnd().concat('\r\n\r\n'));
  const under: { end(): Promise<void> }[] = [];
  afterEach(async () => void (await Promise.all(under.splice(0).map(({ end }) => end()))));

  /**
   * A body of so many bytes. With `then: 'stays'` all of it has come, and it is worked on until `end`; with `'trickles'` more is
   * announced and never comes. `arrived` rejects when it is refused on its way, `done` when it is refused at any time.
   */
  const begun = (from: string, bytes: number, then: 'stays' | 'trickles' = 'stays') => {
    const gone = Promise.withResolvers<void>();
    const allArrived = Promise.withResolvers<void>();
    // As the host hands it over: an iterable, which has ended well even when it was dropped before.
    async function* body() {
      for (let left = bytes; left > 0; left -= PIECE) {
        const piece = new Uint8Array(Math.min(left, PIECE));
        if (left === bytes) piece.set(HEAD);
        yield piece;
      }
      // A body is asked for more only after all before has been counted.
      allArrived.resolve();
      if (then === 'trickles') await gone.promise;
    }
    const done = withRoom(from, async (counting) => {
      await readBody(send(body(), MULTIPART), ofCall(UPLOAD), counting).catch((error: unknown) => {
        if (error instanceof PortalError && error.code !== 'invalid') throw error;
      });
      await gone.promise;
    });
    done.catch(allArrived.reject);
    const end = async () => {
      gone.resolve();
      await done.catch((error: unknown) => error);
    };
    under.push({ end });
    return { arrived: allArrived.promise, done, end };
  };

  test('memory is taken by the bytes that have arrived, not by those announced, and is given back', async () => {
    // 40 times 10 MB are announced; a sender of a whole file still finds room.
    await Promise.all(Array.from({ length: 40 }, (_, i) => begun(`slow-${i}`, 2 * PIECE, 'trickles').arrived));
    const whole = begun('somebody', UPLOAD);
    await whole.arrived;
    await Promise.all(Array.from({ length: 14 }, (_, i) => begun(`full-${i}`, UPLOAD).arrived));
    await expect(begun('late', UPLOAD).arrived).rejects.toMatchObject({ code: 'unavailable', retryAfter: 60 });
    await whole.end();
    await begun('late', UPLOAD).arrived;
  });

  test.each([
    ['four networks with four large bodies each', 4, 4, 9.3],
    ['a hundred networks with little each', 100, 1, 1.49],
  ])('the slowest of %s gives up its memory, not the one that needs it', async (_, networks, each, megabytes) => {
    const hoarders = Array.from({ length: networks * each }, (_, i) =>
      begun(`network-${i % networks}`, Math.floor(megabytes * 16) * PIECE, 'trickles'),
    );
    await Promise.all(hoarders.map(({ arrived }) => arrived));
    const cut = Promise.race(hoarders.map(({ done }) => done)).catch((error: unknown) => error);
    const sender = begun('somebody', UPLOAD);
    await sender.arrived;
    expect(await cut).toMatchObject({ code: 'unavailable', retryAfter: 60 });
  });

  test('each network has a share of the memory: its fifth file at once waits, a file of another network does not', async () => {
    const four = Array.from({ length: 4 }, () => begun('casa', 2 * PIECE));
    await Promise.all(four.map(({ arrived }) => arrived));
    await expect(begun('casa', 2 * PIECE).arrived).rejects.toMatchObject({ code: 'too_many', retryAfter: 10 });
    await begun('casa', PIECE).arrived;
    await begun('altra casa', 2 * PIECE).arrived;
    await four[0]?.end();
    await begun('casa', 2 * PIECE).arrived;
  });
});
