/** An administrator gives programs keys with which they work with the ente, renews and revokes them. */
import * as z from 'zod/mini';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { integerSchema } from '../../../platform/atoms/integer.ts';
import { networksSchema } from '../../../platform/atoms/network.ts';
import { optionalSchema, optionalTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation, PROGRAM_SCOPES } from '../../../platform/contract.ts';
import { outsideUrlSchema } from '../../../platform/outside-url.ts';
import { CHANGE_ROW, GESTIONE_PATH, ofEnte } from './gestione.contract.ts';

/** How long two keys of a program are valid after it was given a new one. */
export const RENEWAL_DAYS = 7;
/** Reports of one key, unless the administrator says otherwise. */
export const DEFAULT_HOURLY = 100;
export const DEFAULT_DAILY = 1000;
const MAX_LIMIT = 100_000;
const LIMIT_WORDS = `Scrivi un numero da 1 a ${MAX_LIMIT.toLocaleString('it-IT')}.`;
const limitSchema = () => optionalSchema(integerSchema({ min: 1, max: MAX_LIMIT }, LIMIT_WORDS));

const permesso = z.enum(PROGRAM_SCOPES, {
  error: ({ input }) => `Il permesso «${input}» non esiste. Ci sono: ${PROGRAM_SCOPES.join(', ')}.`,
});
const codice = z.string().check(z.regex(/^\w{1,20}$/, 'Questo servizio non esiste.'));

const webhookView = z.object({
  id: z.string(),
  indirizzo: z.string(),
  creato: z.string(),
  /** Why its last call failed; empty when it did not */
  errore: z.string(),
  /** Since when its calls have failed */
  fallisce_dal: z.nullable(z.string()),
  /** Since when it is not called any more: it failed for three days, or asked for it */
  fermo: z.nullable(z.string()),
  /** Cases that it could not be told of, and those among them that are not tried again */
  in_ritardo: z.int(),
  ferme: z.int(),
  /** The last calls, the last one first; `stato` of the answer is null when there was none */
  consegne: z.array(
    z.object({
      quando: z.string(),
      pratica: z.string(),
      protocollo: z.string(),
      stato: z.nullable(z.int()),
      errore: z.string(),
      ms: z.int(),
    }),
  ),
});
export type WebhookView = z.infer<typeof webhookView>;

const programmaView = z.object({
  id: z.string(),
  nome: z.string(),
  email: z.string(),
  garantisce: z.boolean(),
  all_ora: z.int(),
  al_giorno: z.int(),
  permessi: z.array(permesso),
  /** Codes of the cases that it sees; none: all */
  servizi: z.array(z.string()),
  reti: z.array(z.string()),
  /** Last day, `YYYY-MM-DD` */
  fino_al: z.nullable(z.string()),
  client_id: z.nullable(z.string()),
  creato: z.string(),
  /** When it last used its key, to the minute */
  usato: z.nullable(z.string()),
  /** Until when the key before this one is valid, too */
  prima_fino: z.nullable(z.string()),
  revocato: z.nullable(z.string()),
  webhook: z.array(webhookView),
});
export type ProgrammaView = z.infer<typeof programmaView>;

export const programmiOperations = {
  programmiEnte: defineOperation({
    summary:
      'An administrator reads which programs have a key of their ente, what it opens, and when each last used it.',
    method: 'GET',
    path: `${GESTIONE_PATH}/programmi`,
    access: 'administrator',
    input: z.object(ofEnte),
    output: z.object({ programmi: z.array(programmaView) }),
  }),
  creaProgramma: defineOperation({
    summary:
      'An administrator makes a key for a program: what it opens, to which services and networks, and until when. The answer has the key, once.',
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
        /** Without it the key sends reports, and does nothing else */
        permessi: z._default(z.array(permesso).check(z.minLength(1, 'Scegli che cosa può fare il programma.')), [
          'segnalazioni:invia',
        ]),
        servizi: z._default(z.array(codice), []),
        reti: networksSchema(),
        fino_al: optionalSchema(dateSchema()),
        /** How the issuer of tokens knows it; without it the key is its only way in */
        client_id: optionalSchema(
          z
            .string()
            .check(
              z.trim(),
              z.regex(/^[\x21-\x7e]{1,200}$/, 'Scrivi l’identificativo senza spazi, com’è nell’emittente.'),
            ),
        ),
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
    example: {
      input: {
        ente: 'portolieve',
        nome: 'Protocollo',
        email: 'protocollo@esempio.it',
        permessi: ['pratiche:leggi', 'pratiche:scrivi'],
        reti: ['203.0.113.0/24'],
        fino_al: '2027-12-31',
      },
      output: { id: 'Xr1Zt7Lk3w0BJc8yM2nQv5', chiave: 'la-chiave-si-legge-solo-qui' },
    },
  }),
  rinnovaProgramma: defineOperation({
    summary: `An administrator gives a program a new key, which the answer has, once. The one before stays valid for ${RENEWAL_DAYS} days, unless it ends at once.`,
    method: 'POST',
    path: `${GESTIONE_PATH}/programmi/{programma}/chiave`,
    access: 'administrator',
    // Like the first key.
    brakes: CHANGE_ROW.brakes,
    status: 201,
    input: z.object({ ...ofEnte, programma: lookupIdSchema(), subito: optionalTickSchema() }),
    output: z.object({ id: z.string(), chiave: z.string() }),
  }),
  creaWebhook: defineOperation({
    summary:
      'An administrator sets an address at which a program is told which cases have changed. The answer has the secret with which the program knows the portal, once.',
    method: 'POST',
    path: `${GESTIONE_PATH}/programmi/{programma}/webhook`,
    access: 'administrator',
    // Like the key.
    brakes: CHANGE_ROW.brakes,
    status: 201,
    input: z.object({
      ...ofEnte,
      programma: lookupIdSchema(),
      indirizzo: outsideUrlSchema({
        missing: 'Scrivi l’indirizzo da chiamare.',
        wrong: 'Scrivi un indirizzo come https://programma.example/avvisi.',
      }),
    }),
    output: z.object({ id: z.string(), segreto: z.string() }),
  }),
  togliWebhook: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator ends the calls to a webhook, for good.',
    path: `${GESTIONE_PATH}/webhook/{webhook}/togli`,
    input: z.object({ ...ofEnte, webhook: lookupIdSchema() }),
  }),
  ritentaWebhook: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator has a webhook called again at once, with all that is late.',
    path: `${GESTIONE_PATH}/webhook/{webhook}/ritenta`,
    input: z.object({ ...ofEnte, webhook: lookupIdSchema() }),
  }),
  ripetiWebhook: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator has a webhook told again of all cases that have changed since a day.',
    path: `${GESTIONE_PATH}/webhook/{webhook}/ripeti`,
    input: z.object({ ...ofEnte, webhook: lookupIdSchema(), dal: dateSchema() }),
  }),
  revocaProgramma: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator revokes the key of a program, for good.',
    path: `${GESTIONE_PATH}/programmi/{programma}/revoca`,
    input: z.object({ ...ofEnte, programma: lookupIdSchema() }),
  }),
};
