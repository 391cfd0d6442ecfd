/** The form of the step for the applicant: its fields, its checks and where its buttons lead. Pure; page and island. */
import * as z from 'zod/mini';
import type { PortalError } from '../../../platform/errors.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { orderErrors, stepNames } from '../../cases/form/form.steps.ts';
import type { FormDefinition } from '../../cases/form/form.ts';
import { checkRichiedente, richiedente, richiedenteBody } from '../../cases/richiedente/richiedente.checks.ts';
import { RICHIEDENTE_CATEGORIE, RICHIEDENTE_FIELDS } from '../../cases/richiedente/richiedente.ts';
import { CESSAZIONE_IN_PROGRESS, MEZZO_IN_PROGRESS } from './mezzo.ts';
import { dichiarazioneSteps, SERVICE_TITLE, stepAddress } from './steps.ts';

/** The steps of the wizard that are the three of every form. */
const STEP_BY_FORM_STEP = { privacy: 'tipo', dati: 'richiedente', riepilogo: 'mezzi' } as const;

/** @param id of the declaration */
export const makeRichiedenteForm = (id: string): FormDefinition => ({
  path: dichiarazionePath(id),
  servizio: SERVICE_TITLE,
  tipo: 'richiesta',
  dataStep: 'Richiedente',
  // The same draft keeps a half-typed device or cessation.
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
 * What to do about a refused send. @param id of the declaration
 * @returns `elsewhere`: the address of the step where it can be corrected; `message` to show when there is none
 */
export function invioRefusal(id: string, error: PortalError): { elsewhere?: string; message: string } {
  const form = makeRichiedenteForm(id);
  const [field, messages] = Object.entries(orderErrors(form, error.fields ?? {}))[0] ?? [];
  const message = messages?.[0] ?? error.message;
  // Errors of the applicant are shown at its step.
  if (field && ['richiedente', ...form.fieldNames].includes(field))
    return { elsewhere: stepAddress('richiedente', id, '?verso=riepilogo'), message };
  // The position is closed: the page asks for the codes again.
  return error.code === 'not_found' ? { elsewhere: stepAddress('riepilogo', id), message } : { message };
}
