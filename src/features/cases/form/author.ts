/** Checks of the applicant of a report or of a message to a desk: tax code and telephone are optional. Pure. */

import { codiceFiscaleSchema } from '../../../platform/atoms/codice-fiscale.ts';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { cognomeSchema, nomeSchema } from '../../../platform/atoms/nome.ts';
import { telefonoSchema } from '../../../platform/atoms/telefono.ts';
import { optionalSchema } from '../../../platform/atoms/text.ts';

export const authorShape = {
  nome: nomeSchema('Scrivi il tuo nome.'),
  cognome: cognomeSchema('Scrivi il tuo cognome.'),
  codice_fiscale: optionalSchema(codiceFiscaleSchema()),
  email: emailAddressSchema(),
  telefono: optionalSchema(telefonoSchema()),
};

/** Fields of the block from top to bottom: part of a form's `fieldNames`. */
export const AUTHOR_FIELDS = ['nome', 'cognome', 'codice_fiscale', 'email', 'otp', 'telefono'] as const;
