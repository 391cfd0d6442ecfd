/** The fields of the request for votive lamps, and the form they make. Pure. */

import * as z from 'zod/mini';
import { shortDate } from '../../../platform/atoms/date.ts';
import { isKnownDate, knownDate, knownDateSchema } from '../../../platform/atoms/date-schema.ts';
import { capOfPlace, capSchema, provinciaSchema } from '../../../platform/atoms/indirizzo.ts';
import { cognomeSchema, nomeSchema } from '../../../platform/atoms/nome.ts';
import {
  codeField,
  dayField,
  filesField,
  integerField,
  lineField,
  optionalField,
  textField,
} from '../../../ui/form/fields.ts';
import { fieldGroup, formFields, joinFields } from '../../cases/form/fields.ts';
import type { FormValues } from '../../cases/form/form.ts';
import { richiestaDefinition, richiestaSchema } from '../../cases/richiesta/richiesta.form.ts';
import { findDayErrors } from './rules.ts';

export const FORM_PATH = '/servizio/allacciamento-lampade-votive';
export const FORM_TITLE = 'Allacciamento lampade votive';

const MAX_LAMPADE = 20;

export const tombFields = formFields({
  cimitero: codeField({ label: 'Cimitero', missing: 'Scegli il cimitero.' }),
  tipo: codeField({ label: 'Tipo di tomba', missing: 'Scegli il tipo di tomba.' }),
});

const placeField = (label: string) => optionalField(textField({ label, missing: '', max: 40 }));

export const placeFields = fieldGroup('posizione', {
  campo: placeField('Campo'),
  fila: placeField('Fila'),
  numero: placeField('Numero'),
});

const deathInWords = (typed: string): string => (isKnownDate(knownDate(typed)) ? shortDate(knownDate(typed)) : typed);

export const defuntoFields = fieldGroup('defunto', {
  nome: lineField({ label: 'Nome del defunto', schema: nomeSchema('Scrivi il nome del defunto.') }),
  cognome: lineField({ label: 'Cognome del defunto', schema: cognomeSchema('Scrivi il cognome del defunto.') }),
  data_decesso: {
    ...lineField({
      label: 'Data di decesso',
      hint: 'Ad esempio 20/11/1987. Se il giorno non si sa, basta l’anno.',
      schema: knownDateSchema({ missing: 'Scrivi la data di decesso, oppure solo l’anno.' }),
    }),
    inWords: (value) => deathInWords(String(value ?? '')),
  },
});

export const lampFields = formFields({
  lampade: integerField({
    label: 'Numero di lampade',
    hint: `Da 1 a ${MAX_LAMPADE}.`,
    missing: `Scrivi quante lampade: da 1 a ${MAX_LAMPADE}.`,
    line: { type: 'number', min: 1, max: MAX_LAMPADE },
    min: 1,
    max: MAX_LAMPADE,
  }),
  decorrenza: dayField({
    label: 'Da quando',
    title: 'Decorrenza',
    hint: 'Il giorno da cui chiedi l’allacciamento: l’ente lo conferma con la risposta.',
    missing: 'Scrivi da quando vuoi l’allacciamento.',
  }),
  file: filesField({
    label: 'Documenti della tomba',
    missing: 'Allega almeno un file: la concessione della tomba, o una foto che la mostri.',
  }),
});

export const billFields = fieldGroup('fatturazione', {
  indirizzo: textField({
    label: 'Via e numero civico',
    missing: 'Scrivi la via e il numero civico.',
    max: 120,
    line: { autoComplete: 'address-line1' },
  }),
  cap: lineField({
    label: 'CAP',
    schema: capSchema(),
    lineField: { autoComplete: 'postal-code' },
  }),
  comune: textField({
    label: 'Comune',
    missing: 'Scrivi il Comune.',
    max: 80,
    line: { autoComplete: 'address-level2' },
  }),
  provincia: lineField({
    label: 'Provincia (sigla)',
    hint: 'Ad esempio RM. Se l’indirizzo è all’estero scrivi EE, e il paese accanto al Comune.',
    schema: provinciaSchema(),
    lineField: { autoComplete: 'off' },
  }),
});

const { lampade, decorrenza } = lampFields.shape;
const { fatturazione } = billFields.shape;

export const lampadeBody = richiestaSchema({
  ...tombFields.shape,
  ...defuntoFields.shape,
  posizione: z
    .pipe(
      z.transform((v: unknown) => v ?? {}),
      placeFields.shape.posizione,
    )
    .register(z.globalRegistry, { 'x-default': {} }),
  lampade,
  fatturazione: fatturazione.check(capOfPlace({ cap: 'cap', provincia: 'provincia' })),
  decorrenza,
});

/** Campo, fila and numero of a tomb in one line, as far as they are known. */
export const placeInWords = (posizione: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(posizione)
    .flatMap(([nome, valore]) => (valore ? [`${nome} ${valore}`] : []))
    .join(', ');

/** Where the bill goes, in one line. */
export const billTo = (f: Readonly<Record<'indirizzo' | 'cap' | 'comune' | 'provincia', string | undefined>>): string =>
  `${f.indirizzo}, ${f.cap} ${f.comune} (${f.provincia?.toUpperCase()})`;

/** @param today date in Rome */
export const makeLampadeForm = (today: string) =>
  richiestaDefinition({
    path: FORM_PATH,
    title: FORM_TITLE,
    schema: lampadeBody,
    fields: joinFields(tombFields, placeFields, defuntoFields, lampFields, billFields),
    residenza: {
      Indirizzo: 'fatturazione_indirizzo',
      Cap: 'fatturazione_cap',
      Comune: 'fatturazione_comune',
      Provincia: 'fatturazione_provincia',
    },
    alsoWrong: ({ defunto_data_decesso: data_decesso, decorrenza }: FormValues) =>
      findDayErrors({ data_decesso, decorrenza }, today),
  });
