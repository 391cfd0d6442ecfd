/** A page asks who is there. */
import * as z from 'zod/mini';
import { operation } from '../../platform/contract.ts';

export const operations = {
  utente: operation({
    summary: 'A page asks who is logged in; 401 means nobody, which is no error.',
    method: 'GET',
    path: '/api/v1/user',
    access: 'login',
    input: z.object({}),
    output: z.object({
      Id: z.string(),
      Nome: z.string(),
      Cognome: z.string(),
      CodiceFiscale: z.string(),
      PersonEmail: z.nullable(z.string()),
      Ruolo: z.enum(['cittadino', 'operatore']),
      Enti: z.array(z.string()),
    }),
  }),
};
