/** A citizen petitions an ente about a tax or a fee, with or without documents. */
import * as z from 'zod/mini';
import { textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { answeredFor, invioRichiesta, usableDocumento } from '../../cases/richiesta/richiesta.contract.ts';
import { documentoNumeri } from '../../cases/richiesta/richiesta.form.ts';
import { istanzaBody } from './istanza.fields.ts';

export const istanzaOperations = {
  controllaDocumentiIstanza: defineOperation({
    summary:
      'Anyone who may see documents asks, by their numbers or their `Id` (one or more, with commas) and their system, whether a petition can be about them.',
    method: 'GET',
    path: '/api/v1/istanza-tributi/check-documenti',
    access: 'anyone',
    input: z.object({ idDocument: documentoNumeri, sistema__c: textSchema({ max: 60 }) }),
    output: z.array(usableDocumento),
    answer: () => z.array(answeredFor('istanza')),
    fails: ['forbidden'],
  }),
  inviaIstanza: invioRichiesta(
    '/api/v1/istanza-tributi/new',
    'Anyone sends a petition to an ente, about documents that they may see or about none.',
    istanzaBody,
  ),
};
