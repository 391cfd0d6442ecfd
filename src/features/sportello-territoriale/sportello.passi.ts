/** The message to a desk as a form: its fields and their order. Pure. */
import type { Modulo } from '../modulo/modulo.ts';
import { dati } from './sportello.contract.ts';

/** The screen, also known as `/documenti`: one draft for both. */
export const PERCORSO = '/sportello-territoriale';
export const SCHERMO = 'Sportello territoriale';

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
  schema: dati,
  dalLink: ['ente', 'servizio'],
};

/** Address of the form, with body and desk already chosen. */
export const perScrivere = (ente: string, servizio: string): string =>
  `${PERCORSO}?${new URLSearchParams({ passo: 'privacy', ente, servizio })}`;
