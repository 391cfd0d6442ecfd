/** A citizen takes along what the portal keeps of them. */
import * as z from 'zod/mini';
import { file, operation } from '../../../platform/contract.ts';
import { BRAKES } from '../../cases/utente/utente.contract.ts';

export const operations = {
  scaricaDati: operation({
    summary: 'A citizen downloads what the portal keeps of them (JSON).',
    method: 'GET',
    path: '/api/v1/portale/dati',
    access: 'citizen',
    input: z.object({}),
    output: file,
    brakes: BRAKES,
  }),
};
