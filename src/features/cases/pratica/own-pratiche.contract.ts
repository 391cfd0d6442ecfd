/** A citizen lists the cases they sent, of every kind. Kept apart so that pages with lists do not load the form's contract. */
import * as z from 'zod/mini';
import { defineOperation } from '../../../platform/contract.ts';

const praticaListItem = z.object({
  id: z.string(),
  tipo: z.enum(['segnalazione', 'richiesta']),
  protocollo: z.string(),
  codice: z.string(),
  oggetto: z.string(),
  ente: z.string(),
  stato: z.string(),
  inviata_il: z.string(),
  termine_il: z.string(),
  email: z.string(),
  messaggi_non_letti: z.number(),
  /** Path of the chat of this case */
  chat: z.string(),
});
export type PraticaListItem = z.infer<typeof praticaListItem>;

export const ownPraticheOperations = {
  messaggiDaLeggere: defineOperation({
    summary: 'A citizen asks how many messages of the enti they have not read.',
    method: 'GET',
    path: '/api/v1/portale/messaggi/da-leggere',
    access: 'citizen',
    input: z.object({}),
    output: z.object({ numero: z.number() }),
  }),
  listaSegnalazioni: defineOperation({
    summary: 'A citizen lists their own cases, newest first.',
    method: 'GET',
    path: '/api/v1/generic/segnalazione/list',
    access: 'citizen',
    input: z.object({}),
    output: z.array(praticaListItem),
  }),
};
