/** A citizen takes into their area the cases they sent as a guest. */
import * as z from 'zod/mini';
import { email } from '../../../platform/atoms/email.ts';
import { idCercato } from '../../../platform/atoms/identificativo.ts';
import { facoltativo, testo } from '../../../platform/atoms/testo.ts';
import { operation } from '../../../platform/contract.ts';
import { praticaAperta } from './pratica.contract.ts';

export const operations = {
  praticheDaPrendere: operation({
    summary: 'A citizen lists the cases that carry their tax code and are in nobody’s area, newest first.',
    method: 'GET',
    path: '/api/v1/portale/pratiche/da-prendere',
    access: 'citizen',
    input: z.object({}),
    output: z.array(
      z.object({
        id: z.string(),
        protocollo: z.string(),
        tipo: z.enum(['segnalazione', 'richiesta']),
        codice: z.string(),
        oggetto: z.string(),
        ente: z.string(),
        stato: z.string(),
        inviata_il: z.string(),
      }),
    ),
  }),
  prendiPratica: operation({
    summary:
      'A citizen takes a guest’s case into their area: by `id` when it carries their tax code, else by number, ente and e-mail, with the e-mail confirmed by its code. Works once, and answers with the address of the case.',
    method: 'POST',
    path: '/api/v1/portale/pratiche/da-prendere',
    access: 'citizen',
    input: z.object({
      id: z.optional(idCercato()),
      ente: facoltativo(testo({ max: 60 })),
      protocollo: facoltativo(testo({ max: 20 })),
      email: facoltativo(email()),
    }),
    output: praticaAperta,
    brakes: [
      { by: 'visitor', times: 30, minutes: 60 },
      { by: 'address', times: 300, minutes: 60 },
    ],
  }),
};
