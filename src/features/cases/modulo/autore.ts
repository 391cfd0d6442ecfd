/** Who writes a report, or to a desk, as it is checked: tax code and telephone are theirs to leave out. Pure. */
import { codiceFiscale } from '../../../platform/atoms/codice-fiscale.ts';
import { email } from '../../../platform/atoms/email.ts';
import { telefono } from '../../../platform/atoms/telefono.ts';
import { facoltativo, testo } from '../../../platform/atoms/testo.ts';

export const autore = {
  nome: testo({ max: 60, required: 'Scrivi il tuo nome.' }),
  cognome: testo({ max: 60, required: 'Scrivi il tuo cognome.' }),
  codice_fiscale: facoltativo(codiceFiscale()),
  email: email(),
  telefono: facoltativo(telefono()),
};

/** Fields of the block from top to bottom: part of a form's `campi`. */
export const CAMPI_AUTORE = ['nome', 'cognome', 'codice_fiscale', 'email', 'otp', 'telefono'] as const;
