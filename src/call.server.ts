/** How a page asks the portal's own operations, under the same rules as a call of the API. */
import type { operations } from './api.ts';
import type { Ctx } from './context.ts';
import { handlers, known, named, type OperationName } from './handlers.ts';
import type { Fields } from './platform/body.server.ts';
import type { Output } from './platform/contract.ts';
import { run } from './platform/run.server.ts';

type Ops = typeof operations;

/**
 * How pages reach the operations: in this process, or (once the store is somewhere else) over HTTP. Pages never call a handler.
 * @param key idempotency key of a send
 * @throws PortalError
 */
export function call<Name extends OperationName>(
  name: Name,
  fields: Fields,
  ctx: Ctx,
  key?: string,
): Promise<Output<Ops[Name]>> {
  return run(named(name), fields, ctx, { key, known });
}

export type { OperationName };
export { handlers };
