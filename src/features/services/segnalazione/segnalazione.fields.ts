/** The fields of a report, the form they make, and the check that the ente takes the chosen type. Pure. */
import * as z from 'zod/mini';
import { degreesSchema } from '../../../platform/atoms/degrees.ts';
import { optionalSchema, optionalTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { choiceField, filesField, longTextField, specialField, textField, tickField } from '../../../ui/form/fields.ts';
import { filesAllegati } from '../../cases/allegati/allegati.checks.ts';
import type { enteOperations } from '../../cases/ente/ente.contract.ts';
import { notReceivedText } from '../../cases/ente/ente.ts';
import { AUTHOR_FIELDS, authorShape } from '../../cases/form/author.ts';
import { formFields } from '../../cases/form/fields.ts';
import { threeStepForm } from '../../cases/form/form.checks.ts';
import type { FormValues } from '../../cases/form/form.ts';
import { TIPI, TIPI_WITHOUT_LUOGO } from './options.ts';
import { bodyOf, codiceOf } from './problems.ts';

export type OfferedEnte = OperationOutput<typeof enteOperations.listaEnti>[number];

export const FORM_PATH = '/segnalazione';
/** Where an operator files a report for a citizen. */
export const REGISTRAZIONE_PATH = '/operatore/nuova-segnalazione';
/** Where a citizen confirms what a program has sent. */
export const CONFIRM_PATH = '/segnalazione/conferma';
/** The files of a report that waits for that, as if they were those of a draft of its program. */
export const attesaFilesPath = (attesa: string): string => `${CONFIRM_PATH}/${attesa}`;
export const FORM_TITLE = 'Segnalazione disservizio';

const TRY_AGAIN = 'usa di nuovo «Usa la mia posizione» o scrivi l’indirizzo.';

/** Degrees, as a form or a caller sends them. */
export const degreesUpTo = (limit: 90 | 180) => degreesSchema(limit, TRY_AGAIN);

export const placeFields = formFields({
  indirizzo: specialField({ label: 'Indirizzo', schema: optionalSchema(textSchema({ max: 200 })) }),
  lat: specialField({ label: 'Latitudine', schema: optionalSchema(degreesUpTo(90)) }),
  lon: specialField({ label: 'Longitudine', schema: optionalSchema(degreesUpTo(180)) }),
  // Confirms a point beyond the border of the ente.
  fuori_confine: specialField({ label: 'Fuori dal territorio dell’ente', schema: optionalTickSchema() }),
});

export const faultFields = formFields({
  codice: choiceField({ label: 'Tipo di disservizio', options: TIPI, missing: 'Scegli il tipo di segnalazione.' }),
  oggetto: textField({
    label: 'Titolo',
    hint: 'In poche parole, ad esempio «Lampione spento».',
    missing: 'Scrivi in poche parole che cosa segnali.',
    max: 80,
    saysMax: true,
  }),
  descrizione: longTextField({
    label: 'Dettagli',
    hint: 'Che cosa hai visto, e da quando. Non scrivere dati personali di altre persone.',
    missing: 'Descrivi che cosa hai visto.',
    max: 2000,
  }),
  file: filesField({ label: 'Foto e documenti' }),
});

export const publicFields = formFields({
  fuori_elenco: tickField({
    label: 'Non metterla nell’elenco pubblico',
    hint: 'Nell’elenco delle segnalazioni si leggono il tipo, la zona e il giorno; il luogo, il titolo, il testo e le foto solo dopo il controllo di un operatore. Il tuo nome e i tuoi recapiti mai.',
    title: 'Nell’elenco pubblico',
    ticked: 'No',
    unticked: 'Sì',
  }),
});

const { codice, oggetto, descrizione } = faultFields.shape;

export const enteSchema = textSchema({ max: 60, required: 'Scegli l’ente a cui scrivere.' });

/** What is sent, without the privacy box. The order of errors in the answer of the call follows it: the type before the place. */
export const segnalazioneShape = {
  ente: enteSchema,
  codice,
  ...placeFields.shape,
  oggetto,
  descrizione,
  filesAllegati,
  ...publicFields.shape,
  ...authorShape,
};

export const LUOGO_REQUIRED = 'Indica il luogo: scrivi l’indirizzo o un punto che si riconosca.';

/** Requires an address or a point for the types that need a place, also when other fields are wrong. */
export const hasLuogo = <
  T extends { codice: string; indirizzo?: string | undefined; lat?: number | undefined; lon?: number | undefined },
>() =>
  z.refine<T>(
    (v) =>
      TIPI_WITHOUT_LUOGO.includes(v.codice) || Boolean(v.indirizzo) || (v.lat !== undefined && v.lon !== undefined),
    {
      path: ['indirizzo'],
      error: LUOGO_REQUIRED,
      when: ({ value }) => typeof (value as { indirizzo?: unknown } | null)?.indirizzo !== 'object',
    },
  );

/** A report as a form or a program sends it. */
const segnalazioneSchema = z.object(segnalazioneShape).check(hasLuogo());
export type SentSegnalazione = z.output<typeof segnalazioneSchema>;

export const SEGNALAZIONE_FORM = threeStepForm({
  path: FORM_PATH,
  servizio: FORM_TITLE,
  tipo: 'segnalazione',
  dataStep: 'Dati di segnalazione',
  fieldNames: ['ente', ...placeFields.names, 'problema', ...faultFields.names, ...publicFields.names, ...AUTHOR_FIELDS],
  boxes: { fuori_confine: '', fuori_elenco: '' },
  body: bodyOf,
  shownAt: { lat: 'indirizzo', lon: 'indirizzo' },
  schema: segnalazioneSchema,
});

/** Whether a report with these values may come on a public list, as far as ente and type are chosen. @param enti those on offer */
export function mayBePublic(values: FormValues, enti: readonly Pick<OfferedEnte, 'Id' | 'Pubbliche'>[]): boolean {
  const chosen = enti.find(({ Id }) => Id === values.ente);
  const published = (chosen ? [chosen] : enti).flatMap(({ Pubbliche }) => Pubbliche);
  const codice = codiceOf(values);
  return codice ? published.includes(codice) : published.length > 0;
}

/** @param ente the chosen one, if it is known here; it has to answer for the chosen type */
export function checkTipo(values: FormValues, ente: Pick<OfferedEnte, 'Nome' | 'Categorie'> | undefined): FieldErrors {
  const codice = codiceOf(values);
  return ente && codice && !ente.Categorie.includes(codice) ? { codice: [notReceivedText(ente.Nome)] } : {};
}
