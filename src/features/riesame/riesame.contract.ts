/** Somebody who owes a document asks the body to look at it again, with grounds and proofs. */
import * as z from 'zod/mini';
import { casellaLibera, testo, testoLungo } from '../../platform/atoms/testo.ts';
import { operation } from '../../platform/contract.ts';
import { documento } from '../posizione/posizione.contract.ts';
import { numeriDocumenti } from '../richiesta/numeri.ts';
import { datiRichiesta, invioRichiesta, privacy } from '../richiesta/richiesta.contract.ts';

export const MOTIVI = {
  annullamento: 'Chiedo l’annullamento: il documento è sbagliato',
  rettifica: 'Chiedo la rettifica: i dati o l’importo non sono giusti',
  gia_pagato: 'Ho già pagato',
  errore_persona: 'Il documento non riguarda me',
  prescrizione: 'Il debito è prescritto',
  altro: 'Altro motivo',
} as const;
const motivi = Object.keys(MOTIVI) as [keyof typeof MOTIVI, ...(keyof typeof MOTIVI)[]];

export const MAX_FATTI = 4000;

export const campi = {
  servizio: testo({ max: 60, required: 'Indica da quale servizio vengono i documenti.' }),
  documenti: numeriDocumenti,
  motivo: z.enum(motivi, 'Scegli il motivo della richiesta.'),
  fatti: testoLungo({ max: MAX_FATTI, required: 'Racconta i fatti e spiega perché chiedi il riesame.' }),
  sospensione: casellaLibera(),
};

export const dati = datiRichiesta(campi);

export const operations = {
  motiviRiesame: operation({
    summary: 'Anyone asks for which reasons a document can be looked at again.',
    method: 'GET',
    path: '/api/v1/riesame/istanza/options',
    access: 'anyone',
    input: z.object({}),
    output: z.array(z.object({ codice: z.string(), etichetta: z.string() })),
  }),
  documentoRiesame: operation({
    summary: 'Who may see a document asks whether it can be looked at again.',
    method: 'GET',
    path: '/api/v1/riesame/documento',
    access: 'anyone',
    input: z.object({ documento: testo({ max: 100 }), servizio: testo({ max: 60 }) }),
    output: z.extend(documento, { usabile: z.boolean(), perche: z.nullable(z.string()) }),
  }),
  inviaRiesame: invioRichiesta(
    '/api/v1/riesame/new',
    'Who may see documents asks the body to look at them again.',
    z.object({ ...dati.shape, privacy: privacy() }),
  ),
};
