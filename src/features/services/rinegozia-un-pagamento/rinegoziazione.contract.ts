/** A debtor asks for more time to pay documents. */
import * as z from 'zod/mini';
import { addDays, todayInRome } from '../../../platform/atoms/date.ts';
import { textSchema } from '../../../platform/atoms/text.ts';
import { type AnswerFacts, defineOperation } from '../../../platform/contract.ts';
import {
  answeredDocumento,
  invioRichiesta,
  usableDocumento,
  usableFor,
} from '../../cases/richiesta/richiesta.contract.ts';
import { servizioField } from '../../cases/richiesta/richiesta.form.ts';
import { prorogaBody } from './rinegoziazione.fields.ts';

const answeredProroga = ({ now }: AnswerFacts) =>
  z.pipe(
    z.extend(answeredDocumento, {
      scadenza_minima: z._default(z.string(), addDays(todayInRome(now), 1)),
      scadenza_massima: z.string(),
    }),
    z.transform((found) => usableFor('rinegozia', found)),
  );

export const rinegoziazioneOperations = {
  documentoProroga: defineOperation({
    summary: 'Anyone who may see a document asks how far its due date can move.',
    method: 'GET',
    path: '/api/v1/proroga/documento/check',
    access: 'anyone',
    input: z.object({ documento: textSchema({ max: 100 }), servizio: servizioField() }),
    output: z.extend(usableDocumento, { scadenza_minima: z.string(), scadenza_massima: z.string() }),
    answer: answeredProroga,
    fails: ['forbidden'],
  }),
  chiediProroga: invioRichiesta(
    '/api/v1/proroga/form/new',
    'Anyone who may see documents asks for more time to pay them.',
    prorogaBody,
  ),
};
