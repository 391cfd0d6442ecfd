/** The request for instalments: what it asks, and what it is checked by. Pure. */
import { interoScritto } from '../../../platform/atoms/intero.ts';
import { code, day, declaration, files, longText } from '../../../ui/form/fields.ts';
import { formFields } from '../../cases/modulo/fields.ts';
import { datiRichiesta, moduloSuDocumenti, suDocumenti } from '../../cases/richiesta/richiesta.form.ts';
import { erroriPiano, type Limiti } from './regole.ts';

export const SERVIZIO = 'rateizza-un-pagamento';
export const TITOLO = 'Pagamento a rate';

export const SCEGLI_GIORNO = 'Scegli il giorno della prima rata.';
const SCEGLI_RATE = 'Scegli in quante rate vuoi pagare.';

/** What a plan depends on. */
export const planFields = formFields({
  rate: {
    ...code({ label: 'Numero di rate', missing: SCEGLI_RATE }),
    schema: interoScritto({ min: 2, max: 72 }, SCEGLI_RATE),
  },
  prima_scadenza: day({ label: 'Scadenza della prima rata', missing: SCEGLI_GIORNO }),
});

export const reasonFields = formFields({
  motivo: longText({
    label: 'Perché chiedi le rate',
    missing: 'Spiega perché chiedi di pagare a rate.',
    max: 2000,
  }),
  difficolta: declaration({
    label: 'Dichiaro di essere in temporanea e obiettiva difficoltà economica',
    missing: 'Dichiara di essere in temporanea difficoltà economica: è la condizione per pagare a rate.',
    title: 'Temporanea difficoltà economica',
    ticked: 'Dichiarata',
    unticked: 'Non dichiarata',
  }),
  file: files({
    label: 'Documenti sulla difficoltà',
    missing: 'Allega almeno un file che mostri la difficoltà: ISEE, busta paga, spese mediche.',
  }),
});

export const rateBody = datiRichiesta({ ...suDocumenti, ...planFields.shape, ...reasonFields.shape });

/** @param percorso of the page: names the documents @param limiti what may be chosen */
export const moduloRate = (percorso: string, limiti: Limiti) =>
  moduloSuDocumenti({
    ...{ percorso, titolo: TITOLO, fields: formFields({ ...planFields.list, ...reasonFields.list }), schema: rateBody },
    alsoWrong: ({ rate, prima_scadenza = '' }) => erroriPiano(limiti, Number(rate || Number.NaN), prima_scadenza),
  });
