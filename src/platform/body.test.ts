import { expect, test } from 'vitest';
import { BODY_LIMIT, collect, nested, readBody } from './body.server.ts';

const send = (body: BodyInit, type?: string) =>
  new Request('http://portale/', {
    method: 'POST',
    body,
    headers: type === undefined ? {} : { 'content-type': type },
    duplex: 'half',
  } as RequestInit);
const read = (body: BodyInit, type?: string, limit = BODY_LIMIT) => readBody(send(body, type), limit);
const JSON_TYPE = 'application/json';

test('JSON, urlencoded and multipart give the same fields', async () => {
  const form = new FormData();
  form.append('nome', 'Anna');
  const expected = { nome: 'Anna' };
  expect(await read('{"nome":"Anna"}', `${JSON_TYPE}; charset=utf-8`)).toEqual(expected);
  expect(await read('nome=Anna', 'application/x-www-form-urlencoded')).toEqual(expected);
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

test('a name that comes twice is a list, so that no schema of text takes it', async () => {
  expect(await read('id=1&id=2&id=3', 'application/x-www-form-urlencoded')).toEqual({ id: ['1', '2', '3'] });
  expect(collect(new URLSearchParams('a=1&a=2'))).toEqual({ a: ['1', '2'] });
});

test('a name with dots is inside what it names first, as JSON would have it', () => {
  const file = new File([], 'a.pdf');
  expect(nested(collect(new URLSearchParams('a=1&chi.nome=Anna&chi.per.nome=Ugo&chi.lista=1&chi.lista=2')))).toEqual({
    a: '1',
    chi: { nome: 'Anna', per: { nome: 'Ugo' }, lista: ['1', '2'] },
  });
  expect(nested({ chi: 'x', 'chi.nome': 'Anna' })).toEqual({ chi: { nome: 'Anna' } });
  expect(nested({ file, 'file.nome': 'x' })).toEqual({ file: { nome: 'x' } });
  expect(nested({ 'a.__proto__.x': 1, '__proto__.x': 1, [Array(50).fill('a').join('.')]: 1 })).toEqual({});
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test('no body is no fields', async () => {
  expect(await readBody(new Request('http://portale/', { method: 'POST' }), BODY_LIMIT)).toEqual({});
});

test.each(['text/plain', 'application/xml', 'text/html', ''])('a body of type "%s" is refused', async (type) => {
  await expect(read('{"a":1}', type)).rejects.toMatchObject({ code: 'wrong_type' });
});

test.each(['{', '[]', 'null', '"testo"', '7', '\ud800', '{"a":1}}'])(
  'JSON that is no object is refused: %s',
  async (text) => {
    await expect(read(text, JSON_TYPE)).rejects.toMatchObject({ code: 'invalid' });
  },
);

test('a broken multipart body is refused in words', async () => {
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

test('names that would reach into every object are dropped', async () => {
  const bodies = await Promise.all([
    read('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"a":1}', JSON_TYPE),
    read('__proto__=x&constructor=x&prototype=x&a=1', 'application/x-www-form-urlencoded'),
  ]);
  for (const fields of bodies) expect(Object.keys(fields)).toEqual(['a']);
  expect(Object.getPrototypeOf(bodies[0])).toBe(Object.prototype);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test.each([
  ['lists', '['],
  ['objects', '{"a":'],
])('%s nested without end are refused, not followed', async (_, open) => {
  const text = `{"a":${open.repeat(10_000)}1${(open === '[' ? ']' : '}').repeat(10_000)}}`;
  await expect(read(text, JSON_TYPE)).rejects.toMatchObject({ code: 'invalid' });
});
