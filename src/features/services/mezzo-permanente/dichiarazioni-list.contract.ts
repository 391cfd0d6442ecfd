/** A citizen sees the declarations made in their name. */
import * as z from 'zod/mini';
import { orNull } from '../../../platform/back-end/answer.ts';
import { type AnswerFacts, defineOperation } from '../../../platform/contract.ts';

export const STATI = {
  bozza: 'Bozza',
  inviata: 'Inviata',
  accettata: 'Accettata',
  rifiutata: 'Rifiutata',
} as const;
export type StatoDichiarazione = keyof typeof STATI;

/** @param pratica state of the case of a declaration that was made on the portal @returns the state of the declaration */
export function dichiarazioneStatoOf(pratica: string): StatoDichiarazione {
  if (pratica === 'accettata') return 'accettata';
  return pratica === 'rifiutata' || pratica === 'ritirata' ? 'rifiutata' : 'inviata';
}

const dichiarazione = z.object({
  Id: z.string(),
  tipo: z.string(),
  /** Id of the ente, as in `Ente__c` */
  ente: z.string(),
  nome_ente: z.string(),
  data: z.string(),
  stato: z.enum(Object.keys(STATI) as [StatoDichiarazione, ...StatoDichiarazione[]]),
  protocollo: orNull(z.string()),
  /** Of one made on the portal: the page to continue it, or the chat of its case */
  percorso: z.optional(z.string()),
  /** Of one sent on the portal: the address of its receipt */
  ricevuta: z.optional(z.string()),
  /** Why it was refused, in the words of the decision; missing when the portal does not know them */
  motivo: z.optional(z.string()),
  /** The citizen withdrew it: `stato` is `rifiutata` then */
  ritirata: z.optional(z.boolean()),
});

const answeredDichiarazione = ({ enteName }: AnswerFacts) =>
  z.pipe(
    z.extend(dichiarazione, { nome_ente: z.optional(z.string()) }),
    z.transform((one) => ({ ...one, nome_ente: one.nome_ente ?? enteName(one.ente) })),
  );

export const dichiarazioniListOperations = {
  listaDichiarazioni: defineOperation({
    summary: 'A citizen lists the declarations made in their name, latest first.',
    method: 'GET',
    path: '/api/v1/dichiarazione/list',
    access: 'citizen',
    input: z.object({}),
    output: z.array(dichiarazione),
    answer: (facts) => z.array(answeredDichiarazione(facts)),
  }),
};
