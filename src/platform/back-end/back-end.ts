/** The port to a back end that a municipality already has, and that answers the calls of the specification in place of the store. */
import type { ReceivedFields } from '../body.server.ts';
import type { ApiOperation } from '../contract.ts';
import type { BrowserJar } from './jar.ts';

/**
 * The browser for which the back end is asked. One per request: what the back end sets for one citizen cannot reach another.
 * @property address of the client, as far as TRUST_PROXY lets the portal trust it
 */
export type BackEndCaller = { jar: BrowserJar; address: string };

/**
 * @property key idempotency key of a send
 * @property token anti-forgery token that the browser's script sent; without one the portal takes it from the cookies
 * @property ifNoneMatch the version that the browser has
 */
export type BackEndAsk = {
  key?: string | undefined;
  token?: string | undefined;
  ifNoneMatch?: string | undefined;
};

/**
 * @property output as the contract has it; a FileAnswer where the back end sends a file
 * @property unchanged the browser has this version already, and there is no output
 */
export type BackEndAnswer = { output: unknown; etag?: string | undefined; unchanged?: true };

/** A call by its name in the contract. */
export type BackEndCall = { name: string; operation: ApiOperation };

/**
 * A portal without a back end has {@link noBackEnd}, whose store answers every call. What differs is asked about one call, never
 * about the portal.
 */
export type BackEndPort = {
  /** @returns whether the back end answers it in place of the store */
  takes(operation: CallRow): boolean;
  /** @returns whether anybody answers it, here or there: what needs it is not shown else */
  answers(operation: CallRow): boolean;
  /**
   * @param fields from path, query and body, not yet checked
   * @throws PortalError as the store would; `unavailable` when the back end is away, too slow, or answers with something else
   */
  ask(named: BackEndCall, fields: ReceivedFields, caller: BackEndCaller, how: BackEndAsk): Promise<BackEndAnswer>;
  /** Passes on an upload while it arrives. @param body multipart, with its type @throws PortalError */
  upload(named: BackEndCall, body: UploadBody, caller: BackEndCaller, how: BackEndAsk): Promise<BackEndAnswer>;
  /** Fetches the anti-forgery cookie anew. @throws PortalError `unavailable` */
  renewToken(caller: BackEndCaller): Promise<void>;
  /** @throws PortalError `unavailable` when it cannot be reached */
  check(): Promise<void>;
};

/** What decides whose a call is. */
export type CallRow = Pick<ApiOperation, 'path' | 'kept'>;

const notThere = async (): Promise<never> => {
  throw new Error('there is no back end');
};

export const noBackEnd: BackEndPort = {
  takes: () => false,
  answers: () => true,
  ask: notThere,
  upload: notThere,
  renewToken: notThere,
  check: async () => undefined,
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
export const isBackEnds = ({ path, kept }: CallRow): boolean => !kept && !path.startsWith(OWN_CALLS);
