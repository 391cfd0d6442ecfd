/** The request to put up posters as a form: its fields and their order. Pure. */
import type { Modulo, Valori } from '../modulo/modulo.ts';
import { CAMPI_RICHIEDENTE, CATEGORIE_RICHIEDENTE } from '../richiedente/richiedente.ts';
import type { Scelta } from './regole.ts';

export const PERCORSO = '/servizio/affissione-manifesti';
export const TITOLO = 'Affissione manifesti';

/** Where the position is chosen again. */
export const SCEGLI_POSIZIONE = `${PERCORSO}?scelta=1`;

export const MODULO: Modulo = {
  percorso: PERCORSO,
  servizio: TITOLO,
  tipo: 'richiesta',
  dati: 'Dati della richiesta',
  campi: [
    ...['posizione', 'ente', 'categoria', 'titolo', 'formato', 'quantita', 'file', 'dal', 'al', 'urgente'],
    ...CAMPI_RICHIEDENTE,
  ],
  categorie: CATEGORIE_RICHIEDENTE,
  dalLink: ['posizione'],
};

/** What price and dates depend on, as it stands in the fields. */
export const sceltaDi = ({ categoria, formato, quantita, dal, al, urgente }: Valori): Scelta => ({
  ...{ categoria, formato, quantita: quantita?.trim(), dal, al },
  urgente: urgente === 'si',
});
