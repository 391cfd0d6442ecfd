/** Calls the portal's own operations from a page, under the same rules as a call of the API. */
import type { apiOperations } from './api.ts';
import type { CallContext, PortalHouse } from './context.ts';
import { apiHandlers, callRules, namedOperation, type OperationName } from './handlers.ts';
import type { ReceivedFields } from './platform/body.server.ts';
import type { OperationOutput } from './platform/contract.ts';
import { runOperation } from './platform/run.server.ts';
import { isAnsweredInFront } from './platform/upstream/upstream.ts';

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

/** @returns false for a call that neither this portal nor the back end behind it answers: what needs it is not shown */
export const isAnswered = ({ upstream }: PortalHouse, name: OperationName): boolean =>
  !upstream || isAnsweredInFront(namedOperation(name).operation, upstream.isPortal);

export type { OperationName };
export { apiHandlers };
