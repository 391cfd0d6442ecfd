/** A citizen sees the documents of all their positions in one list. */
import * as z from 'zod/mini';
import { operation } from '../../../platform/contract.ts';
import { documento } from './posizione.contract.ts';

export const mioDocumento = z.extend(documento, {
  nome_ente: z.string(),
  /** Of the position that the document belongs to */
  codice_utente: z.string(),
  idRappresentanza: z.string(),
});
export type MioDocumento = z.infer<typeof mioDocumento>;

export const operations = {
  mieiDocumenti: operation({
    summary: 'A citizen lists the documents of all their positions, latest first.',
    method: 'GET',
    path: '/api/v1/portale/documenti',
    access: 'citizen',
    input: z.object({}),
    output: z.array(mioDocumento),
  }),
};
