/** The fields of the request for instalments, and the form they make. Pure. */
import { integerSchema } from '../../../platform/atoms/integer.ts';
import { codeField, dayField, declarationField, filesField, longTextField } from '../../../ui/form/fields.ts';
import { formFields } from '../../cases/form/fields.ts';
import { documentiDefinition, documentiFields, richiestaSchema } from '../../cases/richiesta/richiesta.form.ts';
import { checkPiano, type RateLimits } from './rules.ts';

export const SERVIZIO_SLUG = 'rateizza-un-pagamento';
export const FORM_TITLE = 'Pagare a rate';

export const CHOOSE_DAY = 'Scegli il giorno della prima rata.';
const CHOOSE_RATE = 'Scegli in quante rate vuoi pagare.';

/** The fields that a plan depends on. */
export const planFields = formFields({
  rate: {
    ...codeField({ label: 'Numero di rate', missing: CHOOSE_RATE }),
    schema: integerSchema({ min: 2, max: 72 }, CHOOSE_RATE),
  },
  prima_scadenza: dayField({ label: 'Scadenza della prima rata', missing: CHOOSE_DAY }),
});

export const reasonFields = formFields({
  motivo: longTextField({
    label: 'Perché chiedi le rate',
    missing: 'Spiega perché chiedi di pagare a rate.',
    max: 2000,
    rows: 4,
  }),
  difficolta: declarationField({
    label:
      'Dichiaro di essere in temporanea e obiettiva difficoltà economica, cioè: in questo periodo non riesco a pagare tutto insieme',
    missing: 'Dichiara di essere in temporanea difficoltà economica: è la condizione per pagare a rate.',
    title: 'Temporanea difficoltà economica',
    ticked: 'Dichiarata',
    unticked: 'Non dichiarata',
  }),
  file: filesField({
    label: 'Documenti sulla difficoltà',
    missing: 'Allega almeno un file che mostri la difficoltà: ISEE, busta paga, spese mediche.',
  }),
});

export const rateBody = richiestaSchema({ ...documentiFields, ...planFields.shape, ...reasonFields.shape });

/** @param path of the page: names the documents @param limits what may be chosen */
export const rateForm = (path: string, limits: RateLimits) =>
  documentiDefinition({
    path,
    title: FORM_TITLE,
    fields: formFields({ ...planFields.list, ...reasonFields.list }),
    schema: rateBody,
    alsoWrong: ({ rate, prima_scadenza = '' }) => checkPiano(limits, Number(rate || Number.NaN), prima_scadenza),
  });
