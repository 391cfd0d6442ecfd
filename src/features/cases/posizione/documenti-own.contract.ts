/** The calls for a citizen's documents: those of all their positions in one list, and one of them with its history. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { defineOperation, fileOutput } from '../../../platform/contract.ts';
import { delegaDiPosizione } from './posizione.checks.ts';
import { documento } from './posizione.contract.ts';

const ownDocumento = z
  .extend(documento, {
    nome_ente: z.string(),
    /** User code of the position that the document belongs to */
    codice_utente: z.string(),
    idRappresentanza: z.string(),
    /** Absent: the position is their own */
    delega: z.optional(delegaDiPosizione),
  })
  .register(z.globalRegistry, { id: 'DocumentoProprio' });
export type OwnDocumento = z.infer<typeof ownDocumento>;

/** A request that the citizen has made about a document, open or closed. */
const documentoRichiesta = z.object({
  codice: z.string(),
  /** Name of the service */
  servizio: z.string(),
  protocollo: z.string(),
  stato: z.string(),
  inviata_il: z.string(),
  /** Path of the case's chat */
  chat: z.string(),
});

const listedPosizione = z.object({
  Id: z.string(),
  codice_utente: z.string(),
  ente: z.string(),
  sistema: z.string(),
  /** Of a delegate whom the holder lets send requests of these services alone, by their codes */
  servizi: z.optional(z.array(z.string())),
  /** Name of the person for whom the caller acts on it, as a delegate */
  per_conto: z.optional(z.string()),
});
export type ListedPosizione = z.infer<typeof listedPosizione>;

export const ownPosizioniOperations = {
  posizioniAperte: defineOperation({
    summary: 'A visitor or citizen lists the positions that they may act on: their own, and those opened by two codes.',
    method: 'GET',
    path: '/api/v1/portale/posizioni-aperte',
    access: 'anyone',
    kept: true,
    input: z.object({}),
    output: z.array(listedPosizione),
  }),
  mioDocumento: defineOperation({
    summary:
      'A citizen reads one document of their positions, with the requests that they made about it, latest first.',
    method: 'GET',
    path: '/api/v1/portale/documenti/{id}',
    access: 'citizen',
    input: z.object({ id: lookupIdSchema() }),
    output: z.object({ documento: ownDocumento, pratiche: z.array(documentoRichiesta) }),
  }),
  attoDocumento: defineOperation({
    summary: 'A citizen opens the act (PDF) of a document of their positions.',
    method: 'GET',
    path: '/api/v1/portale/documenti/{id}/atto',
    access: 'citizen',
    input: z.object({ id: lookupIdSchema() }),
    output: fileOutput,
  }),
  mieiDocumenti: defineOperation({
    summary: 'A citizen lists the documents of all their positions, latest first.',
    method: 'GET',
    path: '/api/v1/portale/documenti',
    access: 'citizen',
    kept: true,
    input: z.object({}),
    output: z.array(ownDocumento),
  }),
};
