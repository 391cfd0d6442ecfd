/** An operator fills in forms for a person at the counter, whose identity they have checked. */
import * as z from 'zod/mini';
import { codiceFiscaleSchema } from '../../../platform/atoms/codice-fiscale.ts';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { cognomeSchema, nomeSchema } from '../../../platform/atoms/nome.ts';
import { telefonoSchema } from '../../../platform/atoms/telefono.ts';
import { optionalSchema, requiredTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { AT_TELEPHONE, DOCUMENTI_IDENTITA, type DocumentoIdentita } from '../../cases/pratica/counter.ts';

const documenti = Object.keys(DOCUMENTI_IDENTITA) as [DocumentoIdentita, ...DocumentoIdentita[]];

export const counterOperations = {
  apriPerConto: defineOperation({
    summary:
      'An operator begins to fill in forms for a person at the counter, in place of any before, for an hour: what is sent then is of that person, at the operator’s ente.',
    method: 'POST',
    path: '/api/v1/portale/operatore/per-conto',
    access: 'operator',
    input: z.object({
      ente: textSchema({ max: 60, required: 'Scegli l’ente.' }),
      nome: nomeSchema('Scrivi il nome della persona.'),
      cognome: cognomeSchema('Scrivi il cognome della persona.'),
      codice_fiscale: codiceFiscaleSchema({ missing: 'Scrivi il codice fiscale della persona.' }),
      telefono: optionalSchema(telefonoSchema()),
      email: optionalSchema(emailAddressSchema()),
      /** `telefono`: the person calls, and may only book an appointment */
      documento: z.enum([...documenti, AT_TELEPHONE], 'Scegli il documento che hai controllato.'),
      controllata: requiredTickSchema('Spunta la casella quando l’hai fatto.'),
    }),
    /** Epoch ms */
    output: z.object({ scade: z.number() }),
    brakes: [{ by: 'visitor', times: 120, minutes: 60 }],
  }),
  chiudiPerConto: defineOperation({
    summary: 'An operator is done with the person at the counter.',
    method: 'POST',
    path: '/api/v1/portale/operatore/per-conto/chiudi',
    access: 'operator',
    input: z.object({}),
    output: z.object({ chiusa: z.boolean() }),
  }),
};
