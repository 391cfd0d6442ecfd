/** Who declares advertising devices, as a step of its own: its fields, what it is checked by and where its buttons lead. Pure: page and island ask the same. */
import * as z from 'zod/mini';
import type { PortalError } from '../../../platform/errors.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { orderErrors, stepNames } from '../../cases/form/form.steps.ts';
import type { FormDefinition } from '../../cases/form/form.ts';
import { checkRichiedente, richiedente, richiedenteBody } from '../../cases/richiedente/richiedente.checks.ts';
import { RICHIEDENTE_CATEGORIE, RICHIEDENTE_FIELDS } from '../../cases/richiedente/richiedente.ts';
import { CESSAZIONE_IN_PROGRESS, MEZZO_IN_PROGRESS } from './mezzo.ts';
import { dichiarazioneSteps, SERVICE_TITLE, stepAddress } from './steps.ts';

/** Where the steps of a form stand in this one. */
const STEP_BY_FORM_STEP = { privacy: 'tipo', dati: 'richiedente', riepilogo: 'mezzi' } as const;

/** @param id of the declaration */
export const makeRichiedenteForm = (id: string): FormDefinition => ({
  path: dichiarazionePath(id),
  servizio: SERVICE_TITLE,
  tipo: 'richiesta',
  dataStep: 'Richiedente',
  // A device or a cessation half typed stands in the same draft.
  fieldNames: [...RICHIEDENTE_FIELDS, MEZZO_IN_PROGRESS, CESSAZIONE_IN_PROGRESS],
  categorie: RICHIEDENTE_CATEGORIE,
  steps: {
    names: stepNames({ dataStep: 'Richiedente' }),
    address: (step, suffix) => dichiarazioneSteps(id).address(STEP_BY_FORM_STEP[step], suffix),
  },
  schema: z.object({ richiedente }),
  body: (values) => ({ richiedente: richiedenteBody(values) }),
  alsoWrong: checkRichiedente,
});

/**
 * What follows from a refused send. @param id of the declaration
 * @returns `elsewhere`: the step where it is put right, when that is another; the words to show where it is none
 */
export function invioRefusal(id: string, error: PortalError): { elsewhere?: string; message: string } {
  const form = makeRichiedenteForm(id);
  const [field, messages] = Object.entries(orderErrors(form, error.fields ?? {}))[0] ?? [];
  const message = messages?.[0] ?? error.message;
  // What is wrong with the applicant is told where it is put right.
  if (field && ['richiedente', ...form.fieldNames].includes(field))
    return { elsewhere: stepAddress('richiedente', id, '?verso=riepilogo'), message };
  // Its position is closed: the page asks for the codes again.
  return error.code === 'not_found' ? { elsewhere: stepAddress('riepilogo', id), message } : { message };
}
