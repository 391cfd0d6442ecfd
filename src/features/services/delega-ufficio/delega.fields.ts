/** The fields of the request for a delegation that an office grants, and the form they make. Pure. */
import * as z from 'zod/mini';
import { codiceFiscaleSchema } from '../../../platform/atoms/codice-fiscale.ts';
import { cognomeSchema, nomeSchema } from '../../../platform/atoms/nome.ts';
import { textSchema } from '../../../platform/atoms/text.ts';
import {
  choiceField,
  dayField,
  filesField,
  lineField,
  longTextField,
  optionalField,
  tickField,
} from '../../../ui/form/fields.ts';
import { filesAllegati } from '../../cases/allegati/allegati.checks.ts';
import { AUTHOR_FIELDS, authorShape } from '../../cases/form/author.ts';
import { fieldGroup, formFields, joinFields } from '../../cases/form/fields.ts';
import { threeStepForm } from '../../cases/form/form.checks.ts';
import { MOTIVI_DELEGA } from '../../cases/posizione/motivi-delega.ts';
import { findPersonErrors } from './rules.ts';

/** Code of its cases. */
export const DELEGA_CODE = 'DELEGA';
export const FORM_PATH = '/servizio/delega-ufficio';
export const FORM_TITLE = 'Agisci per un’altra persona';

export const personFields = fieldGroup('persona', {
  nome: lineField({ label: 'Nome', schema: nomeSchema('Scrivi il nome della persona.') }),
  cognome: lineField({ label: 'Cognome', schema: cognomeSchema('Scrivi il cognome della persona.') }),
  codice_fiscale: lineField({
    label: 'Codice fiscale della persona',
    hint: 'È sulla tessera sanitaria, o su una lettera del Comune. Per una ditta la delega la dà chi la rappresenta.',
    schema: codiceFiscaleSchema({ missing: 'Scrivi il codice fiscale della persona.' }),
    lineField: { autoComplete: 'off', spellCheck: false },
  }),
});

export const requestFields = formFields({
  motivo: choiceField({
    label: 'A che titolo',
    missing: 'Scegli a che titolo vuoi agire.',
    options: MOTIVI_DELEGA,
  }),
  paga: tickField({ label: 'Pagare per questa persona', title: 'Pagare', ticked: 'Sì', unticked: 'No' }),
  presenta: tickField({
    label: 'Presentare richieste per questa persona',
    title: 'Presentare richieste',
    ticked: 'Sì',
    unticked: 'No',
    hint: 'Vedere le posizioni e i documenti è sempre compreso.',
  }),
  fino_a: optionalField(
    dayField({
      label: 'Fino a quando (facoltativo)',
      title: 'Fino a quando',
      hint: 'Al massimo due anni. Se lo lasci vuoto lo decide l’ufficio.',
      missing: '',
    }),
  ),
  testo: optionalField(
    longTextField({ label: 'Altro che l’ufficio deve sapere (facoltativo)', title: 'Altro', missing: '', max: 2000 }),
  ),
  file: filesField({
    label: 'Documento che lo prova',
    missing:
      'Allega il documento: la nomina del giudice, la dichiarazione sostitutiva con il certificato di morte, oppure la richiesta firmata dalla persona con un suo documento.',
  }),
});

const bothFields = joinFields(personFields, requestFields);

/** What is sent, without the privacy box. */
export const delegaShape = {
  ente: textSchema({ max: 60, required: 'Scegli l’ente a cui scrivere.' }),
  ...personFields.shape,
  ...requestFields.shape,
  filesAllegati,
  ...authorShape,
};

/** @param today date in Rome */
export const makeDelegaForm = (today: string) =>
  threeStepForm({
    path: FORM_PATH,
    servizio: FORM_TITLE,
    tipo: 'richiesta',
    dataStep: 'Dati della richiesta',
    fieldNames: ['ente', ...bothFields.names, ...AUTHOR_FIELDS],
    linkFields: ['ente'],
    boxes: bothFields.boxes,
    fileRequirement: requestFields.list.file.missing,
    schema: z.object(delegaShape),
    body: (values) => ({
      ente: values.ente,
      ...bothFields.body(values),
      ...Object.fromEntries(AUTHOR_FIELDS.filter((name) => name !== 'otp').map((name) => [name, values[name]])),
    }),
    alsoWrong: ({ values, allegati }, { fileRequirement }) => ({
      ...(fileRequirement && allegati.length === 0 && { file: [fileRequirement] }),
      ...findPersonErrors(
        { persona: values.persona_codice_fiscale, own: values.codice_fiscale, fino_a: values.fino_a },
        today,
      ),
    }),
  });
