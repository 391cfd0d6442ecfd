import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SentryDouble, startSentry } from '../../../tests/doubles/sentry-server.ts';
import { CallError } from '../../platform/monitoring/filter.ts';
import { startSdk } from './sentry.browser.ts';

const route = '/segnalazione/chat/{email}/{id}';
let sentry: SentryDouble;
let report: (error: unknown) => void;

beforeAll(async () => {
  sentry = await startSentry();
  report = startSdk({ dsn: sentry.dsn, route, environment: 'prova' });
});
beforeEach(() => sentry.clear());
afterAll(() => sentry.close());

test('failed calls are not reported, a bug after them is', async () => {
  report(new CallError('Not Found', 404));
  report(new CallError('Internal Server Error', 500));
  report(new CallError('no answer', 0));
  report(Object.assign(new Error('Non siamo riusciti'), { name: 'PortalError', code: 'failed', status: 500 }));
  report(new TypeError('Failed to fetch'));
  report(new DOMException('late', 'TimeoutError'));
  report(new TypeError('x is not a function'));
  await expect.poll(() => sentry.events().length).toBe(1);
  expect(sentry.events()[0]).toMatchObject({
    tags: { route },
    exception: { values: [{ value: 'x is not a function' }] },
  });
});

test('the same bug in every render is reported once', async () => {
  const before = sentry.events().length;
  const render = () => new Error('in ogni giro');
  for (let turn = 0; turn < 10; turn += 1) report(render());
  report(new Error('ultimo'));
  await expect.poll(() => sentry.events().length).toBe(before + 2);
});

test('what is sent holds nothing of the person, and is one of the things we send', async () => {
  const before = sentry.events().length;
  const bug = new Error(
    'anna@posta.it RSSMRA85T10A562S https://portale.example/segnalazione/chat/anna@posta.it/Zk7?a=b',
  );
  report(Object.assign(bug, { form: { nome: 'Anna' } }));
  await expect.poll(() => sentry.events().length).toBe(before + 1);
  const sent = sentry.raw.join('\n');
  for (const secret of ['anna', 'Anna', 'RSSMRA', 'Zk7']) expect(sent).not.toContain(secret);
  expect(new Set(sentry.items.map(({ header }) => header.type))).toEqual(new Set(['event']));
});

test('an outage of Sentry causes no error', async () => {
  sentry.away = true;
  report(new Error('di notte'));
  await expect.poll(() => sentry.refused).toBe(1);
});
