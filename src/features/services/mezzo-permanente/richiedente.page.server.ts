/** The step for the applicant, with the fields of every request. Each button keeps what is typed in the draft. */
import type { AstroGlobal } from 'astro';
import { readForm } from '../../../platform/page.server.ts';
import type { ScreenOutcome } from '../../../ui/form/outcome.ts';
import { checkData, valuesOf } from '../../cases/form/form.checks.ts';
import { contattiOf } from '../../cases/form/form.page.server.ts';
import type { FormState, FormValues } from '../../cases/form/form.ts';
import { isEmailConfirmed } from '../../cases/otp/otp.server.ts';
import { formLoginOf, identita, senderOf } from '../../cases/utente/identita.ts';
import { dichiarazioneForm } from './dichiarazione.form.ts';
import type { RichiedenteStepProps } from './RichiedenteStep.tsx';
import type { ShownDichiarazione } from './shown.ts';
import { openStep, receiveStep } from './step.page.server.ts';

export type RichiedenteView = {
  dichiarazione: ShownDichiarazione;
  refusal: ScreenOutcome;
  conflict: FormState['conflict'];
  stepProps: RichiedenteStepProps;
};

/** @returns what to show, or where to go */
export async function openRichiedentePage(astro: AstroGlobal): Promise<RichiedenteView | Response> {
  const { locals, params, url } = astro;
  const { ctx } = locals;
  const form = await readForm(astro);
  const typedForm = dichiarazioneForm(params.id ?? '');
  const merge = (v: FormValues) => ({ ...v, ...valuesOf(typedForm, { ...v, ...form?.fields }) });
  const opened = await openStep(astro, 'richiedente', { form, merge });
  if (opened instanceof Response) return opened;
  const { definition, dichiarazione, bozza, filled } = opened;
  const values = {
    // The draft also keeps values of other steps.
    ...bozza?.valori,
    ...valuesOf(definition, {
      ...bozza?.valori,
      ...contattiOf(senderOf(ctx), bozza),
      ...form?.fields,
      ...identita(ctx),
    }),
  };
  let shown: Pick<FormState, 'values' | 'allegati' | 'errors' | 'message' | 'vista' | 'conflict'> = {
    values,
    allegati: filled.allegati,
    vista: bozza?.aggiornata ?? '',
  };
  if (form) {
    const outcome = await receiveStep(astro, opened, { step: 'richiedente', form, ...shown });
    if (outcome instanceof Response) return outcome;
    shown = outcome;
  } else if (url.searchParams.has('verso') && bozza?.valori.ruolo) {
    // Missing answers are named only once the citizen has begun to fill in the step.
    shown.errors = checkData(definition, { ...filled, values });
  }
  const { errors, message, allegati, vista, conflict } = shown;
  const { email = '' } = shown.values;
  return {
    dichiarazione,
    refusal: { errors, message },
    conflict,
    stepProps: {
      id: dichiarazione.Id,
      // Empty values are left out to keep the page small.
      values: Object.fromEntries(Object.entries(shown.values).filter(([, v]) => v)),
      allegati,
      errors,
      sendKey: bozza?.chiave ?? '',
      vista,
      token: locals.token(),
      confirmedEmail: (await isEmailConfirmed(ctx, email)) ? email : '',
      login: formLoginOf(ctx),
    },
  };
}
