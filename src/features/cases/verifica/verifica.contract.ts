/** The call that gives a browser a challenge, to prove that a person is using it. */
import * as z from 'zod/mini';
import { defineOperation } from '../../../platform/contract.ts';

export const verificaOperations = {
  sfida: defineOperation({
    summary: 'A browser fetches the next challenge of the bot check; null when the provider makes its own.',
    method: 'GET',
    path: '/api/v1/portale/sfida',
    access: 'anyone',
    kept: true,
    input: z.object({}),
    output: z.nullable(z.record(z.string(), z.unknown())),
  }),
};
