/** What a collector of OpenTelemetry gets of a running portal: requests with what was done for them. And what it never gets: people. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Citizen, segnalazione } from './citizen.ts';
import { type Portal, portal } from './portal.ts';
import { type SmtpMailboxes, startMailboxes } from './smtp.ts';

type OtlpAttribute = { key: string; value: { stringValue?: string; intValue?: number | string; boolValue?: boolean } };
type OtlpSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtlpAttribute[];
};
type OtlpBody = {
  resourceSpans: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
};

const EMAIL = 'anna.bianchi@posta.example';
const REQUEST_ID = 'feedfacefeedfacefeedfacefeedface';
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER_ID = 'b7ad6b7169203331';
const SERVER_KIND = 2;
const CLIENT_KIND = 3;

let collector: Server;
const bodies: string[] = [];
/** All that belongs to the person who walks. */
const personal = [EMAIL, encodeURIComponent(EMAIL), 'Anna', 'Bianchi', 'anna.bianchi', 'Garibaldi', '203.0.113.77'];

const received = () => bodies.flatMap((body) => (JSON.parse(body) as OtlpBody).resourceSpans);
const spans = () => received().flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
const valuesOf = (attributes: OtlpAttribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

beforeAll(async () => {
  collector = createServer(async (req, res) => {
    if (req.url === '/v1/traces') bodies.push(await text(req));
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const mailboxes = await startMailboxes();
  const house = await portal({
    SMTP_URL: mailboxes.url,
    MAIL_FROM: 'portale@esempio.it',
    TRUST_PROXY: '1',
    // By itself a batch would leave only after the tests: the stop sends it.
    OTEL_SERVICE_NAME: 'portale-di-prova',
    OTEL_BSP_SCHEDULE_DELAY: '600000',
    ...toCollector(),
  });
  try {
    await sendReport(house, mailboxes);
    expect(await house.stop()).toBe(0);
  } finally {
    await house.end();
    await mailboxes.close();
  }
}, 60_000);
afterAll(() => void collector?.close());

const toCollector = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
});

/** A code by mail, the report, its confirmation by mail, and its chat. */
async function sendReport(house: Portal, mailboxes: SmtpMailboxes): Promise<void> {
  const citizen = await new Citizen(house.base).arrive();
  const from = { 'x-forwarded-for': '203.0.113.77', 'content-type': 'application/json' };
  await citizen.post('/api/v1/generic/segnalazione/otp', { email: EMAIL }, from);
  const code = /^\d{6}$/m.exec((await mailboxes.mailTo(EMAIL, /./)).text)?.[0] ?? '';
  await citizen.post('/api/v1/generic/segnalazione/otp', { email: EMAIL, otp: code }, from);
  const sent = await citizen.post('/api/v1/generic/segnalazione/new', segnalazione('borgosereno', EMAIL), {
    ...from,
    'x-request-id': REQUEST_ID,
    traceparent: `00-${TRACE_ID}-${CALLER_ID}-01`,
  });
  expect(sent.status).toBe(201);
  const { id } = sent.data as { id: string };
  personal.push(code, id);
  await mailboxes.mailTo(EMAIL, /./, 1);
  await citizen.request('GET', `/segnalazione/chat/${encodeURIComponent(EMAIL)}/${id}`, { headers: from });
}

const ofRequest = () => spans().filter(({ traceId }) => traceId === TRACE_ID);

test('the request of a report is a part of the caller’s trace, with its operation and its statements below it', () => {
  const [request, ...others] = ofRequest().filter(({ kind }) => kind === SERVER_KIND);
  expect(others).toEqual([]);
  expect(request).toMatchObject({ name: 'POST /api/v1/generic/segnalazione/new', parentSpanId: CALLER_ID });
  expect(valuesOf(request?.attributes ?? [])).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/v1/generic/segnalazione/new',
    'http.response.status_code': 201,
    'portale.operation': 'inviaSegnalazione',
    'portale.request_id': REQUEST_ID,
  });
  const children = ofRequest().filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(children).toHaveLength(ofRequest().length - 1);
  const names = children.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['inviaSegnalazione', 'store select', 'store insert', 'store commit']));
  for (const { attributes, startTimeUnixNano, endTimeUnixNano } of children) {
    expect(valuesOf(attributes)['portale.request_id']).toBe(REQUEST_ID);
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  }
});

test('a mail carries the id of the request that it comes from, and a page has the name of its route', () => {
  const mails = spans().filter(({ name, kind }) => name === 'mail' && kind === CLIENT_KIND);
  expect(mails.map(({ attributes }) => valuesOf(attributes)['portale.request_id'])).toContain(REQUEST_ID);
  expect(spans().map(({ name }) => name)).toContain('GET /segnalazione/chat/{email}/{id}');
});

test('the spans have the name of the portal, and none holds a person', () => {
  const services = received().map(({ resource }) => valuesOf(resource.attributes)['service.name']);
  expect(new Set(services)).toEqual(new Set(['portale-di-prova']));
  expect(personal).toHaveLength(9);
  for (const word of personal) expect(bodies.join('')).not.toContain(word);
});

test('a collector that is away is told in the log, and nobody waits for it', async () => {
  const away = toCollector();
  collector.close();
  await once(collector, 'close');
  const house = await portal({ ...away, OTEL_BSP_SCHEDULE_DELAY: '100' });
  expect((await fetch(`${house.base}/`)).status).toBe(200);
  await vi.waitFor(() => expect(house.log()).toContain('Tracce: errore'), 30_000);
  expect(await house.stop()).toBe(0);
  await house.end();
}, 60_000);
