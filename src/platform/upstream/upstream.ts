/** The port to a back end that a municipality already has, and that answers the calls of the specification in place of the store. */
import type { ReceivedFields } from '../body.server.ts';
import type { ApiOperation } from '../contract.ts';
import type { BrowserJar } from './jar.ts';

/**
 * The browser for which the back end is asked. One per request: what the back end sets for one citizen cannot reach another.
 * @property address of the client, as far as TRUST_PROXY lets the portal trust it
 */
export type UpstreamCaller = { jar: BrowserJar; address: string };

/**
 * @property key idempotency key of a send
 * @property token anti-forgery token that the browser's script sent; without one the portal takes it from the cookies
 * @property ifNoneMatch the version that the browser has
 */
export type UpstreamAsk = {
  key?: string | undefined;
  token?: string | undefined;
  ifNoneMatch?: string | undefined;
};

/**
 * @property output as the contract has it; a FileAnswer where the back end sends a file
 * @property unchanged the browser has this version already, and there is no output
 */
export type UpstreamAnswer = { output: unknown; etag?: string | undefined; unchanged?: true };

/** A call by its name in the contract. */
export type UpstreamCall = { name: string; operation: ApiOperation };

/**
 * Adds to an answer what a back end need not say, before it is checked against the contract.
 * @param found as the profile has translated it, of any shape
 */
export type CompleteAnswer = (
  asked: { name: string; fields: Readonly<Record<string, unknown>> },
  found: unknown,
) => Promise<unknown>;

export type UpstreamPort = {
  /**
   * @param fields from path, query and body, not yet checked
   * @throws PortalError as the store would; `unavailable` when the back end is away, too slow, or answers with something else
   */
  ask(named: UpstreamCall, fields: ReceivedFields, caller: UpstreamCaller, how: UpstreamAsk): Promise<UpstreamAnswer>;
  /** Passes on an upload while it arrives. @param body multipart, with its type @throws PortalError */
  upload(named: UpstreamCall, body: UploadBody, caller: UpstreamCaller, how: UpstreamAsk): Promise<UpstreamAnswer>;
  /** Fetches the anti-forgery cookie anew. @throws PortalError `unavailable` */
  renewToken(caller: UpstreamCaller): Promise<void>;
  /** @throws PortalError `unavailable` when it cannot be reached */
  check(): Promise<void>;
};

/** @property length in bytes, when the browser says it @property fields those that it names beside the body, which is not read */
export type UploadBody = {
  type: string;
  length: string | null;
  parts: ReadableStream<Uint8Array>;
  fields?: ReceivedFields;
};

/** The paths of the portal's own calls, which no specification names. */
export const OWN_CALLS = '/api/v1/portale/';

/** Whose call is this? Those of the specification are the back end's, unless the portal keeps them; its own are nobody else's. */
export const isUpstreams = ({ path, kept }: Pick<ApiOperation, 'path' | 'kept'>): boolean =>
  !kept && !path.startsWith(OWN_CALLS);

/** @returns whether all of the portal's own calls are answered: its store does */
export const hasOwnCalls = ({ upstream }: { upstream?: UpstreamPort | undefined }): boolean => !upstream;
