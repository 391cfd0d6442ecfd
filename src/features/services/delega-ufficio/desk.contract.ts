/** An operator reads on whose positions a request asks to act, and ends the delegation that was granted by it. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { longTextSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { MOTIVO_CODES } from '../../cases/posizione/motivi-delega.ts';

const grantedDelega = z
  .object({
    stato: z.enum(['attiva', 'scaduta', 'tolta', 'rinunciata']),
    delegato: z.string(),
    paga: z.boolean(),
    presenta: z.boolean(),
    fino_a: z.string(),
    concessa_il: z.string(),
    /** Name of the operator */
    concessa_da: z.string(),
    chiusa_il: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'DelegaConcessa' });

const PRATICA_PATH = '/api/v1/portale/operatore/pratiche/{id}/delega';

export const delegaDeskOperations = {
  delegaDiPratica: defineOperation({
    summary:
      'An operator reads on whose positions in the ente such a request asks to act, and what was granted. A request that was refused shows none.',
    method: 'GET',
    path: PRATICA_PATH,
    access: 'operator',
    input: z.object({ id: lookupIdSchema() }),
    output: z.object({
      chat: z.string(),
      protocollo: z.string(),
      aperta: z.boolean(),
      richiedente: z.string(),
      persona: z.object({ nome: z.string(), cognome: z.string(), codice_fiscale: z.string() }),
      motivo: z.enum(MOTIVO_CODES),
      chiesto: z.object({ paga: z.boolean(), presenta: z.boolean(), fino_a: z.optional(z.string()) }),
      posizioni: z.array(
        z.object({
          codice_utente: z.string(),
          sistema: z.string(),
          nome_sistema: z.string(),
          intestatario: z.string(),
        }),
      ),
      delega: z.nullable(grantedDelega),
      /** What the delegate has sent and paid by it, the latest first of each */
      inviate: z.array(
        z.object({ quando: z.string(), servizio: z.string(), protocollo: z.string(), chat: z.string() }),
      ),
      pagati: z.array(z.object({ quando: z.string(), causale: z.string(), importo_cent: z.number() })),
    }),
  }),
  chiudiDelegaConcessa: defineOperation({
    summary:
      'An operator ends at once the delegation that was granted by a case of their ente. Ending it again changes nothing.',
    method: 'POST',
    path: `${PRATICA_PATH}/chiudi`,
    access: 'operator',
    input: z.object({
      id: lookupIdSchema(),
      motivo: longTextSchema({ max: 1000, required: 'Scrivi perché la chiudi: lo legge chi agiva.' }),
    }),
    output: z.object({ chiusa: z.boolean() }),
    brakes: [{ by: 'visitor', times: 120, minutes: 60 }],
  }),
};
