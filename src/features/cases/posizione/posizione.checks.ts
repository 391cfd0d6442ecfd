/** The schema of a position in a citizen's list. Server and browser. */
import * as z from 'zod/mini';
import { TIPI_SISTEMA } from '../ente/sistemi.ts';

/** Of a position that the citizen has by a delegation of its holder. */
export const delegaDiPosizione = z
  .object({
    /** Name of the person for whom they act */
    titolare: z.string(),
    /** The firm that this person represents, for which the delegate acts */
    ditta: z.optional(z.string()),
    /** An office has granted it, not the person */
    concessa: z.optional(z.boolean()),
    codice_fiscale: z.string(),
    /** Last day, `YYYY-MM-DD` */
    fino_a: z.string(),
    paga: z.boolean(),
    presenta: z.boolean(),
    /** Codes of the services whose requests they may send; absent: of all */
    servizi: z.optional(z.array(z.string())),
  })
  .register(z.globalRegistry, { id: 'DelegaDiPosizione' });
export type DelegaDiPosizione = z.infer<typeof delegaDiPosizione>;

export const posizione = z
  .object({
    Id: z.string(),
    codice_utente: z.string(),
    /** Id of the ente, as in `Ente__c` */
    ente: z.string(),
    nome_ente: z.string(),
    sistema: z.string(),
    /** Its name for citizens, and what it is about */
    nome_sistema: z.optional(z.string()),
    tipo_sistema: z.optional(z.enum(TIPI_SISTEMA)),
    intestatario: z.string(),
    ruolo: z.string(),
    idRappresentanza: z.string(),
    /** Whole cents that are owed, overdue ones included */
    da_pagare_cent: z.number(),
    /** Absent: the position is their own */
    delega: z.optional(delegaDiPosizione),
  })
  .register(z.globalRegistry, { id: 'Posizione' });
export type Posizione = z.infer<typeof posizione>;

/** The positions of a citizen. */
export const posizioni = z.array(posizione);
