/** The summary of a declaration, and its send: one case, however often the button is pressed. */
import type { AstroGlobal } from 'astro';
import { readForm } from '../../../platform/page.server.ts';
import { type OpenedStep, openStep, receiveStep } from './step.page.server.ts';
import { stepAddress } from './steps.ts';

/** @property message why the send was refused */
export type SummaryView = OpenedStep & { message?: string | undefined; sendKey: string };

/** @returns what to show, or where to go */
export async function openSummaryPage(astro: AstroGlobal): Promise<SummaryView | Response> {
  const form = await readForm(astro);
  const opened = await openStep(astro, 'riepilogo');
  if (opened instanceof Response) return opened;
  const view = { ...opened, sendKey: opened.bozza?.chiave ?? '' };
  if (!form) return view;
  const outcome = await receiveStep(astro, opened, { step: 'riepilogo', form });
  if (outcome instanceof Response) return outcome;
  const { step, errors = {}, message = Object.values(errors)[0]?.[0] } = outcome;
  // What is wrong is shown where it can be corrected.
  if (step !== 'riepilogo') return astro.redirect(stepAddress(step, opened.dichiarazione.Id, '?verso=riepilogo'), 303);
  return { ...view, message };
}
