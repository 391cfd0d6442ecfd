/** A citizen asks an ente to connect votive lamps on a tomb, and chooses among its cemeteries. */
import * as z from 'zod/mini';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { fieldOptions } from '../../cases/form/options.ts';
import { invioRichiesta } from '../../cases/richiesta/richiesta.contract.ts';
import { lampadeBody } from './lampade.fields.ts';

/** What an ente offers, as the form shows it. */
const offerta = z.object({ cimiteri: fieldOptions, tipi: fieldOptions });
export type OffertaView = z.infer<typeof offerta>;

export const lampadeOperations = {
  tipiTomba: defineOperation({
    summary: 'Anyone lists the kinds of tomb of one ente, or of all.',
    method: 'GET',
    path: '/api/v1/tombe/tipo/options',
    access: 'anyone',
    input: z.object({ ente: optionalSchema(textSchema({ max: 60 })) }),
    output: fieldOptions,
  }),
  cimiteri: defineOperation({
    summary: 'Anyone lists the cemeteries of an ente, and the kinds of tomb it connects.',
    method: 'GET',
    path: '/api/v1/portale/tombe/cimiteri',
    access: 'anyone',
    kept: true,
    input: z.object({ ente: textSchema({ max: 60, required: 'Indica l’ente.' }) }),
    output: offerta,
  }),
  chiediLampade: invioRichiesta('/api/v1/tombe/new', 'Anyone asks an ente to connect votive lamps.', lampadeBody),
};
