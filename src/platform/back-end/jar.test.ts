import { expect, test, vi } from 'vitest';
import { browserJar } from './jar.ts';

const OWN = new Set(['visitatore', 'carrello']);
const jarOf = (header: string | null, secure = true) => browserJar(header, { own: OWN, secure });

/** What the browser is told after one line of the back end. */
const told = (line: string, secure = true): string[] => {
  const jar = jarOf(null, secure);
  jar.take([line]);
  return jar.setLines();
};

test('the cookies of the browser go to the back end, without the portal’s own', () => {
  const jar = jarOf('session=abc; visitatore=v.s; carrello=x; XSRF-TOKEN=t%3D%3D; other="q"');
  expect(jar.header).toBe('session=abc; XSRF-TOKEN=t%3D%3D; other="q"');
  expect(jar.token).toBe('t==');
  expect(jar.setLines()).toEqual([]);
});

test('the token that the browser sent stays known when an answer brings another', () => {
  const jar = jarOf('XSRF-TOKEN=sent%3D');
  jar.take(['XSRF-TOKEN=fresh; Path=/']);
  expect([jar.sentToken, jar.token]).toEqual(['sent=', 'fresh']);
});

test.each([
  ['nothing', null],
  ['an empty header', ''],
  ['a name alone', 'session'],
  ['a value alone', '=abc'],
  ['a line break', 'session=a\r\nhost: evil.example'],
  ['a blank in the value', 'session=a b'],
  ['a comma, which begins another cookie for some servers', 'session=a,visitatore=b'],
  ['a name with a colon', 'x:y=1'],
  ['a control character', 'session=a\u0001b'],
  ['a letter that no header can hold', 'session=a€'],
])('of %s nothing goes there', (_what, header) => {
  expect(jarOf(header).header).toBe('');
});

test('the first of two cookies of a name counts, which is that of the narrowest path', () => {
  expect(jarOf('session=first; session=second').header).toBe('session=first');
});

test('at most a hundred cookies go there, and at most a hundred come back', () => {
  const many = Array.from({ length: 200 }, (_, n) => `c${n}=1`);
  const jar = jarOf(many.join('; '));
  expect(jar.header.split('; ')).toHaveLength(100);
  jar.take(many);
  expect(jar.setLines()).toHaveLength(100);
});

test('a broken token is none', () => {
  expect(jarOf('XSRF-TOKEN=%E0%A4').token).toBeUndefined();
  expect(jarOf('session=1').token).toBeUndefined();
});

test('what the back end sets is sent at the next call, and handed to the browser once', () => {
  const jar = jarOf('session=old');
  jar.take(['session=one; HttpOnly', 'XSRF-TOKEN=t1']);
  jar.take(['session=two; HttpOnly']);
  expect(jar.header).toBe('session=two; XSRF-TOKEN=t1');
  expect(jar.token).toBe('t1');
  expect(jar.setLines()).toEqual([
    'session=two; Path=/; HttpOnly; SameSite=Lax; Secure',
    'XSRF-TOKEN=t1; Path=/; SameSite=Lax; Secure',
  ]);
});

test.each([
  ['a domain', 'a=1; Domain=evil.example', 'a=1; Path=/; SameSite=Lax; Secure'],
  ['a path', 'a=1; path=/api', 'a=1; Path=/; SameSite=Lax; Secure'],
  ['SameSite=None', 'a=1; SameSite=None', 'a=1; Path=/; SameSite=Lax; Secure'],
  ['Partitioned', 'a=1; Partitioned', 'a=1; Path=/; SameSite=Lax; Secure'],
  ['capitals', 'a=1; HTTPONLY; MAX-AGE=60', 'a=1; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60'],
  ['an equals sign in the value', 'a=b=c==', 'a=b=c==; Path=/; SameSite=Lax; Secure'],
  ['no value', 'a=', 'a=; Path=/; SameSite=Lax; Secure'],
  ['a time without sense', 'a=1; Max-Age=soon; Expires=later', 'a=1; Path=/; SameSite=Lax; Secure'],
  ['an age for ever', `a=1; Max-Age=${'9'.repeat(40)}`, 'a=1; Path=/; SameSite=Lax; Secure; Max-Age=34560000'],
])('%s of the back end’s cookie becomes the portal’s', (_what, line, expected) => {
  expect(told(line)).toEqual([expected]);
});

test('on a portal without https there is no Secure', () => {
  expect(told('a=1; Secure', false)).toEqual(['a=1; Path=/; SameSite=Lax']);
});

test.each([
  'visitatore=forged',
  'carrello=1; Path=/',
  'no cookie',
  '=1',
  'a=1\r\nset-cookie: b=2',
  'a=x,y',
  'a=\u0007',
])('%j sets nothing', (line) => {
  expect(told(line)).toEqual([]);
});

test('a cookie that is over is forgotten: by its age, or else by its date', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 9), toFake: ['Date'] });
  try {
    const date = (day: number) => `Expires=Fri, ${day} Nov 2026 09:00:00 GMT`;
    for (const over of ['Max-Age=0', 'Max-Age=-5', date(19), `${date(21)}; Max-Age=0`]) {
      const jar = jarOf('session=1');
      jar.take([`session=; ${over}`]);
      expect([over, jar.header, jar.setLines()]).toEqual([
        over,
        '',
        ['session=; Path=/; SameSite=Lax; Secure; Max-Age=0'],
      ]);
    }
    expect(told(`session=1; ${date(21)}`)).toEqual(['session=1; Path=/; SameSite=Lax; Secure; Max-Age=86400']);
    expect(told(`session=1; ${date(19)}; Max-Age=60`)).toEqual(['session=1; Path=/; SameSite=Lax; Secure; Max-Age=60']);
  } finally {
    vi.useRealTimers();
  }
});

test('at a logout the browser forgets the back end’s cookies, and keeps the portal’s', () => {
  const jar = jarOf('session=1; carrello=x; XSRF-TOKEN=t');
  jar.clear();
  expect(jar.header).toBe('');
  expect(jar.setLines()).toEqual([
    'session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
    'XSRF-TOKEN=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
  ]);
});
