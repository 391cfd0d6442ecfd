/** Hands out the challenge that a browser solves to pass the bot check. */
import type { Handlers } from '../../../platform/run.server.ts';
import type { operations } from './verifica.contract.ts';

export const handlers: Handlers<typeof operations> = {
  sfida: async (_input, { house, now }) => (await house.botCheck.challenge(now)) as Record<string, unknown> | null,
};
