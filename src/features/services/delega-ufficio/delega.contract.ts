/** A citizen asks an office to let them act for somebody who cannot give a delegation. */
import * as z from 'zod/mini';
import { requiredTickSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { PRIVACY_REQUIRED } from '../../cases/form/form.ts';
import { invioPratica } from '../../cases/pratica/pratica.contract.ts';
import { delegaShape } from './delega.fields.ts';

export const delegaOperations = {
  chiediDelega: defineOperation({
    ...invioPratica(
      '/api/v1/portale/deleghe/ufficio',
      'A citizen asks an office for a delegation on the positions of a person who cannot give it, with a document.',
      z.object({ ...delegaShape, privacy: requiredTickSchema(PRIVACY_REQUIRED) }),
    ),
    access: 'citizen',
    fails: ['forbidden'],
  }),
};
