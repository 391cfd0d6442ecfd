/** An administrator says how the cases of their ente are registered, and sees what waits for its number, or has got two. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { atomSchema } from '../../../platform/atoms/localised.ts';
import { optionalSchema, optionalTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { outsideUrlSchema } from '../../../platform/outside-url.ts';
import { MAX_PROTOCOL_TEXT } from '../../../platform/protocol.ts';
import { CHANGE_ROW, GESTIONE_PATH, keySchema, ofEnte, ofSeen, storedKey } from './gestione.contract.ts';

const PROTOCOLLO_PATH: `/${string}` = `${GESTIONE_PATH}/protocollo`;

/** `nessuno`: the portal asks for no number */
export const SISTEMI_PROTOCOLLO = ['nessuno', 'mano', 'rest', 'cartella'] as const;
export type SistemaName = (typeof SISTEMI_PROTOCOLLO)[number];
const sistema = z.enum(SISTEMI_PROTOCOLLO, 'Scegli come si registrano le pratiche.');

/** As the index of public administrations has them, and the schema of a signature takes them. */
const codeSchema = (missing: string) =>
  atomSchema(
    { clean: (s) => s.trim(), valid: (s) => /^[\w.-]{1,16}$/.test(s), json: { maxLength: 16 } },
    { missing, wrong: 'Scrivi il codice come sta nell’indice delle pubbliche amministrazioni, ad esempio c_h501.' },
  );
const serviceCode = z.string().check(z.regex(/^\w{1,20}$/, 'Questo servizio non esiste.'));

const givenNumber = z.object({
  numero: z.string(),
  data: z.string(),
  registro: z.nullable(z.string()),
});
/** @property pratica number of the case in the portal @property chat path of the operator's page */
const ofCase = { id: z.string(), tipo: z.enum(['pratica', 'messaggio']), pratica: z.string(), chat: z.string() };

const protocolloView = z.object({
  /** What this portal offers */
  offerti: z.array(sistema),
  sistema,
  indirizzo: z.string(),
  chiave: z.nullable(storedKey),
  /** Codes of the cases that are registered; none: all */
  servizi: z.array(z.string()),
  messaggi: z.boolean(),
  codice_ipa: z.string(),
  codice_aoo: z.string(),
  classifica: z.string(),
  visti: z.string(),
  /** What waits, the oldest first; `in_attesa` counts all of it. @property ferma it was refused, and is not asked for again by itself */
  in_attesa: z.int(),
  attese: z.array(z.object({ ...ofCase, dal: z.string(), errore: z.nullable(z.string()), ferma: z.boolean() })),
  /** What has two numbers: the first one stays */
  doppie: z.array(z.object({ ...ofCase, primo: givenNumber, secondo: givenNumber })),
});
export type ProtocolloView = z.infer<typeof protocolloView>;

export const protocolloOperations = {
  protocolloEnte: defineOperation({
    summary:
      'An administrator reads how the cases of their ente are registered, what waits for its number, and what has got two.',
    method: 'GET',
    path: PROTOCOLLO_PATH,
    access: 'administrator',
    input: z.object(ofEnte),
    output: protocolloView,
  }),
  salvaProtocollo: defineOperation({
    ...CHANGE_ROW,
    summary:
      'An administrator says how the cases of their ente are registered. Without a key the one that counts stays. What waits is asked for again.',
    path: PROTOCOLLO_PATH,
    input: z.object({
      ...ofEnte,
      ...ofSeen,
      sistema,
      indirizzo: optionalSchema(
        outsideUrlSchema({
          missing: 'Scrivi l’indirizzo del protocollo.',
          wrong: 'L’indirizzo comincia con https:// e non contiene nome utente e password.',
        }),
      ),
      chiave: optionalSchema(keySchema()),
      servizi: z._default(z.array(serviceCode), []),
      messaggi: optionalTickSchema(),
      codice_ipa: optionalSchema(codeSchema('Scrivi il codice IPA.')),
      codice_aoo: optionalSchema(codeSchema('Scrivi il codice AOO.')),
      classifica: optionalSchema(textSchema({ max: MAX_PROTOCOL_TEXT, required: 'Scrivi la classifica.' })),
    }),
  }),
  riprovaProtocollo: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator has everything asked for now that waits for its number, what was refused included.',
    path: `${PROTOCOLLO_PATH}/riprova`,
    input: z.object(ofEnte),
  }),
  verificaProtocollo: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator has looked at what got two numbers: it leaves the list, and the first number stays.',
    path: `${PROTOCOLLO_PATH}/{registrazione}/verificata`,
    input: z.object({ ...ofEnte, registrazione: lookupIdSchema() }),
  }),
};
