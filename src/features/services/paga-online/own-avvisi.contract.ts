/** A citizen lists their own notices that belong to no document. */
import * as z from 'zod/mini';
import { defineOperation } from '../../../platform/contract.ts';

const ownAvviso = z.object({
  ente: z.string(),
  nome_ente: z.string(),
  numero_avviso: z.string(),
  causale: z.string(),
  importo_cent: z.number(),
  scadenza: z.nullable(z.string()),
  stato: z.enum(['da_pagare', 'scaduto']),
  /** Path of the page that pays it; null after the last day for paying */
  paga: z.nullable(z.string()),
});
export type OwnAvviso = z.infer<typeof ownAvviso>;

export const ownAvvisiOperations = {
  mieiAvvisi: defineOperation({
    summary:
      'A citizen lists the notices to pay that are no document’s: with their tax code, or of a request about documents of their positions.',
    method: 'GET',
    path: '/api/v1/portale/avvisi',
    access: 'citizen',
    input: z.object({}),
    output: z.array(ownAvviso),
  }),
};
