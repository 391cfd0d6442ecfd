/** The call by which an operator learns what the office knows of the person on the telephone. */
import * as z from 'zod/mini';
import { codiceFiscaleSchema } from '../../../platform/atoms/codice-fiscale.ts';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { telefonoSchema } from '../../../platform/atoms/telefono.ts';
import { optionalSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';

/** Cases that are shown of a person. */
export const MAX_KNOWN = 10;

const ALL_MISSING = 'Scrivi il telefono, il codice fiscale o l’e-mail di chi chiama.';

export const richiedenteKnownOperations = {
  // POST, so that no number stands in the log of a proxy.
  conosciRichiedente: defineOperation({
    summary: `An operator reads who sent cases to their ente with a telephone number, a tax code or an e-mail address, and the last ${MAX_KNOWN} of these cases. Each of them records who has seen it.`,
    method: 'POST',
    path: '/api/v1/portale/operatore/richiedente',
    access: 'operator',
    input: z
      .object({
        ente: z.string('Scegli l’ente.').check(z.maxLength(100, 'Scegli l’ente.')),
        telefono: optionalSchema(telefonoSchema()),
        codice_fiscale: optionalSchema(codiceFiscaleSchema()),
        email: optionalSchema(emailAddressSchema()),
      })
      .check(
        z.refine(({ telefono, codice_fiscale, email }) => Boolean(telefono ?? codice_fiscale ?? email), {
          path: ['telefono'],
          error: ALL_MISSING,
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
          /** The person who sent it: a family may have one telephone */
          richiedente: z.string(),
          stato: z.string(),
          inviata_il: z.string(),
          /** Path of the operator's chat */
          chat: z.string(),
        }),
      ),
      /** There are more cases than these */
      altre: z.boolean(),
    }),
    brakes: [{ by: 'visitor', times: 300, minutes: 60 }],
  }),
};
