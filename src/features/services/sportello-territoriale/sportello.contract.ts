/** Anyone looks up the desks (sportelli) of an ente, and writes to one of them. */
import * as z from 'zod/mini';
import { requiredTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { PRIVACY_REQUIRED } from '../../cases/form/form.ts';
import { invioPratica } from '../../cases/pratica/pratica.contract.ts';
import { enti, messaggioShape } from './sportello.fields.ts';

const servizio = z.object({
  codice: z.string(),
  nome: z.string(),
  descrizione: z.string(),
  /** Path of the screen on which it can be done online, '' when there is none */
  percorso: z._default(z.string(), ''),
  indirizzo: z.string(),
  orari: z.string(),
  /** Whether it is open now, in words, where its hours are known to the portal */
  adesso: z.optional(z.string()),
  telefono: z.string(),
  email: z.string(),
  prenotazione_url: z.optional(z.string()),
  /** Forms to download */
  moduli: z._default(z.array(z.object({ nome: z.string(), url: z.string() })), []),
});
export type ServizioSportello = z.infer<typeof servizio>;

export const sportelloOperations = {
  entiSportello: defineOperation({
    summary: 'Anyone lists the enti that have a territorial desk.',
    method: 'GET',
    path: '/api/v1/generic/sportello/enti/list',
    access: 'anyone',
    input: z.object({}),
    output: enti,
  }),
  serviziSportello: defineOperation({
    summary: 'Anyone lists the desks of an ente, which is named as in the list of enti.',
    method: 'GET',
    path: '/api/v1/generic/sportello/servizi/list',
    access: 'anyone',
    input: z.object({ comune: textSchema({ max: 200, required: 'Indica l’ente.' }) }),
    output: z.array(servizio),
  }),
  scriviSportello: invioPratica(
    '/api/v1/portale/sportello',
    'Anyone writes to a desk, once their e-mail is confirmed.',
    z.object({ ...messaggioShape, privacy: requiredTickSchema(PRIVACY_REQUIRED) }),
  ),
};
