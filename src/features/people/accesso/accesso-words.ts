/** Words of the login page for what happened before. */
import type { LoginRefusal } from '../../../platform/identity.ts';
import type { PortalScreen } from '../../../platform/screens.ts';

/** `?errore=` of the login page, for each way a login can fail. */
export const ERROR_KEYS: Record<LoginRefusal, keyof typeof LOGIN_ERRORS> = {
  denied: 'annullato',
  away: 'non-disponibile',
  refused: 'rifiutato',
  no_tax_code: 'codice-fiscale',
  no_ente: 'non-autorizzato',
};

export const LOGIN_ERRORS = {
  annullato: {
    title: 'Accesso annullato',
    text: 'Non hai completato l’accesso. Riprova quando vuoi, anche con un’altra modalità.',
  },
  'non-disponibile': {
    title: 'Accesso non disponibile',
    text: 'Il servizio che verifica la tua identità non risponde. Riprova tra qualche minuto: quello che avevi iniziato qui è ancora salvo.',
  },
  rifiutato: {
    title: 'Accesso non riuscito',
    text: 'La risposta del servizio di identità non era valida, o è passato troppo tempo. Accedi di nuovo da questa pagina, con una sola finestra aperta.',
  },
  'codice-fiscale': {
    title: 'Manca il codice fiscale',
    text: 'Il servizio di identità non ci ha comunicato un codice fiscale valido (con eIDAS, nemmeno un identificativo), e senza non possiamo riconoscerti. Riprova con un’altra modalità; se succede ancora, scrivi al gestore della tua identità digitale.',
  },
  'non-autorizzato': {
    title: 'Accesso non autorizzato',
    text: 'Il tuo accesso di dipendente non è abilitato per nessun ente di questo portale. Chiedi l’abilitazione a chi gestisce gli accessi dei dipendenti.',
  },
  modulo: {
    title: 'Riprova',
    text: 'La pagina è rimasta aperta troppo a lungo. Scegli di nuovo come accedere.',
  },
} as const;

/** @param error from the address of the page, anything at all */
export function wordsOf(error: string | null): { title: string; text: string } | null {
  return error && Object.hasOwn(LOGIN_ERRORS, error) ? LOGIN_ERRORS[error as keyof typeof LOGIN_ERRORS] : null;
}

/** Why one is on the login page, told by the page behind it. */
export function reasonFor({ login, title }: PortalScreen): string {
  return login !== 'no' && login !== 'optional'
    ? `Per aprire la pagina «${title}» devi accedere.`
    : `Dopo l’accesso torni alla pagina «${title}».`;
}
