/**
 * Traces for OpenTelemetry, sent by OTLP over HTTP as JSON. They are made of what the metrics port is told: each request, and below
 * it its operations, its statements of the store, its calls to providers and its mails. What it is told holds no path, no address,
 * no name and no parameter of a statement, and neither do the traces.
 */
import { type Attributes, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { systemFault, systemWell } from '../../platform/monitoring/faults.server.ts';
import { type MetricsPort, silentMetrics, statementOf } from '../../platform/monitoring/metrics.ts';
import { currentRequest, type RequestPlace } from '../../platform/monitoring/request.server.ts';

/** How long the last spans may take to leave at a stop, in ms. */
const FLUSH_MS = 2_000;

/** @property url of the collector, with its path @property service name under which the spans are found */
export type OtlpOptions = { url: string; service: string };

type NotedWork = { ms: number; kind?: SpanKind; attributes: Attributes; failed: boolean };

/** The libraries read their other standard variables themselves (sampler, headers, attributes of the resource, batches). */
export function otlpTraces({ url, service }: OtlpOptions): MetricsPort {
  const resource = defaultResource()
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes({ 'service.name': service }));
  const exporter = watchedExporter(new OTLPTraceExporter({ url }));
  const provider = new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] });
  const tracer = provider.getTracer('portale');
  const spans = new WeakMap<RequestPlace, Span>();

  /** Is begun by the first that asks: what happens within a request is noted before the request is over. */
  function spanOf(place: RequestPlace): Span {
    const begun = spans.get(place);
    if (begun) return begun;
    const caller = place.traceparent === undefined ? null : parseTraceParent(place.traceparent);
    const parent = caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT;
    const how = { kind: SpanKind.SERVER, ...(place.began !== undefined && { startTime: place.began }) };
    const span = tracer.startSpan('request', how, parent);
    spans.set(place, span);
    return span;
  }

  /** Notes what has just ended. Outside a request it is a trace of its own. */
  function note(name: string, { ms, kind = SpanKind.INTERNAL, attributes, failed }: NotedWork): void {
    const place = currentRequest();
    const now = performance.now();
    const parent = place?.began === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, spanOf(place));
    const own = { ...attributes, ...(place && { 'portale.request_id': place.id }) };
    const span = tracer.startSpan(name, { kind, startTime: now - ms, attributes: own }, parent);
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(now);
  }

  return {
    ...silentMetrics,
    request({ method, route, status, ms, place }) {
      const span = spanOf(place);
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        ...(status === 'aborted' ? { 'portale.aborted': true } : { 'http.response.status_code': status }),
        ...(place.operation !== undefined && { 'portale.operation': place.operation }),
        'portale.request_id': place.id,
      });
      if (typeof status === 'number' && status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end((place.began ?? performance.now() - ms) + ms);
    },
    operation: (name, outcome, ms) =>
      note(name, { ms, attributes: { 'portale.outcome': outcome }, failed: outcome === 'failed' }),
    query(sql, failed, ms) {
      // The workers look into the store all the time: that belongs to nothing that anybody would follow.
      if (currentRequest()?.began === undefined) return;
      const statement = statementOf(sql);
      note(`store ${statement}`, {
        ms,
        kind: SpanKind.CLIENT,
        attributes: { 'db.operation.name': statement },
        failed,
      });
    },
    outside: (system, result, ms) =>
      note(system, {
        ms,
        kind: SpanKind.CLIENT,
        attributes: { 'portale.result': result },
        failed: result === 'failed',
      }),
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((done) => {
        timer = setTimeout(done, FLUSH_MS);
      });
      // That a batch did not arrive is in the log by then.
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

/** A collector that is away leaves lines in the log, as any other system does; spans that it does not take are lost. */
function watchedExporter(exporter: OTLPTraceExporter): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) systemWell('traces');
        else systemFault('traces', result.error);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
