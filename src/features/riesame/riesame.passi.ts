/** The request to look at documents again as a form: its fields and their order. Pure. */
import type { Modulo } from '../modulo/modulo.ts';
import {
  CAMPI_RICHIEDENTE,
  CATEGORIE_RICHIEDENTE,
  componiRichiedente,
  oltreRichiedente,
} from '../richiedente/richiedente.ts';
import { nelPercorso } from '../richiesta/documenti.ts';
import { dati } from './riesame.contract.ts';

export const SERVIZIO = 'riesame';
export const TITOLO = 'Riesame di un documento';

/** @param percorso of the page: names the documents */
export const moduloSu = (percorso: string): Modulo => ({
  percorso,
  servizio: TITOLO,
  tipo: 'richiesta',
  dati: 'Dati della richiesta',
  campi: ['ente', 'motivo', 'fatti', 'sospensione', 'file', ...CAMPI_RICHIEDENTE],
  caselle: { sospensione: '' },
  categorie: CATEGORIE_RICHIEDENTE,
  serveFile: 'Allega almeno un file che dimostri quello che scrivi: una ricevuta, una lettera, una foto.',
  schema: dati,
  componi: (v) => ({
    ...{ ente: v.ente, ...nelPercorso(percorso) },
    ...{ motivo: v.motivo, fatti: v.fatti, sospensione: v.sospensione === 'on' },
    richiedente: componiRichiedente(v),
  }),
  oltre: oltreRichiedente,
});
