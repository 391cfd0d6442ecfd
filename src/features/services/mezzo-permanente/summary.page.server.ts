/** The summary of a declaration, and its send: one case, however often the button is pressed. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { attemptSend, failWith, readForm } from '../../../platform/page.server.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { invioRefusal } from './richiedente.form.ts';
import { parseRichiedente } from './richiedente-values.ts';
import { followButton, type OpenedStep, openStep, type StepRefusal } from './step.page.server.ts';
import { stepAddress } from './steps.ts';

export type SummaryView = OpenedStep & { refusal: StepRefusal; sendKey: string };

/** @returns what to show, or where to go */
export async function openSummaryPage(astro: AstroGlobal): Promise<SummaryView | Response> {
  const form = await readForm(astro);
  const opened = await openStep(astro, 'riepilogo');
  if (opened instanceof Response) return opened;
  const { bozza, dichiarazione, filled } = opened;
  const view = { ...opened, sendKey: bozza?.chiave ?? '', refusal: {} };
  if (!form) return view;
  const { Id: id } = dichiarazione;
  const sent = await attemptSend(astro, dichiarazionePath('{id}'), async () => {
    if (form.error) throw form.error;
    if (form.action !== 'invia') return followButton(astro, opened, { step: 'riepilogo', form });
    const privacy = filled.values.privacy === 'on';
    const { ctx } = astro.locals;
    // The draft is here, and a back end knows the applicant by this call alone.
    const applicant = ctx.browser ? parseRichiedente(filled.values, ctx.user) : {};
    await callOperation('scriviDichiarazioneMezzi', { id, invia: true, privacy, ...applicant }, ctx, form.key);
    return astro.redirect(stepAddress('conferma', id), 303);
  });
  if (sent.ok) return sent.data ?? view;
  const { elsewhere, message } = invioRefusal(id, sent.error);
  if (elsewhere) return astro.redirect(elsewhere, 303);
  failWith(astro, sent.error);
  return { ...view, refusal: { message } };
}
