/** The step for the applicant, with the fields of every request. Each button keeps what is typed in the draft. */
import type { AstroGlobal } from 'astro';
import { PortalError } from '../../../platform/errors.ts';
import { readForm } from '../../../platform/page.server.ts';
import { type FormActions, receiveForm } from '../../cases/form/form.actions.server.ts';
import { checkData } from '../../cases/form/form.checks.ts';
import { contattiOf } from '../../cases/form/form.page.server.ts';
import { valuesOf } from '../../cases/form/form.steps.ts';
import type { FormDefinition, FormState, FormValues } from '../../cases/form/form.ts';
import { isEmailConfirmed } from '../../cases/otp/otp.server.ts';
import { formLoginOf, identita } from '../../cases/utente/identita.ts';
import type { ShownDichiarazione } from './mezzo.contract.ts';
import type { RichiedenteStepProps } from './RichiedenteStep.tsx';
import { makeRichiedenteForm } from './richiedente.form.ts';
import { openStep, type StepRefusal } from './step.page.server.ts';

export type RichiedenteView = {
  dichiarazione: ShownDichiarazione;
  refusal: StepRefusal;
  stepProps: RichiedenteStepProps;
};

/** @returns what to show, or where to go */
export async function openRichiedentePage(astro: AstroGlobal): Promise<RichiedenteView | Response> {
  const { locals, params, url } = astro;
  const { user } = locals.ctx;
  const richiedenteForm = makeRichiedenteForm(params.id ?? '');
  const form = await readForm(astro);
  const merge = (v: FormValues) => ({ ...v, ...valuesOf(richiedenteForm, { ...v, ...form?.fields }) });
  const opened = await openStep(astro, 'richiedente', { form, merge });
  if (opened instanceof Response) return opened;
  const { dichiarazione, bozza, filled } = opened;
  const values = {
    // The draft also keeps values of other steps.
    ...bozza?.valori,
    ...valuesOf(richiedenteForm, { ...bozza?.valori, ...contattiOf(user, bozza), ...form?.fields, ...identita(user) }),
  };
  let state: FormState = { step: 'dati', values, allegati: [...filled.allegati] as FormState['allegati'], sendKey: '' };
  if (form) {
    const outcome = await receiveForm(astro, formActionsOf(richiedenteForm), { form, state });
    if (outcome instanceof Response) return outcome;
    state = outcome;
  } else if (url.searchParams.has('verso') && bozza?.valori.ruolo) {
    // Missing answers are named only once the citizen has begun to fill in the step.
    state.errors = checkData(richiedenteForm, { ...filled, values });
  }
  const { errors, message, allegati } = state;
  const { email = '' } = state.values;
  return {
    dichiarazione,
    refusal: { errors, message },
    stepProps: {
      id: dichiarazione.Id,
      // Empty values are left out to keep the page small.
      values: Object.fromEntries(Object.entries(state.values).filter(([, v]) => v)),
      allegati,
      errors,
      token: locals.token(),
      confirmedEmail: (await isEmailConfirmed(locals.ctx, email)) ? email : '',
      login: formLoginOf(user),
    },
  };
}

const formActionsOf = (richiedenteForm: FormDefinition): FormActions => ({
  definition: richiedenteForm,
  send: async () => {
    throw new PortalError('conflict', { message: 'La dichiarazione si invia dal riepilogo: premi «Avanti».' });
  },
});
