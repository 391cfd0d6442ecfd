/** Somebody who owes a document asks the body to look at it again, with grounds and proofs. */
import * as z from 'zod/mini';
import { testo } from '../../../platform/atoms/testo.ts';
import { operation } from '../../../platform/contract.ts';
import { documentoUsabile, invioRichiesta, privacy } from '../../cases/richiesta/richiesta.contract.ts';
import { riesameBody } from './riesame.fields.ts';

export const operations = {
  motiviRiesame: operation({
    summary: 'Anyone asks for which reasons a document can be looked at again.',
    method: 'GET',
    path: '/api/v1/riesame/istanza/options',
    access: 'anyone',
    input: z.object({}),
    output: z.array(z.object({ codice: z.string(), etichetta: z.string() })),
  }),
  documentoRiesame: operation({
    summary: 'Who may see a document asks whether it can be looked at again.',
    method: 'GET',
    path: '/api/v1/riesame/documento',
    access: 'anyone',
    input: z.object({ documento: testo({ max: 100 }), servizio: testo({ max: 60 }) }),
    output: documentoUsabile,
  }),
  inviaRiesame: invioRichiesta(
    '/api/v1/riesame/new',
    'Who may see documents asks the body to look at them again.',
    z.object({ ...riesameBody.shape, privacy: privacy() }),
  ),
};
