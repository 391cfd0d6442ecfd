/** What an operator does with several cases of their list: one call for each case. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { longTextSchema, optionalSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { placeholderProblem } from '../../cases/ente/risposte.ts';
import { MAX_MESSAGGIO_LENGTH } from '../../cases/pratica/messaggio-length.ts';
import { MAX_CHANGE_REASON_LENGTH } from '../../cases/pratica/pratica-changes.contract.ts';

/** Cases that one form changes. */
export const MAX_BULK = 200;

const BULK_AZIONI = ['assegna_a_me', 'prendi_in_carico', 'assegna', 'rispondi', 'concludi'] as const;
export type BulkAzione = (typeof BULK_AZIONI)[number];

export const bulkOperations = {
  lavoraPratica: defineOperation({
    summary: 'An operator does with one of several ticked cases of their ente what they chose for all of them.',
    method: 'POST',
    path: '/api/v1/portale/operatore/pratiche/{id}/insieme',
    access: 'operator',
    input: z.object({
      /** The id of the ente's side */
      id: lookupIdSchema(),
      azione: z.enum(BULK_AZIONI, 'Scegli che cosa fare con le pratiche.'),
      /** To whom `assegna` gives it; without an office the case stays in its own */
      persona: optionalSchema(z.string().check(z.maxLength(100, 'Scegli una persona dell’elenco.'))),
      ufficio: optionalSchema(z.string().check(z.maxLength(100, 'Scegli un ufficio dell’elenco.'))),
      /** Why it goes from one office to another */
      motivo: optionalSchema(longTextSchema({ max: MAX_CHANGE_REASON_LENGTH })),
      /** Name of a prepared answer; the text goes before it */
      risposta: optionalSchema(z.string().check(z.maxLength(200, 'Scegli una risposta dell’elenco.'))),
      /** May have placeholders, as prepared answers have */
      testo: optionalSchema(
        longTextSchema({ max: MAX_MESSAGGIO_LENGTH }).check(
          z.refine((text) => placeholderProblem(text) === undefined, {
            error: (issue) => placeholderProblem(String(issue.input)),
          }),
        ),
      ),
    }),
    /** False: it was so already */
    output: z.object({ cambiata: z.boolean() }),
    creates: true,
    brakes: [{ by: 'visitor', times: 2000, minutes: 60 }],
  }),
};
