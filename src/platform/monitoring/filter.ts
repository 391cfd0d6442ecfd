/** Decides which errors go to monitoring, and removes personal data from the reports that do. */
import type { Event, Exception } from '@sentry/browser';
import { maskText, routeOf } from './mask.ts';

export { CallError } from './call-error.ts';

type EventSpan = NonNullable<Event['spans']>[number];

const NETWORK_CODE =
  /^(?:ECONN\w*|ENOTFOUND|EAI_\w+|ETIMEDOUT|ETIMEOUT|ESOCKET|EDNS|EPIPE|EHOSTUNREACH|ENETUNREACH|UND_ERR_(?!INVALID|NOT_)\w+)$/;
const NETWORK_NAME = /^(?:CallError|AbortError|TimeoutError|NetworkError)$/;
// The messages of fetch in Node, Chromium, Firefox and Safari; a chunk that could not be loaded begins with the same words.
const NETWORK_MESSAGE =
  /^(?:fetch failed|Failed to fetch|NetworkError when|Load failed|error loading dynamically|Importing a module)/;

/**
 * Product rule: answers with a 4xx status, and network, time-out and 5xx errors of calls, are not reported; every other error is.
 * Errors are recognised by their shape, not by class: the host and the built pages hold two copies of each class.
 */
export function isReported(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true;
  const { name, code, message, status, statusCode, cause } = error as Record<string, unknown>;
  // Our own "failed" is a bug of ours, unless it only passes on a failed call.
  if (name === 'PortalError' && code === 'failed') return cause === undefined || isReported(cause);
  const answer = status ?? statusCode;
  if (typeof answer === 'number' && answer >= 400 && answer < 600) return false;
  if (NETWORK_NAME.test(String(name)) || NETWORK_CODE.test(String(code))) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.some(isReported);
  return !NETWORK_MESSAGE.test(String(message));
}

/**
 * @returns a check that is true the first time it sees an error, or one that wraps it, so that an error is reported once, where
 * it happened
 */
export function firstSightings(): (error: unknown) => boolean {
  const told = new WeakSet<object>();
  return (error) => {
    const chain = new Set<object>();
    for (let link = error; typeof link === 'object' && link !== null && !chain.has(link); link = causeOf(link)) {
      chain.add(link);
    }
    const isNew = ![...chain].some((link) => told.has(link));
    for (const link of chain) told.add(link);
    return isNew;
  };
}

function causeOf(error: object): unknown {
  return 'cause' in error ? error.cause : undefined;
}

/**
 * Reduces a report to what the program did and where, without any data of the person. Every part is copied by name, so a new
 * version of the SDK cannot add a field that we have not reviewed. No request, cookies, headers, body, user, network address,
 * breadcrumbs, host name or extra data; texts are masked; addresses become routes.
 */
export function scrubEvent<E extends Event>(event: E): E {
  const { event_id, type, timestamp, start_timestamp, platform, level, release, environment, sdk } = event;
  const { measurements, transaction_info, sdkProcessingMetadata } = event;
  const clean: Event = { event_id, type, timestamp, start_timestamp, platform, level, release, environment, sdk };
  // Not sent: the SDK stores its own notes here and removes them.
  Object.assign(clean, { measurements, transaction_info, sdkProcessingMetadata });
  if (event.message) clean.message = maskText(event.message);
  if (event.transaction) clean.transaction = placeName(event.transaction);
  if (event.exception) clean.exception = { values: event.exception.values?.map(scrubException) };
  if (event.spans) clean.spans = event.spans.map(scrubSpan);
  const { route, operation, request_id } = event.tags ?? {};
  clean.tags = {
    ...(route ? { route: placeName(String(route)) } : {}),
    ...(operation ? { operation: maskText(String(operation)) } : {}),
    ...(/^[\da-f-]{32,36}$/i.test(String(request_id)) ? { request_id } : {}),
  };
  const { trace, runtime } = event.contexts ?? {};
  clean.contexts = { ...(runtime ? { runtime } : {}) };
  if (trace) {
    const { trace_id, span_id, parent_span_id, op, status, origin } = trace;
    clean.contexts.trace = { trace_id, span_id, parent_span_id, op, status, origin };
  }
  return clean as E;
}

/** The name of a place: a route as in the table of routes, or fixed words of ours around an address. */
export function placeName(name: string): string {
  return name.startsWith('/') ? routeOf(name) : maskText(name);
}

function scrubException({ type, value, mechanism, stacktrace }: Exception): Exception {
  const frames = stacktrace?.frames?.map(({ filename, function: name, module, lineno, colno, in_app }) => ({
    function: name,
    module,
    lineno,
    colno,
    in_app,
    filename: filename && scrubFile(filename),
  }));
  return {
    type: type && /^\w{1,60}$/.test(type) ? type : 'Error',
    value: value && maskText(value),
    ...(mechanism ? { mechanism: { type: mechanism.type, handled: mechanism.handled } } : {}),
    ...(frames ? { stacktrace: { frames } } : {}),
  };
}

/** A script keeps its path; a page, whose inline script may be in the stack, is reduced to its route. */
function scrubFile(filename: string): string {
  const file = filename.replace(/[?#].*$/s, '');
  return /\.[cm]?[jt]sx?$/.test(file) || /^(?:node:|<)/.test(file) ? file : routeOf(file);
}

function scrubSpan(span: EventSpan): EventSpan {
  const { span_id, parent_span_id, trace_id, start_timestamp, timestamp, op, status, origin, description } = span;
  // Spans of the user interface are described by a piece of the page, which may contain a name.
  const text = description && !op?.startsWith('ui.') ? maskText(description) : undefined;
  return {
    span_id,
    parent_span_id,
    trace_id,
    start_timestamp,
    timestamp,
    op,
    status,
    origin,
    description: text,
    data: {},
  };
}
