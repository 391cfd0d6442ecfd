/** The forms of the positions, sent without JavaScript. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attemptSend, type PageForm } from '../../../platform/page.server.ts';
import { requestAt } from '../../cases/posizione/azioni.ts';
import type { PosizioniProps } from './posizioni.ts';
import { AREA, schedaPath } from './schede.ts';

export type PosizioniOutcome = { error?: PortalError; values?: PosizioniProps['values']; removeId?: string };

/** @returns the redirect after success, or what to show with the form */
export async function runPosizioniForm(astro: AstroGlobal, form: PageForm): Promise<Response | PosizioniOutcome> {
  const { ctx } = astro.locals;
  const servizio = requestAt(astro.locals.ctx.house.services, astro.url.searchParams.get('servizio'))?.slug;
  if (form.action === 'togli') {
    const { id = '' } = form.fields;
    const done = await attemptSend(astro, AREA, async () => {
      if (form.error) throw form.error;
      await removeOnce(() => callOperation('togliPosizione', { id }, ctx));
    });
    return done.ok
      ? astro.redirect(schedaPath('posizioni', { fatto: 'tolta', servizio }), 303)
      : { error: done.error, removeId: id };
  }
  const done = await attemptSend(astro, AREA, async () => {
    if (form.error) throw form.error;
    await callWithFields('nuovaPosizione', form.fields, ctx, form.key);
  });
  if (done.ok) return astro.redirect(schedaPath('posizioni', { fatto: 'aggiunta', servizio }), 303);
  const { codice_utente, codice_controllo } = form.fields;
  return { error: done.error, values: { codice_utente, codice_controllo } };
}

/** A position that is already gone, because the button was pressed twice, counts as removed. */
async function removeOnce(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof PortalError && error.code === 'not_found')) throw error;
  }
}
