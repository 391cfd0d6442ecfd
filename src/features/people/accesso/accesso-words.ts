/** Words of the login page for what happened before. */
import type { LoginRefusal } from '../../../platform/identity.ts';

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
    titolo: 'Accesso annullato',
    testo: 'Non hai completato l’accesso. Riprova quando vuoi, anche con un’altra modalità.',
  },
  'non-disponibile': {
    titolo: 'Accesso non disponibile',
    testo:
      'Il servizio che verifica la tua identità non risponde. Riprova tra qualche minuto: quello che avevi iniziato qui è ancora salvo.',
  },
  rifiutato: {
    titolo: 'Accesso non riuscito',
    testo:
      'La risposta del servizio di identità non era valida, o è passato troppo tempo. Accedi di nuovo da questa pagina, con una sola finestra aperta.',
  },
  'codice-fiscale': {
    titolo: 'Manca il codice fiscale',
    testo:
      'Il servizio di identità non ci ha comunicato un codice fiscale valido, e senza non possiamo riconoscerti. Riprova con un’altra modalità; se succede ancora, scrivi al gestore della tua identità digitale.',
  },
  'non-autorizzato': {
    titolo: 'Accesso non autorizzato',
    testo:
      'Il tuo accesso di dipendente non è abilitato per nessun ente di questo portale. Chiedi l’abilitazione a chi gestisce gli accessi dei dipendenti.',
  },
  modulo: {
    titolo: 'Riprova',
    testo: 'La pagina è rimasta aperta troppo a lungo. Scegli di nuovo come accedere.',
  },
} as const;

/** @param error from the address of the page, anything at all */
export function wordsOf(error: string | null): { titolo: string; testo: string } | null {
  return error && Object.hasOwn(LOGIN_ERRORS, error) ? LOGIN_ERRORS[error as keyof typeof LOGIN_ERRORS] : null;
}
