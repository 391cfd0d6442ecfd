/** The fields of the request for a review, and the form they make. Pure. */
import { choiceField, filesField, longTextField, tickField } from '../../../ui/form/fields.ts';
import { formFields } from '../../cases/form/fields.ts';
import { documentiDefinition, documentiFields, richiestaSchema } from '../../cases/richiesta/richiesta.form.ts';

export const SERVIZIO_SLUG = 'riesame';
export const FORM_TITLE = 'Contesta un avviso';

export const MOTIVI = {
  annullamento: 'Chiedo l’annullamento: il documento è sbagliato',
  rettifica: 'Chiedo la rettifica: i dati o l’importo non sono giusti',
  gia_pagato: 'Ho già pagato',
  errore_persona: 'Il documento non riguarda me',
  prescrizione: 'Il debito è prescritto',
  altro: 'Altro motivo',
} as const;

export const riesameFields = formFields({
  motivo: choiceField({ label: 'Motivo', options: MOTIVI, missing: 'Scegli il motivo della richiesta.' }),
  fatti: longTextField({
    label: 'Fatti e ragioni',
    hint: 'Che cosa è successo e perché il documento va rivisto.',
    missing: 'Racconta i fatti e spiega perché chiedi il riesame.',
    max: 4000,
    rows: 10,
  }),
  sospensione: tickField({
    label: 'Chiedo di sospendere il pagamento fino alla risposta',
    title: 'Sospensione del pagamento',
    ticked: 'Chiesta',
    unticked: 'Non chiesta',
  }),
  file: filesField({
    label: 'Documenti a sostegno',
    missing: 'Allega almeno un file che dimostri quello che scrivi: una ricevuta, una lettera, una foto.',
  }),
});

export const riesameBody = richiestaSchema({ ...documentiFields, ...riesameFields.shape });

/** @param path of the page: names the documents */
export const riesameForm = (path: string) =>
  documentiDefinition({ path, title: FORM_TITLE, fields: riesameFields, schema: riesameBody });
