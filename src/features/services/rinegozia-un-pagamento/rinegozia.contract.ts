/** Somebody who owes documents asks for more time to pay them. */
import * as z from 'zod/mini';
import { testo } from '../../../platform/atoms/testo.ts';
import { operation } from '../../../platform/contract.ts';
import { documentoUsabile, invioRichiesta, privacy } from '../../cases/richiesta/richiesta.contract.ts';
import { servizio } from '../../cases/richiesta/richiesta.form.ts';
import { prorogaBody } from './rinegozia.fields.ts';

export const operations = {
  documentoProroga: operation({
    summary: 'Who may see a document asks until when its payment can be put off.',
    method: 'GET',
    path: '/api/v1/proroga/documento/check',
    access: 'anyone',
    input: z.object({ documento: testo({ max: 100 }), servizio: servizio() }),
    output: z.extend(documentoUsabile, { scadenza_minima: z.string(), scadenza_massima: z.string() }),
  }),
  chiediProroga: invioRichiesta(
    '/api/v1/proroga/form/new',
    'Who may see documents asks for more time to pay them.',
    z.object({ ...prorogaBody.shape, privacy: privacy() }),
  ),
};
