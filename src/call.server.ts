/** Calls the portal's own operations from a page, under the same rules as a call of the API. */
import type { apiOperations } from './api.ts';
import type { CallContext } from './context.ts';
import { apiHandlers, callRules, namedOperation, type OperationName } from './handlers.ts';
import type { ReceivedFields } from './platform/body.server.ts';
import type { OperationOutput } from './platform/contract.ts';
import { runOperation } from './platform/run.server.ts';

type ApiOperations = typeof apiOperations;

/**
 * How pages reach the operations: in this process, or over HTTP in front of an existing back end. Pages never call a handler.
 * @param key idempotency key of a send
 * @throws PortalError
 */
export function callOperation<Name extends OperationName>(
  name: Name,
  fields: ReceivedFields,
  ctx: CallContext,
  key?: string,
): Promise<OperationOutput<ApiOperations[Name]>> {
  return runOperation(namedOperation(name), fields, ctx, { key, rules: callRules });
}

export type { OperationName };
export { apiHandlers };
