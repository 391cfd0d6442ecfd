import type { AstroGlobal } from 'astro';
import { call } from '../../call.server.ts';
import type { Ctx } from '../../context.ts';
import { PortalError } from '../../platform/errors.ts';
import { attempt, failWith, type PageForm, readForm } from '../../platform/page.server.ts';
import { randomId } from '../../platform/signer.server.ts';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import { enteDellaPagina } from '../ente/ente.server.ts';
import type { Ente } from '../ente/ente.ts';
import { chiaviNulle, contandoGliErrori, eraLaChiave, praticaVista } from '../pratica/accesso.server.ts';
import { operatorKeysCookie } from '../pratica/chiavi.server.ts';
import type { Parte, TipoPratica } from '../pratica/stati.ts';
import { type Dettaglio, percorsoFile } from './chat.contract.ts';
import { type Fatto, isFatto } from './parole.ts';

type Astro = Pick<AstroGlobal, 'request' | 'locals' | 'url' | 'redirect' | 'response'>;
type Coppia = { email: string; id: string; vista: Parte };

/** What one of the two chat pages shows. Keys, values and errors are those of the form that came back. */
export type PaginaPratica = {
  kind: 'pratica';
  dettaglio: Dettaglio;
  email: string;
  ente: Ente;
  token: string;
  chiave: string;
  chiaveFile: string;
  valori: Record<string, string>;
  pronti: AllegatoMostrato[];
  errore?: { message?: string; fields?: Record<string, string[]> };
  fatto?: Fatto;
};
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
const CAMPI = ['testo', 'motivo', 'stato', 'protocollo_ente'] as const;

/** Too many wrong pairs. */
export type PaginaAttesa = { kind: 'attesa'; message: string };
export type Pagina = PaginaPratica | PaginaScaduta | PaginaAttesa;

/**
 * All that a chat page does before it is drawn: who may see the case, what a form asks, what is shown.
 * @returns an answer to give at once, or what to show
 * @throws PortalError `not_found`, the same whatever was wrong with the link
 */
export async function paginaChat(astro: Astro, quale: { tipo: TipoPratica; vista: Parte }): Promise<Response | Pagina> {
  const { ctx } = astro.locals;
  try {
    const coppia: Coppia = { ...leggiPercorso(astro), vista: quale.vista };
    const scaduta = quale.vista === 'operatore' ? await conLaChiave(astro, coppia) : null;
    if (scaduta) return scaduta;
    const form = await readForm(astro);
    const esito = form && (await esegui(astro, form, coppia));
    if (esito instanceof Response) return esito;
    const dettaglio = await call('dettaglioPratica', coppia, ctx);
    if (dettaglio.tipo !== quale.tipo) throw new PortalError('not_found');
    if (astro.request.method === 'GET' && !astro.request.headers.get('sec-purpose'))
      await call('segnaLetto', coppia, ctx);
    return await mostra(astro, { coppia, dettaglio, form, error: esito?.error });
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    if (error.code === 'invalid') throw new PortalError('not_found');
    if (error.code !== 'too_many') throw error;
    failWith(astro, error);
    return { kind: 'attesa', message: error.message };
  }
}

/** The pair in the path. Astro leaves `%40` in its parameters, and what comes after as the browser sent it. */
function leggiPercorso(astro: Pick<Astro, 'request'>): { email: string; id: string } {
  const [email = '', id = ''] = percorso(astro).split('/').slice(-2);
  try {
    return { email: decodeURIComponent(email), id };
  } catch (cause) {
    throw new PortalError('not_found', { cause });
  }
}

const percorso = ({ request }: Pick<Astro, 'request'>): string => new URL(request.url).pathname;

async function mostra(
  { locals, url, response }: Astro,
  p: { coppia: Coppia; dettaglio: Dettaglio; form: PageForm | null; error: PortalError | undefined },
): Promise<PaginaPratica> {
  const { coppia, dettaglio, form, error } = p;
  const ente = await pagina(locals, url, dettaglio.ente);
  if (error) failWith({ response }, error);
  const fatto = url.searchParams.get('fatto');
  return {
    kind: 'pratica',
    dettaglio,
    email: coppia.email,
    ente,
    token: locals.token(),
    // Kept while the same message is tried again, so that it arrives once.
    chiave: form?.key ?? randomId(),
    chiaveFile: randomId(),
    valori: Object.fromEntries(CAMPI.flatMap((nome) => (form?.fields[nome] ? [[nome, form.fields[nome]]] : []))),
    pronti: await call('filePronti', coppia, locals.ctx),
    ...(error && { errore: { ...(error.fields ? { fields: error.fields } : { message: error.message }) } }),
    ...(isFatto(fatto) && !form && { fatto }),
  };
}

/** The page takes the colours of the body of the case; its words name that body even under another's host. */
async function pagina(locals: App.Locals, url: URL, scelto: string): Promise<Ente> {
  locals.ente = await enteDellaPagina(locals.ctx.house, url.hostname, scelto);
  return enteDellaPagina(locals.ctx.house, '', scelto);
}

/**
 * The key in the address becomes a cookie and leaves the address.
 * @returns the page of a key that opened this case once, null when the case may be read
 */
async function conLaChiave(astro: Astro, coppia: Coppia): Promise<Response | PaginaScaduta | null> {
  const { locals, url } = astro;
  const { ctx } = locals;
  const chiave = url.searchParams.get('chiave');
  if (chiave && (await apre({ ...ctx, user: null, operatorKeys: [chiave] }, coppia))) {
    const secure = ctx.house.settings.publicUrl.startsWith('https:');
    locals.setCookie(operatorKeysCookie(ctx.operatorKeys, chiave, secure));
    return astro.redirect(percorso(astro), 303);
  }
  if (await apre(ctx, coppia)) return chiave ? astro.redirect(percorso(astro), 303) : null;
  const { pratica } = await contandoGliErrori(ctx, coppia.email, () =>
    praticaVista(ctx, { ...coppia, vista: 'cittadino' }),
  );
  const chiavi = chiave ? [chiave] : ctx.operatorKeys;
  for (const una of chiavi) if (await eraLaChiave(ctx, una, pratica.id)) return scaduta(astro, coppia, pratica);
  // Nothing of the case is told without a key: the same page as for a case that is not there.
  throw new PortalError('not_found');
}

async function apre(ctx: Ctx, coppia: Coppia): Promise<boolean> {
  try {
    await praticaVista(ctx, coppia);
    return true;
  } catch (error) {
    if (error instanceof PortalError && error.code === 'not_found') return false;
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
    ente: await pagina(locals, url, pratica.ente),
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

/** A body that is too large is not read: what was typed is still in the browser's own page before this one. */
const TROPPO_GRANDE =
  'Il file è troppo grande: al massimo 10 MB. Scegline uno più piccolo; con «Indietro» del browser ritrovi il messaggio che avevi scritto.';

/** @returns the redirect after a form that was done, an error to show with it, null when the form is only shown again */
async function esegui(astro: Astro, form: PageForm, coppia: Coppia): Promise<Response | { error: PortalError } | null> {
  const { ctx } = astro.locals;
  const done = await attempt(astro, 'chat', async () => {
    if (form.error?.code === 'too_large') throw new PortalError('invalid', { fields: { file: [TROPPO_GRANDE] } });
    if (form.error) throw form.error;
    const [azione = '', cosa = ''] = form.action.split(':');
    if (azione === 'aggiungi_file') return allega(form, coppia, ctx);
    if (azione === 'togli_file') return togli(cosa, ctx);
    if (azione === 'nascondi') return nascondi(form, coppia, ctx);
    return invia(form, coppia, ctx);
  });
  if (!done.ok) return done;
  return done.data && astro.redirect(`${percorso(astro)}?fatto=${done.data}#ultimo`, 303);
}

async function invia(form: PageForm, coppia: Coppia, ctx: Ctx): Promise<Fatto> {
  const { testo, motivo, stato, protocollo_ente, filesAllegati = '' } = form.fields;
  const ids = filesAllegati.split(' ').filter(Boolean);
  // A file that was chosen and not yet added belongs to the message.
  if (form.files.file) ids.push((await carica(form, coppia, ctx)).Id);
  const campi = { ...coppia, testo, motivo, stato, protocollo_ente, filesAllegati: ids };
  await call('commenta', campi, ctx, form.key);
  return stato === 'ritirata' ? 'ritirata' : stato === 'non_risolto' ? 'riaperta' : 'inviato';
}

function carica(form: PageForm, coppia: Coppia, ctx: Ctx) {
  const campi = { file: form.files.file, note: form.fields.note, percorso: percorsoFile(coppia.id, coppia.vista) };
  return call('caricaFile', campi, ctx, form.fields._chiave_file);
}

async function allega(form: PageForm, coppia: Coppia, ctx: Ctx): Promise<null> {
  await carica(form, coppia, ctx);
  return null;
}

/** Gone already (the button was pressed twice) is gone. */
async function togli(id: string, ctx: Ctx): Promise<null> {
  try {
    await call('togliFile', { id }, ctx);
  } catch (error) {
    if (!(error instanceof PortalError && error.code === 'not_found')) throw error;
  }
  return null;
}

async function nascondi(form: PageForm, coppia: Coppia, ctx: Ctx): Promise<Fatto> {
  const { evento, allegato } = form.fields;
  await call('nascondi', { ...coppia, evento, allegato }, ctx);
  return 'nascosto';
}
