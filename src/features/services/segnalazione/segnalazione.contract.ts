/** A citizen tells a body about something broken: what, where, in words and photos; the e-mail is confirmed by a code. */
import * as z from 'zod/mini';
import { casella } from '../../../platform/atoms/testo.ts';
import { operation } from '../../../platform/contract.ts';
import { PRIVACY } from '../../cases/modulo/modulo.ts';
import { praticaAperta } from '../../cases/pratica/pratica.contract.ts';
import { haUnLuogo, opzioni, segnalazioneShape } from './segnalazione.fields.ts';

export const operations = {
  opzioniSegnalazione: operation({
    summary: 'Anyone asks which kinds of report there are.',
    method: 'GET',
    path: '/api/v1/generic/segnalazione/options',
    access: 'anyone',
    input: z.object({}),
    output: opzioni,
  }),
  inviaSegnalazione: operation({
    summary:
      'Anyone sends a report, once their e-mail is confirmed. It says where (`indirizzo`, or `lat` and `lon`), but for the kind SF230, which happens nowhere.',
    method: 'POST',
    path: '/api/v1/generic/segnalazione/new',
    access: 'anyone',
    input: z.object({ ...segnalazioneShape, privacy: casella(PRIVACY) }).check(haUnLuogo()),
    output: praticaAperta,
    status: 201,
    creates: true,
    bot: 'spent',
    brakes: [
      { by: 'visitor', times: 20, minutes: 60 },
      { by: 'address', times: 200, minutes: 60 },
    ],
  }),
};
