/** A citizen reports a fault to an ente: place, type, description and photos, with an e-mail address confirmed by a code. */
import * as z from 'zod/mini';
import { requiredTickSchema } from '../../../platform/atoms/text.ts';
import { defineOperation, fileOutput } from '../../../platform/contract.ts';
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
  mappaBozza: defineOperation({
    summary: 'The author of a report sees a small picture of the map around the point in their draft (PNG).',
    method: 'GET',
    path: '/api/v1/generic/segnalazione/mappa',
    access: 'anyone',
    kept: true,
    // As written in the draft: of another point nothing is shown.
    input: z.object({ lat: z.string().check(z.maxLength(30)), lon: z.string().check(z.maxLength(30)) }),
    output: fileOutput,
    brakes: [
      { by: 'visitor', times: 60, minutes: 60 },
      { by: 'address', times: 600, minutes: 60 },
    ],
  }),
  inviaSegnalazione: invioPratica(
    '/api/v1/generic/segnalazione/new',
    'Anyone sends a report, once their e-mail is confirmed. It says where (`indirizzo`, or `lat` and `lon`), except for the type SF230, which needs no place.',
    z.object({ ...segnalazioneShape, privacy: requiredTickSchema(PRIVACY_REQUIRED) }).check(hasLuogo()),
    {
      input: {
        ente: 'portolieve',
        codice: 'SF310',
        indirizzo: 'Via Garibaldi 4',
        lat: 44.4062,
        lon: 8.9328,
        oggetto: 'Buca davanti alla scuola',
        descrizione: 'È larga mezzo metro, da lunedì.',
        nome: 'Anna',
        cognome: 'Bianchi',
        email: 'anna.bianchi@esempio.it',
        privacy: true,
      },
      output: {
        id: '4Zk1vVbWmYq0cN7tXw3s2A',
        protocollo: '2026/000123',
        stato: 'inviata',
        inviata_il: '2026-11-20T09:00:00.000Z',
        termine_il: '2026-12-20',
        chat: '/segnalazione/chat/anna.bianchi%40esempio.it/4Zk1vVbWmYq0cN7tXw3s2A',
      },
    },
  ),
};
