/** Pages that the host answers before they are made: only those that are the same for everybody, and only as long as they are true. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Citizen, segnalazione } from './citizen.ts';
import { type Portal, portal } from './portal.ts';
import { type SmtpMailboxes, startMailboxes } from './smtp.ts';

const EMAIL = 'anna.bianchi@posta.example';
const OTP = '/api/v1/generic/segnalazione/otp';
const LIST = '/segnalazioni';

let house: Portal;
let mailboxes: SmtpMailboxes;
beforeAll(async () => {
  mailboxes = await startMailboxes();
  house = await portal({ SMTP_URL: mailboxes.url, MAIL_FROM: 'portale@esempio.it' });
}, 60_000);
afterAll(async () => {
  await house?.end();
  await mailboxes?.close();
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(house.base + path, { headers: { 'accept-encoding': 'br', ...headers } });
/** Asks until the answer is one that was kept. */
async function askUntilKept(path: string, headers: Record<string, string> = {}): Promise<Response> {
  for (;;) {
    const answer = await ask(path, headers);
    if (answer.headers.has('age')) return answer;
    await answer.arrayBuffer();
  }
}

test('a page that is the same for everybody is kept, and comes as it was made, with its policy', async () => {
  const made = await ask('/servizi');
  const kept = await askUntilKept('/servizi');
  for (const name of ['content-security-policy', 'etag', 'cache-control', 'content-type', 'x-frame-options'])
    expect([name, kept.headers.get(name)]).toEqual([name, made.headers.get(name)]);
  expect(await kept.text()).toBe(await made.text());
});

test('a browser that has a page is told so, with a cookie and without', async () => {
  const etag = (await ask('/trasparenza')).headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  const known = { 'if-none-match': etag };
  expect((await ask('/trasparenza', { ...known, cookie: 'altro=1' })).status).toBe(304);
  const answer = await askUntilKept('/trasparenza', known);
  expect([answer.status, await answer.text()]).toEqual([304, '']);
});

test.each(['/segnalazione', '/login', '/segui'])(
  '%s, which gives each visitor a token of their own, is never kept and has no version',
  async (path) => {
    const answers = [await ask(path), await ask(path), await ask(path)];
    const found = answers.map(({ headers }) => [headers.has('age'), headers.has('set-cookie')]);
    expect(found).toEqual(Array(3).fill([false, true]));
    const again = await ask(path, { cookie: answers[0]?.headers.getSetCookie()[0]?.split(';')[0] ?? '' });
    expect([...answers, again].map(({ headers }) => headers.get('etag'))).toEqual(Array(4).fill(null));
  },
);

test('a list that was kept is made anew as soon as a report comes onto it', async () => {
  const citizen = await new Citizen(house.base).arrive();
  await citizen.post(OTP, { email: EMAIL });
  const otp = /^\d{6}$/m.exec((await mailboxes.mailTo(EMAIL, /codice/)).text)?.[0];
  await citizen.post(OTP, { email: EMAIL, otp });
  await askUntilKept(LIST);
  expect((await citizen.post('/api/v1/generic/segnalazione/new', segnalazione('borgosereno', EMAIL))).status).toBe(201);
  expect((await ask(LIST)).headers.has('age')).toBe(false);
});
