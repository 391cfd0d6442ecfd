/** What the request to put up posters is checked by. Pure. */
import * as z from 'zod/mini';
import { data } from '../../platform/atoms/data.ts';
import { interoScritto } from '../../platform/atoms/intero.ts';
import { casellaLibera, facoltativo, testo } from '../../platform/atoms/testo.ts';
import type { ModuloControllato } from '../modulo/modulo.ts';
import { componiRichiedente, oltreRichiedente } from '../richiedente/richiedente.controlli.ts';
import { datiRichiesta } from '../richiesta/richiesta.form.ts';
import { MODULO } from './manifesto.passi.ts';
import { MAX_MANIFESTI } from './regole.ts';
import { CATEGORIE_MANIFESTO, type CategoriaManifesto, FORMATI, type Formato, MAX_TITOLO } from './valori.ts';

export const categoria = z.enum(
  Object.keys(CATEGORIE_MANIFESTO) as [CategoriaManifesto, ...CategoriaManifesto[]],
  'Scegli la categoria del manifesto.',
);
export const formato = z.enum(Object.keys(FORMATI) as [Formato, ...Formato[]], 'Scegli il formato del manifesto.');
export const quantita = interoScritto(
  { min: 1, max: MAX_MANIFESTI },
  `Scrivi quanti manifesti: da 1 a ${MAX_MANIFESTI}.`,
);
export const dal = data({ missing: 'Scegli il primo giorno di affissione.' });
export const al = data({ missing: 'Scegli l’ultimo giorno di affissione.' });
export const urgente = casellaLibera();

export const dati = datiRichiesta({
  /** `Id` of a position that is open to who asks */
  posizione: facoltativo(z.string('Questa posizione non è leggibile.')),
  categoria,
  titolo: testo({ max: MAX_TITOLO, required: 'Scrivi il titolo del manifesto.' }),
  ...{ formato, quantita, dal, al, urgente },
});

export const CONTROLLATO: ModuloControllato = {
  ...MODULO,
  schema: dati,
  body: (v) => {
    const { posizione, ente, categoria, titolo, formato, quantita, dal, al } = v;
    return {
      ...(posizione && { posizione }),
      ...{ ente, categoria, titolo, formato, quantita, dal, al, urgente: v.urgente === 'si' },
      richiedente: componiRichiedente(v),
    };
  },
  alsoWrong: oltreRichiedente,
};
