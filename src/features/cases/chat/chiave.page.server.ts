/** How an operator opens a case by the link in a mail, and asks for a new link when the old one has expired. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import type { Ctx } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { enteDellaPagina } from '../ente/ente.server.ts';
import type { Ente } from '../ente/ente.ts';
import {
  chiaviNulle,
  contandoGliErrori,
  eraLaChiave,
  praticaNominata,
  praticaVista,
} from '../pratica/accesso.server.ts';
import { operatorKeysCookie } from '../pratica/chiavi.server.ts';
import { percorsoUfficio } from '../pratica/pratica.server.ts';
import type { Parte, TipoPratica } from '../pratica/stati.ts';

export type Astro = Pick<AstroGlobal, 'request' | 'locals' | 'url' | 'redirect' | 'response'>;
export type Coppia = { email: string; id: string; vista: Parte };

/** The operator's link no longer opens the case. @property chiusa a new link would not open it either */
export type PaginaScaduta = {
  kind: 'scaduta';
  tipo: TipoPratica;
  ente: Ente;
  token: string;
  chiusa: boolean;
  inviato: boolean;
  errore?: string;
};

/**
 * The key in the address becomes a cookie and leaves the address.
 * @returns the page of a key that opened this case once, null when the case may be read
 */
export async function conLaChiave(astro: Astro, coppia: Coppia): Promise<Response | PaginaScaduta | null> {
  const { locals, url } = astro;
  const { ctx } = locals;
  const chiave = url.searchParams.get('chiave');
  if (chiave && (await apre({ ...ctx, user: null, operatorKeys: [chiave] }, coppia))) {
    const secure = ctx.house.settings.publicUrl.startsWith('https:');
    locals.setCookie(operatorKeysCookie(ctx.operatorKeys, chiave, secure));
    return astro.redirect(percorso(astro), 303);
  }
  const aperta = await apre(ctx, coppia);
  if (aperta) {
    if (chiave) return astro.redirect(percorso(astro), 303);
    // Links of before carried the citizen's pair: it leaves the address.
    const antico = coppia.id !== aperta.ufficio && percorso(astro).startsWith(`/${aperta.tipo}/`);
    if (!antico || astro.request.method !== 'GET') return null;
    return astro.redirect(percorsoUfficio(aperta, await enteDellaPagina(ctx.house, '', aperta.ente)), 303);
  }
  const pratica = await contandoGliErrori(ctx, coppia.email, () => praticaNominata(ctx, coppia));
  const chiavi = chiave ? [chiave] : ctx.operatorKeys;
  for (const una of chiavi) if (await eraLaChiave(ctx, una, pratica.id)) return scaduta(astro, coppia, pratica);
  // Nothing of the case is told without a key: the same page as for a case that is not there.
  throw new PortalError('not_found');
}

/** @returns the case, when this side of it opens */
async function apre(ctx: Ctx, coppia: Coppia): Promise<Pratica | null> {
  try {
    return (await praticaVista(ctx, coppia)).pratica;
  } catch (error) {
    if (error instanceof PortalError && error.code === 'not_found') return null;
    throw error;
  }
}

async function scaduta(
  astro: Astro,
  coppia: Coppia,
  pratica: { tipo: TipoPratica; ente: string; chiusa_il: number | null },
): Promise<Response | PaginaScaduta> {
  const { locals, url } = astro;
  const form = await readForm(astro);
  const sent = form && (await attempt(astro, 'chat/nuovo-link', () => nuovoLink(form, coppia, locals.ctx)));
  // Stays on the address with the key: without it there is nothing to show.
  if (sent?.ok)
    return astro.redirect(`${percorso(astro)}?${new URLSearchParams({ ...query(url), fatto: 'link' })}`, 303);
  if (sent) failWith(astro, sent.error);
  const inviato = url.searchParams.get('fatto') === 'link';
  if (!sent && !inviato) Object.assign(astro.response, { status: 410, statusText: 'Gone' });
  return {
    kind: 'scaduta',
    tipo: pratica.tipo,
    ente: await coloriDi(locals, url, pratica.ente),
    token: locals.token(),
    chiusa: chiaviNulle(locals.ctx, pratica),
    inviato,
    ...(sent && { errore: sent.error.message }),
  };
}

const query = (url: URL) => Object.fromEntries([...url.searchParams].filter(([name]) => name === 'chiave'));

async function nuovoLink(form: PageForm, { email, id }: Coppia, ctx: Ctx) {
  if (form.error) throw form.error;
  return call('nuovoLink', { email, id }, ctx);
}

/** The page takes the colours of the body of the case; its words name that body even under another's host. */
export async function coloriDi(locals: App.Locals, url: URL, scelto: string): Promise<Ente> {
  locals.ente = await enteDellaPagina(locals.ctx.house, url.hostname, scelto);
  return enteDellaPagina(locals.ctx.house, '', scelto);
}

/** Path as the browser sent it, still encoded. */
export const percorso = ({ request }: Pick<Astro, 'request'>): string => new URL(request.url).pathname;
