/** The fields of the request for more time, and the form they make. Pure. */
import { dayField, filesField, longTextField } from '../../../ui/form/fields.ts';
import { formFields } from '../../cases/form/fields.ts';
import { documentiDefinition, documentiFields, richiestaSchema } from '../../cases/richiesta/richiesta.form.ts';
import { checkScadenza, type ProrogaLimits } from './rules.ts';

export const SERVIZIO_SLUG = 'rinegozia-un-pagamento';
export const FORM_TITLE = 'Nuova scadenza per un pagamento';

export const prorogaFields = formFields({
  nuova_scadenza: dayField({ label: 'Nuova scadenza', missing: 'Scegli la nuova scadenza.' }),
  motivo: longTextField({ label: 'Perché chiedi più tempo', missing: 'Spiega perché chiedi più tempo.', max: 2000 }),
  file: filesField({
    label: 'Documenti a sostegno',
    missing: 'Allega almeno un file che spieghi perché ti serve più tempo.',
  }),
});

export const prorogaBody = richiestaSchema({ ...documentiFields, ...prorogaFields.shape });

/** @param path of the page: names the documents @param limits what may be asked for */
export const prorogaForm = (path: string, limits: ProrogaLimits) =>
  documentiDefinition({
    path,
    title: FORM_TITLE,
    fields: prorogaFields,
    schema: prorogaBody,
    alsoWrong: ({ nuova_scadenza = '' }) => checkScadenza(limits, nuova_scadenza),
  });
