/** The request for votive lamps: what it asks, and what it is checked by. Pure. */
import * as z from 'zod/mini';
import { cap, provincia } from '../../../platform/atoms/indirizzo.ts';
import { code, day, files, line, optional, text, whole } from '../../../ui/form/fields.ts';
import { fieldGroup, formFields, joined } from '../../cases/modulo/fields.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import { datiRichiesta, moduloRichiesta } from '../../cases/richiesta/richiesta.form.ts';
import { erroriGiorni } from './regole.ts';

export const PERCORSO = '/servizio/allacciamento-lampade-votive';
export const TITOLO = 'Allacciamento lampade votive';

const MAX_LAMPADE = 20;

export const tombFields = formFields({
  cimitero: code({ label: 'Cimitero', missing: 'Scegli il cimitero.' }),
  tipo: code({ label: 'Tipo di tomba', missing: 'Scegli il tipo di tomba.' }),
});

const place = (label: string) => optional(text({ label, missing: '', max: 40 }));

export const placeFields = fieldGroup('posizione', {
  campo: place('Campo'),
  fila: place('Fila'),
  numero: place('Numero'),
});

export const defuntoFields = fieldGroup('defunto', {
  nome: text({ label: 'Nome del defunto', missing: 'Scrivi il nome del defunto.', max: 60 }),
  cognome: text({ label: 'Cognome del defunto', missing: 'Scrivi il cognome del defunto.', max: 60 }),
  data_decesso: day({ label: 'Data di decesso', missing: 'Scrivi la data di decesso.' }),
});

export const lampFields = formFields({
  lampade: whole({
    label: 'Numero di lampade',
    hint: `Da 1 a ${MAX_LAMPADE}.`,
    missing: `Scrivi quante lampade: da 1 a ${MAX_LAMPADE}.`,
    line: { type: 'number', min: 1, max: MAX_LAMPADE },
    ...{ min: 1, max: MAX_LAMPADE },
  }),
  decorrenza: day({
    label: 'Da quando',
    title: 'Decorrenza',
    hint: 'Il giorno da cui chiedi l’allacciamento: l’ente lo conferma con la risposta.',
    missing: 'Scrivi da quando vuoi l’allacciamento.',
  }),
  file: files({
    label: 'Documenti della tomba',
    missing: 'Allega almeno un file: la concessione della tomba, o una foto che la mostri.',
  }),
});

export const billFields = fieldGroup('fatturazione', {
  indirizzo: text({
    label: 'Via e numero civico',
    missing: 'Scrivi la via e il numero civico.',
    max: 120,
    line: { autoComplete: 'address-line1' },
  }),
  cap: line({ label: 'CAP', schema: cap(), line: { inputMode: 'numeric', autoComplete: 'postal-code' } }),
  comune: text({
    label: 'Comune',
    missing: 'Scrivi il Comune.',
    max: 80,
    line: { autoComplete: 'address-level2' },
  }),
  provincia: line({ label: 'Provincia (sigla)', schema: provincia(), line: { autoComplete: 'off' } }),
});

const { lampade, decorrenza } = lampFields.shape;

export const lampadeBody = datiRichiesta({
  ...{ ...tombFields.shape, ...defuntoFields.shape },
  posizione: z
    .pipe(
      z.transform((v: unknown) => v ?? {}),
      placeFields.shape.posizione,
    )
    .register(z.globalRegistry, { 'x-default': {} }),
  ...{ lampade, ...billFields.shape, decorrenza },
});

/** Campo, fila and numero of a tomb in one line, as far as they are known. */
export const placeInWords = (posizione: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(posizione)
    .flatMap(([nome, valore]) => (valore ? [`${nome} ${valore}`] : []))
    .join(', ');

/** Where the bill goes, in one line. */
export const billTo = (f: Readonly<Record<'indirizzo' | 'cap' | 'comune' | 'provincia', string | undefined>>): string =>
  `${f.indirizzo}, ${f.cap} ${f.comune} (${f.provincia?.toUpperCase()})`;

/** @param oggi the day it is in Rome */
export const moduloLampade = (oggi: string) =>
  moduloRichiesta({
    ...{ percorso: PERCORSO, titolo: TITOLO, schema: lampadeBody },
    fields: joined(tombFields, placeFields, defuntoFields, lampFields, billFields),
    residenza: {
      Indirizzo: 'fatturazione_indirizzo',
      Cap: 'fatturazione_cap',
      Comune: 'fatturazione_comune',
      Provincia: 'fatturazione_provincia',
    },
    alsoWrong: ({ defunto_data_decesso: data_decesso, decorrenza }: Valori) =>
      erroriGiorni({ data_decesso, decorrenza }, oggi),
  });
