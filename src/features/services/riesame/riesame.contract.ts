/** A debtor asks the ente to review a document, with reasons and evidence. */
import * as z from 'zod/mini';
import { textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { fieldOptions } from '../../cases/form/options.ts';
import { answeredFor, invioRichiesta, usableDocumento } from '../../cases/richiesta/richiesta.contract.ts';
import { riesameBody } from './riesame.fields.ts';

export const riesameOperations = {
  motiviRiesame: defineOperation({
    summary: 'Anyone lists the reasons for which a document can be reviewed.',
    method: 'GET',
    path: '/api/v1/riesame/istanza/options',
    access: 'anyone',
    input: z.object({}),
    output: fieldOptions,
  }),
  documentoRiesame: defineOperation({
    summary: 'Anyone who may see a document asks whether it can be reviewed.',
    method: 'GET',
    path: '/api/v1/riesame/documento',
    access: 'anyone',
    input: z.object({ documento: textSchema({ max: 100 }), servizio: textSchema({ max: 60 }) }),
    output: usableDocumento,
    answer: () => answeredFor('riesame'),
    fails: ['forbidden'],
  }),
  inviaRiesame: invioRichiesta(
    '/api/v1/riesame/new',
    'Anyone who may see documents asks the ente to review them.',
    riesameBody,
  ),
};
