/** What the request for more time is checked by. Pure. */
import { data } from '../../platform/atoms/data.ts';
import { testo, testoLungo } from '../../platform/atoms/testo.ts';
import type { ModuloControllato } from '../modulo/modulo.ts';
import { componiRichiedente, oltreRichiedente } from '../richiedente/richiedente.controlli.ts';
import { nelPercorso } from '../richiesta/documenti.ts';
import { datiRichiesta, numeriDocumenti } from '../richiesta/richiesta.controlli.ts';
import { erroriScadenza, type Limiti } from './regole.ts';
import { MAX_MOTIVO, moduloSu } from './rinegozia.passi.ts';

export const servizio = () => testo({ max: 60, required: 'Indica da quale servizio vengono i documenti.' });

export const dati = datiRichiesta({
  servizio: servizio(),
  documenti: numeriDocumenti,
  nuova_scadenza: data({ missing: 'Scegli la nuova scadenza.' }),
  motivo: testoLungo({ max: MAX_MOTIVO, required: 'Spiega perché chiedi più tempo.' }),
});

/** @param percorso of the page: names the documents @param limiti what may be asked for */
export const controllato = (percorso: string, limiti: Limiti): ModuloControllato => ({
  ...moduloSu(percorso),
  schema: dati,
  body: (v) => ({
    ...{ ente: v.ente, ...nelPercorso(percorso) },
    ...{ nuova_scadenza: v.nuova_scadenza, motivo: v.motivo },
    richiedente: componiRichiedente(v),
  }),
  alsoWrong: (compilato, modulo) => ({
    ...oltreRichiedente(compilato, modulo),
    ...erroriScadenza(limiti, compilato.valori.nuova_scadenza ?? ''),
  }),
});
