/** Recipes of the login pages: begin at the provider, come back, go out. */
import type { APIContext, AstroGlobal } from 'astro';
import type { Ctx } from '../../../context.ts';
import { ownPath } from '../../../platform/guard.ts';
import { IdentityError, type Way } from '../../../platform/identity.ts';
import { demand, network } from '../../../platform/limit.server.ts';
import { onwards } from '../../../platform/onwards.ts';
import { whence } from '../../../platform/origin.ts';
import { cookieInCorso, cookieInCorsoTolto, leggiInCorso, nomeInCorso } from './in-corso.server.ts';
import { ERRORE_DI, type ERRORI } from './parole.ts';
import { chiaveElenchiTolta, cookieAccesso, entra, esci } from './sessione.server.ts';

type Locals = App.Locals;
type Errore = keyof typeof ERRORI;

const behindHttps = ({ house }: Ctx) => house.settings.publicUrl.startsWith('https:');

/** The area of who is logged in. */
export const area = (ruolo: 'cittadino' | 'operatore') => (ruolo === 'operatore' ? '/operatore' : '/area-riservata');

/** @returns the login page with what happened, and where the citizen wanted to go */
export function conErrore(errore: Errore | null, da: string | null): string {
  const query = new URLSearchParams({ ...(errore && { errore }), ...(da && { da }) });
  return query.size > 0 ? `/login?${query}` : '/login';
}

/** A button was pressed: off to the provider. @returns the answer to the browser */
export async function comincia(locals: Locals, way: string, asked: string | undefined): Promise<Response> {
  const { ctx } = locals;
  const da = ownPath(asked);
  const { identity, signer } = ctx.house;
  if (!identity.ways.includes(way as Way)) return seeOther(conErrore('non-disponibile', da));
  try {
    const { url, pending } = await identity.begin(way as Way);
    locals.setCookie(cookieInCorso(signer, { ...pending, da }, { now: ctx.now, secure: behindHttps(ctx) }));
    return onwards(url, 'Ti portiamo al servizio di identità');
  } catch (error) {
    return seeOther(conErrore(perche(error, locals, way), da));
  }
}

/**
 * The provider sent the browser back. Whoever was logged in before is out only once somebody else is in; when the login does not
 * come about nothing changes.
 */
export async function torna({
  locals,
  cookies,
  url,
}: Pick<APIContext, 'locals' | 'cookies' | 'url'>): Promise<Response> {
  const { ctx } = locals;
  const { house } = ctx;
  const secure = behindHttps(ctx);
  const login = leggiInCorso(house.signer, cookies.get(nomeInCorso(secure))?.value, ctx.now);
  // Begun in two windows, the later one goes on: an answer to another login leaves it alone.
  if (!login || url.searchParams.get('state') !== login.state) return seeOther(conErrore('rifiutato', null));
  locals.setCookie(cookieInCorsoTolto(secure));
  try {
    // Each costs calls to the provider.
    await demand(ctx, [{ name: 'ritorno:rete', who: network(ctx.address), times: 300, minutes: 10 }]);
    const answer = new URL(`${house.settings.publicUrl}${url.pathname}${url.search}`);
    const person = await house.identity.finish(answer, login);
    const { cookie, user } = await entra(house, person, ctx.visitor);
    if (ctx.session) await esci(house, ctx.session);
    locals.setCookie(cookieAccesso(cookie, secure));
    locals.setCookie(chiaveElenchiTolta(secure));
    return seeOther(login.da ?? area(user.ruolo));
  } catch (error) {
    return seeOther(conErrore(perche(error, locals, login.way), login.da));
  }
}

/**
 * Ends the login, here and (by way of the browser) at the provider. What the visitor had begun as a guest is not touched.
 * @returns the answer to the browser
 */
export async function congeda(locals: Locals, query: URLSearchParams): Promise<Response> {
  const { ctx } = locals;
  const secure = behindHttps(ctx);
  const idToken = ctx.session ? await esci(ctx.house, ctx.session) : null;
  const provider = ctx.user?.ruolo === 'operatore' ? 'operatori' : 'cittadini';
  const end = ctx.session ? await ctx.house.identity.end(provider, idToken) : null;
  const da = ownPath(query.get('da'));
  // A login that had ended by itself has brought the browser here: the login page says so.
  const scaduto = query.get('state') === 'scaduto' && { state: 'scaduto' };
  const login = `/login?${new URLSearchParams({ ...scaduto, ...(da && { da }) })}`.replace(/\?$/, '');
  const answer = end ? onwards(end, 'Stai uscendo') : seeOther(ctx.session ? '/login?state=uscito' : login);
  if (ctx.session) {
    locals.setCookie(cookieAccesso('', secure));
    locals.setCookie(chiaveElenchiTolta(secure));
  }
  if (ctx.session || locals.leftOver) answer.headers.set('clear-site-data', '"storage"');
  return answer;
}

/**
 * May this GET end a login? One from another site may not (an image of a stranger's page would log citizens out), nor one that does
 * not say where it is from, nor may a browser that only looks ahead, or who asks for the headers alone.
 */
export function puoUscire(request: Request): boolean {
  const { method, headers } = request;
  const ahead = /prefetch|prerender/i.test(`${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`);
  return method === 'GET' && !ahead && whence(request) === 'here';
}

/**
 * Citizens log in at PUBLIC_URL, which the provider knows; a body's own host name (or `localhost` for `127.0.0.1`) leads there.
 * @returns the address to go to, or null when this is the place
 */
export function altrove({ url, locals }: Pick<AstroGlobal, 'url' | 'locals'>): string | null {
  const { publicUrl } = locals.ctx.house.settings;
  const here = new URL(publicUrl).hostname;
  const ours = locals.ente.host === url.hostname || (LOOPBACK.test(url.hostname) && LOOPBACK.test(here));
  return ours && url.hostname !== here ? publicUrl + url.pathname + url.search : null;
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Who runs the portal reads why in the log, without a word on whom; a fault of ours is reported. */
function perche(error: unknown, { ctx }: Locals, way: string): Errore {
  if (!(error instanceof IdentityError)) {
    ctx.house.monitoring.report(error, { route: '/accesso/ritorno' });
    return 'non-disponibile';
  }
  if (error.why !== 'denied') {
    const { name, code, error: told } = Object(error.cause) as { name?: string; code?: string; error?: string };
    const cause = typeof error.cause === 'string' ? error.cause : (told ?? code ?? name);
    console.warn(JSON.stringify({ level: 'warn', message: 'accesso non riuscito', way, why: error.why, cause }));
  }
  return ERRORE_DI[error.why];
}

const seeOther = (location: string) =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
