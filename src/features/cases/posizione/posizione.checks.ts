/** The schema of a position in a citizen's list. Server and browser. */
import * as z from 'zod/mini';
import { TIPI_SISTEMA } from '../ente/sistemi.ts';

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
  })
  .register(z.globalRegistry, { id: 'Posizione' });
export type Posizione = z.infer<typeof posizione>;

/** The positions of a citizen. */
export const posizioni = z.array(posizione);
