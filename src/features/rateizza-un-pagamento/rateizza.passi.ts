/** The request for instalments as a form: its fields, their order and what they hold. Pure. */
import type { Modulo } from '../modulo/modulo.ts';
import { CAMPI_RICHIEDENTE, CATEGORIE_RICHIEDENTE } from '../richiedente/richiedente.ts';

export const SERVIZIO = 'rateizza-un-pagamento';
export const TITOLO = 'Pagamento a rate';

export const MAX_MOTIVO = 2000;
export const SCEGLI_GIORNO = 'Scegli il giorno della prima rata.';

/** @param percorso of the page: names the documents */
export const moduloSu = (percorso: string): Modulo => ({
  percorso,
  servizio: TITOLO,
  tipo: 'richiesta',
  dati: 'Dati della richiesta',
  campi: ['ente', 'rate', 'prima_scadenza', 'motivo', 'difficolta', 'file', ...CAMPI_RICHIEDENTE],
  caselle: { difficolta: '' },
  categorie: CATEGORIE_RICHIEDENTE,
  serveFile: 'Allega almeno un file che mostri la difficoltà: ISEE, busta paga, spese mediche.',
});
