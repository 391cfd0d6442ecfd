/** The message to a desk as a form: its fields, their order and what they hold. Pure. */
import type { Modulo } from '../modulo/modulo.ts';

/** The screen, also known as `/documenti`: one draft for both. */
export const PERCORSO = '/sportello-territoriale';
export const SCHERMO = 'Sportello territoriale';

export const MAX_OGGETTO = 80;
export const MAX_TESTO = 2000;

export const MODULO: Modulo = {
  percorso: PERCORSO,
  servizio: 'Scrivi allo sportello',
  tipo: 'richiesta',
  dati: 'Dati della richiesta',
  campi: [
    'ente',
    'servizio',
    'oggetto',
    'testo',
    'file',
    'nome',
    'cognome',
    'codice_fiscale',
    'email',
    'otp',
    'telefono',
  ],
  dalLink: ['ente', 'servizio'],
};

/** Address of the form, with body and desk already chosen. */
export const perScrivere = (ente: string, servizio: string): string =>
  `${PERCORSO}?${new URLSearchParams({ passo: 'privacy', ente, servizio })}`;
