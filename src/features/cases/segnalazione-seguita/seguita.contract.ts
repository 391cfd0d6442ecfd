/** Anybody follows a public report by mail, stops following it, and says once that a closing has not solved the problem. */
import * as z from 'zod/mini';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { defineOperation } from '../../../platform/contract.ts';

/** The words in the links of the mails: the id of what is followed, and its signature. */
const chiave = z.string().check(z.maxLength(200));

export const seguitaOperations = {
  seguiSegnalazione: defineOperation({
    summary:
      'Anyone follows a public report, once the e-mail address is confirmed by its code; of one that was closed this says that the problem is still there. Following it twice changes nothing.',
    method: 'POST',
    path: '/api/v1/portale/segnalazioni/{id}/segui',
    access: 'anyone',
    input: z.object({ id: lookupIdSchema(), email: emailAddressSchema() }),
    /** How many follow it */
    output: z.object({ seguita_da: z.int() }),
    brakes: [
      { by: 'visitor', times: 30, minutes: 60 },
      { by: 'address', times: 300, minutes: 60 },
    ],
  }),
  smettiSeguita: defineOperation({
    summary: 'A follower of a public report, by the words in the link of a mail, gets no more mails of it.',
    method: 'POST',
    path: '/api/v1/portale/seguite/{chiave}/smetti',
    access: 'anyone',
    input: z.object({ chiave }),
    /** False when it was not followed any more */
    output: z.object({ smessa: z.boolean() }),
  }),
  nonRisolta: defineOperation({
    summary:
      'A follower of a public report that was closed says, by the words in the link of a mail, that the problem is not solved: once for each closing.',
    method: 'POST',
    path: '/api/v1/portale/seguite/{chiave}/non-risolta',
    access: 'anyone',
    input: z.object({ chiave }),
    output: z.object({ contata: z.boolean() }),
  }),
};
