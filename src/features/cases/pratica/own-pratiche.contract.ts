/** A citizen lists the cases they sent, of every kind. Kept apart so that pages with lists do not load the form's contract. */
import * as z from 'zod/mini';
import { type AnswerFacts, defineOperation } from '../../../platform/contract.ts';
import { chatPath } from './pratica-names.ts';

const praticaListItem = z.object({
  id: z.string(),
  tipo: z.enum(['segnalazione', 'richiesta']),
  protocollo: z.string(),
  codice: z.string(),
  oggetto: z.string(),
  ente: z.string(),
  stato: z.string(),
  inviata_il: z.string(),
  /** Day, `YYYY-MM-DD`; '' when another program deals with it */
  termine_il: z.string(),
  email: z.string(),
  messaggi_non_letti: z._default(z.number(), 0),
  /** Path of the chat of this case */
  chat: z.string(),
  /** Of a case that another program deals with: its name, and its number there */
  esterna: z.optional(z.object({ programma: z.string(), servizio: z.string(), numero: z.string() })),
});
export type PraticaListItem = z.infer<typeof praticaListItem>;

const answeredListItem = ({ tipoOf }: AnswerFacts) =>
  z.pipe(
    z.extend(praticaListItem, { tipo: z.optional(praticaListItem.shape.tipo), chat: z.optional(z.string()) }),
    z.transform((item) => {
      const { tipo = tipoOf(item.codice) } = item;
      return { ...item, tipo, chat: item.chat ?? chatPath({ ...item, tipo }) };
    }),
  );

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
    answer: (facts) => z.array(answeredListItem(facts)),
  }),
};
