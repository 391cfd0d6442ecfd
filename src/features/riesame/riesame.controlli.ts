/** What the request to look at documents again is checked by. Pure. */
import * as z from 'zod/mini';
import { casellaLibera, testo, testoLungo } from '../../platform/atoms/testo.ts';
import type { ModuloControllato } from '../modulo/modulo.ts';
import { componiRichiedente, oltreRichiedente } from '../richiedente/richiedente.controlli.ts';
import { nelPercorso } from '../richiesta/documenti.ts';
import { datiRichiesta, numeriDocumenti } from '../richiesta/richiesta.controlli.ts';
import { MAX_FATTI, MOTIVI, moduloSu } from './riesame.passi.ts';

const motivi = Object.keys(MOTIVI) as [keyof typeof MOTIVI, ...(keyof typeof MOTIVI)[]];

export const dati = datiRichiesta({
  servizio: testo({ max: 60, required: 'Indica da quale servizio vengono i documenti.' }),
  documenti: numeriDocumenti,
  motivo: z.enum(motivi, 'Scegli il motivo della richiesta.'),
  fatti: testoLungo({ max: MAX_FATTI, required: 'Racconta i fatti e spiega perché chiedi il riesame.' }),
  sospensione: casellaLibera(),
});

/** @param percorso of the page: names the documents */
export const controllato = (percorso: string): ModuloControllato => ({
  ...moduloSu(percorso),
  schema: dati,
  body: (v) => ({
    ...{ ente: v.ente, ...nelPercorso(percorso) },
    ...{ motivo: v.motivo, fatti: v.fatti, sospensione: v.sospensione === 'on' },
    richiedente: componiRichiedente(v),
  }),
  alsoWrong: oltreRichiedente,
});
