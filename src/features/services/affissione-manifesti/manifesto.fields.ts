/** The fields of the request to put up posters, and the form they make. Pure. */
import * as z from 'zod/mini';
import { dateInWords, isDate } from '../../../platform/atoms/date.ts';
import { optionalSchema } from '../../../platform/atoms/text.ts';
import {
  choiceField,
  dayField,
  type FieldValue,
  filesField,
  integerField,
  specialField,
  textField,
  yesNoField,
} from '../../../ui/form/fields.ts';
import { formFields, joinFields } from '../../cases/form/fields.ts';
import type { FormValues } from '../../cases/form/form.ts';
import { richiestaDefinition, richiestaSchema } from '../../cases/richiesta/richiesta.form.ts';
import { CATEGORIA_LABELS, FORMAT_LABELS } from './options.ts';
import { MAX_GIORNI, MAX_MANIFESTI, type ManifestoChoice } from './rules.ts';

export const FORM_PATH = '/servizio/affissione-manifesti';
export const FORM_TITLE = 'Affiggere manifesti';

/** The page on which the citizen changes the position. */
export const CHOOSE_POSIZIONE_PATH = `${FORM_PATH}?scelta=1`;

/** `Id` of a position that the citizen may use, chosen before the form. */
const positionFields = formFields({
  posizione: specialField({
    label: 'Posizione',
    schema: optionalSchema(z.string('Questa posizione non è leggibile.')),
  }),
});

export const posterFields = formFields({
  categoria: choiceField({
    label: 'Categoria',
    options: CATEGORIA_LABELS,
    missing: 'Scegli la categoria del manifesto.',
  }),
  titolo: textField({ label: 'Titolo', missing: 'Scrivi il titolo del manifesto.', max: 120, saysMax: true }),
  formato: choiceField({ label: 'Formato', options: FORMAT_LABELS, missing: 'Scegli il formato del manifesto.' }),
  quantita: integerField({
    label: 'Quanti manifesti',
    title: 'Manifesti',
    hint: `Da 1 a ${MAX_MANIFESTI}.`,
    missing: `Scrivi quanti manifesti: da 1 a ${MAX_MANIFESTI}.`,
    min: 1,
    max: MAX_MANIFESTI,
  }),
  file: filesField({ label: 'Anteprima del manifesto' }),
});

const inWords = (value: FieldValue) => (typeof value === 'string' && isDate(value) ? dateInWords(value) : '');

export const timeFields = formFields({
  dal: { ...dayField({ label: 'Dal', missing: 'Scegli il primo giorno di affissione.' }), inWords },
  al: {
    ...dayField({
      label: 'Al',
      hint: `Compreso. Al massimo ${MAX_GIORNI} giorni.`,
      missing: 'Scegli l’ultimo giorno di affissione.',
    }),
    inWords,
  },
  urgente: yesNoField({
    label: 'È urgente?',
    title: 'Urgente',
    no: 'No, nei tempi normali',
    yes: 'Sì, urgente: costa di più',
  }),
});

export const manifestoBody = richiestaSchema({ ...positionFields.shape, ...posterFields.shape, ...timeFields.shape });

export const MANIFESTO_FORM = richiestaDefinition({
  path: FORM_PATH,
  title: FORM_TITLE,
  schema: manifestoBody,
  fields: joinFields(positionFields, posterFields, timeFields),
  linkFields: ['posizione'],
});

/** The fields that price and dates depend on. */
export const choiceOf = ({ categoria, formato, quantita, dal, al, urgente }: FormValues): ManifestoChoice => ({
  categoria,
  formato,
  quantita: quantita?.trim(),
  dal,
  al,
  urgente: urgente === 'si',
});
