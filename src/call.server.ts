/** Calls the portal's own operations from a page, under the same rules as a call of the API. */
import type * as z from 'zod/mini';
import type { apiOperations } from './api.ts';
import type { CallContext, PortalHouse } from './context.ts';
import { callRules, namedOperation, type OperationName } from './handlers.ts';
import type { BOT_FIELD } from './platform/bot-check/bot-check.ts';
import type { ApiOperation, OperationOutput, WrittenInput } from './platform/contract.ts';
import { runOperation } from './platform/run.server.ts';

type ApiOperations = typeof apiOperations;

type FieldsOf<Op extends ApiOperation> = {
  readonly [Field in keyof z.input<Op['input']> | typeof BOT_FIELD]?: unknown;
};

/**
 * How pages reach the operations: in this process, or over HTTP in front of an existing back end. Pages never call a handler.
 * @param key idempotency key of a send
 * @throws PortalError
 */
export function callOperation<Name extends OperationName>(
  name: Name,
  input: WrittenInput<ApiOperations[Name]>,
  ctx: CallContext,
  key?: string,
): Promise<OperationOutput<ApiOperations[Name]>> {
  return callWithFields(name, input, ctx, key);
}

/** The same with the fields of a form as a person sent them: the operation checks what they hold and whether they are there. */
export function callWithFields<Name extends OperationName>(
  name: Name,
  fields: FieldsOf<ApiOperations[Name]>,
  ctx: CallContext,
  key?: string,
): Promise<OperationOutput<ApiOperations[Name]>> {
  return runOperation(namedOperation(name), fields, ctx, { key, rules: callRules });
}

/** @returns false for a call that neither this portal nor the back end behind it answers: what needs it is not shown */
export const isAnswered = ({ backEnd }: Pick<PortalHouse, 'backEnd'>, name: OperationName): boolean =>
  backEnd.answers(namedOperation(name).operation);

/** @returns true for a call whose answer is a back end's, which may say less than the portal's own store */
export const isPassedOn = ({ backEnd }: Pick<PortalHouse, 'backEnd'>, name: OperationName): boolean =>
  backEnd.takes(namedOperation(name).operation);

export type { OperationName };
