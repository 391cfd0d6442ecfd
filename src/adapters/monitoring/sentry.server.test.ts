import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SentryDouble, startSentry } from '../../../tests/doubles/sentry-server.ts';
import { PortalError } from '../../platform/errors.ts';
import type { MonitoringPort } from '../../platform/monitoring/monitoring.server.ts';
import { sentryMonitoring } from './sentry.server.ts';

const where = { route: '/segnalazione/chat/{email}/{id}', operation: 'segnalazioneCommento' };
const log: string[] = [];
let sentry: SentryDouble;
let monitoring: MonitoringPort;

beforeAll(async () => {
  sentry = await startSentry();
  const settings = { dsn: sentry.dsn, environment: 'prova', release: '0.1.0' };
  monitoring = await sentryMonitoring(settings, (line) => log.push(line));
});
beforeEach(async () => {
  await monitoring.flush(2000);
  sentry.clear();
  log.length = 0;
});
afterAll(() => sentry.close());

async function callThatFails(answer: number | 'late'): Promise<unknown> {
  const server = createServer((_request, response) => {
    if (answer !== 'late') response.writeHead(answer).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const result = await fetch(url, { signal: AbortSignal.timeout(200) }).catch((error: unknown) => error);
  server.close();
  server.closeAllConnections();
  return result;
}

test('a 404, a time-out and a 500 of a call are not reported', async () => {
  monitoring.report(new PortalError('not_found'), where);
  monitoring.report(await callThatFails('late'), where);
  monitoring.report(await callThatFails(500), where);
  await monitoring.flush(2000);
  expect(sentry.items).toEqual([]);
  expect(log).toEqual([]);
});

test('a bug of ours is reported once, with its place, and without personal data', async () => {
  const cause = new RangeError('codice 123456 di RSSMRA85T10A562S');
  const bug = Object.assign(new TypeError('/segnalazione/chat/anna@posta.it/Zk7wQ9 non va', { cause }), {
    nome: 'Anna',
  });
  monitoring.report(bug, where);
  monitoring.report(bug, { route: '/altrove' });
  monitoring.report(new Error('di nuovo', { cause: bug }), where);
  await monitoring.flush(2000);

  expect(sentry.events()).toHaveLength(1);
  expect(sentry.events()[0]).toMatchObject({
    transaction: where.route,
    tags: where,
    environment: 'prova',
    release: '0.1.0',
    sdk: { name: 'sentry.javascript.node' },
    exception: { values: [{ type: 'RangeError' }, { type: 'TypeError', value: '/segnalazione/chat/{…}/{…} non va' }] },
  });
  const sent = sentry.raw.join('\n');
  for (const secret of ['anna', 'Anna', 'Zk7wQ9', 'RSSMRA', '123456']) expect(sent).not.toContain(secret);
  expect(log).toHaveLength(1);
});

test('a span is measured under the name of its route, and returns the result of its work', async () => {
  const result = await monitoring.span('/api/v1/generic/segnalazione/detail', () => Promise.resolve(7));
  await monitoring.flush(2000);
  expect(result).toBe(7);
  expect(sentry.events('transaction')).toMatchObject([
    { transaction: '/api/v1/generic/segnalazione/detail', contexts: { trace: { op: 'http.server' } } },
  ]);
});

test('every span is measured: tracing rate 1', async () => {
  const before = sentry.events('transaction').length;
  for (let turn = 0; turn < 20; turn += 1) await monitoring.span('/segnalazione', () => Promise.resolve());
  await monitoring.flush(2000);
  expect(sentry.events('transaction').length - before).toBe(20);
});

test('a trace so large that it is sent compressed arrives whole', async () => {
  await monitoring.span('/operatore', async () => {
    for (let turn = 0; turn < 300; turn += 1) await monitoring.span('pratica', () => Promise.resolve());
  });
  await monitoring.flush(2000);
  expect(sentry.raw.at(-1)).toContain('"content-encoding":"gzip"');
  expect(sentry.events('transaction').at(-1)?.spans).toHaveLength(300);
});

test('simultaneous spans stay separate, and a child belongs to its parent', async () => {
  const before = sentry.events('transaction').length;
  const page = () =>
    monitoring.span('/segnalazione', () => monitoring.span('enti', () => new Promise<void>(setImmediate)));
  await Promise.all([page(), page()]);
  await monitoring.flush(2000);
  const pages = sentry.events('transaction').slice(before) as { spans: { description: string }[] }[];
  expect(pages.map(({ spans }) => spans.map(({ description }) => description))).toEqual([['enti'], ['enti']]);
});

test('work that fails inside a span fails for its caller in the same way', async () => {
  const bug = new Error('x');
  await expect(monitoring.span('/segnalazione', () => Promise.reject(bug))).rejects.toBe(bug);
});

test('only errors and times are sent: no session, no report about the SDK, no name of this machine', async () => {
  monitoring.report(new Error('una volta'), where);
  await monitoring.span('/segnalazione', () => Promise.resolve());
  await monitoring.flush(2000);
  expect(new Set(sentry.items.map(({ header }) => header.type))).toEqual(new Set(['event', 'transaction']));
  const { hostname } = await import('node:os');
  expect(JSON.stringify(sentry.items)).not.toContain(hostname());
});

test('http is not patched: our own calls have no trace headers', async () => {
  const server = createServer((request, response) => {
    response.end(JSON.stringify(request.headers));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const headers = await monitoring.span('/segnalazione', async () => (await fetch(url)).text());
  server.close();
  server.closeAllConnections();
  expect(headers).not.toMatch(/sentry-trace|baggage/);
});

test('an outage of Sentry causes no error, flush ends, and the log still has the error', async () => {
  sentry.away = true;
  monitoring.report(new Error('di notte'), where);
  await monitoring.span('/segnalazione', () => Promise.resolve());
  await monitoring.flush(500);
  expect(log.at(-1)).toContain('di notte');
});
