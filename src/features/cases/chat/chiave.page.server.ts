/** Opens a case for an operator by the link in a mail, and sends a new link when the old one has expired. */

import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { isHttps } from '../../../platform/origin.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { enteOfPage } from '../ente/ente.server.ts';
import type { Ente } from '../ente/ente.ts';
import {
  areChiaviVoid,
  countMisses,
  findNamedPratica,
  findVisiblePratica,
  wasChiaveOf,
} from '../pratica/accesso.server.ts';
import { operatorKeysCookie } from '../pratica/chiavi.server.ts';
import { ufficioPath } from '../pratica/pratica-names.ts';
import type { PraticaSide, TipoPratica } from '../pratica/stati.ts';

export type PageAstro = Pick<AstroGlobal, 'request' | 'locals' | 'url' | 'redirect' | 'response'>;
export type PraticaPair = { email: string; id: string; vista: PraticaSide };

/** The operator's link does not open the case any more. @property closed whether a new link would not open it either */
export type ExpiredPage = {
  kind: 'expired';
  tipo: TipoPratica;
  ente: Ente;
  token: string;
  closed: boolean;
  linkSent: boolean;
  error?: string;
};

/**
 * Moves the key from the address into a cookie.
 * @returns the page for a key that opened this case once, or null when the reader may see the case
 */
export async function openWithChiave(astro: PageAstro, pair: PraticaPair): Promise<Response | ExpiredPage | null> {
  const { locals, url } = astro;
  const { ctx } = locals;
  const chiave = url.searchParams.get('chiave');
  // A back end knows of no keys.
  if (ctx.browser) return null;
  if (chiave && (await openIfAllowed({ ...ctx, user: null, operatorKeys: [chiave] }, pair))) {
    const secure = isHttps(ctx.house.settings);
    locals.setCookie(operatorKeysCookie(ctx.operatorKeys, chiave, secure));
    return astro.redirect(requestPath(astro), 303);
  }
  const opened = await openIfAllowed(ctx, pair);
  if (opened) {
    if (chiave) return astro.redirect(requestPath(astro), 303);
    // Old links carried the citizen's pair, which is removed from the address.
    const isOldLink = pair.id !== opened.ufficio && requestPath(astro).startsWith(`/${opened.tipo}/`);
    if (!isOldLink || astro.request.method !== 'GET') return null;
    return astro.redirect(ufficioPath(opened, await enteOfPage(ctx.house, '', opened.ente)), 303);
  }
  const pratica = await countMisses(ctx, pair.email, () => findNamedPratica(ctx, pair));
  const keys = chiave ? [chiave] : ctx.operatorKeys;
  for (const key of keys) if (await wasChiaveOf(ctx, key, pratica.id)) return showExpired(astro, pair, pratica);
  // Without a key the page is the same as for a case that does not exist.
  throw new PortalError('not_found');
}

/** @returns the case, when this side of it is open to the reader */
async function openIfAllowed(ctx: CallContext, pair: PraticaPair): Promise<Pratica | null> {
  try {
    return (await findVisiblePratica(ctx, pair)).pratica;
  } catch (error) {
    if (error instanceof PortalError && error.code === 'not_found') return null;
    throw error;
  }
}

async function showExpired(
  astro: PageAstro,
  pair: PraticaPair,
  pratica: { tipo: TipoPratica; ente: string; chiusa_il: number | null },
): Promise<Response | ExpiredPage> {
  const { locals, url } = astro;
  const form = await readForm(astro);
  const sent = form && (await attemptSend(astro, 'chat/nuovo-link', () => requestLink(form, pair, locals.ctx)));
  // The key stays in the address, because without it there is nothing to show.
  if (sent?.ok)
    return astro.redirect(`${requestPath(astro)}?${new URLSearchParams({ ...chiaveQuery(url), fatto: 'link' })}`, 303);
  if (sent) failWith(astro, sent.error);
  const linkSent = url.searchParams.get('fatto') === 'link';
  if (!sent && !linkSent) Object.assign(astro.response, { status: 410, statusText: 'Gone' });
  return {
    kind: 'expired',
    tipo: pratica.tipo,
    ente: await takeEnteColours(locals, url, pratica.ente),
    token: locals.token(),
    closed: areChiaviVoid(locals.ctx, pratica),
    linkSent,
    ...(sent && { error: sent.error.message }),
  };
}

const chiaveQuery = (url: URL) => Object.fromEntries([...url.searchParams].filter(([name]) => name === 'chiave'));

async function requestLink(form: PageForm, { email, id }: PraticaPair, ctx: CallContext) {
  if (form.error) throw form.error;
  return callOperation('nuovoLink', { email, id }, ctx);
}

/** The page takes the colours of the case's ente, and its words name that ente even under another host name. */
export async function takeEnteColours(locals: App.Locals, url: URL, chosen: string): Promise<Ente> {
  locals.ente = await enteOfPage(locals.ctx.house, url.hostname, chosen);
  return enteOfPage(locals.ctx.house, '', chosen);
}

/** Path as the browser sent it, not decoded. */
export const requestPath = ({ request }: Pick<PageAstro, 'request'>): string => new URL(request.url).pathname;
