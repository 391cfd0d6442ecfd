/** The form of a declaration: its steps, each a page of its own, the fields of its applicant, and what every step needs. Pure; page and island. */
import * as z from 'zod/mini';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { checkData, checkPrivacy } from '../../cases/form/form.checks.ts';
import type { FormDefinition, FormOptions } from '../../cases/form/form.ts';
import { checkRichiedente, richiedente, richiedenteBody } from '../../cases/richiedente/richiedente.checks.ts';
import { RICHIEDENTE_CATEGORIE, RICHIEDENTE_FIELDS } from '../../cases/richiedente/richiedente.ts';
import { CESSAZIONE_IN_PROGRESS, MEZZO_IN_PROGRESS } from './mezzo.ts';
import { type OpenStep, SERVICE_TITLE, STEP_NAMES, stepAddress } from './steps.ts';

/** @param id of the declaration @param missingMezzi says what its list of devices lacks, if anything */
export function dichiarazioneForm(id: string, missingMezzi?: () => string | undefined): FormDefinition<OpenStep> {
  const options: FormOptions = {
    path: dichiarazionePath(id),
    servizio: SERVICE_TITLE,
    tipo: 'richiesta',
    // The same draft keeps a half-typed device or cessation.
    fieldNames: [...RICHIEDENTE_FIELDS, MEZZO_IN_PROGRESS, CESSAZIONE_IN_PROGRESS],
    categorie: RICHIEDENTE_CATEGORIE,
    schema: z.object({ richiedente }),
    body: (values) => ({ richiedente: richiedenteBody(values) }),
    alsoWrong: checkRichiedente,
  };
  const ofRichiedente = ['richiedente', ...options.fieldNames];
  return {
    ...options,
    steps: {
      names: STEP_NAMES,
      address: (step, suffix = '') => stepAddress(step, id, suffix.replace(/^&/, '?')),
      sent: () => stepAddress('conferma', id),
      wrong: {
        tipo: ({ values }) => ({ errors: checkPrivacy(values) }),
        richiedente: (filled) => ({ errors: checkData(options, filled) }),
        mezzi: () => ({ message: missingMezzi?.() }),
      },
      stepOf: (field) => (field === 'privacy' ? 'tipo' : ofRichiedente.includes(field) ? 'richiedente' : 'riepilogo'),
    },
  };
}
