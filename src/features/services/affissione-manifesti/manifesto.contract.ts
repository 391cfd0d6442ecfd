/** A citizen asks an ente to put up posters on its boards, and sees an estimate of the cost before. */
import * as z from 'zod/mini';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { invioRichiesta } from '../../cases/richiesta/richiesta.contract.ts';
import { manifestoBody, posterFields, timeFields } from './manifesto.fields.ts';

const { categoria, formato, quantita } = posterFields.shape;
const { dal, al, urgente } = timeFields.shape;

/** What an ente charges, and how many days it needs. */
const tariffa = z.object({
  /** Id of the ente */
  ente: z.string(),
  prezzi: z.array(z.object({ formato, categoria, al_giorno_cent: z.number() })),
  urgenza_percento: z.number(),
  urgenza_minimo_cent: z.number(),
  giorni_lavorativi: z.number(),
  /** Day of the patron saint, `MM-DD` */
  patrono: z.optional(z.string()),
  /** First day that may be asked for today, when it is neither urgent nor a funeral notice */
  primo_giorno: z.string(),
  /** Null while something is missing */
  stima: z.nullable(
    z.object({
      giorni: z.number(),
      al_giorno_cent: z.number(),
      affissione_cent: z.number(),
      urgenza_cent: z.number(),
      importo_cent: z.number(),
    }),
  ),
});
export type TariffaOfferta = z.infer<typeof tariffa>;

export const manifestoOperations = {
  tariffaManifesti: defineOperation({
    summary: 'Anyone asks what an ente charges for posters, with an estimate for given ones.',
    method: 'GET',
    path: '/api/v1/portale/affissione/tariffa',
    access: 'anyone',
    kept: true,
    input: z.object({
      ente: textSchema({ max: 60, required: 'Indica l’ente.' }),
      categoria: optionalSchema(categoria),
      formato: optionalSchema(formato),
      quantita: optionalSchema(quantita),
      dal: optionalSchema(dal),
      al: optionalSchema(al),
      urgente,
    }),
    output: tariffa,
  }),
  chiediAffissione: invioRichiesta(
    '/api/v1/affissione/manifesto',
    'Anyone asks an ente to put up posters, also for a position of their own.',
    manifestoBody,
  ),
};
