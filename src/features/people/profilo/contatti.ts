/** The contacts of a citizen, as on the screen and as on the wire. Pure; page and island. */
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { isSameMailbox } from '../../cases/otp/codice.ts';

export const CONTATTI_PATH = '/aggiorna-dati-ricontatto';
export const SAVED_PATH = `${CONTATTI_PATH}?salvato=1`;

/** As typed. @property codice_inviato_a the address that the last one-time code went to, or '' */
export type ContattiValues = { email: string; telefono: string; codice_inviato_a: string };

/** Typed values by the names of the call. */
export const onWire = ({ email, telefono }: Pick<ContattiValues, 'email' | 'telefono'>) => ({
  Email_Comunicazione__c: email,
  Telefono_Comunicazione__c: telefono,
});

/** Errors of the call by the names of the fields, in the order of the screen. */
export function onScreen(error: PortalError): PortalError {
  if (!error.fields) return error;
  const { Email_Comunicazione__c, Telefono_Comunicazione__c, ...fields } = error.fields;
  const { email = Email_Comunicazione__c, otp, telefono = Telefono_Comunicazione__c, ...rest } = fields;
  const shown: FieldErrors = { ...(email && { email }), ...(otp && { otp }), ...(telefono && { telefono }), ...rest };
  return new PortalError(error.code, { fields: shown, retryAfter: error.retryAfter });
}

/** Before a code was sent there is no field for it, so the error is shown at the address. */
export function withoutCode(error: PortalError, { codice_inviato_a, email }: ContattiValues): PortalError {
  if (!error.fields?.otp || isSameMailbox(codice_inviato_a, email)) return error;
  const words = ['Conferma il nuovo indirizzo: premi «Invia il codice» e scrivi il codice che ricevi.'];
  return new PortalError('invalid', { fields: { email: words } });
}
