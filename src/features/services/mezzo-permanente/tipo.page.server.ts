/** The first step of a declaration that is begun: what it is about, which cannot be changed, and the privacy tick. */
import type { AstroGlobal } from 'astro';
import { PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, readForm } from '../../../platform/page.server.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { keepBozza } from '../../cases/bozza/bozza.page.server.ts';
import { checkPrivacy, hasNoErrors } from '../../cases/form/form.steps.ts';
import type { ShownDichiarazione } from './mezzo.contract.ts';
import { followButton, openStep, type StepRefusal } from './step.page.server.ts';

export type TipoView = { dichiarazione: ShownDichiarazione; privacy: string; refusal: StepRefusal };

/** @returns what to show, or where to go */
export async function openTipoPage(astro: AstroGlobal): Promise<TipoView | Response> {
  const form = await readForm(astro);
  const opened = await openStep(astro, 'tipo');
  if (opened instanceof Response) return opened;
  const { dichiarazione, bozza } = opened;
  const privacy =
    form && !form.action.startsWith('salva_') ? (form.fields.privacy ?? '') : (bozza?.valori.privacy ?? '');
  const view = { dichiarazione, privacy, refusal: {} };
  if (!form) return view;
  const errors = form.action === 'avanti' ? checkPrivacy({ privacy }) : {};
  const outcome = await attemptSend(astro, dichiarazionePath('{id}'), async () => {
    if (form.error) throw form.error;
    if (!hasNoErrors(errors)) throw new PortalError('invalid', { fields: errors });
    const values = { ...bozza?.valori, privacy };
    await keepBozza(astro, { percorso: dichiarazionePath(dichiarazione.Id), passo: 'tipo', valori: values });
    return followButton(astro, { ...opened, bozza: bozza && { ...bozza, valori: values } }, { step: 'tipo', form });
  });
  if (outcome.ok) return outcome.data ?? view;
  failWith(astro, outcome.error);
  const { fields, message } = outcome.error;
  return { ...view, refusal: fields ? { errors: fields } : { message } };
}
