/** What the request for instalments is checked by. Pure. */
import { data } from '../../platform/atoms/data.ts';
import { interoScritto } from '../../platform/atoms/intero.ts';
import { dichiarazione, testo, testoLungo } from '../../platform/atoms/testo.ts';
import type { ModuloControllato } from '../modulo/modulo.ts';
import { componiRichiedente, oltreRichiedente } from '../richiedente/richiedente.controlli.ts';
import { nelPercorso } from '../richiesta/documenti.ts';
import { datiRichiesta, numeriDocumenti } from '../richiesta/richiesta.controlli.ts';
import { MAX_MOTIVO, moduloSu, SCEGLI_GIORNO } from './rateizza.passi.ts';
import { erroriPiano, type Limiti } from './regole.ts';

export const servizio = () => testo({ max: 60, required: 'Indica da quale servizio vengono i documenti.' });

/** What a plan depends on. */
export const scelte = {
  servizio: servizio(),
  documenti: numeriDocumenti,
  rate: interoScritto({ min: 2, max: 72 }, 'Scegli in quante rate vuoi pagare.'),
  prima_scadenza: data({ missing: SCEGLI_GIORNO }),
};

export const dati = datiRichiesta({
  ...scelte,
  motivo: testoLungo({ max: MAX_MOTIVO, required: 'Spiega perché chiedi di pagare a rate.' }),
  difficolta: dichiarazione(
    'Dichiara di essere in temporanea difficoltà economica: è la condizione per pagare a rate.',
  ),
});

/** @param percorso of the page: names the documents @param limiti what may be chosen */
export const controllato = (percorso: string, limiti: Limiti): ModuloControllato => ({
  ...moduloSu(percorso),
  schema: dati,
  body: (v) => ({
    ...{ ente: v.ente, ...nelPercorso(percorso) },
    ...{ rate: v.rate, prima_scadenza: v.prima_scadenza, motivo: v.motivo, difficolta: v.difficolta === 'on' },
    richiedente: componiRichiedente(v),
  }),
  alsoWrong: (compilato, modulo) => ({
    ...oltreRichiedente(compilato, modulo),
    ...erroriPiano(limiti, Number(compilato.valori.rate || Number.NaN), compilato.valori.prima_scadenza ?? ''),
  }),
});
