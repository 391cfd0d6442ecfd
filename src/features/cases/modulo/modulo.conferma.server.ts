/** The page after a form was sent: finds the case, and takes the citizen's rating of the service. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { attempt, failWith, type PageForm } from '../../../platform/page.server.ts';
import { enteDellaPagina } from '../ente/ente.server.ts';
import { type PraticaMia, praticaMia } from '../pratica/mie.server.ts';
import { erroriValutazione, valutazioneDi } from '../pratica/valutazione.ts';
import type { Modulo } from './modulo.ts';

/** @property pagina address of this confirmation, which the rating is sent to */
export type Conferma = {
  pratica: PraticaMia;
  pagina: string;
  token: string;
  valutata: boolean;
  errori?: FieldErrors | undefined;
  messaggio?: string | undefined;
};

/** The confirmation of a case, for who sent it; anybody else begins a form of their own. */
export async function conferma(
  astro: AstroGlobal,
  { percorso }: Modulo,
  form: PageForm | null,
): Promise<({ che: 'conferma' } & Conferma) | Response> {
  const pratica = await praticaMia(astro.locals.ctx, astro.url.searchParams.get('pratica') ?? '');
  if (!pratica) return astro.redirect(percorso, 303);
  return confermaDi(astro, pratica, { form, pagina: `${percorso}?passo=conferma&pratica=${pratica.id}` });
}

/** @param pratica of who asks @param pagina address of the confirmation @param form the rating, when it is sent */
export async function confermaDi(
  astro: AstroGlobal,
  pratica: PraticaMia,
  { pagina, form }: { pagina: string; form: PageForm | null },
): Promise<({ che: 'conferma' } & Conferma) | Response> {
  const { ctx } = astro.locals;
  const vista = { che: 'conferma' as const, pratica, pagina, valutata: astro.url.searchParams.has('valutata') };
  if (form) {
    const { id, email } = pratica;
    const sent = await attempt(astro, astro.url.pathname, async () => {
      if (form.error) throw form.error;
      return call('valutaServizio', { id, email, ...valutazioneDi(form.fields) }, ctx);
    });
    const segue = pagina.includes('?') ? '&' : '?';
    if (sent.ok) return astro.redirect(`${pagina}${segue}valutata=1#valutazione`, 303);
    failWith(astro, sent.error);
    Object.assign(vista, { errori: erroriValutazione(sent.error.fields), messaggio: sent.error.message });
  }
  astro.locals.ente = await enteDellaPagina(ctx.house, ctx.host, pratica.ente);
  return { ...vista, token: astro.locals.token() };
}
