/** The forms of the positions, sent without JavaScript. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attempt, type PageForm } from '../../../platform/page.server.ts';
import { requestAt } from '../../cases/posizione/azioni.ts';
import type { PosizioniProps } from './posizioni.ts';
import { AREA, indirizzoScheda } from './schede.ts';

export type Esito = { error?: PortalError; valori?: PosizioniProps['valori']; togli?: string };

/** @returns the redirect after what was done, or what to show with the form */
export async function agisci(astro: AstroGlobal, form: PageForm): Promise<Response | Esito> {
  const { ctx } = astro.locals;
  const servizio = requestAt(astro.locals.ctx.house.services, astro.url.searchParams.get('servizio'))?.slug;
  if (form.action === 'togli') {
    const { id = '' } = form.fields;
    const done = await attempt(astro, AREA, async () => {
      if (form.error) throw form.error;
      await togli(() => call('togliPosizione', { id }, ctx));
    });
    return done.ok
      ? astro.redirect(indirizzoScheda('posizioni', { fatto: 'tolta', servizio }), 303)
      : { error: done.error, togli: id };
  }
  const done = await attempt(astro, AREA, async () => {
    if (form.error) throw form.error;
    await call('nuovaPosizione', form.fields, ctx, form.key);
  });
  if (done.ok) return astro.redirect(indirizzoScheda('posizioni', { fatto: 'aggiunta', servizio }), 303);
  const { codice_utente, codice_controllo } = form.fields;
  return { error: done.error, valori: { codice_utente, codice_controllo } };
}

/** Gone already (the button was pressed twice) is gone. */
async function togli(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof PortalError && error.code === 'not_found')) throw error;
  }
}
