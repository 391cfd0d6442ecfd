/** A handler of the portal's own asks the back end in front of which the portal stands. */
import * as z from 'zod/mini';
import type { CallContext } from '../../context.ts';
import type { ReceivedFields } from '../body.server.ts';

/**
 * @param operation one of the contract, by its name there
 * @returns the answer in the contract's shape
 * @throws PortalError as the back end refuses, `unavailable` when it is away
 */
export async function askBackEnd<Output extends z.ZodMiniType>(
  { house, browser }: CallContext,
  name: string,
  operation: { output: Output },
  fields: ReceivedFields,
): Promise<z.output<Output>> {
  if (!browser) throw new Error(`${name} was called for no browser`);
  const { output } = await house.backEnd.ask({ name, operation: operation as never }, fields, browser, {});
  return z.parse(operation.output, output);
}
