/** Somebody asks a body to put up posters on its boards, and sees what it would cost. */
import * as z from 'zod/mini';
import { data } from '../../platform/atoms/date.ts';
import { interoScritto } from '../../platform/atoms/intero.ts';
import { casellaLibera, facoltativo, testo } from '../../platform/atoms/testo.ts';
import { operation } from '../../platform/contract.ts';
import { datiRichiesta, invioRichiesta, privacy } from '../richiesta/richiesta.contract.ts';
import { MAX_MANIFESTI } from './regole.ts';
import { CATEGORIE_MANIFESTO, type CategoriaManifesto, FORMATI, type Formato } from './valori.ts';

export const MAX_TITOLO = 120;

const categoria = z.enum(
  Object.keys(CATEGORIE_MANIFESTO) as [CategoriaManifesto, ...CategoriaManifesto[]],
  'Scegli la categoria del manifesto.',
);
const formato = z.enum(Object.keys(FORMATI) as [Formato, ...Formato[]], 'Scegli il formato del manifesto.');
const quantita = interoScritto({ min: 1, max: MAX_MANIFESTI }, `Scrivi quanti manifesti: da 1 a ${MAX_MANIFESTI}.`);
const dal = data({ missing: 'Scegli il primo giorno di affissione.' });
const al = data({ missing: 'Scegli l’ultimo giorno di affissione.' });
const urgente = casellaLibera();

export const dati = datiRichiesta({
  /** `Id` of a position that is open to who asks */
  posizione: facoltativo(z.string('Questa posizione non è leggibile.')),
  categoria,
  titolo: testo({ max: MAX_TITOLO, required: 'Scrivi il titolo del manifesto.' }),
  ...{ formato, quantita, dal, al, urgente },
});

/** What is charged and how long it takes. */
const tariffa = z.object({
  /** Id of the body */
  ente: z.string(),
  prezzi: z.array(z.object({ formato, categoria, al_giorno_cent: z.number() })),
  urgenza_percento: z.number(),
  urgenza_minimo_cent: z.number(),
  giorni_lavorativi: z.number(),
  /** Day of the patron saint, `MM-DD` */
  patrono: z.optional(z.string()),
  /** First day that may be asked for today, when it is neither urgent nor a funeral notice */
  primo_giorno: z.string(),
  /** Null while something is missing */
  stima: z.nullable(
    z.object({
      giorni: z.number(),
      al_giorno_cent: z.number(),
      affissione_cent: z.number(),
      urgenza_cent: z.number(),
      importo_cent: z.number(),
    }),
  ),
});
export type TariffaOfferta = z.infer<typeof tariffa>;

export const operations = {
  tariffaManifesti: operation({
    summary: 'Anyone asks what a body charges for posters, and what given ones would cost: an estimate.',
    method: 'GET',
    path: '/api/v1/portale/affissione/tariffa',
    access: 'anyone',
    input: z.object({
      ente: testo({ max: 60, required: 'Indica l’ente.' }),
      categoria: facoltativo(categoria),
      formato: facoltativo(formato),
      quantita: facoltativo(quantita),
      dal: facoltativo(dal),
      al: facoltativo(al),
      urgente,
    }),
    output: tariffa,
  }),
  chiediAffissione: invioRichiesta(
    '/api/v1/affissione/manifesto',
    'Anyone asks a body to put up posters, also for a position that is theirs.',
    z.object({ ...dati.shape, privacy: privacy() }),
  ),
};
