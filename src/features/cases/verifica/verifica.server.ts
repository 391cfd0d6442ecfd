/** Gives the challenge that a browser solves to pass the bot check. */
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { verificaOperations } from './verifica.contract.ts';

export const verificaHandlers: OperationHandlers<typeof verificaOperations> = {
  sfida: async (_input, { house, now }) => (await house.botCheck.challenge(now)) as Record<string, unknown> | null,
};
