/** The call by which a person who lost the link of a case finds its page again. */
import * as z from 'zod/mini';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';

export const praticaFollowOperations = {
  seguiPratica: defineOperation({
    summary:
      'Anyone finds the page of a case by its ente, its number and the e-mail address it was sent with, once that address is confirmed by its code. Answers with the address of the page.',
    method: 'POST',
    path: '/api/v1/portale/pratiche/segui',
    access: 'anyone',
    input: z.object({
      ente: optionalSchema(textSchema({ max: 60 })),
      protocollo: optionalSchema(textSchema({ max: 20 })),
      email: optionalSchema(emailAddressSchema()),
    }),
    output: z.object({ chat: z.string() }),
    brakes: [
      { by: 'visitor', times: 30, minutes: 60 },
      { by: 'address', times: 300, minutes: 60 },
    ],
  }),
};
