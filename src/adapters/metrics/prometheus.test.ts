import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { MetricSources } from '../../platform/monitoring/metrics.ts';
import { prometheusMetrics } from './prometheus.server.ts';

const atEnd: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of atEnd.splice(0)) await end();
});

async function serving(over: Partial<MetricSources> = {}) {
  const metrics = prometheusMetrics({ port: 0, host: '127.0.0.1' });
  atEnd.push(() => metrics.close());
  await metrics.serve({
    outbox: async () => new Map([['receipts', { due: 2, later: 1, given_up: 3, oldest_s: 40 }]]),
    ready: () => Promise.reject(new Error('read-only')),
    lastBackup: async () => 1_700_000_000_000,
    uploads: () => ({ count: 1, bytes: 5 }),
    streams: () => 7,
    limits: new Map([['codici:rete', 4]]),
    faults: new Map([['mail', 2]]),
    ...over,
  });
  const scrape = async () => (await fetch(`${metrics.address()}/metrics`)).text();
  return { metrics, scrape };
}

test('what happened is counted, and what is the case is read at each scrape', async () => {
  const pool = { total: 3, idle: 1, waiting: 0 };
  const { metrics, scrape } = await serving({ pool: () => pool });
  metrics.request({ method: 'GET', route: '/', status: 200, ms: 30, place: { id: '' } });
  metrics.request({ method: 'GET', route: '/', status: 'aborted', ms: 30, place: { id: '' } });
  metrics.query('SELECT 1', false, 1);
  metrics.query('with x as (select 1) select * from x', true, 1);
  metrics.delivery('ente.nuova', 'retry');
  metrics.left('receipts', 2500);
  metrics.housekeeping('deleteLapsed', 'done', 1_700_000_000_000);
  metrics.housekeeping('deleteLapsed', 'failed', 1_700_000_000_000);
  metrics.outside('pagopa', 'refused', 200);
  await scrape();
  pool.waiting = 7;
  const figures = (await scrape()).split('\n');
  expect(figures).toEqual(
    expect.arrayContaining([
      'portale_http_request_seconds_bucket{le="0.05",method="GET",route="/",class="2xx"} 1',
      'portale_http_responses_total{route="/",status="aborted"} 1',
      'portale_store_query_seconds_count{statement="select",result="ok"} 1',
      'portale_store_query_seconds_count{statement="other",result="failed"} 1',
      'portale_outbox_deliveries_total{kind="ente.nuova",result="retry"} 1',
      'portale_housekeeping_last_success_timestamp_seconds{work="deleteLapsed"} 1700000000',
      'portale_housekeeping_failures_total{work="deleteLapsed"} 1',
      'portale_outside_seconds_count{system="pagopa",result="refused"} 1',
      'portale_outbox_delay_seconds_bucket{le="3",lane="receipts"} 1',
      'portale_outbox_rows{lane="receipts",state="given_up"} 3',
      'portale_outbox_oldest_seconds{lane="receipts"} 40',
      'portale_store_connections{state="waiting"} 7',
      'portale_ready 0',
      'portale_backup_last_success_timestamp_seconds 1700000000',
      'portale_uploads_in_hand_bytes 5',
      'portale_streams_open 7',
      'portale_limits_reached_total{limit="codici:rete"} 4',
      'portale_faults_total{system="mail"} 2',
    ]),
  );
});

test('while the store is away the figures about the outbox are missing, and all others are told', async () => {
  const { metrics, scrape } = await serving({ outbox: () => Promise.reject(new Error('away')) });
  metrics.request({ method: 'GET', route: '/', status: 503, ms: 3, place: { id: '' } });
  const figures = await scrape();
  expect(figures).not.toMatch(/^portale_outbox_(rows|oldest_seconds)\{/m);
  expect(figures).toContain('portale_http_responses_total{route="/",status="503"} 1');
});

test('nothing but the figures is found there', async () => {
  const { metrics } = await serving();
  for (const path of ['/', '/metrics?x', '/healthz']) expect((await fetch(metrics.address() + path)).status).toBe(404);
  expect((await fetch(`${metrics.address()}/metrics`, { method: 'POST' })).status).toBe(404);
});

test('a port that is taken stops the start, and the words name the setting', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  atEnd.push(() => taken.close());
  await new Promise((done) => taken.once('listening', done));
  const { port } = taken.address() as AddressInfo;
  const metrics = prometheusMetrics({ port, host: '127.0.0.1' });
  const sources = {
    outbox: () => Promise.reject(),
    ready: async () => undefined,
    lastBackup: async () => 0,
    uploads: () => ({ count: 0, bytes: 0 }),
    streams: () => 0,
    limits: new Map(),
    faults: new Map(),
  };
  await expect(metrics.serve(sources)).rejects.toThrow(/METRICS_PORT non si può usare \(EADDRINUSE\)/);
});
