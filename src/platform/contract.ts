/** The types in which each feature declares its calls; the server, the browser's client and docs/api.md are built from them. */
import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Callers of an operation: anyone, anyone logged in, or one role. The handler decides which data they may see. An administrator
 * is an operator who administers the ente that the call names in `ente`: each such call has this field.
 */
export type CallAccess = 'anyone' | 'login' | 'citizen' | 'operator' | 'administrator';

/** What the key of a program may open. Each call that a program may make names one of them. */
export const PROGRAM_SCOPES = [
  'segnalazioni:invia',
  'pratiche:leggi',
  'pratiche:scrivi',
  'pagamenti:leggi',
  'pagamenti:scrivi',
  'posizioni:scrivi',
] as const;
export type ProgramScope = (typeof PROGRAM_SCOPES)[number];

/**
 * A limit on calls that reach the handler, counted in the store for all hosts.
 * @property times how many within `minutes`
 */
export type CallBrake = { by: 'visitor' | 'address'; times: number; minutes: number };

/**
 * What the portal knows when a back end has answered a call.
 * @property enteName of the ente with this id; the id itself when the portal was not given it
 * @property tipoOf kind of the cases with this code
 * @property now in milliseconds @property fields of the call
 */
export type AnswerFacts = {
  enteName(id: string): string;
  tipoOf(codice: string): 'segnalazione' | 'richiesta';
  now: number;
  fields: Readonly<Record<string, unknown>>;
};

/** One row of the contract: all that the server and the browser need to know about a call. */
export type ApiOperation<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> = {
  /** One sentence: who does what. Printed in docs/api.md */
  summary: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** With `{name}` for segments, `{name?}` for a last one that may be missing; they join query and body in the input */
  path: `/${string}`;
  access: CallAccess;
  /** A program may make it too, as the ente of its key, where the key opens this */
  scope?: ProgramScope;
  input: I;
  /** Shape of `data` in the answer, {@link fileOutput} for bytes, or {@link eventsOutput} */
  output: O;
  /**
   * In place of `output`, reads the answer of a back end, where what it need not say follows from the rest. A field with one harmless
   * value has it as its default in `output`
   */
  answer?: (facts: AnswerFacts) => z.ZodMiniType<z.output<O>>;
  /** Status of success; 200 unless said. 302: the output is `{ location }`, and the browser goes there */
  status?: 200 | 201 | 204 | 302 | ((output: z.output<O>) => 200 | 201);
  /** Creates something: takes an idempotency key, runs in one transaction with its stored answer */
  creates?: true;
  /**
   * Takes a bot-check token, and refuses a wrong one. `spent`: only so many calls go through without a token, unless the caller
   * is known (product rule). `checked`: a call before one that spends, with limits of its own: without a token it goes through.
   */
  bot?: 'spent' | 'checked';
  /** Files come in: multipart, with at most this many bytes */
  upload?: number;
  brakes?: readonly CallBrake[];
  /** Open data: pages of every site may read the answer. Without cookies, so that it is the same for everybody */
  anyOrigin?: true;
  /** Answers `{success:true,data}` or `{success:false,error:{status,codice,messaggio}}`: the envelope of the payment calls */
  flagged?: true;
  /** In front of an existing back end still answered by the portal itself: drafts, estimates, what its own data tell */
  kept?: true;
  /**
   * Called by a provider's server: no anti-forgery token. The handler gets the raw body (`corpo`) and this header (`firma`), and
   * checks the one by the other before it uses either.
   */
  signedBy?: string;
  /** How it can fail beyond what follows from the rest of the row (`errorsOf`) */
  fails?: readonly ErrorCode[];
  /** A call as programs make it, and its answer: for the OpenAPI document. A test holds both against the schemas */
  example?: { input?: Partial<z.input<I>>; output?: z.output<O> };
};

/**
 * Declares an operation. A row without access, schema or summary does not compile.
 * The key under which a feature exports it is the name of its handler.
 */
export function defineOperation<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  row: ApiOperation<I, O>,
): ApiOperation<I, O> {
  return row;
}

export type OperationInput<Op extends ApiOperation> = z.output<Op['input']>;
export type OperationOutput<Op extends ApiOperation> = z.output<Op['output']>;

/** What the browser needs to know of an operation to call it. */
export const CALL_FACTS = ['method', 'path', 'bot', 'upload'] as const;

/**
 * An operation as the browser has it, without its schemas. The tables in `x.calls.ts` are generated from the
 * contracts (`npm run check -- documents --write`).
 * @property operation never there: it tells the compiler what goes in and what comes out
 */
export type ApiCall<Op extends ApiOperation = ApiOperation> = Pick<ApiOperation, (typeof CALL_FACTS)[number]> & {
  readonly operation?: Op;
};

/** The calls of one contract. */
export type CallsOf<Ops extends Record<string, ApiOperation>> = { readonly [Name in keyof Ops]: ApiCall<Ops[Name]> };

type CalledOperation<Call extends ApiCall> = NonNullable<Call['operation']>;
/** What a caller writes: before trimming and other changes of the schema. */
export type WrittenInput<Op extends ApiOperation> = LooseInput<z.input<Op['input']>>;
export type CallInput<Call extends ApiCall> = WrittenInput<CalledOperation<Call>>;
export type CallOutput<Call extends ApiCall> = OperationOutput<CalledOperation<Call>>;

/** A key that takes anything may be left out. */
type LooseInput<T> = { [K in keyof T as unknown extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as unknown extends T[K] ? K : never]?: T[K];
};

/** Bytes for the caller; always sent as an attachment, never shown in place. */
export type FileAnswer = {
  type: string;
  /** Value of Content-Disposition */
  disposition: string;
  /** In parts when the file is made while it is sent */
  bytes: Uint8Array | AsyncIterable<Uint8Array> | StoredBytes;
  etag?: string;
};

/** A file that is fetched only when its bytes are needed: not for a HEAD, nor when the browser has it already. @property size bytes */
export type StoredBytes = { size: number; open(): Promise<AsyncIterable<Uint8Array>> };

/** Output of an operation that answers with bytes instead of JSON. */
export const fileOutput = z.custom<FileAnswer>();

/** Of every call that answers with a document drawn for it: more than a person reads, or an office behind one address. */
export const PDF_BRAKES: readonly CallBrake[] = [
  { by: 'visitor', times: 120, minutes: 60 },
  { by: 'address', times: 600, minutes: 60 },
];

/** Output of an operation that answers with server-sent events: opens the stream, which a HEAD does not. */
export const eventsOutput = z.custom<() => ReadableStream<Uint8Array>>();
