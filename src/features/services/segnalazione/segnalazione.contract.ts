/** A citizen reports a fault to an ente: place, type, description and photos, with an e-mail address confirmed by a code. */
import * as z from 'zod/mini';
import { requiredTickSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { PRIVACY_REQUIRED } from '../../cases/form/form.ts';
import { fieldOptions } from '../../cases/form/options.ts';
import { invioPratica } from '../../cases/pratica/pratica.contract.ts';
import { hasLuogo, segnalazioneShape } from './segnalazione.fields.ts';

export const segnalazioneOperations = {
  opzioniSegnalazione: defineOperation({
    summary: 'Anyone lists the types of report.',
    method: 'GET',
    path: '/api/v1/generic/segnalazione/options',
    access: 'anyone',
    input: z.object({}),
    output: fieldOptions,
  }),
  inviaSegnalazione: invioPratica(
    '/api/v1/generic/segnalazione/new',
    'Anyone sends a report, once their e-mail is confirmed. It says where (`indirizzo`, or `lat` and `lon`), except for the type SF230, which needs no place.',
    z.object({ ...segnalazioneShape, privacy: requiredTickSchema(PRIVACY_REQUIRED) }).check(hasLuogo()),
  ),
};
