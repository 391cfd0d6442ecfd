/** Calls by which operators share out the cases of their enti and keep notes that no citizen reads. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { longTextSchema, optionalSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { prioritaSchema } from './etichette.contract.ts';
import { MAX_CHANGE_REASON_LENGTH } from './pratica-changes.contract.ts';

export const MAX_NOTA_LENGTH = 2000;

const namedEntry = z.object({ id: z.string(), nome: z.string() });
/** @property assente today, in words */
const namedPerson = z
  .object({ id: z.string(), nome: z.string(), assente: z.optional(z.string()) })
  .register(z.globalRegistry, { id: 'PersonaIncarico' });

export const WRONG_AREA = 'Scegli una zona dell’elenco.';

const incarico = z.object({
  /** The operator who has the case */
  assegnata_a: z.optional(namedPerson),
  /** The office in whose queue it is */
  assegnata_ufficio: z.optional(namedEntry),
  /** To whom it can be assigned: the people of its offices, and the caller */
  persone: z.array(namedPerson),
  uffici: z.array(namedEntry),
  /** Its type, and those that an operator can give it instead */
  tipo: z.object({ codice: z.string(), altri: z.array(z.object({ codice: z.string(), nome: z.string() })) }),
  /** The area of the municipality it is in, and all of them; none where the ente has no areas */
  area: z.optional(z.object({ id: z.string(), aree: z.array(namedEntry) })),
  priorita: prioritaSchema(),
  etichette: z.array(z.string()),
  /** Both in words, with which `classificaPratica` compares */
  classifica: z.string(),
  /** The tags that the ente has in use */
  etichette_ente: z.array(z.string()),
  /** Whether everybody sees the report: with its text, or only type, area and day; absent when it never can be */
  elenco_pubblico: z.optional(z.enum(['pubblicata', 'in_esame', 'fuori'])),
  /** How many follow its public side, and how many of them said that the last closing solved nothing */
  seguita_da: z.optional(z.int()),
  non_risolta_per: z.optional(z.int()),
  /** Open reports of the same type near it, perhaps about the same problem; absent where it cannot be closed as a duplicate */
  vicine: z.optional(
    z.array(
      z.object({
        protocollo: z.string(),
        oggetto: z.string(),
        metri: z.int(),
        inviata_il: z.string(),
        chat: z.string(),
      }),
    ),
  ),
  /** The citizen left no e-mail: the office tells them by this telephone number, if there is one; the program that sent it reads its state */
  senza_email: z.optional(z.object({ telefono: z.optional(z.string()), programma: z.optional(z.string()) })),
  /** Day by which it is answered, where an operator can move it */
  termine: z.optional(z.string()),
  /** Texts to answer with, filled in */
  risposte: z.array(z.object({ nome: z.string(), testo: z.string() })),
  /** Texts that name something the portal cannot fill in, as they write it: they are not offered until they are put right */
  risposte_da_correggere: z.array(z.object({ nome: z.string(), segnaposti: z.array(z.string()) })),
});
export type IncaricoPratica = z.infer<typeof incarico>;

/** The id of the ente's side. */
const praticaId = { id: lookupIdSchema() };

export const incaricoOperations = {
  incaricoPratica: defineOperation({
    summary: 'An operator reads who has a case, who else can have it, and the texts to answer it with.',
    method: 'GET',
    path: '/api/v1/portale/operatore/pratiche/{id}/incarico',
    access: 'operator',
    scope: 'pratiche:leggi',
    input: z.object(praticaId),
    output: incarico,
  }),
  assegnaPratica: defineOperation({
    summary: 'An operator assigns a case of their ente to an office and a person of it, or to nobody.',
    method: 'POST',
    path: '/api/v1/portale/operatore/pratiche/{id}/assegna',
    access: 'operator',
    scope: 'pratiche:scrivi',
    input: z.object({
      ...praticaId,
      ufficio: optionalSchema(z.string().check(z.maxLength(100, 'Scegli un ufficio dell’elenco.'))),
      persona: optionalSchema(z.string().check(z.maxLength(100, 'Scegli una persona dell’elenco.'))),
      /** Id of the operator who had it on the caller's screen; empty: nobody. Another one is a conflict */
      prima: optionalSchema(z.string().check(z.maxLength(100))),
      /** Why it goes from one office to another, which has to be said */
      motivo: optionalSchema(longTextSchema({ max: MAX_CHANGE_REASON_LENGTH })),
    }),
    output: z.object({ assegnata: z.boolean() }),
  }),
  cambiaAreaPratica: defineOperation({
    summary: 'An operator says in which area of the municipality a case of their ente is. Its citizen is not told.',
    method: 'POST',
    path: '/api/v1/portale/operatore/pratiche/{id}/area',
    access: 'operator',
    input: z.object({
      ...praticaId,
      /** Empty: it is in none, or nobody knows */
      area: optionalSchema(z.string().check(z.maxLength(40, WRONG_AREA))),
      /** The area on the caller's screen. Another one is a conflict */
      prima: optionalSchema(z.string().check(z.maxLength(40))),
    }),
    output: z.object({ cambiata: z.boolean() }),
    brakes: [{ by: 'visitor', times: 120, minutes: 60 }],
  }),
  annotaPratica: defineOperation({
    summary: 'An operator writes an internal note on a case of their ente.',
    method: 'POST',
    path: '/api/v1/portale/operatore/pratiche/{id}/note',
    access: 'operator',
    scope: 'pratiche:scrivi',
    input: z.object({ ...praticaId, nota: longTextSchema({ max: MAX_NOTA_LENGTH, required: 'Scrivi la nota.' }) }),
    output: z.object({ annotata: z.boolean() }),
    status: 201,
    creates: true,
    brakes: [{ by: 'visitor', times: 120, minutes: 60 }],
  }),
};
