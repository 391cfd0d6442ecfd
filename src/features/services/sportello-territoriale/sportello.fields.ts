/** The fields of a message to a desk, and the form they make. Pure. */
import * as z from 'zod/mini';
import { textSchema } from '../../../platform/atoms/text.ts';
import { codeField, filesField, longTextField, textField } from '../../../ui/form/fields.ts';
import { filesAllegati } from '../../cases/allegati/allegati.checks.ts';
import { AUTHOR_FIELDS, authorShape } from '../../cases/form/author.ts';
import { formFields } from '../../cases/form/fields.ts';
import { threeStepForm } from '../../cases/form/form.checks.ts';

/** The screen, also known as `/documenti`: one draft for both. */
export const FORM_PATH = '/sportello-territoriale';
export const FORM_TITLE = 'Uffici e orari';

export const deskFields = formFields({
  servizio: codeField({ label: 'Sportello', missing: 'Scegli lo sportello a cui scrivere.' }),
});

export const questionFields = formFields({
  oggetto: textField({
    label: 'Oggetto',
    hint: 'In poche parole, ad esempio «Orari della biblioteca».',
    missing: 'Scrivi in poche parole di che cosa si tratta.',
    max: 80,
    saysMax: true,
  }),
  testo: longTextField({
    label: 'Dettagli',
    hint: 'Che cosa vuoi sapere o ottenere. Non scrivere dati personali di altre persone.',
    missing: 'Scrivi la tua domanda.',
    max: 2000,
  }),
  file: filesField({ label: 'Documenti' }),
});

/** What is sent, without the privacy box. */
export const messaggioShape = {
  ente: textSchema({ max: 60, required: 'Scegli l’ente a cui scrivere.' }),
  ...deskFields.shape,
  ...questionFields.shape,
  filesAllegati,
  ...authorShape,
  /** Null for a person at the counter who has none */
  email: z.nullable(authorShape.email),
};

export const SPORTELLO_FORM = threeStepForm({
  path: FORM_PATH,
  servizio: 'Scrivi allo sportello',
  tipo: 'richiesta',
  dataStep: 'Dati della richiesta',
  fieldNames: ['ente', ...deskFields.names, ...questionFields.names, ...AUTHOR_FIELDS],
  linkFields: ['ente', 'servizio'],
  schema: z.object(messaggioShape),
});

/** The enti with a desk, as on the wire: id, and the name by which the list of desks is requested. */
export const enti = z.array(z.object({ Ente__c: z.string(), idDescrizioneEntePortale__c: z.string() }));

/** Address of the form, with ente and desk already chosen. */
export const sportelloFormHref = (ente: string, servizio: string): string =>
  `${FORM_PATH}?${new URLSearchParams({ passo: 'privacy', ente, servizio })}`;
