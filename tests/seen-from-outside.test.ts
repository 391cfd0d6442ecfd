/** What the operators of a running portal see of it: figures, log lines, readiness. And what they never see: people. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Citizen, segnalazione } from './citizen.ts';
import { freePort, type Portal, portal } from './portal.ts';
import { type SmtpMailboxes, startMailboxes } from './smtp.ts';

const EMAIL = 'anna.bianchi@posta.example';
const ADDRESS = '203.0.113.77';
const REQUEST_ID = 'feedfacefeedfacefeedfacefeedface';

let house: Portal;
let mailboxes: SmtpMailboxes;
let metricsUrl: string;
/** All that belongs to the person who walks: none of it may be seen. */
const personal = [
  EMAIL,
  encodeURIComponent(EMAIL),
  'Anna',
  'Bianchi',
  'anna.bianchi',
  'Garibaldi',
  ADDRESS,
  'mario.rossi',
];

beforeAll(async () => {
  mailboxes = await startMailboxes();
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  house = await portal({
    SMTP_URL: mailboxes.url,
    MAIL_FROM: 'portale@esempio.it',
    TRUST_PROXY: '1',
    METRICS_PORT: String(port),
    ACCESS_LOG: '1',
    DRAIN_SECONDS: '60',
  });
  await walk();
}, 60_000);
afterAll(async () => {
  await house?.kill();
  await house?.end();
  await mailboxes?.close();
});

/** Pages, files, wrong addresses, a code by mail, a report, its chat, a wrong code, and a mail server that refuses. */
async function walk(): Promise<void> {
  const citizen = await new Citizen(house.base).arrive();
  const from = { 'x-forwarded-for': ADDRESS, 'content-type': 'application/json' };
  const call = (path: string, body: unknown, more = {}) => citizen.post(path, body, { ...from, ...more });
  for (const path of ['/', '/segnalazione?passo=dati&nome=Anna', '/mario.rossi@posta.example', '/favicon.svg', '/%ff'])
    await citizen.request('GET', path, { headers: from });
  await call('/api/v1/generic/segnalazione/otp', { email: EMAIL });
  const code = /^\d{6}$/m.exec((await mailboxes.mailTo(EMAIL, /./)).text)?.[0] ?? '';
  expect((await call('/api/v1/generic/segnalazione/otp', { email: EMAIL, otp: code })).status).toBe(200);
  const sent = await call('/api/v1/generic/segnalazione/new', segnalazione('borgosereno', EMAIL), {
    'x-request-id': REQUEST_ID,
  });
  expect(sent.status).toBe(201);
  expect(sent.headers.get('x-request-id')).toBe(REQUEST_ID);
  const { id } = sent.data as { id: string };
  personal.push(code, id);
  await citizen.request('GET', `/segnalazione/chat/${encodeURIComponent(EMAIL)}/${id}`, { headers: from });
  await call('/api/v1/generic/segnalazione/otp', { email: EMAIL, otp: '000000' }, { 'x-request-id': `${EMAIL}-0001` });
  await mailboxes.mailTo(EMAIL, /./, 1);
  mailboxes.behave('refusing');
  expect((await call('/api/v1/generic/segnalazione/otp', { email: `altra.${EMAIL}` })).status).toBe(502);
  mailboxes.behave('well');
}

const lines = () => house.log().trim().split('\n');
const jsonLines = (): Record<string, unknown>[] =>
  lines()
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

test('figures tell requests by route, operations by outcome, mails, statements, queues and the process itself', async () => {
  const answer = await fetch(metricsUrl);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const figures = await answer.text();

  for (const line of [
    /^portale_http_responses_total\{route="\/segnalazione\/chat\/\{email\}\/\{id\}",status="200"\} 1$/m,
    /^portale_http_responses_total\{route="\/\{file\}",status="200"\} 1$/m,
    /^portale_http_responses_total\{route="\/\{refused\}",status="400"\} 1$/m,
    /^portale_http_responses_total\{route="\/404",status="404"\} [12]$/m,
    /^portale_http_request_seconds_count\{method="POST",route="\/api\/v1\/generic\/segnalazione\/new",class="2xx"\} 1$/m,
    /^portale_operation_seconds_count\{operation="inviaSegnalazione",outcome="ok"\} [1-9]/m,
    /^portale_operation_seconds_count\{operation="codiceEmail",outcome="send_failed"\} 1$/m,
    /^portale_outside_seconds_count\{system="mail",result="ok"\} [1-9]/m,
    /^portale_outside_seconds_count\{system="mail",result="failed"\} [1-9]/m,
    /^portale_faults_total\{system="mail"\} [1-9]/m,
    /^portale_store_query_seconds_count\{statement="commit",result="ok"\} [1-9]/m,
    /^portale_outbox_deliveries_total\{kind="[\w.-]+",result="sent"\} [1-9]/m,
    /^portale_outbox_rows\{lane="receipts",state="given_up"\} 0$/m,
    /^portale_uploads_in_hand 0$/m,
    /^nodejs_eventloop_lag_p99_seconds /m,
    /^process_resident_memory_bytes /m,
  ])
    expect(figures.match(line), String(line)).not.toBeNull();
  for (const word of personal) expect(figures).not.toContain(word);
});

test('each request is one line with id, route, status, time and bytes; every line has its time and level', () => {
  for (const line of lines()) {
    if (!line.startsWith('{')) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z (INFO|WARN|ERROR) \S/);
    else
      expect(JSON.parse(line)).toMatchObject({
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        level: expect.stringMatching(/^(info|warn|error|fatal)$/),
        message: expect.any(String),
      });
  }
  expect(jsonLines()).toContainEqual({
    time: expect.any(String),
    level: 'info',
    message: 'richiesta',
    request_id: REQUEST_ID,
    method: 'POST',
    route: '/api/v1/generic/segnalazione/new',
    operation: 'inviaSegnalazione',
    status: 201,
    ms: expect.any(Number),
    bytes: expect.any(Number),
  });
  expect(jsonLines()).toContainEqual(
    expect.objectContaining({
      system: 'mail',
      level: 'error',
      message: 'Posta: errore',
      why: expect.stringMatching(/^E\w+ 4\d\d$/),
    }),
  );
});

test('an answer to an address that leads nowhere has the id of its line', async () => {
  const answer = await fetch(`${house.local}/nulla`);
  const line = { request_id: answer.headers.get('x-request-id'), route: '/404', status: 404 };
  await expect.poll(jsonLines).toContainEqual(expect.objectContaining(line));
});

test('no line of the log holds a name, an address, a code or a path', () => {
  for (const word of personal) expect(house.log()).not.toContain(word);
});

test('the id of a request is in the mails that it causes', () => {
  const receipts = mailboxes.all().filter(({ raw }) => new RegExp(`^x-request-id: ${REQUEST_ID}`, 'im').test(raw));
  expect(receipts.map(({ to }) => to)).toContainEqual([EMAIL]);
});

test('a host that is told to stop is no longer ready at once, and goes on answering until the load balancer has noticed', async () => {
  const stopping = await portal({ DRAIN_SECONDS: '60' });
  expect((await fetch(`${stopping.local}/readyz`)).status).toBe(200);
  process.kill(stopping.pid(), 'SIGTERM');
  await expect.poll(async () => (await fetch(`${stopping.local}/readyz`)).status).toBe(503);
  expect((await fetch(`${stopping.local}/healthz`)).status).toBe(200);
  const page = await fetch(`${stopping.local}/segnalazione`);
  expect(page.status).toBe(200);
  expect(page.headers.get('connection')).toBe('close');
  await stopping.kill();
  await stopping.end();
});
