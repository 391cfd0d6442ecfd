/** The call for a citizen's documents: those of all their positions in one list. */
import * as z from 'zod/mini';
import { defineOperation } from '../../../platform/contract.ts';
import { documento } from './posizione.contract.ts';

export const ownDocumento = z.extend(documento, {
  nome_ente: z.string(),
  /** User code of the position that the document belongs to */
  codice_utente: z.string(),
  idRappresentanza: z.string(),
});
export type OwnDocumento = z.infer<typeof ownDocumento>;

export const ownPosizioniOperations = {
  mieiDocumenti: defineOperation({
    summary: 'A citizen lists the documents of all their positions, latest first.',
    method: 'GET',
    path: '/api/v1/portale/documenti',
    access: 'citizen',
    input: z.object({}),
    output: z.array(ownDocumento),
  }),
};
