/** The request for more time as a form: its fields, their order and what they hold. Pure. */
import type { Modulo } from '../modulo/modulo.ts';
import { CAMPI_RICHIEDENTE, CATEGORIE_RICHIEDENTE } from '../richiedente/richiedente.ts';

export const SERVIZIO = 'rinegozia-un-pagamento';
export const TITOLO = 'Nuova scadenza per un pagamento';

export const MAX_MOTIVO = 2000;

/** @param percorso of the page: names the documents */
export const moduloSu = (percorso: string): Modulo => ({
  percorso,
  servizio: TITOLO,
  tipo: 'richiesta',
  dati: 'Dati della richiesta',
  campi: ['ente', 'nuova_scadenza', 'motivo', 'file', ...CAMPI_RICHIEDENTE],
  categorie: CATEGORIE_RICHIEDENTE,
  serveFile: 'Allega almeno un file che spieghi perché ti serve più tempo.',
});
