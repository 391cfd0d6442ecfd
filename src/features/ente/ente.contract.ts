/** Anyone asks which bodies (enti) this portal serves, and which of them answers for a service. */
import * as z from 'zod/mini';
import { operation } from '../../platform/contract.ts';

const ente = z.object({ Id: z.string(), Nome: z.string(), CodiceFiscale: z.string() });

/** Service codes of the town hall's counters, and what they are called on screen. */
export const CATEGORIE = {
  SF500: 'Illuminazione votiva',
  SF510: 'Illuminazione votiva: segnalazione',
  SF120: 'Pubblicità e affissioni',
  SF100: 'Nuovo mezzo pubblicitario',
  SF110: 'Variazione o cessazione di un mezzo pubblicitario',
  SF130: 'Pubblicità e affissioni: segnalazione',
  SF310: 'Mobilità e parcheggi: segnalazione',
  SF300: 'Abbonamento parcheggi',
  SF200: 'Rateizzazione',
  SF210: 'Rinegoziazione di un pagamento',
  SF220: 'Riesame',
  SF230: 'Recupero crediti: segnalazione',
  SF410: 'Rifiuti: segnalazione',
  SF140: 'Occupazione di suolo pubblico: segnalazione',
  SF420: 'Immobili: segnalazione',
  SPORTELLO: 'Sportello territoriale',
  ISTANZA: 'Istanza del contribuente',
} as const;

export type Categoria = keyof typeof CATEGORIE;

export const operations = {
  listaEnti: operation({
    summary: 'Anyone lists the bodies of this portal with the service codes they answer for.',
    method: 'GET',
    path: '/api/v1/generic/ente',
    access: 'anyone',
    input: z.object({}),
    output: z.array(z.extend(ente, { Categorie: z.array(z.string()) })),
  }),
  entiPerCategoria: operation({
    summary: 'Anyone lists the bodies that answer for a service code.',
    method: 'GET',
    path: '/api/v1/generic/ente/list/{category}/{optional?}',
    access: 'anyone',
    input: z.object({
      category: z.enum(Object.keys(CATEGORIE) as [Categoria, ...Categoria[]], 'Il codice del servizio non esiste.'),
      optional: z.optional(z.string().check(z.maxLength(40))),
    }),
    output: z.array(ente),
  }),
  entiSportello: operation({
    summary: 'Anyone lists the bodies that have a territorial desk.',
    method: 'GET',
    path: '/api/v1/generic/sportello/enti/list',
    access: 'anyone',
    input: z.object({}),
    output: z.array(z.object({ Ente__c: z.string(), idDescrizioneEntePortale__c: z.string() })),
  }),
};
