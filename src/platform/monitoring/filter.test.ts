import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Event } from '@sentry/browser';
import { expect, test } from 'vitest';
import { PortalError } from '../errors.ts';
import { CallError, firstSightings, isReported, scrubEvent } from './filter.ts';

const called: [what: string, error: unknown][] = [
  ...(['anonymous', 'forbidden', 'not_found', 'conflict', 'too_large', 'token', 'invalid', 'too_many'] as const).map(
    (code): [string, unknown] => [`${code} of ours`, new PortalError(code)],
  ),
  ['a service that is away', new PortalError('unavailable')],
  ['a mail that could not be sent', new PortalError('send_failed')],
  ['our "failed" about a call', new PortalError('failed', { cause: new CallError('upstream', 500) })],
  ['a 404 by status', { status: 404 }],
  ['a 400 by statusCode', Object.assign(new Error('body'), { statusCode: 400 })],
  ['a 500 of a call', new CallError('Internal Server Error', 500)],
  ['a call without an answer', new CallError('no answer', 0)],
  ['a response that was thrown', new Response(null, { status: 502 })],
  ['an aborted call', new DOMException('The operation was aborted', 'AbortError')],
  ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['a name not found', Object.assign(new Error('dns'), { code: 'ENOTFOUND' })],
  ['two refused connections', new AggregateError([Object.assign(new Error('a'), { code: 'ECONNREFUSED' })])],
  ['no network in Chromium', new TypeError('Failed to fetch')],
  ['no network in Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
  ['no network in Safari', new TypeError('Load failed')],
  ['a chunk that did not come', new TypeError('Failed to fetch dynamically imported module: https://x/a.js')],
];
test.each(called)('%s is not reported', (_what, error) => {
  expect(isReported(error)).toBe(false);
});

const ours: [what: string, error: unknown][] = [
  ['a bug', new TypeError("Cannot read properties of undefined (reading 'x')")],
  ['our "failed"', new PortalError('failed')],
  ['our "failed" about a bug', new PortalError('failed', { cause: new RangeError('x') })],
  ['a wrong use of the database', Object.assign(new Error('no such table'), { code: 'ERR_SQLITE_ERROR' })],
  ['a wrong use of fetch', Object.assign(new Error('bad url'), { code: 'UND_ERR_INVALID_ARG' })],
  ['a status that is no failure', { status: 200 }],
  ['a thrown text', 'qualcosa'],
  ['nothing at all', undefined],
];
test.each(ours)('%s is reported', (_what, error) => {
  expect(isReported(error)).toBe(true);
});

test('real calls that time out or reach no server are not reported', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const late = await fetch(url, { signal: AbortSignal.timeout(20) }).catch((error: unknown) => error);
  server.close();
  server.closeAllConnections();
  const nobody = await fetch(url).catch((error: unknown) => error);
  expect([isReported(late), isReported(nobody)]).toEqual([false, false]);
});

test('an error is reported once, also when it comes back inside another', () => {
  const first = firstSightings();
  const error = new Error('x');
  expect([first(error), first(error), first(new Error('y', { cause: error }))]).toEqual([true, false, false]);
  expect(first(new Error('x'))).toBe(true);
});

test('an error that wraps itself does not hang the check', () => {
  const error: Error = new Error('x');
  error.cause = error;
  expect(firstSightings()(error)).toBe(true);
});

const SECRETS = ['mario', 'rossi', 'RSSMRA85T10A562S', 'Zk7', '203.0.113.7', 'portale_sessione', 'host-1'];

test('no personal data is left in an event, whatever part it was in', () => {
  const url = 'https://portale.example/segnalazione/chat/mario@rossi.it/Zk7?nome=mario';
  const event: Event = {
    event_id: 'e1',
    transaction: url.slice(23),
    message: 'invio a mario@rossi.it',
    request: {
      url,
      query_string: 'nome=mario',
      cookies: { portale_sessione: 'x' },
      headers: { Referer: url },
      data: 'rossi',
    },
    user: { email: 'mario@rossi.it', ip_address: '203.0.113.7' },
    breadcrumbs: [{ category: 'navigation', data: { to: url } }],
    server_name: 'host-1',
    extra: { form: { nome: 'mario' } },
    tags: { route: '/segnalazione/chat/{email}/{id}', url },
    contexts: { trace: { trace_id: 't', span_id: 's', data: { 'http.url': url } }, form: { nome: 'rossi' } },
    exception: {
      values: [
        {
          type: 'Error',
          value: 'RSSMRA85T10A562S non trovato',
          mechanism: { type: 'generic', handled: true, data: { nome: 'rossi' } },
          stacktrace: {
            frames: [
              { filename: url, function: 'invia', lineno: 3, vars: { nome: 'mario' }, context_line: 'rossi' },
              { filename: 'https://portale.example/_astro/Form.Ab1.js?x=mario', lineno: 4 },
            ],
          },
        },
      ],
    },
    spans: [
      { span_id: 'a', trace_id: 't', start_timestamp: 1, op: 'http.client', description: `GET ${url}`, data: { url } },
      {
        span_id: 'b',
        trace_id: 't',
        start_timestamp: 1,
        op: 'ui.interaction',
        description: 'a[title="mario"]',
        data: {},
      },
    ],
  };

  const sent = JSON.stringify(scrubEvent(event));

  for (const secret of SECRETS) expect(sent).not.toContain(secret);
  for (const kept of ['/segnalazione/chat/{email}/{id}', 'invia', 'Form.Ab1.js', 'GET /segnalazione/chat/{…}/{…}']) {
    expect(sent).toContain(kept);
  }
});
