/** An administrator gives programs keys with which they send reports to the ente, and revokes them. */
import * as z from 'zod/mini';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { integerSchema } from '../../../platform/atoms/integer.ts';
import { optionalSchema, optionalTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { CHANGE_ROW, GESTIONE_PATH, ofEnte } from './gestione.contract.ts';

/** Reports of one key, unless the administrator says otherwise. */
export const DEFAULT_HOURLY = 100;
export const DEFAULT_DAILY = 1000;
const MAX_LIMIT = 100_000;
const LIMIT_WORDS = `Scrivi un numero da 1 a ${MAX_LIMIT.toLocaleString('it-IT')}.`;
const limitSchema = () => optionalSchema(integerSchema({ min: 1, max: MAX_LIMIT }, LIMIT_WORDS));

const programmaView = z.object({
  id: z.string(),
  nome: z.string(),
  email: z.string(),
  garantisce: z.boolean(),
  all_ora: z.int(),
  al_giorno: z.int(),
  creato: z.string(),
  /** When it sent the last report */
  usato: z.nullable(z.string()),
  revocato: z.nullable(z.string()),
});
export type ProgrammaView = z.infer<typeof programmaView>;

export const programmiOperations = {
  programmiEnte: defineOperation({
    summary: 'An administrator reads which programs may send reports to their ente, and when each last did.',
    method: 'GET',
    path: `${GESTIONE_PATH}/programmi`,
    access: 'administrator',
    input: z.object(ofEnte),
    output: z.object({ programmi: z.array(programmaView) }),
  }),
  creaProgramma: defineOperation({
    summary: 'An administrator makes a key for a program that sends reports. The answer has the key, once.',
    method: 'POST',
    path: `${GESTIONE_PATH}/programmi`,
    access: 'administrator',
    // Does not say `creates`: the stored answer of a repeated send would hold the key.
    brakes: CHANGE_ROW.brakes,
    status: 201,
    input: z
      .object({
        ...ofEnte,
        nome: textSchema({ max: 60, required: 'Scrivi il nome del programma.' }),
        email: emailAddressSchema({ missing: 'Scrivi l’e-mail di chi gestisce il programma.' }),
        garantisce: optionalTickSchema(),
        all_ora: limitSchema(),
        al_giorno: limitSchema(),
      })
      .check(
        z.refine(({ all_ora = DEFAULT_HOURLY, al_giorno = DEFAULT_DAILY }) => all_ora <= al_giorno, {
          path: ['al_giorno'],
          error: 'In un giorno devono starci almeno le segnalazioni di un’ora.',
        }),
      ),
    output: z.object({ id: z.string(), chiave: z.string() }),
  }),
  revocaProgramma: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator revokes the key of a program, for good.',
    path: `${GESTIONE_PATH}/programmi/{programma}/revoca`,
    input: z.object({ ...ofEnte, programma: lookupIdSchema() }),
  }),
};
