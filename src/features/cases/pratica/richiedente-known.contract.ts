/** The call by which an operator learns what the office knows of the person on the telephone. */
import * as z from 'zod/mini';
import { codiceFiscaleSchema } from '../../../platform/atoms/codice-fiscale.ts';
import { telefonoSchema } from '../../../platform/atoms/telefono.ts';
import { optionalSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';

/** Cases that are shown of a person. */
export const MAX_KNOWN = 5;

const BOTH_MISSING = 'Scrivi il telefono o il codice fiscale di chi chiama.';

export const richiedenteKnownOperations = {
  // POST, so that no number stands in the log of a proxy.
  conosciRichiedente: defineOperation({
    summary: `An operator reads who sent cases to their ente with a telephone number or a tax code, and the last ${MAX_KNOWN} of these cases.`,
    method: 'POST',
    path: '/api/v1/portale/operatore/richiedente',
    access: 'operator',
    input: z
      .object({
        ente: z.string('Scegli l’ente.').check(z.maxLength(100, 'Scegli l’ente.')),
        telefono: optionalSchema(telefonoSchema()),
        codice_fiscale: optionalSchema(codiceFiscaleSchema()),
      })
      .check(
        z.refine(({ telefono, codice_fiscale }) => Boolean(telefono ?? codice_fiscale), {
          path: ['telefono'],
          error: BOTH_MISSING,
        }),
      ),
    output: z.object({
      /** As in the last case; without one nothing is known */
      richiedente: z.optional(
        z.object({
          nome: z.string(),
          cognome: z.string(),
          telefono: z.optional(z.string()),
          email: z.optional(z.string()),
          codice_fiscale: z.optional(z.string()),
        }),
      ),
      pratiche: z.array(
        z.object({
          protocollo: z.string(),
          oggetto: z.string(),
          stato: z.string(),
          inviata_il: z.string(),
          /** Path of the operator's chat */
          chat: z.string(),
        }),
      ),
    }),
    brakes: [{ by: 'visitor', times: 300, minutes: 60 }],
  }),
};
