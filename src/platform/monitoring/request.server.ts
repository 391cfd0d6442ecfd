/** The request that is being answered: its id and its place, for log lines, error reports, calls to providers and mails. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/**
 * Made by the host for each request; filled while it is answered.
 * @property route as in the table of routes or in the contract, with its holes; never the requested path
 * @property operation name of the call
 * @property began when the host received it, in ms of `performance`; absent for what is done later in its name, such as a mail
 * @property traceparent the trace it belongs to (W3C Trace Context), as our own proxy says
 * @property network from which it comes; each has its share of the store
 * @property streamsFrom when an answer began that lasts as long as its reader stays, in ms of `performance`
 */
export type RequestPlace = {
  readonly id: string;
  readonly began?: number;
  readonly traceparent?: string | undefined;
  route?: string;
  operation?: string;
  network?: string;
  streamsFrom?: number;
};

export const REQUEST_ID_HEADER = 'x-request-id';

/** Host and bundle hold separate copies of this module: they share the storage under a global name. */
const STORAGE_SYMBOL = Symbol.for('portale.request');
const globalNames = globalThis as { [name: symbol]: AsyncLocalStorage<RequestPlace> | undefined };
globalNames[STORAGE_SYMBOL] ??= new AsyncLocalStorage<RequestPlace>();
const answeredRequest = globalNames[STORAGE_SYMBOL];

/** @returns the request that the running code belongs to; undefined in work that belongs to none */
export const currentRequest = (): RequestPlace | undefined => answeredRequest.getStore();

export const duringRequest = <T>(place: RequestPlace, work: () => T): T => answeredRequest.run(place, work);

/** For work that outlives the request by which it happens to begin. */
export const outsideRequests = <T>(work: () => T): T => answeredRequest.exit(work);

export const newRequestId = (): string => randomUUID().replaceAll('-', '');

/** 32 hexadecimal digits, with or without the dashes of a UUID: a form that holds no word, name or address. */
const ID_FORM = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i;

export const isRequestId = (text: unknown): text is string => typeof text === 'string' && ID_FORM.test(text);

/** @param given header of the request @param trusted it comes from our own proxy, which has set or checked it */
export const requestIdOf = (given: string | string[] | undefined, trusted: boolean): string =>
  trusted && isRequestId(given) ? given : newRequestId();

/** A `fetch` that names the request in every call, so that it is found again in the provider's log. */
export const namingRequest =
  (reach: typeof fetch): typeof fetch =>
  (input, init) => {
    const id = currentRequest()?.id;
    if (!id) return reach(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set(REQUEST_ID_HEADER, id);
    return reach(input, { ...init, headers });
  };
