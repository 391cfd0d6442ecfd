/** The request for more time as a form: its fields and their order. Pure. */
import type { Modulo } from '../modulo/modulo.ts';
import {
  CAMPI_RICHIEDENTE,
  CATEGORIE_RICHIEDENTE,
  componiRichiedente,
  oltreRichiedente,
} from '../richiedente/richiedente.ts';
import { nelPercorso } from '../richiesta/documenti.ts';
import { erroriScadenza, type Limiti } from './regole.ts';
import { dati } from './rinegozia.contract.ts';

export const SERVIZIO = 'rinegozia-un-pagamento';
export const TITOLO = 'Nuova scadenza per un pagamento';

/** @param percorso of the page: names the documents @param limiti what may be asked for, where the form is shown */
export const moduloSu = (percorso: string, limiti?: Limiti): Modulo => ({
  percorso,
  servizio: TITOLO,
  tipo: 'richiesta',
  dati: 'Dati della richiesta',
  campi: ['ente', 'nuova_scadenza', 'motivo', 'file', ...CAMPI_RICHIEDENTE],
  categorie: CATEGORIE_RICHIEDENTE,
  serveFile: 'Allega almeno un file che spieghi perché ti serve più tempo.',
  schema: dati,
  componi: (v) => ({
    ...{ ente: v.ente, ...nelPercorso(percorso) },
    ...{ nuova_scadenza: v.nuova_scadenza, motivo: v.motivo },
    richiedente: componiRichiedente(v),
  }),
  oltre: (compilato, modulo) => ({
    ...oltreRichiedente(compilato, modulo),
    ...(limiti && erroriScadenza(limiti, compilato.valori.nuova_scadenza ?? '')),
  }),
});
