/** A citizen downloads the data that the portal stores about them. */
import * as z from 'zod/mini';
import { pageNumberSchema } from '../../../platform/atoms/page-number.ts';
import { defineOperation, fileOutput } from '../../../platform/contract.ts';
import { ACCOUNT_BRAKES } from '../../cases/utente/utente.contract.ts';

/** Entries of one page of the list. */
export const CONSULTAZIONI_PAGE = 20;
export const MAX_CONSULTAZIONI_PAGE = 999;
const WRONG_PAGE = 'Questa pagina non esiste.';

const consultazione = z.object({
  /** Day, `YYYY-MM-DD` */
  giorno: z.string(),
  /** Name of the office, as it was that day; that of the ente when the operator had none */
  ufficio: z.string(),
  /** Id of the ente */
  ente: z.string(),
  tipo: z.enum(['segnalazione', 'richiesta']),
  protocollo: z.string(),
  oggetto: z.string(),
  /** Path of the case */
  chat: z.string(),
});
export type ShownConsultazione = z.infer<typeof consultazione>;

export const datiOperations = {
  chiHaVisto: defineOperation({
    summary: `A citizen reads which offices opened their cases, and on which day, newest first, ${CONSULTAZIONI_PAGE} at a time.`,
    method: 'GET',
    path: '/api/v1/portale/dati/consultazioni',
    access: 'citizen',
    input: z.object({
      pagina: pageNumberSchema(WRONG_PAGE, { max: MAX_CONSULTAZIONI_PAGE, digits: 3 }),
    }),
    output: z.object({ consultazioni: z.array(consultazione), altre: z.boolean() }),
  }),
  scaricaDati: defineOperation({
    summary: 'A citizen downloads what the portal keeps of them (JSON).',
    method: 'GET',
    path: '/api/v1/portale/dati',
    access: 'citizen',
    input: z.object({}),
    output: fileOutput,
    brakes: ACCOUNT_BRAKES,
  }),
};
