/** The call of a citizen's inbox: one row for each case in which they or the office wrote. */
import * as z from 'zod/mini';
import { pageNumberSchema } from '../../../platform/atoms/page-number.ts';
import { defineOperation } from '../../../platform/contract.ts';

const WRONG_PAGE = 'Questa pagina non esiste.';

/** A case, and the last entry that a person wrote into it. */
const conversazione = z.object({
  id: z.string(),
  tipo: z.enum(['segnalazione', 'richiesta']),
  protocollo: z.string(),
  codice: z.string(),
  /** Of a case that another program deals with */
  servizio: z.optional(z.string()),
  oggetto: z.string(),
  ente: z.string(),
  /** Path of the chat */
  chat: z.string(),
  non_letti: z.number(),
  /** Side that wrote last, and for an office the name of the operator when it is known */
  da: z.enum(['cittadino', 'operatore']),
  chi: z.nullable(z.string()),
  quando: z.string(),
  /** First line of the text; null for a change of state or a file without words */
  testo: z.nullable(z.string()),
  /** The state that the entry led to, if it changed the state */
  stato: z.nullable(z.string()),
});
export type Conversazione = z.infer<typeof conversazione>;

export const messaggiOperations = {
  mieiMessaggi: defineOperation({
    summary:
      'A citizen lists the cases in which they or the ente wrote, the last message first, each with the first line of that message; hidden messages are left out.',
    method: 'GET',
    path: '/api/v1/portale/messaggi',
    access: 'citizen',
    input: z.object({
      pagina: pageNumberSchema(WRONG_PAGE, { max: Number.MAX_SAFE_INTEGER, digits: 6 }),
    }),
    output: z.object({
      righe: z.array(conversazione),
      /** Cases on all pages */
      totale: z.number(),
      /** The page given: the last one when a later one was asked for */
      pagina: z.number(),
      pagine: z.number(),
    }),
  }),
};
