/** An operator files a report for a citizen who is on the telephone or at the counter. */

import * as z from 'zod/mini';
import { codiceFiscaleSchema } from '../../../platform/atoms/codice-fiscale.ts';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { cognomeSchema, nomeSchema } from '../../../platform/atoms/nome.ts';
import { telefonoSchema } from '../../../platform/atoms/telefono.ts';
import { optionalSchema, requiredTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { CANALI, type Canale } from '../../cases/pratica/canale.ts';
import { WRONG_AREA } from '../../cases/pratica/incarico.contract.ts';
import { hasLuogo, placeFields, segnalazioneShape } from './segnalazione.fields.ts';

const { codice, oggetto, descrizione, filesAllegati } = segnalazioneShape;

export const registrazioneOperations = {
  registraSegnalazione: defineOperation({
    summary: 'An operator files a report for a citizen of their ente, who may have no e-mail.',
    method: 'POST',
    path: '/api/v1/portale/operatore/segnalazioni',
    access: 'operator',
    input: z
      .object({
        canale: z.enum(Object.keys(CANALI) as [Canale, ...Canale[]], 'Scegli come è arrivata.'),
        ente: textSchema({ max: 60, required: 'Scegli l’ente.' }),
        codice,
        ...placeFields.shape,
        /** Id of an area of the ente; where there is a point, the point says in which area it is */
        area: optionalSchema(z.string().check(z.maxLength(40, WRONG_AREA))),
        oggetto,
        descrizione,
        filesAllegati,
        nome: nomeSchema('Scrivi il nome di chi segnala.'),
        cognome: cognomeSchema('Scrivi il cognome di chi segnala.'),
        codice_fiscale: optionalSchema(codiceFiscaleSchema()),
        email: optionalSchema(emailAddressSchema()),
        telefono: optionalSchema(telefonoSchema()),
        informativa: requiredTickSchema('Spunta la casella quando hai informato chi segnala.'),
      })
      .check(hasLuogo()),
    output: z.object({
      /** Id of the ente's side */
      id: z.string(),
      protocollo: z.string(),
    }),
    status: 201,
    creates: true,
    brakes: [{ by: 'visitor', times: 120, minutes: 60 }],
  }),
};
