/** A debtor asks for more time to pay documents. */
import * as z from 'zod/mini';
import { textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { invioRichiesta, usableDocumento } from '../../cases/richiesta/richiesta.contract.ts';
import { servizioField } from '../../cases/richiesta/richiesta.form.ts';
import { prorogaBody } from './rinegoziazione.fields.ts';

export const rinegoziazioneOperations = {
  documentoProroga: defineOperation({
    summary: 'Anyone who may see a document asks how far its due date can move.',
    method: 'GET',
    path: '/api/v1/proroga/documento/check',
    access: 'anyone',
    input: z.object({ documento: textSchema({ max: 100 }), servizio: servizioField() }),
    output: z.extend(usableDocumento, { scadenza_minima: z.string(), scadenza_massima: z.string() }),
  }),
  chiediProroga: invioRichiesta(
    '/api/v1/proroga/form/new',
    'Anyone who may see documents asks for more time to pay them.',
    prorogaBody,
  ),
};
