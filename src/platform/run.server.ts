/** Runs an operation for the API and for pages alike, so that both have the same access rules, limits and bot check. */
import * as z from 'zod/mini';
import type { CallContext } from '../context.ts';
import { networkOf } from './address.ts';
import type { BackEndAnswer, BackEndAsk, UploadBody } from './back-end/back-end.ts';
import type { ReceivedFields } from './body.server.ts';
import { BOT_FIELD } from './bot-check/bot-check.ts';
import type { ApiOperation, CallAccess, CallBrake, OperationInput, OperationOutput } from './contract.ts';
import { type FieldErrors, fieldErrors, PortalError } from './errors.ts';
import { isLimitReached, requireWithinLimits } from './limit.server.ts';
import { findFinished, fingerprintOf, type KeyedSend, requireOwnKey, runOnce } from './once.server.ts';

/** Does one operation, without HTTP, Astro or an SQL dialect. */
export type OperationHandler<Op extends ApiOperation> =
  | ((input: OperationInput<Op>, ctx: CallContext) => Promise<OperationOutput<Op>>)
  | {
      /** Values that the portal sets over what the caller sent, before it is checked */
      complete?(fields: ReceivedFields, ctx: CallContext): ReceivedFields;
      /**
       * Slow work or network, outside the transaction of an operation that creates.
       * @param brake counts this call now, at most once; awaited before work that no transaction can undo
       */
      prepare?(input: OperationInput<Op>, ctx: CallContext, brake: () => Promise<void>): Promise<unknown>;
      run(input: OperationInput<Op>, ctx: CallContext, prepared: never): Promise<OperationOutput<Op>>;
      /** A version that changes when the answer changes: a cheap query for `If-None-Match` */
      version?(input: OperationInput<Op>, ctx: CallContext): Promise<string>;
    };

/** One handler per operation, under the same name; a missing one does not compile. */
export type OperationHandlers<Ops extends Record<string, ApiOperation>> = {
  [Name in keyof Ops]: OperationHandler<Ops[Name]>;
};

export type NamedOperation<Op extends ApiOperation = ApiOperation> = {
  name: string;
  operation: Op;
  handler: OperationHandler<Op>;
};

/** Is this caller known well enough to send without a bot-check token? */
type KnownCaller = (ctx: CallContext) => Promise<boolean>;

/** A call that the back end has answered. @property fields as they were sent there @property key of a send */
type AnsweredCall = { named: NamedOperation; fields: ReceivedFields; output: unknown; key: string | undefined };

/** Keeps here what the portal's own pages need of an answer of the back end. */
export type RememberAnswer = (answered: AnsweredCall, ctx: CallContext) => Promise<void>;

/** What the features add to the way of every call. */
export type CallRules = { known: KnownCaller; remember: RememberAnswer };

/** @property ask how the back end is asked, where the call is its own */
export type CallOptions = { key?: string | undefined; rules?: CallRules; ask?: BackEndAsk; upload?: UploadBody };

/** @property output of the operation, unless the caller has this version already */
export type CallAnswer<Op extends ApiOperation> = { output: OperationOutput<Op>; etag?: string; unchanged?: true };

/** Runs an operation. @throws PortalError */
export async function runOperation<Op extends ApiOperation>(
  named: NamedOperation<Op>,
  fields: ReceivedFields,
  ctx: CallContext,
  options: CallOptions = {},
): Promise<OperationOutput<Op>> {
  return (await answerOperation(named, fields, ctx, options)).output;
}

/**
 * Runs an operation, by its handler or by asking the back end in front of which the portal stands, and counts how it ended.
 * @throws PortalError
 */
export async function answerOperation<Op extends ApiOperation>(
  named: NamedOperation<Op>,
  fields: ReceivedFields,
  ctx: CallContext,
  options: CallOptions = {},
): Promise<CallAnswer<Op>> {
  const began = performance.now();
  let outcome = 'ok';
  try {
    const { backEnd } = ctx.house;
    if (backEnd.takes(named.operation)) return (await passOn(named as never, fields, ctx, options)) as CallAnswer<Op>;
    if (!backEnd.answers(named.operation)) throw new PortalError('not_found');
    return { output: await passChecks(named, fields, ctx, options) };
  } catch (error) {
    outcome = error instanceof PortalError ? error.code : 'failed';
    throw error;
  } finally {
    ctx.house.metrics.operation(named.name, outcome, performance.now() - began);
  }
}

/** A call that the back end answers. */
async function passOn(
  named: NamedOperation,
  fields: ReceivedFields,
  ctx: CallContext,
  { key, rules, ask, upload }: CallOptions,
): Promise<BackEndAnswer> {
  const { operation, name } = named;
  const { browser, house } = ctx;
  if (!browser) throw new Error(`${name} was called for no browser`);
  // Its own limits and checks are behind it; the challenge is this portal's.
  if (operation.bot && !upload && house.botCheck.kind === 'altcha')
    await checkBot(operation.bot, fields[BOT_FIELD], ctx, rules?.known);
  const sendKey = operation.creates ? key : undefined;
  if (sendKey !== undefined) {
    requireKeyForm(sendKey);
    await requireOwnKey(ctx, sendKey);
  }
  const how = { ...ask, key: sendKey };
  const answer = upload
    ? await house.backEnd.upload(named, upload, browser, how)
    : await house.backEnd.ask(named, fields, browser, how);
  // What was done there is done: that it could not be noted here changes nothing about it.
  await rules?.remember({ named, fields, output: answer.output, key }, ctx).catch((error: unknown) => {
    house.monitoring.report(error, { route: 'api', operation: name });
  });
  return answer;
}

/**
 * One call from parsing to answer: access → schema → finished key → brakes → bot check → handler.
 * @param fields from path, query and body, not yet checked
 * @throws PortalError
 */
async function passChecks<Op extends ApiOperation>(
  named: NamedOperation<Op>,
  fields: ReceivedFields,
  ctx: CallContext,
  options: Pick<CallOptions, 'key' | 'rules'>,
): Promise<OperationOutput<Op>> {
  const { operation, name, handler } = named;
  requireAccess(operation.access, ctx);
  const complete = typeof handler === 'function' ? undefined : handler.complete;
  const input = parseInput(operation, complete ? complete(fields, ctx) : fields);
  if (operation.access === 'administrator') requireAdministered(input, ctx);
  const send = operation.creates && options.key ? await keyedSend(name, options.key, fields) : undefined;
  if (send) {
    const done = await findFinished(ctx, send);
    if (done) return done.answer as OperationOutput<Op>;
  }
  // Counted in the transaction that writes: one sync of the file, not two. An upload is counted before its work.
  const inside = operation.creates && !operation.upload;
  if (!inside) await countBrake(named, ctx);
  const human = operation.bot ? await checkBot(operation.bot, fields[BOT_FIELD], ctx, options.rules?.known) : false;
  return handleCall(named, input, human === ctx.human ? ctx : { ...ctx, human }, send);
}

/** @throws PortalError `anonymous` without a login, `forbidden` for the other role */
function requireAccess(access: CallAccess, { user }: CallContext): void {
  if (access === 'anyone') return;
  if (!user) throw new PortalError('anonymous');
  if (access !== 'login' && (access === 'citizen') !== (user.ruolo === 'cittadino')) throw new PortalError('forbidden');
  if (access === 'administrator' && user.amministra.length === 0) throw new PortalError('forbidden');
}

/**
 * @throws PortalError `not_found` for an ente that is not theirs, which is also the answer for one that does not exist; `forbidden`
 *   for one that they work for and do not administer
 */
function requireAdministered(input: unknown, { user }: CallContext): void {
  const { ente } = z.parse(namedEnte, input);
  if (user?.amministra.includes(ente)) return;
  throw new PortalError(user?.enti.includes(ente) ? 'forbidden' : 'not_found');
}

const namedEnte = z.object({ ente: z.string() });

async function handleCall<Op extends ApiOperation>(
  named: NamedOperation<Op>,
  input: OperationInput<Op>,
  ctx: CallContext,
  send?: KeyedSend,
): Promise<OperationOutput<Op>> {
  const handler = named.handler;
  const work =
    typeof handler === 'function'
      ? handler
      : (i: OperationInput<Op>, c: CallContext) => handler.run(i, c, prepared as never);
  const prepare = typeof handler === 'function' ? undefined : handler.prepare;
  let counted = !named.operation.creates || named.operation.upload !== undefined;
  // The count itself is in the transaction; this check keeps a caller who has reached the limit from causing work before it. Many
  // parallel calls all find it unreached, so work at somebody else's cost awaits the brake itself.
  if (prepare && !counted) await checkBrake(named, ctx);
  const prepared = await prepare?.(input, ctx, async () => {
    if (counted) return;
    counted = true;
    await countBrake(named, ctx);
  });
  if (!named.operation.creates) return work(input, ctx);
  return runOnce(ctx, send, async (inside) => {
    if (!counted) await countBrake(named, inside);
    return work(input, inside);
  });
}

/** @throws PortalError `too_many` */
async function countBrake(
  { name, operation }: { name: string; operation: ApiOperation },
  ctx: CallContext,
): Promise<void> {
  const limits = limitsOf(name, operation, ctx);
  if (limits.length > 0) await requireWithinLimits(ctx, limits);
}

/** Does not count. @throws PortalError `too_many` when a limit is reached already */
async function checkBrake(
  { name, operation }: { name: string; operation: ApiOperation },
  ctx: CallContext,
): Promise<void> {
  const limits = limitsOf(name, operation, ctx);
  const wait = limits.length > 0 ? await isLimitReached(ctx, limits) : 0;
  if (wait > 0) throw new PortalError('too_many', { retryAfter: wait });
}

/** @throws PortalError `invalid` with every field that is wrong, in the order of the schema */
export function parseInput<Op extends ApiOperation>(operation: Op, fields: ReceivedFields): OperationInput<Op> {
  const result = z.safeParse(operation.input, fields);
  if (result.success) return result.data as OperationInput<Op>;
  const issues = result.error.issues.flatMap(byField);
  throw new PortalError('invalid', { fields: inOrder(operation.input, fieldErrors({ issues })) });
}

/** Fields that a strict schema does not know are one issue of the whole: each is told beside its own name. */
const byField = (issue: z.core.$ZodIssue): Pick<z.core.$ZodIssue, 'path' | 'message'>[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: [...issue.path, key], message: issue.message }))
    : [issue];

/** Rules over several fields come last in zod; their messages belong to their field. */
function inOrder(schema: z.core.$ZodType, errors: FieldErrors): FieldErrors {
  const names = schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];
  const place = ([name]: [string, string[]]) => names.indexOf(name.split('.')[0] as string);
  return Object.fromEntries(Object.entries(errors).sort((a, b) => place(a) - place(b)));
}

/** @throws PortalError `invalid` for a key of another form */
function requireKeyForm(key: string): void {
  if (!/^[\w-]{8,100}$/.test(key))
    throw new PortalError('invalid', { message: 'La chiave di invio non è valida. Ricarica la pagina.' });
}

/** @throws PortalError `invalid` for a key of another form */
export async function keyedSend(operation: string, key: string, fields: ReceivedFields): Promise<KeyedSend> {
  requireKeyForm(key);
  return { operation, key, fingerprint: await fingerprintOf(fields) };
}

/** A program has limits of its own, which are counted when it is let in. */
const limitsOf = (name: string, { brakes = [] }: ApiOperation, ctx: CallContext) =>
  ctx.programma ? [] : brakes.map((row) => limitOf(name, row, ctx));

function limitOf(name: string, brake: CallBrake, ctx: CallContext) {
  // A caller without the cookie is told apart by the network alone: all of them together would use up one limit.
  const who = (brake.by === 'visitor' && ctx.visitor) || networkOf(ctx.address);
  return { name: `${name}:${brake.by}`, who, times: brake.times, minutes: brake.minutes };
}

/**
 * Product rule: a wrong, expired or used token is refused. Without a token (or with a verifier that is down) the call proceeds
 * under a limit, unless the caller is known or the call has limits of its own instead.
 */
async function checkBot(
  bot: NonNullable<ApiOperation['bot']>,
  token: unknown,
  ctx: CallContext,
  known: KnownCaller | undefined,
): Promise<boolean> {
  if (typeof token === 'string' && token !== '') {
    const { now, house, address } = ctx;
    const verdict = await house.botCheck.verify(token, { now, address });
    const refused =
      verdict.outcome === 'refused' ||
      (verdict.outcome === 'human' && verdict.spend && !(await spendChallenge(ctx, verdict.spend)));
    if (refused) {
      throw new PortalError('invalid', {
        fields: {
          [BOT_FIELD]: ['La verifica automatica non è riuscita. Premi di nuovo il pulsante per ripeterla.'],
        },
      });
    }
    if (verdict.outcome === 'human') return true;
  }
  if (bot === 'checked' || ctx.user || (await known?.(ctx))) return false;
  await requireWithinLimits(ctx, [
    { name: 'senza-verifica:visitatore', who: ctx.visitor ?? '', times: 10, minutes: 60 },
    { name: 'senza-verifica:rete', who: networkOf(ctx.address), times: 100, minutes: 60 },
  ]);
  return false;
}

/** @returns false when this challenge was used before */
async function spendChallenge(ctx: CallContext, challenge: { id: string; expires: number }): Promise<boolean> {
  const taken = await ctx.house.db
    .insertInto('sfide_usate')
    .values({ id: challenge.id, scade: challenge.expires })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}
