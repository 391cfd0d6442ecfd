/** The request for instalments as a form: its fields and their order. Pure. */
import type { Modulo } from '../modulo/modulo.ts';
import {
  CAMPI_RICHIEDENTE,
  CATEGORIE_RICHIEDENTE,
  componiRichiedente,
  oltreRichiedente,
} from '../richiedente/richiedente.ts';
import { nelPercorso } from '../richiesta/documenti.ts';
import { dati } from './rateizza.contract.ts';
import { erroriPiano, type Limiti } from './regole.ts';

export const SERVIZIO = 'rateizza-un-pagamento';
export const TITOLO = 'Pagamento a rate';

/** @param percorso of the page: names the documents @param limiti what may be chosen, where the form is shown */
export const moduloSu = (percorso: string, limiti?: Limiti): Modulo => ({
  percorso,
  servizio: TITOLO,
  tipo: 'richiesta',
  dati: 'Dati della richiesta',
  campi: ['ente', 'rate', 'prima_scadenza', 'motivo', 'difficolta', 'file', ...CAMPI_RICHIEDENTE],
  caselle: { difficolta: '' },
  categorie: CATEGORIE_RICHIEDENTE,
  serveFile: 'Allega almeno un file che mostri la difficoltà: ISEE, busta paga, spese mediche.',
  schema: dati,
  componi: (v) => ({
    ...{ ente: v.ente, ...nelPercorso(percorso) },
    ...{ rate: v.rate, prima_scadenza: v.prima_scadenza, motivo: v.motivo, difficolta: v.difficolta === 'on' },
    richiedente: componiRichiedente(v),
  }),
  oltre: (compilato, modulo) => ({
    ...oltreRichiedente(compilato, modulo),
    ...(limiti &&
      erroriPiano(limiti, Number(compilato.valori.rate || Number.NaN), compilato.valori.prima_scadenza ?? '')),
  }),
});
