/** Calls by which a citizen chooses the reminders they want, and stops them from a mail. */
import * as z from 'zod/mini';
import { defineOperation } from '../../../platform/contract.ts';
import { promemoriaChoice } from './promemoria.ts';
import { ACCOUNT_BRAKES } from './utente.contract.ts';

const PROMEMORIA_PATH = '/api/v1/portale/promemoria';

export const promemoriaOperations = {
  promemoria: defineOperation({
    summary: 'A citizen reads what they are reminded of, how many days before, and where.',
    method: 'GET',
    path: PROMEMORIA_PATH,
    access: 'citizen',
    input: z.object({}),
    output: promemoriaChoice,
  }),
  cambiaPromemoria: defineOperation({
    summary: 'A citizen chooses what they are reminded of, how many days before, and where.',
    method: 'POST',
    path: PROMEMORIA_PATH,
    access: 'citizen',
    input: z.object(promemoriaChoice.shape),
    output: promemoriaChoice,
    brakes: ACCOUNT_BRAKES,
  }),
  smettiPromemoria: defineOperation({
    summary:
      'The reader of a reminder, by the words in its link, gets no more reminders of its kind. Mails about cases go on.',
    method: 'POST',
    path: `${PROMEMORIA_PATH}/{chiave}/smetti`,
    access: 'anyone',
    input: z.object({ chiave: z.string().check(z.maxLength(200)) }),
    output: z.object({}),
  }),
};
