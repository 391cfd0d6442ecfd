/** The request for more time: what it asks, and what it is checked by. Pure. */
import { day, files, longText } from '../../../ui/form/fields.ts';
import { formFields } from '../../cases/modulo/fields.ts';
import { datiRichiesta, moduloSuDocumenti, suDocumenti } from '../../cases/richiesta/richiesta.form.ts';
import { erroriScadenza, type Limiti } from './regole.ts';

export const SERVIZIO = 'rinegozia-un-pagamento';
export const TITOLO = 'Nuova scadenza per un pagamento';

export const prorogaFields = formFields({
  nuova_scadenza: day({ label: 'Nuova scadenza', missing: 'Scegli la nuova scadenza.' }),
  motivo: longText({ label: 'Perché chiedi più tempo', missing: 'Spiega perché chiedi più tempo.', max: 2000 }),
  file: files({
    label: 'Documenti a sostegno',
    missing: 'Allega almeno un file che spieghi perché ti serve più tempo.',
  }),
});

export const prorogaBody = datiRichiesta({ ...suDocumenti, ...prorogaFields.shape });

/** @param percorso of the page: names the documents @param limiti what may be asked for */
export const moduloProroga = (percorso: string, limiti: Limiti) =>
  moduloSuDocumenti({
    ...{ percorso, titolo: TITOLO, fields: prorogaFields, schema: prorogaBody },
    alsoWrong: ({ nuova_scadenza = '' }) => erroriScadenza(limiti, nuova_scadenza),
  });
