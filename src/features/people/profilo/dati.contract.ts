/** A citizen downloads the data that the portal stores about them. */
import * as z from 'zod/mini';
import { defineOperation, fileOutput } from '../../../platform/contract.ts';
import { ACCOUNT_BRAKES } from '../../cases/utente/utente.contract.ts';

export const datiOperations = {
  scaricaDati: defineOperation({
    summary: 'A citizen downloads what the portal keeps of them (JSON).',
    method: 'GET',
    path: '/api/v1/portale/dati',
    access: 'citizen',
    input: z.object({}),
    output: fileOutput,
    brakes: ACCOUNT_BRAKES,
  }),
};
