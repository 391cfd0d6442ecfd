/** The page after a form was sent: finds the case, and takes the citizen's rating of the service. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm } from '../../../platform/page.server.ts';
import { enteOfPage } from '../ente/ente.server.ts';
import { findSentPratica, type SentPratica } from '../pratica/sent-pratica.server.ts';
import { valutazioneErrors, valutazioneOf } from '../pratica/valutazione.ts';
import type { FormDefinition } from './form.ts';

/** @property address of this confirmation, where the rating is sent */
export type FormConfirmation = {
  pratica: SentPratica;
  address: string;
  token: string;
  rated: boolean;
  errors?: FieldErrors | undefined;
  message?: string | undefined;
};

/** The confirmation of a case for the person who sent it; anybody else gets an empty form. */
export async function openConfirmation(
  astro: AstroGlobal,
  { path, steps }: FormDefinition,
  form: PageForm | null,
): Promise<({ kind: 'confirmation' } & FormConfirmation) | Response> {
  const pratica = await findSentPratica(astro.locals.ctx, astro.url.searchParams.get('pratica') ?? '');
  if (!pratica) return astro.redirect(path, 303);
  return confirmationOf(astro, pratica, { form, address: steps.sent(pratica.id) });
}

/** @param pratica that the caller sent @param address of the confirmation @param form with the rating, if one is sent */
export async function confirmationOf(
  astro: AstroGlobal,
  pratica: SentPratica,
  { address, form }: { address: string; form: PageForm | null },
): Promise<({ kind: 'confirmation' } & FormConfirmation) | Response> {
  const { ctx } = astro.locals;
  const view = { kind: 'confirmation' as const, pratica, address, rated: astro.url.searchParams.has('valutata') };
  if (form) {
    const { id, email } = pratica;
    const sent = await attemptSend(astro, astro.url.pathname, async () => {
      if (form.error) throw form.error;
      return callOperation('valutaServizio', { id, email, ...valutazioneOf(form.fields) }, ctx);
    });
    const separator = address.includes('?') ? '&' : '?';
    if (sent.ok) return astro.redirect(`${address}${separator}valutata=1#valutazione`, 303);
    failWith(astro, sent.error);
    Object.assign(view, { errors: valutazioneErrors(sent.error.fields), message: sent.error.message });
  }
  astro.locals.ente = await enteOfPage(ctx.house, ctx.host, pratica.ente);
  return { ...view, token: astro.locals.token() };
}
