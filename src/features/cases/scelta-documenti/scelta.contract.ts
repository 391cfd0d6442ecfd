/** Calls that list the documents a request can be about, and say whether several can go together. */
import * as z from 'zod/mini';
import { defineOperation } from '../../../platform/contract.ts';
import { documento } from '../posizione/posizione.contract.ts';

/** The error when no request is chosen, or one that no service offers. */
export const NO_SERVICE = 'Scegli che cosa vuoi chiedere.';
/** Last segment of the path of a form on documents. A text, since the services define the values; the API document lists them. */
export const requestSlug = z.string(NO_SERVICE).check(z.minLength(1, NO_SERVICE));

const selectableDocumento = z
  .extend(documento, {
    nome_ente: z.string(),
    /** Why the request cannot be about it, or null */
    perche: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'DocumentoDaScegliere' });
export type SelectableDocumento = z.infer<typeof selectableDocumento>;

const openedPosizione = z.object({
  Id: z.string(),
  codice_utente: z.string(),
  nome_ente: z.string(),
  sistema: z.string(),
  /** Its name for citizens */
  nome_sistema: z.optional(z.string()),
  documenti: z.array(selectableDocumento),
  /** The total that the documents have to exceed, in cents */
  soglia_cent: z.optional(z.number()),
});
export type OpenedPosizione = z.infer<typeof openedPosizione>;

const CHOOSE_DOCUMENTO = 'Scegli almeno un documento.';

/** Ids of documents: a list, or a text with commas. */
const documenti = z.pipe(
  z.transform((v: unknown) => (typeof v === 'string' ? v.split(',').filter(Boolean) : v)),
  z
    .array(z.string(), CHOOSE_DOCUMENTO)
    .check(z.minLength(1, CHOOSE_DOCUMENTO), z.maxLength(100, 'I documenti sono troppi.')),
);

export const sceltaDocumentiOperations = {
  documentiDaScegliere: defineOperation({
    summary:
      'A citizen with a login, or a visitor who gave the two codes within the hour, lists the documents that a request may be about, by position.',
    method: 'GET',
    path: '/api/v1/portale/scelta-documenti',
    access: 'anyone',
    kept: true,
    input: z.object({ servizio: requestSlug }),
    output: z.array(openedPosizione),
  }),
  scegliDocumenti: defineOperation({
    summary:
      'A person who may see documents asks, by their `Id`, whether one request may be about all of them, and where it begins.',
    method: 'GET',
    path: '/api/v1/portale/scelta-documenti/insieme',
    access: 'anyone',
    kept: true,
    input: z.object({ servizio: requestSlug, documenti }),
    output: z.object({
      /** Path of the form, or null when one of the documents cannot be used */
      percorso: z.nullable(z.string()),
      documenti: z.array(selectableDocumento),
    }),
    fails: ['forbidden'],
  }),
};
