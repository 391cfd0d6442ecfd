/** The first step of a declaration that is begun: what it is about, which cannot be changed, and the privacy tick. */
import type { AstroGlobal } from 'astro';
import { readForm } from '../../../platform/page.server.ts';
import type { ScreenOutcome } from '../../../ui/form/outcome.ts';
import type { FormDefinition } from '../../cases/form/form.ts';
import type { ShownDichiarazione } from './shown.ts';
import { openStep, receiveStep } from './step.page.server.ts';

export type TipoView = {
  definition: FormDefinition;
  dichiarazione: ShownDichiarazione;
  privacy: string;
  refusal: ScreenOutcome;
};

/** @returns what to show, or where to go */
export async function openTipoPage(astro: AstroGlobal): Promise<TipoView | Response> {
  const form = await readForm(astro);
  const opened = await openStep(astro, 'tipo');
  if (opened instanceof Response) return opened;
  const { definition, dichiarazione, bozza } = opened;
  // The answers to "È un dispositivo personale?" stand in a form without the box.
  const isTyped = form && !form.action.startsWith('salva_');
  const privacy = (isTyped ? form.fields.privacy : bozza?.valori.privacy) ?? '';
  const view = { definition, dichiarazione, privacy };
  if (!form) return { ...view, refusal: {} };
  const values = { ...bozza?.valori, privacy };
  const outcome = await receiveStep(astro, opened, { step: 'tipo', form, values });
  if (outcome instanceof Response) return outcome;
  const { errors, message } = outcome;
  return { ...view, refusal: { errors, message } };
}
