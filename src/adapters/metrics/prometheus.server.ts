/** Metrics port for Prometheus: counts in this process, and answers in its text format on a port of its own. */
import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  type MetricSources,
  type MetricsPort,
  type OutboxDepth,
  statementOf,
} from '../../platform/monitoring/metrics.ts';
import { SettingError } from '../../platform/setting.ts';

/** Upper bounds in seconds: what a citizen feels, and what an alert is about. */
const ANSWER_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const QUERY_SECONDS = [0.0005, 0.002, 0.01, 0.05, 0.25, 1, 5];
const OUTSIDE_SECONDS = [0.05, 0.25, 1, 2.5, 5, 10, 30];
/** What each lane of the outbox promises is among them. */
const LATE_SECONDS = [1, 3, 10, 30, 60, 300, 600, 3600];

export type PrometheusOptions = { port: number; host: string };
/** @property registry every metric, for those who check a name against it */
export type PrometheusMetrics = MetricsPort & { registry: Registry; address(): string };

export function prometheusMetrics({ port, host }: PrometheusOptions): PrometheusMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'portale_http_request_seconds',
    help: 'Requests by method, route and class of status (aborted: the client left): how long until the answer had been sent.',
    labelNames: ['method', 'route', 'class'],
    buckets: ANSWER_SECONDS,
    registers,
  });
  const statuses = new Counter({
    name: 'portale_http_responses_total',
    help: 'Answers by route and status.',
    labelNames: ['route', 'status'],
    registers,
  });
  const operations = new Histogram({
    name: 'portale_operation_seconds',
    help: 'Operations, called by the API or by a page, by outcome: ok, or the code of the refusal.',
    labelNames: ['operation', 'outcome'],
    buckets: [0.01, 0.1, 1, 10],
    registers,
  });
  const queries = new Histogram({
    name: 'portale_store_query_seconds',
    help: 'Statements of the store by their first word and result.',
    labelNames: ['statement', 'result'],
    buckets: QUERY_SECONDS,
    registers,
  });
  const outside = new Histogram({
    name: 'portale_outside_seconds',
    help: 'Calls to mail server, providers and other systems by result: ok, refused (it answered no), failed.',
    labelNames: ['system', 'result'],
    buckets: OUTSIDE_SECONDS,
    registers,
  });
  const deliveries = new Counter({
    name: 'portale_outbox_deliveries_total',
    help: 'Attempts to deliver a row of the outbox, by kind and result.',
    labelNames: ['kind', 'result'],
    registers,
  });
  const delays = new Histogram({
    name: 'portale_outbox_delay_seconds',
    help: 'How long after they were due rows of the outbox left, by lane.',
    labelNames: ['lane'],
    buckets: LATE_SECONDS,
    registers,
  });
  const housekeepingAt = new Gauge({
    name: 'portale_housekeeping_last_success_timestamp_seconds',
    help: 'When each work of housekeeping was last done by this process; until it was, when the process started.',
    labelNames: ['work'],
    registers,
  });
  const housekeepingFailures = new Counter({
    name: 'portale_housekeeping_failures_total',
    help: 'Works of housekeeping that failed.',
    labelNames: ['work'],
    registers,
  });
  let server: Server | undefined;

  return {
    registry,
    address: () => {
      const at = server?.address();
      return typeof at === 'object' && at ? `http://${host.includes(':') ? `[${host}]` : host}:${at.port}` : '';
    },
    request: ({ method, route, status, ms }) => {
      const group = typeof status === 'number' ? `${Math.floor(status / 100)}xx` : status;
      requests.observe({ method, route, class: group }, ms / 1000);
      statuses.inc({ route, status });
    },
    operation: (operation, outcome, ms) => operations.observe({ operation, outcome }, ms / 1000),
    query: (sql, failed, ms) => {
      queries.observe({ statement: statementOf(sql), result: failed ? 'failed' : 'ok' }, ms / 1000);
    },
    outside: (system, result, ms) => outside.observe({ system, result }, ms / 1000),
    delivery: (kind, result) => deliveries.inc({ kind, result }),
    left: (lane, late) => delays.observe({ lane }, late / 1000),
    housekeeping: (work, result, now) => {
      if (result === 'done') housekeepingAt.set({ work }, now / 1000);
      else housekeepingFailures.inc({ work });
    },
    serve: async (sources) => {
      registerSources(registry, sources);
      server = await listenOn(registry, { port, host });
    },
    close: () =>
      new Promise((done) => {
        if (!server) return done();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Gauges and counters whose values are elsewhere and are read at each scrape. */
function registerSources(registry: Registry, sources: MetricSources): void {
  registerOutbox(registry, sources);
  registerStore(registry, sources);
  registerInHand(registry, sources);
  registerCounter(registry, sources.limits, {
    name: 'portale_limits_reached_total',
    help: 'Refusals by each limit.',
    label: 'limit',
  });
  registerCounter(registry, sources.faults, {
    name: 'portale_faults_total',
    help: 'Faults of the store and of the systems outside, as the log tells them in series.',
    label: 'system',
  });
}

function registerOutbox(registry: Registry, { outbox }: Pick<MetricSources, 'outbox'>): void {
  const registers = [registry];
  // Both figures of a scrape come from one question. While the store is away they are missing, and the others are still told.
  let asked: Promise<ReadonlyMap<string, OutboxDepth> | undefined> | undefined;
  const readDepth = () => {
    asked ??= outbox()
      .catch(() => undefined)
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  new Gauge({
    name: 'portale_outbox_rows',
    help: 'Rows of each lane of the outbox: due now, later (a retry or a work with its own time), given up; the same on every host.',
    labelNames: ['lane', 'state'],
    registers,
    async collect() {
      const depths = await readDepth();
      this.reset();
      for (const [lane, { oldest_s: _, ...rows }] of depths ?? [])
        for (const [state, count] of Object.entries(rows)) this.set({ lane, state }, count);
    },
  });
  new Gauge({
    name: 'portale_outbox_oldest_seconds',
    help: 'For how long the oldest row of each lane that should have left has waited; the same on every host.',
    labelNames: ['lane'],
    registers,
    async collect() {
      const depths = await readDepth();
      this.reset();
      for (const [lane, { oldest_s }] of depths ?? []) this.set({ lane }, oldest_s);
    },
  });
}

/** Whether the store can be written to, when it was last backed up, and how many of its connections are in use. */
function registerStore(
  registry: Registry,
  { ready, lastBackup, pool }: Pick<MetricSources, 'ready' | 'lastBackup' | 'pool'>,
): void {
  const registers = [registry];
  new Gauge({
    name: 'portale_ready',
    help: '1 when the store of this host can be written to, as /readyz finds out, else 0.',
    registers,
    async collect() {
      this.set(
        await ready().then(
          () => 1,
          () => 0,
        ),
      );
    },
  });
  new Gauge({
    name: 'portale_backup_last_success_timestamp_seconds',
    help: 'When `npm run data -- backup` last succeeded, 0 for never; the same on every host.',
    registers,
    async collect() {
      this.set(
        await lastBackup().then(
          (ms) => ms / 1000,
          () => Number.NaN,
        ),
      );
    },
  });
  if (pool)
    new Gauge({
      name: 'portale_store_connections',
      help: 'Connections to PostgreSQL: total, idle; and callers waiting for one.',
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
      },
    });
}

/** What this process holds for those who are sending a file or looking at a page. */
function registerInHand(registry: Registry, { uploads, streams }: Pick<MetricSources, 'uploads' | 'streams'>): void {
  const registers = [registry];
  new Gauge({
    name: 'portale_uploads_in_hand',
    help: 'Files larger than a form that are in memory now.',
    registers,
    collect() {
      this.set(uploads().count);
    },
  });
  new Gauge({
    name: 'portale_uploads_in_hand_bytes',
    help: 'Their bytes so far.',
    registers,
    collect() {
      this.set(uploads().bytes);
    },
  });
  new Gauge({
    name: 'portale_streams_open',
    help: 'Pages that are told of changes of their case over a connection of their own.',
    registers,
    collect() {
      this.set(streams());
    },
  });
}

type CountedMetric = { name: string; help: string; label: string };

/** A counter whose values another part of the portal keeps. */
function registerCounter(
  registry: Registry,
  counts: ReadonlyMap<string, number>,
  { name, help, label }: CountedMetric,
): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, count] of counts) this.inc({ [label]: value }, count);
    },
  });
}

/** @throws SettingError */
function listenOn(registry: Registry, { port, host }: PrometheusOptions): Promise<Server> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') return void res.writeHead(404).end();
    registry.metrics().then(
      (text) => res.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  return new Promise((done, refuse) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      refuse(new SettingError(`la porta ${host}:${port} di METRICS_PORT non si può usare (${code}).`)),
    );
    server.listen(port, host, () => done(server.unref()));
  });
}
